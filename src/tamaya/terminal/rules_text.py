"""The rules of an option set in sentences, one for each option."""

from tamaya.rules import Options, Suit, max_score
from tamaya.rules.notation import MULTICOLOURS
from tamaya.terminal.phrases import counted, listed, number

OPTION_WORDS = {
    "base": "the five colours and nothing else",
    "own10": "a sixth firework, multicolour, that clues can name; ten cards",
    "own5": "the same with one card of each value: five cards, all precious",
    "wild10": "a multicolour firework that every colour clue points at; ten cards",
    "wild5": "the same with one card of each value: five cards, all precious",
    "black": "a black firework built from 5 down to 1 that no colour clue points at",
    "tiles": "completing a firework with a 5 turns up one of six bonus tiles",
    "announce": "name a card's colour as you play it, for a token or a mistake",
    "bouquet": "no last round: complete everything, or lose it all",
    "noempty": "a clue must point at one card at least",
    "mistakes=2": "the second mistake loses",
    "mistakes=1": "the first mistake loses",
    "clues=9": "nine clue tokens, not eight; likewise clues=10, clues=11, clues=12",
}
TILE_LIST = (
    "1  a clue token back",
    "2  a mistake taken back, and a clue token back",
    "3  a free colour clue",
    "4  a free value clue",
    "5  a card of the discard pile goes back into the deck",
    "6  a card of the discard pile that fits goes on its firework",
)


THE_GAME = (
    "You all play together: build every firework in order, one card of each value.",
    "You see everybody's cards but your own. A turn is one of three things:",
    "  play a card: if it is not the next of its firework, that is a mistake;",
    "  discard a card, which brings a clue token back;",
    "  spend a clue token to tell a teammate all cards of one colour or one value.",
)


def describe_rules(options: Options) -> list[str]:
    """What an option set means, one sentence per line."""
    return [
        *THE_GAME,
        *_players(options),
        _fireworks(options),
        *_suit_sentences(options),
        *_switch_sentences(options),
        *_end(options),
    ]


def deck_lines(options: Options) -> list[str]:
    """The deck, firework by firework."""
    lines = [f"The deck has {len(options.deck)} cards:"]
    return lines + [f"  {suit.letter}  {suit.name:<12}{_cards(suit)}" for suit in options.suits]


def _cards(suit: Suit) -> str:
    values = enumerate(suit.copies, start=1)
    return " ".join(str(value) for value, copies in values for _ in range(copies))


def _players(options: Options) -> list[str]:
    last = ("first", "second", "third")[options.mistakes - 1]
    return [
        "Two to five play. Two or three hold five cards each, four or five hold four.",
        f"There are {number(options.clue_tokens)} clue tokens; the {last} mistake loses the game.",
    ]


def _fireworks(options: Options) -> str:
    upwards = [suit.name for suit in options.suits if suit.order[0] == 1]
    total = counted(len(upwards), "firework")
    return f"{total.capitalize()} go from 1 to {options.values}: {listed(upwards)}."


def _suit_sentences(options: Options) -> list[str]:
    forms = {suit: word for word, suit in MULTICOLOURS.items()}
    lines = []
    for suit in options.suits:
        form = forms.get(suit, "")
        if form.startswith("own"):
            lines.append("Multicolour is a colour of its own: a clue can name it.")
        if form.startswith("wild"):
            lines.append("A colour clue, whatever the colour, points at multicolour cards too.")
            lines.append("No clue can name multicolour itself.")
        if form.endswith("5"):
            lines.append("There is only one multicolour card of each value.")
        if suit.missing_costs:
            lines.append("Black is built downwards, from 5 to 1, and only value clues point at it.")
            if not options.bouquet:
                lines.append("Each black card missing at the end costs a point.")
    return lines


def _switch_sentences(options: Options) -> list[str]:
    lines = []
    if options.tiles:
        lines.append("A firework completed with a 5 turns up a bonus tile, not a token:")
        lines += [f"  {tile}" for tile in TILE_LIST]
        if any(not suit.ends_on_top for suit in options.suits):
            lines.append("Black, completed with its 1, gives a clue token back.")
    else:
        lines.append("A completed firework gives a clue token back.")
    if options.announce:
        lines.append("A player may announce the colour of a card that is played.")
        lines.append("Right, and the card fits: a token back. Wrong: a mistake, even if it fits.")
    if options.empty_clues:
        lines.append('A clue may point at no card at all ("you have no red card").')
    else:
        lines.append("A clue must point at one card at least.")
    return lines


def _end(options: Options) -> list[str]:
    most = max_score(options)
    if options.bouquet:
        return [
            "There is no last round: play on until every firework is complete.",
            "The last copy of a card still needed, once discarded, loses the game.",
            f"All or nothing: the score is {most} or 0.",
        ]
    return [f"When the deck is empty everybody has one more turn. The best score is {most}."]
