"""A position: everything that a state or an observation shows. It is immutable."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tamaya.envs.hle.cards import HanabiCard, HanabiCardKnowledge, card_knowledge
from tamaya.envs.hle.config import AgentObservationType
from tamaya.envs.hle.game_spec import GameSpec
from tamaya.envs.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
    HistoryEntry,
)
from tamaya.kernel.reading import GameReading


class HanabiEndOfGameType(IntEnum):
    """Whether and how a game has ended."""

    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3


@dataclass(eq=False)
class Position:
    """The kernel's state, and what it does not store: the order of discards and moves."""

    spec: GameSpec
    words: npt.NDArray[np.int64]  # the kernel's packed state
    deck: tuple[int, ...]  # copies of each card
    discards: tuple[HanabiCard, ...]
    history: tuple[HanabiHistoryItem, ...]
    turns_left: int  # counted once the deck is empty

    def __post_init__(self) -> None:
        self.reading = self.spec.game.read(self.words)
        self.player = self._player()

    @classmethod
    def first(cls, spec: GameSpec, seat: int) -> "Position":
        """Return the position before the deal; this seat moves first."""
        return cls(spec, spec.game.start(seat), spec.copies, (), (), spec.options.players)

    def _player(self) -> int:
        """Return who is to move: chance while a hand is not full and the deck not empty."""
        if self.deck_size and self._seat_to_deal_to() is not None:
            return CHANCE_PLAYER_ID
        return self.reading.to_move

    def _seat_to_deal_to(self) -> int | None:
        """Return the first seat whose hand is not full."""
        full = self.spec.options.hand_size
        for seat in range(self.spec.options.players):
            if self.reading.hand_size(seat) < full:
                return seat
        return None

    @property
    def deck_size(self) -> int:
        return self.reading.deck_left

    @property
    def tokens(self) -> int:
        return self.reading.clue_tokens

    @property
    def lives(self) -> int:
        return self.spec.options.mistakes - self.reading.mistakes

    @property
    def fireworks(self) -> list[int]:
        """The height of each firework."""
        return self.reading.top_values

    @property
    def score(self) -> int:
        return self.reading.placed if self.lives else 0

    @property
    def end(self) -> HanabiEndOfGameType:
        """Whether and how the game has ended."""
        if not self.lives:
            return HanabiEndOfGameType.OUT_OF_LIFE_TOKENS
        if self.reading.placed == len(self.spec.cards):
            return HanabiEndOfGameType.COMPLETED_FIREWORKS
        if self.turns_left <= 0:
            return HanabiEndOfGameType.OUT_OF_CARDS
        return HanabiEndOfGameType.NOT_FINISHED

    def fits(self, color: int, rank: int) -> bool:
        """Return whether such a card could be played now."""
        face = self.spec.face(color, rank)
        return face is not None and self.reading.fits(face)

    @cached_property
    def hands(self) -> list[list[HanabiCard]]:
        """All hands, the oldest card of each first."""
        return [self._hand(seat) for seat in range(self.spec.options.players)]

    @cached_property
    def known(self) -> list[list[HanabiCardKnowledge]]:
        """What clues have revealed about the cards of all hands."""
        return [self._known(seat) for seat in range(self.spec.options.players)]

    def _hand(self, seat: int) -> list[HanabiCard]:
        return [self.spec.cards[face] for face in self.reading.hand(seat)]

    def _known(self, seat: int) -> list[HanabiCardKnowledge]:
        sizes = len(self.spec.options.suits), self.spec.options.values
        return [card_knowledge(*sizes, *card) for card in self.reading.clue_knowledge(seat)]

    @cached_property
    def legal(self) -> list[int]:
        """The uids of the legal moves; none for chance."""
        return [] if self.player == CHANCE_PLAYER_ID else self.spec.game.legal(self.words)

    @cached_property
    def vectors(self) -> list[bytes]:
        """The observation vectors of all players."""
        return [row[: self.spec.length].tobytes() for row in self.spec.game.observe(self.words)]

    # moves

    def dealt(self, face: int) -> "Position":
        """Return the position after a card is dealt to the first hand that is not full."""
        seat = self._seat_to_deal_to()
        assert seat is not None  # noqa: S101 - it is chance's turn
        card = self.spec.cards[face]
        move = HanabiMove(HanabiMoveType.DEAL, color=card.color(), rank=card.rank())
        item = HanabiHistoryItem(HistoryEntry(move, CHANCE_PLAYER_ID, deal_to=seat))
        known = self.spec.observation_type == AgentObservationType.SEER
        words = self.spec.game.deal(self.words, seat, face, known=known)
        deck = (*self.deck[:face], self.deck[face] - 1, *self.deck[face + 1 :])
        return Position(
            self.spec, words, deck, self.discards, (*self.history, item), self.turns_left
        )

    def moved(self, uid: int) -> "Position | None":
        """Return the position after a player's move; None if it is not legal."""
        words = self.spec.game.step(self.words, uid)
        if words is None:
            return None
        move, last = self.spec.moves[uid], self.spec.game.read(words)
        item, discards = HistoryEntry(move, self.player), self.discards
        if move.card_index() >= 0:
            card = self.spec.cards[last.last_face]
            item = _card_used(item, card, last)
            discards += () if item.scored else (card,)
        else:
            touched = last.last_touched
            newly = touched & ~self._hinted_before(move)
            item = item._replace(revealed=touched, newly_revealed=newly)
        left = self.turns_left - (self.deck_size == 0)
        history = (*self.history, HanabiHistoryItem(item))
        return Position(self.spec, words, self.deck, discards, history, left)

    def _hinted_before(self, move: HanabiMove) -> int:
        """Return the cards of the hand whose colour (or rank) was named before, as bits."""
        hand = self.known[(self.player + move.target_offset()) % self.spec.options.players]
        if move.color() >= 0:
            return sum(1 << place for place, one in enumerate(hand) if one.color() is not None)
        return sum(1 << place for place, one in enumerate(hand) if one.rank() is not None)


def _card_used(item: HistoryEntry, card: HanabiCard, last: GameReading) -> HistoryEntry:
    """Add the card that was played or discarded, and the result."""
    token = item.move.type() == HanabiMoveType.DISCARD or last.last_gained_token
    return item._replace(scored=last.last_placed, token=token, color=card.color(), rank=card.rank())
