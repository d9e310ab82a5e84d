"""The cheater: sees its own hand. A bound for what players could reach, never at a real table."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from tamaya.bots import Move
from tamaya.bots.inference.endgame_solver import SPARE, Endgame, Need, Position, TooMany, position
from tamaya.bots.inference.knowledge import hidden, needs
from tamaya.bots.tiles import best_take
from tamaya.rules import (
    Action,
    CardId,
    Clue,
    ColourClue,
    Discard,
    Face,
    Play,
    State,
    Table,
    ValueClue,
    View,
    legal_actions,
)
from tamaya.rules.scoring import reachable_heights

EXACT = 3  # cards left to draw, from which on everything is worked out


class Loss(IntEnum):
    """What a discard loses."""

    NONE = 0  # nobody needs the card
    TWICE_HERE = 1  # another copy is in the same hand
    TWICE = 2  # another copy is in another hand
    TO_BE_DRAWN = 3  # another copy is in the deck
    LAST = 4


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
        """What the seat to move does."""
        table = seen.table
        legal = legal_actions(View(table, table.to_move, seen.faces))
        clues = [action for action in legal if isinstance(action, ColourClue | ValueClue)]
        if table.tile is not None:
            return Move(clues[0]) if clues else best_take(table, legal)
        thought = _Thought(seen, clues)
        return Move(thought.worked_out() or thought.by_habit())


class _Thought:
    """What follows from open hands, for one move."""

    def __init__(self, seen: OpenHands, clues: list[Clue]) -> None:
        self.table = seen.table
        self.options = seen.table.options
        self.faces = seen.faces
        self.clues = clues
        self.hand = seen.table.hands[seen.table.to_move]
        self.needs = needs(seen.table)
        self.held = Counter(seen.faces.values())
        self.may_discard = seen.table.clue_tokens < self.options.clue_tokens

    # the end, exactly

    def worked_out(self) -> Action | None:
        """The best there is once few cards are left to draw; nothing if that takes too long."""
        if self.options.bouquet or self.table.deck_left > EXACT:
            return None
        try:
            choice = Endgame(self.options).best(self._position())
        except TooMany:
            return None
        if choice.card is None:
            return self.clues[0] if self.clues else None
        card = next(card for card in self.hand if self._need(self.faces[card]) == choice.card)
        return self._play(card) if choice.plays else Discard(card)

    def _position(self) -> Position:
        table = self.table
        deck = Counter[Need]()
        for face, count in (hidden(table) - self.held).items():
            deck[self._need(face)] += count
        hands = ((self._need(self.faces[card]) for card in hand) for hand in table.hands)
        return position(table, hands, deck)

    def _need(self, face: Face) -> Need:
        return (face.suit, self.options.step[face]) if face in self.needs.useful else SPARE

    # before that, by habit

    def by_habit(self) -> Action:
        """Play; else discard what is not missed; else pass; else discard what is missed least."""
        playable = [card for card in self.hand if self.faces[card] in self.needs.fitting]
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

    def _play(self, card: CardId) -> Play:
        return Play(card, self.faces[card].suit if self.options.announce else None)

    def _order(self, card: CardId) -> tuple[bool, int]:
        """First what nobody else could play, then what most others build upon."""
        face = self.faces[card]
        mine = sum(self.faces[other] == face for other in self.hand)
        return self.held[face] > mine, self.options.step[face]

    def _cost(self, card: CardId) -> tuple[Loss, int]:
        """How much a card would be missed, and sooner rather than later."""
        face = self.faces[card]
        soon = self.table.fireworks[face.suit] - self.options.step[face]
        if face not in self.needs.useful:
            return Loss.NONE, 0
        if sum(self.faces[other] == face for other in self.hand) > 1:
            return Loss.TWICE_HERE, soon
        if self.held[face] > 1:
            return Loss.TWICE, soon
        return (Loss.LAST if face in self.needs.last else Loss.TO_BE_DRAWN), soon

    def _has_time(self) -> bool:
        """Whether the deck lasts for the plays to come, one of them in the last round."""
        to_come = sum(reachable_heights(self.table)) - sum(self.table.fireworks)
        return self.options.bouquet or self.table.deck_left + 1 >= to_come

    def _should_go(self, card: CardId) -> bool:
        """Whether a card is spare, or nobody has anything better to do than to discard it."""
        if self._is_spare(card):
            return True
        fitting = self.needs.fitting
        busy = any(self._is_spare(card) or face in fitting for card, face in self.faces.items())
        return not busy and self._cost(card) == min(map(self._cost, self.faces))

    def _is_spare(self, card: CardId) -> bool:
        return self._cost(card)[0] <= Loss.TWICE
