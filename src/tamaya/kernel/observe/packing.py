"""Bits one after the other, in words; and each bit as a byte.

Bit 0 of a word comes first. Bits that do not fill a word yet are handed on in `kept`.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.layout import BITS, Words

Bytes = npt.NDArray[np.uint8]

SIZE = 64
FOUR, FOUR_BYTES = np.uint32(15), np.uint32(0x01010101)
APART = np.uint32(0x204081)  # brings bit 0 to byte 0, bit 1 to byte 1, bit 2 …


def words_for(length: int) -> int:
    """How many words hold so many bits."""
    return -(-length // SIZE)


@device_function
def put(out: Words, at: int, kept: int, bits: int, count: int) -> tuple[int, int]:
    """Some more bits, at most 62; where it goes on, and what is kept."""
    bits = np.int64(bits)  # type: ignore[assignment] # an int to Numba
    first = at & (SIZE - 1)
    kept |= bits << first
    if first + count >= SIZE:
        out[at >> 6] = kept
        kept = bits >> (SIZE - first)
    return at + count, kept


@device_function
def put_two(
    out: Words, at: int, kept: int, bits: int, count: int, more: int, others: int
) -> tuple[int, int]:
    """Some bits, and some others."""
    if count + others <= BITS:
        return put(out, at, kept, bits | more << count, count + others)
    at, kept = put(out, at, kept, bits, count)
    return put(out, at, kept, more, others)


@device_function
def flush(out: Words, at: int, kept: int) -> None:
    """What is kept becomes the last word."""
    if at & (SIZE - 1):
        out[at >> 6] = kept


@device_function
def apart(four: np.uint32) -> np.uint32:
    """The lowest four bits, each in a byte."""
    return ((four & FOUR) * APART) & FOUR_BYTES


@device_function
def expand(packed: Words, out: Bytes) -> None:
    """Every bit as a byte, four at a time."""
    bits = packed.view(np.uint32)
    wide = out[: len(out) & ~3].view(np.uint32)
    for word in range(len(wide) >> 3):
        for four in range(8):
            wide[8 * word + four] = apart(bits[word] >> np.uint32(4 * four))
    for four in range(len(wide) & ~7, len(wide)):
        wide[four] = apart(bits[four >> 3] >> np.uint32(4 * (four & 7)))
    for place in range(4 * len(wide), len(out)):
        out[place] = (bits[place >> 5] >> np.uint32(place & 31)) & np.uint32(1)
