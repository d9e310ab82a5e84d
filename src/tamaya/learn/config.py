"""The hyperparameters of a training run, their schedules, and the names they have in files."""

from dataclasses import asdict, dataclass, fields, replace
from itertools import product
from math import isfinite
from typing import TYPE_CHECKING, Any

from tamaya.formats.nets import ANY
from tamaya.kernel.feature_space import feature_space_of, shared_feature_space
from tamaya.kernel.observe.memory import REMEMBERED_ACTIONS
from tamaya.kernel.option_mix import OptionMix
from tamaya.rules import OPTION_SETS, parse_options

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MAX_FILE_BYTES = 4_000_000
MIN_DEPTH = 8
DEFAULT_MOVES = 4_000_000_000  # the length of a run if neither moves nor minutes are given

# Fields of hyperparameters → their names in `--set`, in plan.json and on the card of a net.
# Fields that are not listed have the same name there.
FILE_KEYS = {
    "total_moves": "moves",
    "started_from": "after",
    "num_games": "games",
    "rollout_length": "rollout",
    "segment_iterations": "stretch",
    "segment_updates": "stretch",  # of belief networks: see tamaya.search.belief_config
    "minibatch_size": "minibatch",
    "learning_rate": "rate",
    "ent_coef": "entropy",
    "clip_coef": "clip",
    "max_grad_norm": "gradient",
    "vf_coef": "value",
    "gamma": "discount",
    "gae_lambda": "trace",
    "reward_scale": "reward",
    "penalty_ramp": "ramp",
}


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """All hyperparameters of a run; `ValueError` or `TypeError` if they are invalid.

    Pairs are schedules: they go from the first number to the second over the whole run.
    """

    variant: str  # or ANY: all option sets of the boxes side by side, with the options as inputs
    players: int
    total_moves: int
    seed: int = 1
    started_from: str = ""  # the net that a warm start took its weights from
    # rollouts
    num_games: int = 16_384  # played in parallel
    rollout_length: int = 64  # moves in each game between two updates
    depth: int = 16  # how many of the last actions the network sees
    segment_iterations: int = 25  # after so many, all games restart and a checkpoint may be saved
    # the network
    width: int = 512
    layers: int = 3
    # PPO
    minibatch_size: int = 32_768
    learning_rate: tuple[float, float] = (7e-4, 2e-5)  # linear
    ent_coef: tuple[float, float] = (5e-2, 5e-3)  # geometric
    clip_coef: float = 0.2
    max_grad_norm: float = 100.0  # stops only the rare gradient that would ruin the network
    vf_coef: float = 0.5
    gamma: float = 0.999  # from one turn of a seat to its next one
    gae_lambda: float = 0.8
    reward_scale: float = 0.1  # the reward for one point
    penalty_ramp: int = 200_000_000  # moves until a lost game costs all its points; see penalty_at

    def __post_init__(self) -> None:
        counts = (
            self.num_games,
            self.rollout_length,
            self.segment_iterations,
            self.width,
            self.layers,
            self.minibatch_size,
            self.total_moves,
        )
        if min(counts) <= 0 or not 1 <= self.depth <= REMEMBERED_ACTIONS:
            raise ValueError(f"counts must be at least 1, and depth at most {REMEMBERED_ACTIONS}")
        if not all(type(count) is int for count in (*counts, self.depth, self.seed)):
            raise ValueError("counts and the seed must be whole numbers")
        schedules: tuple[object, ...] = (self.learning_rate, self.ent_coef)
        if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in schedules):
            raise ValueError("rate and entropy are two numbers each")
        numbers = [*self.learning_rate, *self.ent_coef, self.clip_coef, self.max_grad_norm]
        numbers += [self.vf_coef, self.gamma, self.gae_lambda, self.reward_scale, self.penalty_ramp]
        positive = min(*self.ent_coef, self.reward_scale)
        if not (isfinite(sum(numbers)) and min(numbers) >= 0 < positive):
            raise ValueError("no number may be below 0, and entropy and reward must be above 0")
        if self.minibatch_size > self.num_games * self.rollout_length:
            raise ValueError("a minibatch cannot be larger than the rollout (games × rollout)")

    def progress(self, moves: int) -> float:
        """The share of the run that is done after so many moves, from 0 to 1."""
        return min(1.0, moves / self.total_moves)

    def learning_rate_at(self, moves: int) -> float:
        """The learning rate after so many moves: linear."""
        first, last = self.learning_rate
        return first + (last - first) * self.progress(moves)

    def ent_coef_at(self, moves: int) -> float:
        """The coefficient of the entropy bonus after so many moves: geometric."""
        first, last = self.ent_coef
        return float(first * (last / first) ** self.progress(moves))

    def penalty_at(self, moves: int) -> float:
        """The share of its points that a lost game costs, after so many moves.

        It rises from 0 to 1 over `penalty_ramp` moves, or over the first tenth of a short run:
        with the full penalty from the start, the policy learns to end games at once.
        """
        ramp = min(self.penalty_ramp, self.total_moves // 10)
        return min(1.0, moves / ramp) if ramp else 1.0


def config_to_file(config: "DataclassInstance") -> dict[str, Any]:
    """The hyperparameters under the names they have in files, in a fixed order."""
    return {FILE_KEYS.get(field, field): value for field, value in asdict(config).items()}


def fields_from_file(
    values: dict[str, Any], config_type: "type[DataclassInstance]" = TrainingConfig
) -> dict[str, Any]:
    """Values under the names of files or of `--set`, as fields; unknown ones are `TypeError`."""
    names = {FILE_KEYS.get(field.name, field.name): field.name for field in fields(config_type)}
    if unknown := values.keys() - names.keys():
        raise TypeError(f"there is no setting {', '.join(sorted(unknown))}")
    return {names[key]: value for key, value in values.items()}


def training_mix(config: TrainingConfig) -> OptionMix:
    """The option sets that a run plays, and the input and action space of its network."""
    players, depth = config.players, config.depth
    if config.variant == ANY:
        return mix_of_all_boxes(players, depth)
    game = parse_options(config.variant, players)
    return OptionMix((game,), depth, feature_space_of(game, depth))


def mix_of_all_boxes(players: int, depth: int) -> OptionMix:
    """All option sets of the boxes side by side, with the options as inputs."""
    sets = tuple(parse_options(variant, players) for variant in OPTION_SETS)
    return OptionMix(sets, depth, shared_feature_space(players, depth), shows_options=True)


def fit_to_device(config: TrainingConfig, device: str) -> TrainingConfig:
    """The same run in a size that suits the device: a GPU is only fast with large batches.

    If the net's file would become too large, the network sees fewer past actions, and if that is
    not enough it becomes narrower; after a warm start the width stays, however large the file.
    """
    if device == "cpu":
        limits = {
            "num_games": 256,
            "rollout_length": 32,
            "segment_iterations": 10,
            "minibatch_size": 2048,
            "width": 128,
        }
        if config.started_from:
            del limits["width"]  # it is the width of the loaded net
        smaller = {name: min(getattr(config, name), limits[name]) for name in limits}
        config = replace(config, **smaller)
    widths = [config.width] if config.started_from else range(config.width, 0, -64)
    sizes = product(widths, range(config.depth, MIN_DEPTH - 1, -1))
    for width, depth in sizes:
        candidate = replace(config, width=width, depth=depth)
        if estimate_file_bytes(candidate) <= MAX_FILE_BYTES:
            return candidate
    return replace(config, depth=min(config.depth, MIN_DEPTH))


def estimate_file_bytes(config: TrainingConfig) -> int:
    """The size of the net's file, to within 2,000 bytes."""
    space, width = training_mix(config).feature_space, config.width
    inputs, outputs = len(space.inputs) + 3, len(space.actions) + 1
    return 2 * (width * (inputs + outputs + (config.layers - 1) * (width + 3)) + outputs) + 2000
