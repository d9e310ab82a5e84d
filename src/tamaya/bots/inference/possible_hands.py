"""The endgame with a hidden hand: solved for every hand that the seat may hold, and averaged."""

from collections import Counter
from collections.abc import Iterator

from tamaya.bots.inference.endgame_solver import (
    SPARE,
    EndgamePosition,
    EndgameSolver,
    NeededCard,
    TooManyPositions,
    endgame_position,
    points_within_reach,
)
from tamaya.bots.inference.face_sets import face_numbers
from tamaya.bots.inference.hand_odds import HandOdds
from tamaya.bots.inference.history_tracker import HistoryTracker
from tamaya.bots.inference.needs import is_last_mistake
from tamaya.rules import Action, CardId, Discard, Play, Table
from tamaya.rules.scoring import points_on_table

MOST_HANDS = 24  # that are solved for one move

ActionValues = dict[Action | None, float]  # points to come after an action; None stands for a clue


def endgame_values(
    tracker: HistoryTracker, odds: HandOdds, default: Action | None, most_positions: int
) -> ActionValues:
    """The points to come after each action, weighted over all hands that the seat may hold.

    Empty if the search is too large, or if no action can be better than the default.
    """
    table, deck, trash = tracker.table, tracker.deck, tracker.needs.trash
    needs: list[NeededCard] = [
        SPARE if trash >> n & 1 else (face.suit, deck.step[n]) for n, face in enumerate(deck.faces)
    ]
    unseen: Counter[NeededCard] = Counter()
    for need, count in zip(needs, odds.copies_left, strict=True):
        unseen[need] += max(0, count)
    possible: list[Counter[NeededCard]] = []
    for faces in odds.hand.values():
        possible.append(Counter())
        for n in face_numbers(faces):
            possible[-1][needs[n]] += max(0, odds.copies_left[n])
    hands = []
    for weighted in _possible_hands(possible, unseen):
        hands.append(weighted)
        if len(hands) > MOST_HANDS:
            return {}
    open_hands = [
        tuple(needs[tracker.faces[card]] for card in hand if card not in odds.hand)
        for hand in table.hands
    ]
    solver = EndgameSolver(table.options, most_positions)
    values = _ValuesOverHands(table, tuple(odds.hand), open_hands, solver)
    try:
        if all(values.is_best(default, hand, unseen - Counter(hand)) for hand, _ in hands):
            return {}
        for hand, weight in hands:
            values.add(hand, weight, unseen - Counter(hand))
    except TooManyPositions:
        return {}
    return values.total


def _possible_hands(
    possible: list[Counter[NeededCard]], unseen: Counter[NeededCard], spares: int = 0
) -> Iterator[tuple[tuple[NeededCard, ...], int]]:
    """Every hand, and about how many ways there are to hold it.

    All spare cards count as one kind, though a card may be only some of them. So it is not known
    exactly how many of those that it may be the cards before it have used up.
    """
    if not possible:
        yield (), 1
        return
    for need in sorted(possible[0]):
        spare = need == SPARE
        copies = max(1, possible[0][need] - spares) if spare else unseen[need]
        if possible[0][need] and unseen[need] > 0:
            unseen[need] -= 1
            for rest, weight in _possible_hands(possible[1:], unseen, spares + spare):
                yield (need, *rest), weight * copies
            unseen[need] += 1


class _ValuesOverHands:
    """The value of every action, summed up over the hands that the seat may hold."""

    def __init__(
        self,
        table: Table,
        cards: tuple[CardId, ...],
        open_hands: list[tuple[NeededCard, ...]],
        solver: EndgameSolver,
    ) -> None:
        self.table, self.cards, self.open_hands, self.solver = table, cards, open_hands, solver
        self.total: ActionValues = {}

    def is_best(
        self, action: Action | None, hand: tuple[NeededCard, ...], deck: Counter[NeededCard]
    ) -> bool:
        """Whether an action brings all points within reach if the seat holds this hand."""
        now = self._position(hand, deck)
        return self._value(action, now, hand) >= points_within_reach(now)

    def add(self, hand: tuple[NeededCard, ...], weight: int, deck: Counter[NeededCard]) -> None:
        """Add the values for one hand."""
        table, actions = self.table, list[Action | None](map(Play, self.cards))
        if table.clue_tokens < table.options.clue_tokens:
            actions += map(Discard, self.cards)
        if table.clue_tokens:
            actions.append(None)
        now = self._position(hand, deck)
        for action in actions:
            points = weight * self._value(action, now, hand)
            self.total[action] = self.total.get(action, 0.0) + points

    def _value(
        self, action: Action | None, now: EndgamePosition, hand: tuple[NeededCard, ...]
    ) -> float:
        match action:
            case Play(card):
                return self._value_of_play(now, hand[self.cards.index(card)])
            case Discard(card):
                return self.solver.value_of_discard(now, hand[self.cards.index(card)])
            case _:
                return self.solver.value_of_clue(now)

    def _position(self, hand: tuple[NeededCard, ...], deck: Counter[NeededCard]) -> EndgamePosition:
        hands = list(self.open_hands)
        hands[self.table.to_move] = hand
        return endgame_position(self.table, hands, deck)

    def _value_of_play(self, now: EndgamePosition, need: NeededCard) -> float:
        if need != SPARE and self.table.fireworks[need[0]] == need[1]:
            return self.solver.value_of_play(now, need)
        if is_last_mistake(self.table):
            return -float(points_on_table(self.table))
        return self.solver.value_of_mistake(now, need)
