"""Loops for a learner: what everybody to move sees, and an action in every game and what it brings.

Games of several option sets may be side by side: `t` has a row for each set, as `mix` describes it,
and `which` says which one is a game's. What is written is in the frame that the sets share.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.announce import announced
from tamaya.kernel.game.bits import ones
from tamaya.kernel.game.layout import (
    ALL_COMPLETE,
    COUNTS,
    LAST_ROUND,
    LEGAL_RUNS,
    RUNNING,
    RUNS,
    SEEN_RUNS,
    Words,
)
from tamaya.kernel.game.state import over, placed, to_move
from tamaya.kernel.game.step import begin, score, step
from tamaya.kernel.loops.batch_loops import anew
from tamaya.kernel.loops.grid import thread_count, thread_index
from tamaya.kernel.observe.features import features
from tamaya.kernel.observe.legal_mask import mark
from tamaya.kernel.observe.memory import begin_memory, remember
from tamaya.kernel.observe.packing import SIZE

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]
Seeds = npt.NDArray[np.uint64]


@loop
def begin_games(
    t: Words, which: Words, words: Words, deck: Bytes, memories: Words, seeds: Seeds, first: int
) -> None:
    """Deal every game from its seed; nothing has happened yet."""
    for place in range(thread_index(), len(words), thread_count()):
        row = t[which[place]]
        begin(row, words[place], deck[place], seeds[place], first)
        begin_memory(row, words[place], memories[place])


@device_function
def carry(row: Words, at: int, runs: int, source: Words, out: Words) -> None:
    """Bits to their places in the frame; all others are 0."""
    for word in range(len(out)):
        out[word] = 0
    for run in range(at, at + 3 * runs, 3):
        count = row[run + 2]
        word = row[run] >> 6
        shift = row[run] & (SIZE - 1)
        bits = source[word] >> shift
        if shift + count > SIZE:
            bits = (bits & ones(SIZE - shift)) | source[word + 1] << (SIZE - shift)
        bits &= ones(count)
        word = row[run + 1] >> 6
        shift = row[run + 1] & (SIZE - 1)
        out[word] |= bits << shift
        if shift + count > SIZE:
            out[word + 1] |= bits >> (SIZE - shift)


@loop
def watch(
    t: Words,
    which: Words,
    words: Words,
    memories: Words,
    own: Words,
    seen: Words,
    legal: Words,
    movers: Words,
    behind: int,
    depth: int,
) -> None:
    """What the seat to move sees and may do in every game, as bits; and which seat it is.

    `own` is room for a set's own bits; the last word of a row is all ones.
    """
    for place in range(thread_index(), len(words), thread_count()):
        row = t[which[place]]
        seat = to_move(words[place, COUNTS])
        movers[place] = seat
        runs = behind + RUNS
        features(row, words[place], memories[place], seat, depth, own[place])
        carry(row, runs, row[behind + SEEN_RUNS], own[place], seen[place])
        mark(row, words[place], own[place])
        runs += 3 * row[behind + SEEN_RUNS]
        carry(row, runs, row[behind + LEGAL_RUNS], own[place], legal[place])


@loop
def advance(
    t: Words,
    which: Words,
    words: Words,
    deck: Bytes,
    memories: Words,
    seeds: Seeds,
    actions: Words,
    gained: Numbers,
    lost: Numbers,
    ended: Bytes,
    scores: Words,
    behind: int,
    first: int,
) -> None:
    """An action in every game, by its number in the frame: cards placed, and those lost again.

    Plays are announced where that cannot make them mistakes (`announce`).
    Who loses, loses all cards placed. A game that is over (1; lost: 2) leaves its score, and is
    followed by another.
    """
    for place in range(thread_index(), len(words), thread_count()):
        row = t[which[place]]
        w = words[place]
        before = w[COUNTS]
        numbers = behind + RUNS + 3 * (row[behind + SEEN_RUNS] + row[behind + LEGAL_RUNS])
        step(row, w, deck[place], announced(row, w, row[numbers + actions[place]]))
        n = w[COUNTS]
        gained[place] = placed(n) - placed(before)
        lost[place] = 0
        ended[place] = 0
        scores[place] = score(row, n)
        if over(n) == RUNNING:
            remember(row, w, memories[place], before)
        else:
            ended[place] = 1
            if over(n) not in (ALL_COMPLETE, LAST_ROUND):
                ended[place] = 2
                lost[place] = placed(n)
            seeds[place] = anew(row, w, deck[place], seeds[place], first)
            begin_memory(row, w, memories[place])
