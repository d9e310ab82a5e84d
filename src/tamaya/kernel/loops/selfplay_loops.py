"""Loops for a learner, which plays all seats.

Games of several option sets may be played side by side: `t` has a row for each set, as `option_mix`
describes it, and `which` says which row a game has. Observations, legal masks and actions are in
the feature space that the sets share.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.announce import announce_if_safe
from tamaya.kernel.game.bits import ones
from tamaya.kernel.game.layout import (
    ALL_COMPLETE,
    COUNTS,
    INPUT_RUNS,
    LAST_ROUND,
    LEGAL_RUNS,
    RUNNING,
    RUNS,
    Words,
)
from tamaya.kernel.game.state import cards_placed, end_reason, to_move
from tamaya.kernel.game.step import score, start_game, step
from tamaya.kernel.loops.batch_loops import start_next_game
from tamaya.kernel.loops.grid import thread_count, thread_index
from tamaya.kernel.observe.features import encode_features
from tamaya.kernel.observe.legal_mask import write_legal_mask
from tamaya.kernel.observe.memory import remember_action, start_memory
from tamaya.kernel.observe.packing import WORD_SIZE

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]
Seeds = npt.NDArray[np.uint64]


@loop
def start_selfplay(
    t: Words, which: Words, words: Words, deck: Bytes, memories: Words, seeds: Seeds, first: int
) -> None:
    """Deal every game from its seed, with an empty memory."""
    for place in range(thread_index(), len(words), thread_count()):
        row = t[which[place]]
        start_game(row, words[place], deck[place], seeds[place], first)
        start_memory(row, words[place], memories[place])


@device_function
def scatter_bits(row: Words, at: int, runs: int, source: Words, out: Words) -> None:
    """Move bits to their places in the feature space; all other bits are 0."""
    for word in range(len(out)):
        out[word] = 0
    for run in range(at, at + 3 * runs, 3):
        count = row[run + 2]
        word = row[run] >> 6
        shift = row[run] & (WORD_SIZE - 1)
        bits = source[word] >> shift
        if shift + count > WORD_SIZE:
            bits = (bits & ones(WORD_SIZE - shift)) | source[word + 1] << (WORD_SIZE - shift)
        bits &= ones(count)
        word = row[run + 1] >> 6
        shift = row[run + 1] & (WORD_SIZE - 1)
        out[word] |= bits << shift
        if shift + count > WORD_SIZE:
            out[word + 1] |= bits >> (WORD_SIZE - shift)


@loop
def observe_selfplay(
    t: Words,
    which: Words,
    words: Words,
    memories: Words,
    own_features: Words,
    seen: Words,
    legal: Words,
    movers: Words,
    tables_length: int,
    depth: int,
) -> None:
    """Write features, legal mask and seat of the seat to move in every game.

    `own_features` is a buffer for bits in the order of a game's own option set; all bits of the
    last word of a row are set.
    """
    for place in range(thread_index(), len(words), thread_count()):
        row = t[which[place]]
        seat = to_move(words[place, COUNTS])
        movers[place] = seat
        runs = tables_length + RUNS
        encode_features(row, words[place], memories[place], seat, depth, own_features[place])
        scatter_bits(row, runs, row[tables_length + INPUT_RUNS], own_features[place], seen[place])
        write_legal_mask(row, words[place], own_features[place])
        runs += 3 * row[tables_length + INPUT_RUNS]
        scatter_bits(row, runs, row[tables_length + LEGAL_RUNS], own_features[place], legal[place])


@device_function
def own_action_number(row: Words, tables_length: int, action: int) -> int:
    """The number in a game's own option set of an action of the feature space."""
    runs = row[tables_length + INPUT_RUNS] + row[tables_length + LEGAL_RUNS]
    number: int = row[tables_length + RUNS + 3 * runs + action]
    return number


@loop
def step_selfplay(
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
    tables_length: int,
    first: int,
) -> None:
    """Apply an action, by its number in the feature space, in every game, and write its results.

    Plays are announced where that cannot make mistakes of them; see `announce`. `gained` are the
    cards that the action placed, `lost` all cards placed if it lost the game; `ended` is 1 for a
    game that is over and 2 for one that is lost. A game that is over is followed by another.
    """
    for place in range(thread_index(), len(words), thread_count()):
        row = t[which[place]]
        w = words[place]
        before = w[COUNTS]
        action = own_action_number(row, tables_length, actions[place])
        step(row, w, deck[place], announce_if_safe(row, w, action))
        n = w[COUNTS]
        gained[place] = cards_placed(n) - cards_placed(before)
        lost[place] = 0
        ended[place] = 0
        scores[place] = score(row, n)
        if end_reason(n) == RUNNING:
            remember_action(row, w, memories[place], before)
        else:
            ended[place] = 1
            if end_reason(n) not in (ALL_COMPLETE, LAST_ROUND):
                ended[place] = 2
                lost[place] = cards_placed(n)
            seeds[place] = start_next_game(row, w, deck[place], seeds[place], first)
            start_memory(row, w, memories[place])
