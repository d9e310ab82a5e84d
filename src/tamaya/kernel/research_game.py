"""One game as the Hanabi Learning Environment plays it: the caller deals the cards, one by one.

It differs from our rules in three ways: nobody draws on their own; a game that is over goes on
having a player to move; and the card that wins the game brings a clue token back (ours: R5.1).
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game import state
from tamaya.kernel.game.layout import (
    ALL_COMPLETE,
    CLUES_TOUCHING,
    COUNTS,
    DECK_END,
    END_REASON,
    FIRST_FITS,
    FITS,
    LAST_ACTION,
    LAST_GAINED,
    LAST_MISTAKE,
    NAMED,
    POSSIBLE,
    TO_MOVE,
    TOKENS,
    Words,
    deck_bytes,
    first_action_numbers,
    option_tables,
    state_words,
)
from tamaya.kernel.loops.batch_loops import observe_games, step_games, write_legal_masks
from tamaya.kernel.observe.encode import observation_length
from tamaya.kernel.reading import GameReading
from tamaya.kernel.run.cpu import Cpu
from tamaya.rules import Options


class ResearchGame:
    """Plays games of one option set. Their states are arrays of words, which it never changes."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._tables, self._cpu = option_tables(options), Cpu()
        self._deck = np.zeros((1, deck_bytes(options)), np.uint8)
        self._action, self._done = np.zeros(1, np.int64), np.zeros(1, np.uint8)
        actions = first_action_numbers(options)[-1]
        self._legal = self._cpu.bit_buffers((1,), actions, bytes_too=True)
        self._seen = self._cpu.bit_buffers(
            (1, options.players), observation_length(options), bytes_too=True
        )

    def start(self, first: int) -> Words:
        """A game in which nothing is dealt yet; then seat `first` begins."""
        words = np.zeros((1, state_words(self.options)), np.int64)
        words[0, FITS] = self._tables[FIRST_FITS]
        n = self.options.clue_tokens << TOKENS | first << TO_MOVE
        words[0, COUNTS] = _with_deck(n, len(self.options.deck))
        return words

    def deal(self, words: Words, seat: int, face: int, *, known: bool) -> Words:
        """Deal a card to a seat; if it is `known`, its holder knows all about it."""
        after = words.copy()
        row, n = after[0], int(after[0, COUNTS])
        self._deck[0, state.cards_drawn(n)] = face
        row[COUNTS] = state.draw_card(self._tables, row, self._deck[0], n, seat)
        if known:
            hand = state.first_word_of_hand(seat)
            row[hand + POSSIBLE] = row[hand + NAMED] = row[hand + CLUES_TOUCHING]
        return after

    def step(self, words: Words, action: int) -> Words | None:
        """The seat to move acts, and does not draw; none if the action is not legal."""
        after = words.copy()
        n = int(after[0, COUNTS])
        after[0, COUNTS], self._action[0] = _with_deck(n, state.cards_drawn(n)), action
        self._cpu.run(step_games, self._tables, after, self._deck, self._action, self._done)
        if not self._done[0]:
            return None
        n = _with_deck(int(after[0, COUNTS]), len(self.options.deck))
        how = state.end_reason(n)
        n &= ~(7 << END_REASON)
        if how in (ALL_COMPLETE, LAST_MISTAKE):
            n = self._pass_turn(n)
        if how == ALL_COMPLETE and state.clue_tokens(n) < self.options.clue_tokens:
            n += 1 << TOKENS
            after[0, LAST_ACTION] |= 1 << LAST_GAINED
        after[0, COUNTS] = n
        return after

    def _pass_turn(self, n: int) -> int:
        seat = (state.to_move(n) + 1) % self.options.players
        return n & ~(7 << TO_MOVE) | seat << TO_MOVE

    def read(self, words: Words) -> GameReading:
        """What the words say."""
        return GameReading(self.options, words[0])

    def legal(self, words: Words) -> list[int]:
        """The legal actions of the seat to move, by number; also in a game that is over."""
        self._cpu.run(write_legal_masks, self._tables, words, self._legal.bits, self._legal.bytes)
        numbers: list[int] = self._legal.bytes[0].nonzero()[0].tolist()
        return numbers

    def observe(self, words: Words) -> npt.NDArray[np.uint8]:
        """Every seat's vector; the next call writes over it."""
        self._cpu.run(observe_games, self._tables, words, self._seen.bits, self._seen.bytes)
        vectors: npt.NDArray[np.uint8] = self._seen.bytes[0]
        return vectors


def _with_deck(n: int, end: int) -> int:
    """The counts with another end of the deck."""
    return n & ~(127 << DECK_END) | end << DECK_END
