"""The board: the kernel's words of a game, dealt to and moved on.

Chance moves on its own here, as it does in the original: the kernel plays with an empty deck, so
that nobody draws, and the cards are dealt one by one. And a game that is over goes on having a
player to move.
"""

import numpy as np

from tamaya.envs.hle.cards import HanabiCard
from tamaya.envs.hle.moves import every_move
from tamaya.envs.hle.settings import AgentObservationType
from tamaya.kernel.game import layout, state
from tamaya.kernel.game.layout import (
    ALL_COMPLETE,
    COUNTS,
    LAST,
    LAST_MISTAKE,
    MAY,
    TOLD,
    TRUTH,
    Words,
)
from tamaya.kernel.loops import batch_loops
from tamaya.kernel.observe.encode import length
from tamaya.kernel.run.cpu import Cpu
from tamaya.rules import Options


class Board:
    """The kernel's tables for one game, and room for what it writes.

    Words are those of one game, in a row of their own; nothing changes those it is handed.
    """

    def __init__(self, options: Options, kind: AgentObservationType) -> None:
        self.options, self.kind = options, kind
        self.copies = tuple(options.copies.values())  # of every card
        self.cards = [HanabiCard(suit, value - 1) for suit, value in options.copies]
        self.moves = every_move(options)
        self.uids = {move: uid for uid, move in enumerate(self.moves)}
        self.tables = layout.tables(options)
        self.lane = int(self.tables[layout.LANE])
        every, names = length(options), len(options.suits) + options.values
        said = options.players * options.hand_size * (len(self.cards) + names)
        self.length = every - (said if kind == AgentObservationType.MINIMAL else 0)
        self._deck = np.zeros((1, layout.bytes_of(options)), np.uint8)
        self._action, self._done = np.zeros(1, np.int64), np.zeros(1, np.uint8)
        self._cpu = Cpu()
        self._legal = self._cpu.room((1,), len(self.moves), bytes_too=True)
        self._seen = self._cpu.room((1, options.players), every, bytes_too=True)

    def face(self, color: int, rank: int) -> int | None:
        """The number of a card; none if there is no such card."""
        ranks = self.options.values
        there = 0 <= color < len(self.options.suits) and 0 <= rank < ranks
        return color * ranks + rank if there else None

    def start(self, first: int) -> Words:
        """Nothing is dealt yet."""
        words = np.zeros((1, layout.words_of(self.options)), np.int64)
        words[0, layout.FITS] = self.tables[layout.FIRST_FITS]
        n = self.options.clue_tokens << layout.TOKENS | first << layout.TO_MOVE
        words[0, COUNTS] = _with_deck(n, len(self.options.deck))
        return words

    def dealt(self, words: Words, seat: int, face: int) -> Words:
        """A card comes to a hand."""
        after = words.copy()
        row, n = after[0], int(after[0, COUNTS])
        self._deck[0, state.drawn(n)] = face
        row[COUNTS] = state.take_up(self.tables, row, self._deck[0], n, seat)
        if self.kind == AgentObservationType.SEER:
            hand = state.hand_of(seat)
            row[hand + MAY] = row[hand + TOLD] = row[hand + TRUTH]
        return after

    def moved(self, words: Words, action: int) -> Words | None:
        """The player to move acts, and nobody draws; none if that is not legal."""
        after = words.copy()
        n = int(after[0, COUNTS])
        after[0, COUNTS], self._action[0] = _with_deck(n, state.drawn(n)), action
        self._cpu.run(batch_loops.act, self.tables, after, self._deck, self._action, self._done)
        if not self._done[0]:
            return None
        n = _with_deck(int(after[0, COUNTS]), len(self.options.deck))
        how = state.over(n)
        n &= ~(7 << layout.OVER)
        if how in (ALL_COMPLETE, LAST_MISTAKE):
            n = self._passed(n)
        if how == ALL_COMPLETE and state.tokens(n) < self.options.clue_tokens:
            n += 1 << layout.TOKENS  # unlike ours (R5.1) the winning card brings a token back
            after[0, LAST] |= 1 << layout.LAST_GAINED
        after[0, COUNTS] = n
        return after

    def _passed(self, n: int) -> int:
        seat = (state.to_move(n) + 1) % self.options.players
        return n & ~(7 << layout.TO_MOVE) | seat << layout.TO_MOVE

    def legal(self, words: Words) -> list[int]:
        """What the player to move may do; also in a game that is over."""
        bits, marks, _ = self._legal
        self._cpu.run(batch_loops.mark_all, self.tables, words, bits, marks)
        numbers: list[int] = marks[0].nonzero()[0].tolist()
        return numbers

    def vectors(self, words: Words) -> list[bytes]:
        """What every player sees."""
        bits, seen, _ = self._seen
        self._cpu.run(batch_loops.look, self.tables, words, bits, seen)
        return [row[: self.length].tobytes() for row in seen[0]]


def _with_deck(n: int, end: int) -> int:
    """With another end of the deck."""
    return n & ~(127 << layout.DECK_END) | end << layout.DECK_END
