"""The order of a learner's inputs and actions: of one option set, or of all of them together."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from tamaya.kernel.observe.feature_names import Name, action_names, option_names, seen_names
from tamaya.rules import Options, parse_options
from tamaya.rules.notation import WORDS

WIDEST = "own10+black+tiles+announce+clues=12"  # has a name for all that is seen in any of those


@dataclass(frozen=True, slots=True)
class Frame:
    """Where each bit and action is."""

    seen: dict[Name, int]
    actions: dict[Name, int]


def own_frame(game: Options, depth: int) -> Frame:
    """The frame of one set: its own order."""
    return Frame(_places(seen_names(game, depth)), _places(action_names(game)))


def any_frame(players: int, depth: int) -> Frame:
    """The frame of all sets: the widest one's order, and which options there are."""
    widest = parse_options(WIDEST, players)
    sets = (parse_options(word, players) for word in WORDS)
    told = chain.from_iterable(option_names(game) for game in sets)
    return Frame(_places([*seen_names(widest, depth), *told]), _places(action_names(widest)))


def _places(names: Iterable[Name]) -> dict[Name, int]:
    return {name: place for place, name in enumerate(dict.fromkeys(names))}
