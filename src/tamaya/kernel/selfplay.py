"""Loops for a learner: what everybody to move sees, and an action in every game with its reward."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.layout import ALL_COMPLETE, COUNTS, LAST_ROUND, RUNNING, Words
from tamaya.kernel.target import loop, part

state, laws, game, grid = part("state"), part("legal"), part("step"), part("grid")
loops, memory, learned = part("loops"), part("memory"), part("features")
over, placed, to_move, mark = state.over, state.placed, state.to_move, laws.mark
step, score, anew = game.step, game.score, loops.anew
begin_memory, remember, features = memory.begin_memory, memory.remember, learned.features
mine, apart = grid.mine, grid.apart

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]
Seeds = npt.NDArray[np.uint64]


@loop
def begin_memories(t: Words, words: Words, memories: Words) -> None:
    """Nothing has happened yet."""
    for place in range(mine(), len(words), apart()):
        begin_memory(t, words[place], memories[place])


@loop
def watch(
    t: Words, words: Words, memories: Words, seen: Words, legal: Words, movers: Words, depth: int
) -> None:
    """What the seat to move sees and may do in every game, as bits; and which seat it is."""
    for place in range(mine(), len(words), apart()):
        seat = to_move(words[place, COUNTS])
        movers[place] = seat
        features(t, words[place], memories[place], seat, depth, seen[place])
        mark(t, words[place], legal[place])


@loop
def advance(
    t: Words,
    words: Words,
    deck: Bytes,
    memories: Words,
    seeds: Seeds,
    actions: Words,
    rewards: Numbers,
    ended: Bytes,
    scores: Words,
    first: int,
    penalty: float,
) -> None:
    """An action in every game. The reward is a point for each card placed.

    Who loses, loses the points of all cards placed, times `penalty`. A game that is over leaves its
    score, and is followed by another.
    """
    for place in range(mine(), len(words), apart()):
        w = words[place]
        before = w[COUNTS]
        step(t, w, deck[place], actions[place])
        n = w[COUNTS]
        rewards[place] = placed(n) - placed(before)
        ended[place] = over(n) != RUNNING
        scores[place] = score(t, n)
        if over(n) == RUNNING:
            remember(t, w, memories[place], before)
        else:
            if over(n) not in (ALL_COMPLETE, LAST_ROUND):
                rewards[place] -= penalty * placed(n)
            seeds[place] = anew(t, w, deck[place], seeds[place], first)
            begin_memory(t, w, memories[place])
