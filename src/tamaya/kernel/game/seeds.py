"""Seeds of many games, as arrays: those they begin with, and those of the games that follow."""

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from tamaya.deals import SEEDS
from tamaya.kernel.game.chance import COUNTER_STEP, mix_bits

Seeds = npt.NDArray[np.uint64]

MASK64 = (1 << 64) - 1


def game_seeds(seed: int, games: int) -> Seeds:
    """A seed for each game; game n has the same one however many games there are."""
    places = np.arange(1, games + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        begin = _mixed(np.full(1, operator.index(seed) & MASK64, np.uint64))
        return _mixed(begin + places * COUNTER_STEP)


def next_seeds(seeds: Seeds) -> Seeds:
    """The seed of the game that follows each game."""
    return _mixed(seeds + COUNTER_STEP)


def playout_counters(seeds: Seeds) -> Seeds:
    """Where the generator of each game's random playout begins."""
    return _mixed(seeds ^ COUNTER_STEP)


def checked_seeds(seeds: Any) -> Seeds:
    """Seeds from a caller, as tamaya.deals takes them; `ValueError` if they are out of range."""
    numbers = [operator.index(seed) for seed in seeds]
    if not all(0 <= number < SEEDS for number in numbers):
        raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
    return np.array(numbers, np.uint64)


def _mixed(numbers: Seeds) -> Seeds:
    """`mix_bits` for arrays: uncompiled, it takes them as well."""
    spread: Seeds = mix_bits(numbers)  # type: ignore[arg-type,assignment] # arrays
    return spread
