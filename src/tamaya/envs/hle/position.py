"""A position: all that a state or an observation shows. It never changes."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tamaya.envs.hle.board import Board
from tamaya.envs.hle.cards import HanabiCard, HanabiCardKnowledge, knowledge
from tamaya.envs.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
    Item,
)
from tamaya.envs.hle.settings import AgentObservationType
from tamaya.kernel.reading import GameReading


class HanabiEndOfGameType(IntEnum):
    """Whether a game is over, and why."""

    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3


@dataclass(eq=False)
class Position:
    """The kernel's words, and what they do not hold: the order of things."""

    board: Board
    words: npt.NDArray[np.int64]  # which only the kernel can read
    deck: tuple[int, ...]  # copies of each card
    discards: tuple[HanabiCard, ...]
    history: tuple[HanabiHistoryItem, ...]
    turns_left: int  # counted once the deck is empty

    def __post_init__(self) -> None:
        self.reading = self.board.game.read(self.words)
        self.player = self._player()

    @classmethod
    def first(cls, board: Board, seat: int) -> "Position":
        """Before anything is dealt; then this seat begins."""
        return cls(board, board.game.start(seat), board.copies, (), (), board.options.players)

    def _player(self) -> int:
        """Who moves: chance, while somebody lacks a card that could be dealt."""
        if self.deck_size and self._lacking() is not None:
            return CHANCE_PLAYER_ID
        return self.reading.to_move

    def _lacking(self) -> int | None:
        """The first seat that lacks a card."""
        full = self.board.options.hand_size
        for seat in range(self.board.options.players):
            if self.reading.hand_size(seat) < full:
                return seat
        return None

    # what is seen

    @property
    def deck_size(self) -> int:
        return self.reading.deck_left

    @property
    def tokens(self) -> int:
        return self.reading.clue_tokens

    @property
    def lives(self) -> int:
        return self.board.options.mistakes - self.reading.mistakes

    @property
    def fireworks(self) -> list[int]:
        """The height of each."""
        return self.reading.top_values

    @property
    def score(self) -> int:
        return self.reading.placed if self.lives else 0

    @property
    def end(self) -> HanabiEndOfGameType:
        """How the game is over."""
        if not self.lives:
            return HanabiEndOfGameType.OUT_OF_LIFE_TOKENS
        if self.reading.placed == len(self.board.cards):
            return HanabiEndOfGameType.COMPLETED_FIREWORKS
        if self.turns_left <= 0:
            return HanabiEndOfGameType.OUT_OF_CARDS
        return HanabiEndOfGameType.NOT_FINISHED

    def fits(self, color: int, rank: int) -> bool:
        """Whether such a card would score now."""
        face = self.board.face(color, rank)
        return face is not None and self.reading.fits(face)

    @cached_property
    def hands(self) -> list[list[HanabiCard]]:
        """Everybody's cards, the oldest first."""
        return [self._hand(seat) for seat in range(self.board.options.players)]

    @cached_property
    def known(self) -> list[list[HanabiCardKnowledge]]:
        """What clues have said about those cards."""
        return [self._known(seat) for seat in range(self.board.options.players)]

    def _hand(self, seat: int) -> list[HanabiCard]:
        return [self.board.cards[face] for face in self.reading.hand(seat)]

    def _known(self, seat: int) -> list[HanabiCardKnowledge]:
        sizes = len(self.board.options.suits), self.board.options.values
        return [knowledge(*sizes, *card) for card in self.reading.clue_knowledge(seat)]

    @cached_property
    def legal(self) -> list[int]:
        """The moves of the player to move, by number; chance has none."""
        return [] if self.player == CHANCE_PLAYER_ID else self.board.game.legal(self.words)

    @cached_property
    def vectors(self) -> list[bytes]:
        """What every player sees."""
        return [row[: self.board.length].tobytes() for row in self.board.game.observe(self.words)]

    # what happens

    def dealt(self, face: int) -> "Position":
        """A card of the deck comes to whoever lacks one."""
        seat = self._lacking()
        assert seat is not None  # noqa: S101 - it is chance's turn
        card = self.board.cards[face]
        move = HanabiMove(HanabiMoveType.DEAL, color=card.color(), rank=card.rank())
        item = HanabiHistoryItem(Item(move, CHANCE_PLAYER_ID, deal_to=seat))
        known = self.board.kind == AgentObservationType.SEER
        words = self.board.game.deal(self.words, seat, face, known=known)
        deck = (*self.deck[:face], self.deck[face] - 1, *self.deck[face + 1 :])
        return Position(
            self.board, words, deck, self.discards, (*self.history, item), self.turns_left
        )

    def moved(self, uid: int) -> "Position | None":
        """A player's move, by its number; none if it is not legal."""
        words = self.board.game.step(self.words, uid)
        if words is None:
            return None
        move, last = self.board.moves[uid], self.board.game.read(words)
        item, discards = Item(move, self.player), self.discards
        if move.card_index() >= 0:
            card = self.board.cards[last.last_face]
            item = _card_used(item, card, last)
            discards += () if item.scored else (card,)
        else:
            touched = last.last_touched
            newly = touched & ~self._told_before(move)
            item = item._replace(revealed=touched, newly_revealed=newly)
        left = self.turns_left - (self.deck_size == 0)
        history = (*self.history, HanabiHistoryItem(item))
        return Position(self.board, words, self.deck, discards, history, left)

    def _told_before(self, move: HanabiMove) -> int:
        """The cards of the hand whose colour, or rank, was named before, as bits."""
        hand = self.known[(self.player + move.target_offset()) % self.board.options.players]
        if move.color() >= 0:
            return sum(1 << place for place, one in enumerate(hand) if one.color() is not None)
        return sum(1 << place for place, one in enumerate(hand) if one.rank() is not None)


def _card_used(item: Item, card: HanabiCard, last: GameReading) -> Item:
    """With the card that was played or discarded, and what came of it."""
    token = item.move.type() == HanabiMoveType.DISCARD or last.last_gained_token
    return item._replace(scored=last.last_placed, token=token, color=card.color(), rank=card.rank())
