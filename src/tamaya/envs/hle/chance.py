"""Random draws that equal those of HLE for the same seed.

HLE uses a 32-bit Mersenne Twister with the distributions of the GNU C++ library (since GCC 11).
Python's generator is the same twister, but seeds it differently.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from random import Random

STATE_WORDS = 624
WORD_MASK = (1 << 32) - 1


def mersenne_twister(seed: int) -> Random:
    """Return a generator seeded as `std::mt19937` is."""
    words = [seed & WORD_MASK]
    for place in range(1, STATE_WORDS):
        before = words[-1]
        words.append((1812433253 * (before ^ before >> 30) + place) & WORD_MASK)
    made = Random()  # noqa: S311 - a game that must be repeatable
    made.setstate((3, (*words, STATE_WORDS), None))
    return made


def draw_player(generator: Random, players: int) -> int:
    """Return a random player, by Lemire's method as libstdc++ has it."""
    while True:
        product = generator.getrandbits(32) * players
        if product & WORD_MASK >= (1 << 32) % players:
            return product >> 32


def draw_card(generator: Random, copies: Sequence[int]) -> int:
    """Return a random card of the deck, by its number; draw nothing if only one kind is left.

    The probabilities are scaled and summed in the order of libstdc++, so that rounding is the same
    (Python's `sum` rounds differently).
    """
    faces = [face for face, left in enumerate(copies) if left]
    if len(faces) == 1:
        return faces[0]
    cards = sum(copies)
    shares = [copies[face] / cards for face in faces]
    *_, whole = accumulate(shares)
    ends = list(accumulate(share / whole for share in shares))
    ends[-1] = 1.0
    drawn = generator.getrandbits(64) / 2.0**64
    return faces[bisect_left(ends, min(drawn, BELOW_ONE))]


BELOW_ONE = 1 - 2.0**-53
