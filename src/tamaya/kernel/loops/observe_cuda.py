"""What is seen, for a processor with thousands of threads.

Bits by a thread for each game; bytes by many threads for each row, so that neighbours write side by
side.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.layout import Words
from tamaya.kernel.loops.batch_loops import show
from tamaya.kernel.loops.grid import thread_count, thread_index, threads_per_row
from tamaya.kernel.observe.legal_mask import mark
from tamaya.kernel.observe.packing import apart as four_apart

Wide = npt.NDArray[np.uint64]

FOUR, BY_4, BY_32 = np.uint64(15), np.uint64(4), np.uint64(32)


@loop
def look_bits(t: Words, words: Words, packed: Words) -> None:
    """What is seen in every game, as bits."""
    for place in range(thread_index(), len(words), thread_count()):
        show(t, words[place], packed[place])


@loop
def mark_bits(t: Words, words: Words, packed: Words) -> None:
    """Which actions the seat to move may do in every game, as bits."""
    for place in range(thread_index(), len(words), thread_count()):
        mark(t, words[place], packed[place])


@device_function
def bits_at(packed: Wide, row: int, column: int) -> np.uint64:
    """Eight bits of a row and perhaps more, from a column on; zeros after its end."""
    word, first = column >> 6, column & 63
    bits = packed[row, word] >> np.uint64(first)
    if first > 56 and word + 1 < packed.shape[1]:
        bits |= packed[row, word + 1] << np.uint64(64 - first)
    return bits  # type: ignore[no-any-return] # an element of an array


@loop
def unpack(packed: Wide, out: Wide, length: int) -> None:
    """Every bit as a byte: rows of bits into rows that follow each other without a gap.

    Eight bytes are written at once; those at the end of a row may begin the next.
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
