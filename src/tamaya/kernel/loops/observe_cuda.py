"""Observations and legal masks for a device with thousands of threads.

One thread writes the bits of a game. Many threads unpack a row of them to bytes together, so that
neighbouring threads write neighbouring bytes.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.layout import Words
from tamaya.kernel.loops.batch_loops import write_observations
from tamaya.kernel.loops.grid import thread_count, thread_index, threads_per_row
from tamaya.kernel.observe.legal_mask import write_legal_mask
from tamaya.kernel.observe.packing import spread_four_bits as four_apart

Wide = npt.NDArray[np.uint64]

FOUR, BY_4, BY_32 = np.uint64(15), np.uint64(4), np.uint64(32)


@loop
def observe_games_as_bits(t: Words, words: Words, packed: Words) -> None:
    """Write the observations of every game, as bits."""
    for place in range(thread_index(), len(words), thread_count()):
        write_observations(t, words[place], packed[place])


@loop
def write_legal_masks_as_bits(t: Words, words: Words, packed: Words) -> None:
    """Write the legal mask of every game, as bits."""
    for place in range(thread_index(), len(words), thread_count()):
        write_legal_mask(t, words[place], packed[place])


@device_function
def bits_at(packed: Wide, row: int, column: int) -> np.uint64:
    """At least eight bits of a row, from a column on; zeros after its end."""
    word, first = column >> 6, column & 63
    bits = packed[row, word] >> np.uint64(first)
    if first > 56 and word + 1 < packed.shape[1]:
        bits |= packed[row, word + 1] << np.uint64(64 - first)
    return bits  # type: ignore[no-any-return] # an element of an array


@loop
def unpack_in_parallel(packed: Wide, out: Wide, length: int) -> None:
    """Write every bit as a byte, rows of bytes without gaps between them.

    Eight bytes are written at once; the last of a row may be the first of the next.
    """
    row = thread_index() // threads_per_row()
    while row < len(packed):
        begin = row * length
        eight = ((begin + 7) >> 3) + thread_index() % threads_per_row()
        while eight < (begin + length + 7) >> 3:
            column = 8 * eight - begin
            bits = bits_at(packed, row, column)
            filled, below = length - column, row + 1
            while filled < 8 and below < len(packed):  # a short row may be followed by several
                bits |= packed[below, 0] << np.uint64(filled)
                filled += length
                below += 1
            low = np.uint64(four_apart(np.uint32(bits & FOUR)))
            out[eight] = low | np.uint64(four_apart(np.uint32((bits >> BY_4) & FOUR))) << BY_32
            eight += threads_per_row()
        row += thread_count() // threads_per_row()
