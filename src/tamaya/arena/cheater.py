"""The cheater: sees its own hand. A bound for what players could reach, never at a real table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from tamaya.bots import Move
from tamaya.bots.inference.endgame_solver import (
    SPARE,
    EndgamePosition,
    EndgameSolver,
    NeededCard,
    TooManyPositions,
    endgame_position,
)
from tamaya.bots.inference.face_sets import FaceSet, deck_faces
from tamaya.bots.inference.needs import copies_face_down, firework_needs
from tamaya.bots.tiles import best_take
from tamaya.rules import (
    Action,
    CardId,
    Clue,
    Discard,
    Face,
    Play,
    State,
    Table,
    View,
    legal_actions,
)
from tamaya.rules.scoring import reachable_heights

ENDGAME = 3  # solve the endgame exactly once this few cards are left to draw


class DiscardLoss(IntEnum):
    """What a discard loses."""

    NONE = 0  # the card is trash
    TWICE_HERE = 1  # another copy is in the same hand
    TWICE = 2  # another copy is in another hand
    TO_BE_DRAWN = 3  # another copy is in the deck
    CRITICAL = 4


@dataclass(frozen=True, slots=True)
class OpenHands:
    """The table and the faces of the cards in all hands, not the deck. No bot is typed on this."""

    table: Table
    faces: Mapping[CardId, Face]


def open_hands(state: State) -> OpenHands:
    """All hands of a state laid open."""
    held = (card for hand in state.table.hands for card in hand)
    return OpenHands(state.table, {card: state.faces[card] for card in held})


class Cheater:
    """Plays what fits, throws away what nobody misses, and passes with clues that say nothing."""

    def act(self, seen: OpenHands) -> Move:
        """Choose a move for the seat to move."""
        table = seen.table
        legal = legal_actions(View(table, table.to_move, seen.faces))
        clues = [action for action in legal if isinstance(action, Clue)]
        if table.tile is not None:
            return Move(clues[0]) if clues else best_take(table, legal)
        decision = _CheaterDecision(seen, clues)
        return Move(decision.solved() or decision.by_rule())


class _CheaterDecision:
    """One turn of the cheater."""

    def __init__(self, seen: OpenHands, clues: list[Clue]) -> None:
        self.table = seen.table
        self.options = seen.table.options
        self.faces = seen.faces
        self.clues = clues
        self.hand = seen.table.hands[seen.table.to_move]
        self.deck = deck_faces(self.options)
        self.copies_left = copies_face_down(self.deck, seen.table)
        self.needs = firework_needs(self.deck, seen.table, self.copies_left)
        self.held = Counter(seen.faces.values())
        self.may_discard = seen.table.clue_tokens < self.options.clue_tokens

    # the endgame, exactly

    def solved(self) -> Action | None:
        """The best move once few cards are left to draw; none if the search is too large."""
        if self.options.bouquet or self.table.deck_left > ENDGAME:
            return None
        try:
            best = EndgameSolver(self.options, self.table.fireworks).best_move(self._position())
        except TooManyPositions:
            return None
        if best.card is None:
            return self.clues[0] if self.clues else None
        card = next(card for card in self.hand if self._need(self.faces[card]) == best.card)
        return self._play(card) if best.plays else Discard(card)

    def _position(self) -> EndgamePosition:
        deck = Counter[NeededCard]()
        for face, count in zip(self.deck.faces, self.copies_left, strict=True):
            if count > self.held[face]:
                deck[self._need(face)] += count - self.held[face]
        hands = ((self._need(self.faces[card]) for card in hand) for hand in self.table.hands)
        return endgame_position(self.table, hands, deck)

    def _need(self, face: Face) -> NeededCard:
        trash = self._is_among(face, self.needs.trash)
        return SPARE if trash else (face.suit, self.options.step[face])

    def _is_among(self, face: Face, faces: FaceSet) -> bool:
        return bool(faces >> self.deck.number[face] & 1)

    # before the endgame: heuristics

    def by_rule(self) -> Action:
        """Play; else discard what is not missed; else pass; else discard what is missed least."""
        playable = [card for card in self.hand if self._is_playable(self.faces[card])]
        if playable:
            return self._play(min(playable, key=self._order))
        cheapest = min(self.hand, key=self._cost, default=None)
        if cheapest is None:
            return self.clues[0]
        if self.may_discard and self._has_time() and self._should_go(cheapest):
            return Discard(cheapest)
        if self.clues:
            return self.clues[0]
        return Discard(cheapest) if self.may_discard else Play(cheapest)

    def _is_playable(self, face: Face) -> bool:
        return self._is_among(face, self.needs.playable)

    def _play(self, card: CardId) -> Play:
        return Play(card, self.faces[card].suit if self.options.announce else None)

    def _order(self, card: CardId) -> tuple[bool, int]:
        """First what nobody else could play, then what most others build upon."""
        face = self.faces[card]
        mine = sum(self.faces[other] == face for other in self.hand)
        return self.held[face] > mine, self.options.step[face]

    def _cost(self, card: CardId) -> tuple[DiscardLoss, int]:
        """How much a card would be missed, and sooner rather than later."""
        face = self.faces[card]
        soon = self.table.fireworks[face.suit] - self.options.step[face]
        if self._is_among(face, self.needs.trash):
            return DiscardLoss.NONE, 0
        if sum(self.faces[other] == face for other in self.hand) > 1:
            return DiscardLoss.TWICE_HERE, soon
        if self.held[face] > 1:
            return DiscardLoss.TWICE, soon
        critical = self._is_among(face, self.needs.critical)
        return (DiscardLoss.CRITICAL if critical else DiscardLoss.TO_BE_DRAWN), soon

    def _has_time(self) -> bool:
        """Whether the deck lasts for the plays to come, one of them in the last round."""
        to_come = sum(reachable_heights(self.table)) - sum(self.table.fireworks)
        return self.options.bouquet or self.table.deck_left + 1 >= to_come

    def _should_go(self, card: CardId) -> bool:
        """Whether a card is spare, or nobody has anything better to do than to discard it."""
        if self._is_spare(card):
            return True
        busy = any(
            self._is_spare(card) or self._is_playable(face) for card, face in self.faces.items()
        )
        return not busy and self._cost(card) == min(map(self._cost, self.faces))

    def _is_spare(self, card: CardId) -> bool:
        return self._cost(card)[0] <= DiscardLoss.TWICE
