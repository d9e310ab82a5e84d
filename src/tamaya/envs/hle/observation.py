"""What a player sees, as objects and as a vector. Seats count from the player."""

from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

from tamaya.envs.hle.cards import UNKNOWN, HanabiCard, HanabiCardKnowledge, knowledge
from tamaya.envs.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove
from tamaya.envs.hle.position import Position
from tamaya.envs.hle.settings import AgentObservationType
from tamaya.envs.hle.text import describe

if TYPE_CHECKING:
    from tamaya.envs.hle.game import HanabiGame

T = TypeVar("T")


class HanabiObservation:
    """What a player sees of a position. It stays as it is while the game goes on."""

    __slots__ = ("_player", "_position")

    def __init__(self, position: Position, player: int) -> None:
        self._position, self._player = position, player

    def cur_player_offset(self) -> int:
        """Who moves; -1 for chance."""
        mover = self._position.player
        return mover if mover == CHANCE_PLAYER_ID else (mover - self._player) % self.num_players()

    def num_players(self) -> int:
        """How many players there are."""
        return self._position.board.options.players

    def observed_hands(self) -> list[list[HanabiCard]]:
        """All hands, the own one first; only a seer knows its cards."""
        hands = self._from_here(self._position.hands)
        if self._position.board.kind != AgentObservationType.SEER:
            hands[0] = [UNKNOWN] * len(hands[0])
        return hands

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        """What clues have said about all cards; nothing in a minimal observation."""
        board = self._position.board
        if board.kind != AgentObservationType.MINIMAL:
            return self._from_here(self._position.known)
        colors, ranks = len(board.options.suits), board.options.values
        nothing = knowledge(colors, ranks, (1 << colors + ranks) - 1, 0)
        return [[nothing] * len(hand) for hand in self._from_here(self._position.hands)]

    def discard_pile(self) -> list[HanabiCard]:
        """The discarded cards, in their order."""
        return list(self._position.discards)

    def fireworks(self) -> list[int]:
        """The height of each firework."""
        return self._position.fireworks

    def deck_size(self) -> int:
        """How many cards are left in the deck."""
        return self._position.deck_size

    def last_moves(self) -> list[HanabiHistoryItem]:
        """The moves back to the player's own last one, the newest first."""
        board, moves = self._position.board, []
        seer = board.kind == AgentObservationType.SEER
        dealt_first = board.options.players * board.options.hand_size
        for item in reversed(self._position.history[dealt_first:]):
            moves.append(item.seen_by(self._player, board.options.players, all_cards=seer))
            if item.player() == self._player:
                break
        return moves

    def information_tokens(self) -> int:
        """How many information tokens are left."""
        return self._position.tokens

    def life_tokens(self) -> int:
        """How many life tokens are left."""
        return self._position.lives

    def legal_moves(self) -> list[HanabiMove]:
        """What the player may do; nothing if another one is to move."""
        return [self._position.board.moves[uid] for uid in self.legal_uids()]

    def legal_uids(self) -> list[int]:
        """The numbers of those moves."""
        return list(self._position.legal) if self._position.player == self._player else []

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Whether such a card would score now."""
        return self._position.fits(color, rank)

    def vector(self) -> list[int]:
        """All of it as zeros and ones."""
        return list(self._position.vectors[self._player])

    def _from_here(self, hands: list[list[T]]) -> list[list[T]]:
        return [list(hand) for hand in hands[self._player :] + hands[: self._player]]

    def __str__(self) -> str:
        hands, known = self.observed_hands(), self.card_knowledge()
        return describe(self._position, hands, known, self.cur_player_offset())

    __repr__ = __str__


class ObservationEncoderType(IntEnum):
    """Kinds of vectors."""

    CANONICAL = 0


class ObservationEncoder:
    """Turns observations into vectors of zeros and ones."""

    def __init__(
        self,
        game: "HanabiGame",
        enc_type: ObservationEncoderType = ObservationEncoderType.CANONICAL,
    ) -> None:
        if enc_type != ObservationEncoderType.CANONICAL:
            raise ValueError(f"there is only the canonical vector, not {enc_type!r}")
        self._length = game.board.length

    def shape(self) -> list[int]:
        """How long a vector is."""
        return [self._length]

    def encode(self, observation: HanabiObservation) -> list[int]:
        """The vector of an observation."""
        return observation.vector()
