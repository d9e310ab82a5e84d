"""Random play and bytes for a processor with thousands of threads.

Threads that go in step wait for each other: if one deals, all do. So games that are over are put on
a list, and dealt anew together afterwards.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.layout import COUNTS, RUNNING, Words
from tamaya.kernel.target import device, loop, part

state, game, grid = part("state"), part("step"), part("grid")
loops, packing = part("loops"), part("packing")
over, score, four_apart = state.over, game.score, packing.apart
stray, anew, follow = loops.stray, loops.anew, loops.follow
show, mark = loops.show, loops.mark
mine, apart, ticket, TOGETHER = grid.mine, grid.apart, grid.ticket, grid.TOGETHER
ROUND = grid.ROUND

Bytes = npt.NDArray[np.uint8]
Wide = npt.NDArray[np.uint64]
Seeds = npt.NDArray[np.uint64]

FOUR, BY_4, BY_32 = np.uint64(15), np.uint64(4), np.uint64(32)


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
def look_bits(t: Words, words: Words, packed: Words) -> None:
    """What is seen in every game, as bits."""
    for place in range(mine(), len(words), apart()):
        show(t, words[place], packed[place])


@loop
def mark_bits(t: Words, words: Words, packed: Words) -> None:
    """Which actions the seat to move may do in every game, as bits."""
    for place in range(mine(), len(words), apart()):
        mark(t, words[place], packed[place])


@loop
def roam_bits(
    t: Words,
    words: Words,
    deck: Bytes,
    seeds: Seeds,
    counters: Seeds,
    ended: Words,
    points: Words,
    packed: Words,
    legal: Words,
    first: int,
    moves: int,
) -> None:
    """Random play; before every move all is written, as bits, that a player would look at."""
    for place in range(mine(), len(words), apart()):
        w = words[place]
        b = deck[place]
        counter = counters[place]
        left = moves
        if over(w[COUNTS]) != RUNNING:  # before we came
            seeds[place] = anew(t, w, b, seeds[place], first)
        while left > 0:
            for _ in range(ROUND):
                if left > 0 and over(w[COUNTS]) == RUNNING:
                    show(t, w, packed[place])
                    mark(t, w, legal[place])
                    counter = stray(t, w, b, counter)
                    left -= 1
            follow(t, w, b, seeds, ended, points, place, first)
        counters[place] = counter


@device
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
    row = mine() // TOGETHER
    while row < len(packed):
        begin = row * length
        eight = ((begin + 7) >> 3) + mine() % TOGETHER
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
            eight += TOGETHER
        row += apart() // TOGETHER
