"""How much things weigh when the partner decides: by the number of players, found by trying."""

from typing import NamedTuple


class Weights(NamedTuple):
    """All in the same unit, about a quarter of a point."""

    # plays
    play: float  # playing a card
    due: float  # that somebody waits for
    # clues
    plays: float  # for each card that will be played because of a clue
    touch: float  # a card pointed at that is of use
    save: float  # a last copy that was to go next
    doomed: float  # a card that would be played by mistake
    lie: float  # a card taken for what it is not
    trash: float  # a card pointed at that is useless, and known to be
    bad: float  # … and not known to be
    twice: float  # a card of which another copy was pointed at
    mine: float  # … or may have been, in one's own hand
    bits: float  # a face that a card cannot have any more
    far: float  # how much less touch and bits count for each card that must come before
    # the next player
    mistake: float  # is about to play a card that does not fit
    critical: float  # is about to discard a last copy
    unseen: float  # … a card of which no other copy is seen
    seen: float  # … of which one is
    # tokens and time
    token: float
    scarce: float  # how much more the last token is worth
    plenty: float  # how much less for each more than there are cards to be told
    haste: float  # a card drawn for nothing, when none can be spared
    round: float  # the part of the last round that counts as time
    soon: float
    late: float  # cards left to draw, from which on the end is foreseen
    foresight: float  # a point foreseen


PAIR = Weights(
    play=5.3,
    due=10.0,
    plays=4.3,
    touch=1.15,
    save=1.0,
    doomed=5.6,
    lie=3.2,
    trash=0.78,
    bad=2.35,
    twice=1.3,
    mine=1.05,
    bits=0.038,
    far=1.0,
    mistake=16.5,
    critical=8.7,
    unseen=1.07,
    seen=0.125,
    token=2.5,
    scarce=0.48,
    plenty=0.5,
    haste=5.2,
    round=0.26,
    soon=0.58,
    late=8,
    foresight=3.2,
)
GROUP = Weights(
    play=12.5,
    due=10.0,
    plays=2.5,
    touch=0.6,
    save=2.9,
    doomed=4.0,
    lie=4.4,
    trash=0.75,
    bad=1.55,
    twice=1.05,
    mine=2.05,
    bits=0.038,
    far=0.7,
    mistake=8.5,
    critical=12.5,
    unseen=0.95,
    seen=0.125,
    token=2.1,
    scarce=0.95,
    plenty=0.5,
    haste=8.5,
    round=0.4,
    soon=0.58,
    late=8,
    foresight=4.6,
)
TRIO = GROUP._replace(token=1.6)
BY_PLAYERS = {2: PAIR, 3: TRIO, 4: GROUP, 5: GROUP}
