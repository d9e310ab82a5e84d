"""Packing bits into words, one field after the other; and unpacking each bit to a byte.

Bit 0 of a word comes first. `at` is the position of the next bit; `kept` has the bits of a word
that is not full yet.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.layout import WORD_BITS, Words

Bytes = npt.NDArray[np.uint8]

WORD_SIZE = 64
FOUR, FOUR_BYTES = np.uint32(15), np.uint32(0x01010101)
SPREAD_FACTOR = np.uint32(0x204081)  # moves bit 0 to byte 0, bit 1 to byte 1, and so on


def words_for_bits(length: int) -> int:
    """How many words hold so many bits."""
    return -(-length // WORD_SIZE)


@device_function
def put_bits(out: Words, at: int, kept: int, bits: int, count: int) -> tuple[int, int]:
    """Append a field of at most 62 bits; returns the new `at` and `kept`."""
    bits = np.int64(bits)  # type: ignore[assignment] # an int to Numba
    first = at & (WORD_SIZE - 1)
    kept |= bits << first
    if first + count >= WORD_SIZE:
        out[at >> 6] = kept
        kept = bits >> (WORD_SIZE - first)
    return at + count, kept


@device_function
def put_two_fields(
    out: Words, at: int, kept: int, bits: int, count: int, more: int, others: int
) -> tuple[int, int]:
    """Append two fields."""
    if count + others <= WORD_BITS:
        return put_bits(out, at, kept, bits | more << count, count + others)
    at, kept = put_bits(out, at, kept, bits, count)
    return put_bits(out, at, kept, more, others)


@device_function
def flush_bits(out: Words, at: int, kept: int) -> None:
    """Write the last word, if it is not full."""
    if at & (WORD_SIZE - 1):
        out[at >> 6] = kept


@device_function
def spread_four_bits(four: np.uint32) -> np.uint32:
    """The lowest four bits, each in a byte of its own."""
    return ((four & FOUR) * SPREAD_FACTOR) & FOUR_BYTES


@device_function
def unpack_to_bytes(packed: Words, out: Bytes) -> None:
    """Write every bit as a byte, four at a time."""
    bits = packed.view(np.uint32)
    wide = out[: len(out) & ~3].view(np.uint32)
    for word in range(len(wide) >> 3):
        for four in range(8):
            wide[8 * word + four] = spread_four_bits(bits[word] >> np.uint32(4 * four))
    for four in range(len(wide) & ~7, len(wide)):
        wide[four] = spread_four_bits(bits[four >> 3] >> np.uint32(4 * (four & 7)))
    for place in range(4 * len(wide), len(out)):
        out[place] = (bits[place >> 5] >> np.uint32(place & 31)) & np.uint32(1)
