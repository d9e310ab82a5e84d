"""A game so small that a net learns it while you wait, and plans for it."""

from dataclasses import replace

from tamaya.kernel.mix import Mix, own_frame
from tamaya.learn.settings import Settings
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
PLAN = Settings(
    "tiny",
    2,
    moves=1_000_000,
    games=256,
    rollout=64,
    stretch=10,
    minibatch=2048,
    width=128,
    layers=2,
    depth=4,
    ramp=300_000,
    rate=(2e-3, 1e-4),
    entropy=(3e-2, 3e-3),
)
MIX = Mix((TINY,), PLAN.depth, own_frame(TINY, PLAN.depth))
SHORT = replace(PLAN, games=32, rollout=16, stretch=2, minibatch=128, width=32)
