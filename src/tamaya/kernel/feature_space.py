"""The order of a learner's inputs and actions: of one option set, or of all of them together."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from tamaya.kernel.observe.feature_names import FeatureName, action_names, input_names, option_names
from tamaya.rules import Options, parse_options
from tamaya.rules.notation import WORDS

# these options have every input and action that any others have
WIDEST_OPTIONS = "own10+black+tiles+announce+clues=12"


@dataclass(frozen=True, slots=True)
class FeatureSpace:
    """The index of every input and of every action, by name."""

    inputs: dict[FeatureName, int]
    actions: dict[FeatureName, int]


def feature_space_of(game: Options, depth: int) -> FeatureSpace:
    """The feature space of one option set, in its own order."""
    return FeatureSpace(_indices(input_names(game, depth)), _indices(action_names(game)))


def shared_feature_space(players: int, depth: int) -> FeatureSpace:
    """The feature space of all option sets, with inputs that say which options are in force."""
    widest = parse_options(WIDEST_OPTIONS, players)
    sets = (parse_options(word, players) for word in WORDS)
    options = chain.from_iterable(option_names(game) for game in sets)
    return FeatureSpace(
        _indices([*input_names(widest, depth), *options]), _indices(action_names(widest))
    )


def _indices(names: Iterable[FeatureName]) -> dict[FeatureName, int]:
    return {name: index for index, name in enumerate(dict.fromkeys(names))}
