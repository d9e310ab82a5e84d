"""A seat's view of a game, encoded for a net: the features it was trained with.

The faces of the cards in its own hand and in the deck stay 0; no feature depends on them.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game.announce import announce_if_safe
from tamaya.kernel.game.layout import (
    CLUES_TOUCHING,
    CLUES_TOUCHING_FACE,
    COUNTS,
    DECK_END,
    DRAWN,
    FACE_BITS,
    FACES,
    FITS,
    HELD,
    LANE,
    LAST_ACTION,
    MISTAKES,
    NAMED,
    PILE_ALL,
    PILE_BIT,
    PILE_OF,
    PLACED,
    POSSIBLE,
    SEAT_WORDS,
    SEATS,
    TILE,
    TILES_GONE,
    TO_MOVE,
    TOKENS,
    TOP,
    TURNS,
    TURNS_LEFT,
    face_number,
    option_tables,
    state_words,
)
from tamaya.kernel.observe.features import encode_features, features_length
from tamaya.kernel.observe.packing import words_for_bits
from tamaya.kernel.view_history import ViewHistory, clue_index, set_bits
from tamaya.rules import Options, Table, View, knowledge_from_clues
from tamaya.rules.clue_knowledge import possible_suits, possible_values
from tamaya.rules.events import TileRevealed
from tamaya.rules.table import Tile

Bits = npt.NDArray[np.uint8]

MASK64 = (1 << 64) - 1


class ViewPosition(NamedTuple):
    """A game as a seat knows it: words and memory, and as bits the tiles that are face down."""

    words: list[int]
    memory: list[int]
    tiles: int


class ViewEncoder:
    """Encodes the views of one seat, game after game, all with the same options.

    `depth` is how many past actions the features hold.
    """

    def __init__(self, options: Options, depth: int) -> None:
        self.length = features_length(options, depth)
        self._depth, self._history = depth, ViewHistory(options)
        self._tables: Any = option_tables(options).tolist()
        self._words: Any = None  # of the view that was encoded last

    def encode(self, view: View) -> Bits:
        """The features of a view, a byte for each bit."""
        position = self.position(view)
        out: Any = [0] * words_for_bits(self.length)
        memory: Any = position.memory
        encode_features(self._tables, self._words, memory, view.seat, self._depth, out)
        packed = np.array([int(word) & MASK64 for word in out], np.uint64)
        return np.unpackbits(packed.view(np.uint8), bitorder="little")[: self.length]

    def position(self, view: View) -> ViewPosition:
        """The game as the seat knows it, for rollouts."""
        self._history.follow(view)
        self._words = words_from_view(view, self._tables)
        self._words[LAST_ACTION] = self._history.actions[-1] if self._history.actions else 0
        self._words[LAST_ACTION] |= view.table.turns << TURNS
        return ViewPosition(self._words, self._history.words(), _tiles_face_down(view))

    def announce(self, action: int) -> int:
        """An action by number in the view that was encoded last; see `game.announce`."""
        return announce_if_safe(self._tables, self._words, action)


def words_from_view(view: View, t: list[int]) -> list[int]:
    """A game's words as a seat knows it, without the last action; `t` are the option tables."""
    table, options = view.table, view.table.options
    w = [0] * state_words(options)
    w[COUNTS] = _counts(table)
    for suit, height in enumerate(table.fireworks):
        order = options.suits[suit].order
        first = suit * options.values - 1
        if height:
            w[TOP] |= 1 << first + order[height - 1]
        if height < options.values:
            w[FITS] |= 1 << first + order[height]
    for card in table.discard_pile:
        face = face_number(options, card)
        word, every = t[PILE_OF + face], t[PILE_ALL + face]
        w[word] |= ((w[word] & every) << 1 | 1 << t[PILE_BIT + face]) & every
    said = knowledge_from_clues(table, view.history)
    for seat, hand in enumerate(table.hands):
        first = SEATS + SEAT_WORDS * seat
        for place, card_id in enumerate(hand):
            lane = t[LANE] * place
            if card_id in view.faces:
                face = face_number(options, view.faces[card_id])
                w[first + FACES] |= face << FACE_BITS * place
                w[first + CLUES_TOUCHING] |= t[CLUES_TOUCHING_FACE + face] << lane
            suits = possible_suits(options, said[card_id])
            values = possible_values(options, said[card_id])
            may = [*suits, *(len(options.suits) + value - 1 for value in values)]
            w[first + POSSIBLE] |= set_bits(may) << lane
            named = (clue_index(options, clue) for clue in said[card_id].yes)
            w[first + NAMED] |= set_bits(set(named)) << lane
    return w


def _tiles_face_down(view: View) -> int:
    """The tiles that nobody has seen yet, as bits: tile 1 is bit 1."""
    if not view.table.options.tiles:
        return 0
    revealed = {event.tile for event in view.history if isinstance(event, TileRevealed)}
    return set_bits(int(tile) for tile in Tile if tile not in revealed)


def _counts(table: Table) -> int:
    gone = 6 - table.tiles_left if table.options.tiles else 0
    parts = {
        TOKENS: table.clue_tokens,
        MISTAKES: table.mistakes,
        TURNS_LEFT: 0 if table.turns_after is None else table.turns_after + 1,
        TO_MOVE: table.to_move,
        TILE: int(table.tile or 0),
        TILES_GONE: gone,
        PLACED: sum(table.fireworks),
        DRAWN: table.drawn,
        DECK_END: table.drawn + table.deck_left,
    }
    hands = {HELD + 3 * seat: len(hand) for seat, hand in enumerate(table.hands)}
    return sum(count << first for first, count in (parts | hands).items())
