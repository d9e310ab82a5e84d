"""A game so small that a network learns it within a minute, and configurations for it."""

from dataclasses import replace

from tamaya.kernel.feature_space import feature_space_of
from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.config import TrainingConfig
from tamaya.rules import Colour, Options
from tamaya.rules.suits import plain

TINY = Options(
    2,
    tuple(plain(colour, (3, 2, 2, 2, 1)) for colour in tuple(Colour)[:2]),
    hand=2,
    clue_tokens=2,
    mistakes=2,
    empty_clues=False,
)
SMALL = TrainingConfig(
    "tiny",
    2,
    total_moves=1_000_000,
    num_games=256,
    rollout_length=64,
    segment_iterations=10,
    minibatch_size=2048,
    width=128,
    layers=2,
    depth=4,
    penalty_ramp=300_000,
    learning_rate=(2e-3, 1e-4),
    ent_coef=(3e-2, 3e-3),
)
MIX = OptionMix((TINY,), SMALL.depth, feature_space_of(TINY, SMALL.depth))
SMALLEST = replace(
    SMALL, num_games=32, rollout_length=16, segment_iterations=2, minibatch_size=128, width=32
)
