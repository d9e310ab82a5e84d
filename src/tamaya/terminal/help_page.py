"""The help shown while playing: what can be typed, how to read the screen, a few tips."""

from tamaya.rules import Options

TYPE = """\
What you can type
  p2             play your card 2 (card 1 is the oldest)       play 2
  d1             discard your card 1                           discard 1
  B:g            tell B about all green cards                  tell Hana green
  B:3            tell B about all 3s                           tell Hana 3"""
ANNOUNCE = "  p2:r           play card 2 and announce red                  play 2 red"
TILES = """\
  t:r4           take the red 4 from the discard pile          take red 4
  f              leave bonus tile 5 unused (empty deck only)   forgo"""
ALSO = """\
  table, rules, log, quit   see the table again (or just Enter); what is played;
                            what happened so far; leave the game"""
READ = """\
How to read the table
  r3 is the red 3. The suits are:
  {letters}.
  Under each card stands what its holder has been told: g (it is green),
  r/y (red or yellow), 3 not ry (a 3, neither red nor yellow),
  not r,1,5 (not red, no 1 and no 5), - (nothing).
  done: a firework is complete. dead: it can no longer be finished."""
DOWN = "  down: black is built downwards, from 5 to 1; there is only one black 1."
TIPS = """\
Tips
  At a real table you may shift and turn your cards to remember what they are;
  here the line under each card remembers for you.
  The discard pile lies open: look through it whenever you like.
  Throwing away a card you know nothing about is a risk, but a small one: most
  cards have a twin. Beware of those that exist only once, like the 5s.
  Cards that a dead firework can no longer use are clue tokens for the taking."""


def help_text(options: Options) -> str:
    """The help for one option set; it leaves out what is not played."""
    names = {suit.name for suit in options.suits}
    letters = ", ".join(f"{suit.letter} {suit.name}" for suit in options.suits)
    parts = [
        TYPE,
        ANNOUNCE if options.announce else "",
        TILES if options.tiles else "",
        ALSO,
        "",
        READ.format(letters=letters),
        DOWN if "black" in names else "",
        "",
        TIPS,
    ]
    return "\n".join(part for index, part in enumerate(parts) if part or index in (4, 7))
