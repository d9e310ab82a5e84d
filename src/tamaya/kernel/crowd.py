"""Random play and bytes for a processor with thousands of threads.

Threads that go in step wait for each other: if one deals, all do. So games that are over are put on
a list, and dealt anew together afterwards.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.layout import COUNTS, RUNNING, Words
from tamaya.kernel.target import loop, part

state, game, grid = part("state"), part("step"), part("grid")
loops, packing = part("loops"), part("packing")
over, score, four_apart = state.over, game.score, packing.apart
stray, anew = loops.stray, loops.anew
mine, apart, ticket, TOGETHER = grid.mine, grid.apart, grid.ticket, grid.TOGETHER

Bytes = npt.NDArray[np.uint8]
Fours = npt.NDArray[np.uint32]
Seeds = npt.NDArray[np.uint64]


@loop
def stray_all(
    t: Words,
    words: Words,
    deck: Bytes,
    counters: Seeds,
    ended: Words,
    points: Words,
    listed: Words,
    counts: Words,
    which: int,
) -> None:
    """A random legal action in every game; a list of those that are over."""
    for place in range(mine(), len(words), apart()):
        w = words[place]
        counters[place] = stray(t, w, deck[place], counters[place])
        if over(w[COUNTS]) != RUNNING:
            ended[place] += 1
            points[place] += score(t, w[COUNTS])
            listed[ticket(counts, which)] = place


@loop
def list_ended(
    t: Words, words: Words, ended: Bytes, scores: Words, listed: Words, counts: Words, which: int
) -> None:
    """Games that are over give their score; a list of them."""
    for place in range(mine(), len(words), apart()):
        n = words[place, COUNTS]
        ended[place] = over(n) != RUNNING
        scores[place] = score(t, n) if ended[place] else 0
        if ended[place]:
            listed[ticket(counts, which)] = place


@loop
def renew_listed(
    t: Words,
    words: Words,
    deck: Bytes,
    seeds: Seeds,
    listed: Words,
    counts: Words,
    which: int,
    first: int,
) -> None:
    """The games on the list begin anew."""
    for number in range(mine(), counts[which], apart()):
        place = listed[number]
        seeds[place] = anew(t, words[place], deck[place], seeds[place], first)


@loop
def unpack(packed: Fours, out: Fours, length: int) -> None:
    """Every bit as a byte: rows of bits into rows that follow each other without a gap.

    Four bytes are written at once; those at the end of a row may begin the next.
    """
    for row in range(mine() // TOGETHER, len(packed), apart() // TOGETHER):
        begin = row * length
        for four in range(
            (begin + 3) // 4 + mine() % TOGETHER, (begin + length + 3) // 4, TOGETHER
        ):
            column = 4 * four - begin
            word = column >> 5
            shift = np.uint32(column & 31)
            bits = packed[row, word] >> shift
            if shift > 28 and word + 1 < packed.shape[1]:
                bits |= packed[row, word + 1] << np.uint32(32 - shift)
            if column + 4 > length and row + 1 < len(packed):
                bits |= packed[row + 1, 0] << np.uint32(length - column)
            out[four] = four_apart(bits)
