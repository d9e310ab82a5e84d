"""Names of a learner's inputs and actions, the same in all option sets.

So what a net learned with one set has the same meaning in another.
"""

from collections.abc import Iterator
from itertools import product

from tamaya.kernel.game.layout import first_action_numbers
from tamaya.kernel.observe.encode import ALL_TILES
from tamaya.kernel.observe.features import ABOUT_OTHERS, ABOUT_OWN, KNOWN_TO_HOLDER
from tamaya.kernel.observe.memory import LONG_AGO
from tamaya.rules import Options

FeatureName = tuple[str | int, ...]
COLOUR, VALUE = "colour", "value"


def input_names(options: Options, depth: int) -> list[FeatureName]:
    """The names of the bits that `encode_features` writes, in order."""
    hand, players = range(options.hand_size), range(options.players)
    others, suits = players[1:], _suits(options)
    every = list(product(players, hand))
    return [
        *(("hand", *card, *face) for card in product(others, hand) for face in _faces(options)),
        *(("lacking", seat) for seat in players),
        *_board(options),
        *(
            ("pile", suits[face.suit], face.value, copy)
            for face, copies in options.copies.items()
            for copy in range(copies)
        ),
        *_action(options, 0),
        *(("clued", *card, *what) for card in every for what in _what_clues_say(options)),
        *((kind, tile) for kind in _tiles(options) for tile in range(ALL_TILES)),
        *(("about", *card, n) for card in product(others, hand) for n in range(ABOUT_OTHERS)),
        *(("own", place, *what) for place in hand for what in _own(options)),
        *(("every", *card, n) for card in every for n in range(KNOWN_TO_HOLDER + 2 * LONG_AGO)),
        *(name for ago in range(1, depth) for name in _action(options, ago)),
    ]


def action_names(options: Options) -> dict[FeatureName, int]:
    """The actions that a net chooses from, with their numbers; announcing is left to `announce`."""
    hand, others = range(options.hand_size), range(1, options.players)
    usual: list[FeatureName] = [
        *(("discard", place) for place in hand),
        *(("play", place) for place in hand),
        *(("tell", seat, COLOUR, colour) for seat in others for colour in options.colours),
        *(("tell", seat, VALUE, value) for seat in others for value in _values(options)),
    ]
    for_tiles: list[FeatureName] = [*(("take", *face) for face in _faces(options)), ("forgo",)]
    _play, _colour, _value, _announced, take, _forgo, _every = first_action_numbers(options)
    tiles = enumerate(for_tiles if options.tiles else (), take)
    return {name: number for number, name in (*enumerate(usual), *tiles)}


def option_names(options: Options) -> list[FeatureName]:
    """The names of the options in force, for a net that sees them."""
    suits = [("suit", suit.name, sum(suit.copies), len(suit.touched_by)) for suit in options.suits]
    switches = (
        "tiles",
        "announce",
        "bouquet",
    )  # empty clues: see the legal mask
    on: list[FeatureName] = [("switch", name) for name in switches if getattr(options, name)]
    numbers: list[FeatureName] = [("mistakes", options.mistakes), ("clues", options.clue_tokens)]
    return [*suits, *on, *numbers]


def _suits(options: Options) -> list[str]:
    return [suit.name for suit in options.suits]


def _values(options: Options) -> range:
    return range(1, options.values + 1)


def _faces(options: Options) -> Iterator[FeatureName]:
    return product(_suits(options), _values(options))


def _tiles(options: Options) -> tuple[str, ...]:
    return ("tile waits", "tiles there") if options.tiles else ()


def _named(options: Options) -> list[FeatureName]:
    colours: list[FeatureName] = [(COLOUR, colour) for colour in options.colours]
    return [*colours, *((VALUE, value) for value in _values(options))]


def _board(options: Options) -> Iterator[FeatureName]:
    deck = len(options.deck) - options.players * options.hand_size
    yield from (("deck", count) for count in range(deck))
    yield from (("top", *face) for face in _faces(options))
    yield from (("tokens", count) for count in range(options.clue_tokens))
    yield from (("mistakes left", count) for count in range(options.mistakes))


def _what_clues_say(options: Options) -> list[FeatureName]:
    return [*_faces(options), *_named(options)]


def _own(options: Options) -> list[FeatureName]:
    return [*_faces(options), *(("about", n) for n in range(ABOUT_OWN))]


def _action(options: Options, ago: int) -> Iterator[FeatureName]:
    players, hand = range(options.players), range(options.hand_size)
    parts: list[FeatureName] = [
        *(("by", seat) for seat in players),
        *(("kind", kind) for kind in range(4)),
        *(("to", seat) for seat in players),
        *_named(options),
        *(("touched", place) for place in hand),
        *(("place", place) for place in hand),
        *(("face", *face) for face in _faces(options)),
        *(("came", n) for n in range(2)),
    ]
    return (("action", ago, *part) for part in parts)
