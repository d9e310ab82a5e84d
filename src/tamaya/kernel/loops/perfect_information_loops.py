"""The loop of a search through games of perfect information."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import loop
from tamaya.kernel.game.layout import ACTION_CODE, ACTIONS, Words
from tamaya.kernel.game.legal import action_kind, is_legal
from tamaya.kernel.game.perfect_information import (
    NOT_TRIED,
    cards_in_time,
    clue_kind,
    is_worth_trying,
    position_key,
    promise,
    score_bound,
)
from tamaya.kernel.game.step import step
from tamaya.kernel.loops.grid import thread_count, thread_index

Bytes = npt.NDArray[np.uint8]
Keys = npt.NDArray[np.uint64]


@loop
def try_actions(
    t: Words,
    words: Words,
    deck: Bytes,
    next_words: Words,
    next_deck: Bytes,
    bounds: Words,
    promises: Words,
    keys: Keys,
    weights: Words,
    rows: int,
) -> None:
    """Apply every action that is worth trying to every position, and rate where it leads.

    The games after the actions have rows [position, action]. All clues lead to the same.
    """
    for place in range(thread_index(), rows, thread_count()):
        w = words[place]
        clued = False
        for action in range(t[ACTIONS]):
            code = t[ACTION_CODE + action]
            bounds[place, action] = NOT_TRIED
            is_clue = clue_kind(action_kind(code))
            if (is_clue and clued) or not is_legal(t, w, action) or not is_worth_trying(t, w, code):
                continue
            clued = clued or is_clue
            after = next_words[place, action]
            for word in range(len(w)):
                after[word] = w[word]
            cards = next_deck[place, action]
            for card in range(len(cards)):
                cards[card] = deck[place, card]
            step(t, after, cards, action)
            in_time = cards_in_time(t, after, cards)
            bounds[place, action] = score_bound(t, after, in_time)
            promises[place, action] = promise(t, after, in_time, weights)
            keys[place, action] = position_key(t, after, cards)
