"""Chance: the same cards for the same seed as the original deals.

It draws from a 32-bit Mersenne Twister with the helpers of the GNU C++ library (since GCC 11).
Python's generator is the same twister; only what it makes of a seed differs.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from random import Random

WORDS = 624
WORD = (1 << 32) - 1


def twister(seed: int) -> Random:
    """The generator that C++ makes of a seed."""
    words = [seed & WORD]
    for place in range(1, WORDS):
        before = words[-1]
        words.append((1812433253 * (before ^ before >> 30) + place) & WORD)
    made = Random()  # noqa: S311 - a game that must be repeatable
    made.setstate((3, (*words, WORDS), None))
    return made


def some_player(generator: Random, players: int) -> int:
    """Any of the players: the high word of a product, drawn again where that would be uneven."""
    while True:
        product = generator.getrandbits(32) * players
        if product & WORD >= (1 << 32) % players:
            return product >> 32


def some_card(generator: Random, copies: Sequence[int]) -> int:
    """A face of which there are copies; nothing is drawn if there is only one.

    Shares of the deck, scaled and summed up in this order: so the last bits are the same, too. (In
    Python `sum` would round differently.)
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
