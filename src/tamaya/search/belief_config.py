"""The hyperparameters of a belief network's training, and the sizes that follow from them."""

from dataclasses import dataclass, replace
from itertools import product
from math import isfinite

from tamaya.kernel.feature_space import WIDEST_OPTIONS
from tamaya.kernel.observe.features import features_length
from tamaya.kernel.observe.memory import REMEMBERED_ACTIONS
from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.config import MAX_FILE_BYTES, MIN_DEPTH
from tamaya.rules import parse_options
from tamaya.search.belief_network import BeliefSizes

WARM_UP = 0.02  # the share of a run in which the learning rate rises from 0
CPU_LIMITS = {"num_games": 256, "segment_updates": 200, "width": 128}
WIDTH_STEP = 64
HEADER_BYTES = 4000  # more than the card and the names of the arrays need


@dataclass(frozen=True, slots=True)
class BeliefConfig:
    """The hyperparameters of a run; `ValueError` or `TypeError` if they are invalid."""

    total_moves: int
    seed: int = 1
    started_from: str = ""  # the belief network that the first weights are from
    num_games: int = 32_768  # played in parallel; a move in each of them is a minibatch
    segment_updates: int = 2000  # after so many, all games restart and a checkpoint may be saved
    depth: int = 16  # how many of the last actions the network sees
    width: int = 512
    layers: int = 3
    learning_rate: float = 2e-3  # rises to this, then falls linearly to 0
    exploration: float = 0.04  # the share of moves that are sampled
    temperature: float = 2.5  # of the policy that those are sampled from

    def __post_init__(self) -> None:
        counts = (
            self.total_moves,
            self.num_games,
            self.segment_updates,
            self.depth,
            self.width,
            self.layers,
        )
        if not all(type(count) is int for count in (*counts, self.seed)):
            raise ValueError("counts and the seed must be whole numbers")
        if min(counts) <= 0 or self.depth > REMEMBERED_ACTIONS:
            raise ValueError(f"counts must be at least 1, and depth at most {REMEMBERED_ACTIONS}")
        numbers = (self.learning_rate, self.exploration, self.temperature)
        if not all(type(number) in {int, float} for number in numbers):
            raise ValueError("rate, exploration and temperature must be single numbers")
        if not (isfinite(sum(numbers)) and min(numbers) >= 0 < self.temperature):
            raise ValueError("no number may be below 0, and temperature must be above 0")
        if self.exploration > 1:
            raise ValueError("exploration is a share: at most 1")

    def learning_rate_at(self, moves: int) -> float:
        """The learning rate after so many moves."""
        progress = min(1.0, moves / self.total_moves)
        return self.learning_rate * min(1.0, progress / WARM_UP, (1 - progress) / (1 - WARM_UP))


def suit_names(mix: OptionMix) -> list[str]:
    """The suits whose faces a network for these games knows: of one option set, or all suits."""
    games = mix.option_sets
    widest = games[0] if len(games) == 1 else parse_options(WIDEST_OPTIONS, games[0].players)
    return [suit.name for suit in widest.suits]


def belief_sizes(config: BeliefConfig, mix: OptionMix) -> BeliefSizes:
    """The sizes of a network for the hands of these games.

    Of several option sets it sees all inputs, because those that say which options are in force
    are the last; its depth is then that of the mix.
    """
    game, single = mix.option_sets[0], len(mix.option_sets) == 1
    num_inputs = features_length(game, config.depth) if single else len(mix.feature_space.inputs)
    num_faces = len(suit_names(mix)) * game.values
    return BeliefSizes(num_inputs, game.hand_size, num_faces, config.width, config.layers)


def fit_beliefs_to_device(config: BeliefConfig, mix: OptionMix, device: str) -> BeliefConfig:
    """The same run in a size that suits the device, and a network whose file is not too large.

    It cannot see more past actions than the blueprint. If its file would become too large, it sees
    fewer, and if that is not enough it becomes narrower. A network that others were taken from
    stays as deep and as wide as those.
    """
    limits = dict(CPU_LIMITS) if device == "cpu" else {}
    if config.started_from:
        limits.pop("width", None)
    smaller = {name: min(getattr(config, name), limit) for name, limit in limits.items()}
    config = replace(config, **smaller)
    if config.started_from:
        return config
    depth = min(config.depth, mix.depth) if len(mix.option_sets) == 1 else mix.depth
    lowest = min(depth, MIN_DEPTH) if len(mix.option_sets) == 1 else depth
    for width, fewer in product(range(config.width, 0, -WIDTH_STEP), range(depth, lowest - 1, -1)):
        candidate = replace(config, width=width, depth=fewer)
        if estimate_belief_bytes(belief_sizes(candidate, mix)) <= MAX_FILE_BYTES:
            return candidate
    return replace(config, depth=depth)


def estimate_belief_bytes(sizes: BeliefSizes) -> int:
    """The most that a network's file can have."""
    width, cards = sizes.width, sizes.hand_size * sizes.num_faces
    columns = sizes.num_inputs + 3 + (sizes.layers - 1) * (width + 3)  # the body
    columns += sizes.hand_size + cards + 2 + width + 1 + sizes.num_faces
    return 2 * (width * columns + sizes.num_faces) + HEADER_BYTES
