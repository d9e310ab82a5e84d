"""Games of perfect information side by side: every action of each position is tried at once."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game.layout import (
    ACTIONS,
    COUNTS,
    MISSING_COST,
    PLACED,
    TOKENS,
    deck_bytes,
    option_tables,
    state_words,
)
from tamaya.kernel.game.perfect_information import (
    NOT_TRIED,
    WEIGHTS,
    best_possible_score,
    cards_in_time,
)
from tamaya.kernel.loops import perfect_information_loops
from tamaya.kernel.run.device import open_device
from tamaya.rules import Options

Array = npt.NDArray[Any]
Weights = tuple[int, ...]
NO_SCORE = -99


class OpenPosition(NamedTuple):
    """A game as it is, hidden cards included."""

    words: Array
    deck: Array


class Tried(NamedTuple):
    """Where all actions lead. Rows are positions, columns are actions by their numbers."""

    scores: Array  # of games that are over, else NO_SCORE
    possible: Array  # upper bounds of the scores of games that go on, else NO_SCORE
    promises: Array  # of games that go on: the higher, the more promising
    keys: Array  # the same for positions that go on alike
    progress: Array  # the same for positions with as many placed cards and clue tokens


class OpenGames:
    """Buffers for so many positions of one option set."""

    def __init__(self, options: Options, most: int) -> None:
        self._device = open_device("cpu", 1)
        self._tables = option_tables(options)
        actions, words = int(self._tables[ACTIONS]), state_words(options)
        zeros, cards = self._device.zeros, deck_bytes(options)
        self._words, self._deck = zeros((most, words), np.int64), zeros((most, cards), np.uint8)
        self._next_words = zeros((most, actions, words), np.int64)
        self._next_deck = zeros((most, actions, cards), np.uint8)
        self._bounds = zeros((most, actions), np.int64)
        self._promises = zeros((most, actions), np.int64)
        self._keys = zeros((most, actions), np.uint64)
        self._weights = zeros((WEIGHTS,), np.int64)

    def start(self, position: OpenPosition) -> int:
        """Begin with one position; returns an upper bound of its score."""
        self._words[0], self._deck[0] = position
        t, w, b = (some.tolist() for some in (self._tables, *position))
        return int(best_possible_score(t, w, cards_in_time(t, w, b) & 255))

    def try_all(self, rows: int, weights: Weights) -> Tried:
        """Try every action in the first positions."""
        self._weights[:] = weights
        before = self._tables, self._words, self._deck
        after = self._next_words, self._next_deck, self._bounds, self._promises, self._keys
        loop = perfect_information_loops.try_actions
        self._device.run(loop, *before, *after, self._weights, rows)
        bounds, counts = self._bounds[:rows], self._next_words[:rows, :, COUNTS]
        cost = int(self._tables[MISSING_COST])
        is_over = (bounds < 0) & (bounds != NOT_TRIED)
        return Tried(
            np.where(is_over, -1 - bounds - cost, NO_SCORE),
            np.where(bounds >= 0, bounds - cost, NO_SCORE),
            self._promises[:rows],
            self._keys[:rows],
            (counts >> PLACED & 63) << 5 | (counts >> TOKENS & 31),
        )

    def keep(self, positions: Array, actions: Array) -> int:
        """Go on with the positions to which these actions of these positions lead."""
        count = len(positions)
        self._words[:count] = self._next_words[positions, actions]
        self._deck[:count] = self._next_deck[positions, actions]
        return count
