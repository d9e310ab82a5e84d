"""What a player sees, as objects and as a vector. Seats are counted from the observer."""

from typing import TypeVar

from tamaya.envs.hle.cards import UNKNOWN, HanabiCard, HanabiCardKnowledge, card_knowledge
from tamaya.envs.hle.config import AgentObservationType
from tamaya.envs.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove
from tamaya.envs.hle.position import Position
from tamaya.envs.hle.text import position_text

T = TypeVar("T")


class HanabiObservation:
    """A player's view of a position; it does not change when the game goes on."""

    __slots__ = ("_player", "_position")

    def __init__(self, position: Position, player: int) -> None:
        self._position, self._player = position, player

    def cur_player_offset(self) -> int:
        """Return who is to move; -1 for chance."""
        mover = self._position.player
        return mover if mover == CHANCE_PLAYER_ID else (mover - self._player) % self.num_players()

    def num_players(self) -> int:
        """Return the number of players."""
        return self._position.spec.options.players

    def observed_hands(self) -> list[list[HanabiCard]]:
        """Return all hands, the observer's own first; its cards are unknown unless it is a seer."""
        hands = self._rotated(self._position.hands)
        if self._position.spec.observation_type != AgentObservationType.SEER:
            hands[0] = [UNKNOWN] * len(hands[0])
        return hands

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        """Return what clues have revealed about all cards; nothing in a minimal observation."""
        spec = self._position.spec
        if spec.observation_type != AgentObservationType.MINIMAL:
            return self._rotated(self._position.known)
        colors, ranks = len(spec.options.suits), spec.options.values
        nothing = card_knowledge(colors, ranks, (1 << colors + ranks) - 1, 0)
        return [[nothing] * len(hand) for hand in self._rotated(self._position.hands)]

    def discard_pile(self) -> list[HanabiCard]:
        """Return the discarded cards, in order."""
        return list(self._position.discards)

    def fireworks(self) -> list[int]:
        """Return the height of each firework."""
        return self._position.fireworks

    def deck_size(self) -> int:
        """Return the number of cards in the deck."""
        return self._position.deck_size

    def last_moves(self) -> list[HanabiHistoryItem]:
        """Return the moves since the observer's own last one, that one included, newest first."""
        spec, moves = self._position.spec, []
        seer = spec.observation_type == AgentObservationType.SEER
        dealt_first = spec.options.players * spec.options.hand_size
        for item in reversed(self._position.history[dealt_first:]):
            moves.append(item.seen_by(self._player, spec.options.players, all_cards=seer))
            if item.player() == self._player:
                break
        return moves

    def information_tokens(self) -> int:
        """Return the number of information tokens left."""
        return self._position.tokens

    def life_tokens(self) -> int:
        """Return the number of life tokens left."""
        return self._position.lives

    def legal_moves(self) -> list[HanabiMove]:
        """Return the observer's legal moves; none if another player is to move."""
        return [self._position.spec.moves[uid] for uid in self.legal_uids()]

    def legal_uids(self) -> list[int]:
        """Return the uids of the legal moves."""
        return list(self._position.legal) if self._position.player == self._player else []

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Return whether such a card could be played now."""
        return self._position.fits(color, rank)

    def vector(self) -> list[int]:
        """Return the observation as a vector of 0 and 1."""
        return list(self._position.vectors[self._player])

    def _rotated(self, hands: list[list[T]]) -> list[list[T]]:
        return [list(hand) for hand in hands[self._player :] + hands[: self._player]]

    def __str__(self) -> str:
        hands, known = self.observed_hands(), self.card_knowledge()
        return position_text(self._position, hands, known, self.cur_player_offset())

    __repr__ = __str__
