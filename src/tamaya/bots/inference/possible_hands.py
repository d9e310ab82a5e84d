"""The endgame with a hidden hand: the best action, averaged over the hands the seat may hold."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from tamaya.bots.inference.endgame_solver import (
    SPARE,
    CompactPosition,
    EndgameSolver,
    NeededCard,
    TooManyPositions,
    endgame_position,
)
from tamaya.bots.inference.face_sets import face_numbers
from tamaya.bots.inference.hand_odds import HandOdds
from tamaya.bots.inference.history_tracker import HistoryTracker
from tamaya.bots.inference.needs import is_last_mistake
from tamaya.rules import Action, CardId, Discard, Play, Table
from tamaya.rules.scoring import points_on_table

MOST_HANDS = 64  # that are solved for one move
ROUNDING = 1e-9  # a difference in points that is only a rounding error

HandNeeds = tuple[NeededCard, ...]  # card by card


def best_endgame_action(
    tracker: HistoryTracker,
    odds: HandOdds,
    default: Action | None,
    others: Iterable[Action | None],
    most_positions: int,
) -> Action | None:
    """The action with the most points to come on average; None stands for a clue.

    It is the default unless another is better, or if there are too many hands. If the search takes
    too long, it is the best one found until then.
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
    open_hands = [
        tuple(needs[tracker.faces[card]] for card in hand if card not in odds.hand)
        for hand in table.hands
    ]
    solver = EndgameSolver(table.options, table.fireworks, most_positions)
    losses = _LossesOverHands(table, tuple(odds.hand), open_hands, solver)
    hands = list(islice(_possible_hands(possible, unseen), MOST_HANDS + 1))
    if len(hands) > MOST_HANDS:
        return default
    for hand, weight in hands:
        losses.add_hand(hand, weight, unseen - Counter(hand))
    best = default
    try:
        least = losses.total(default)
        for action in others:
            if least <= ROUNDING:
                break
            loss = losses.total(action, least - ROUNDING) if action != default else least
            if loss < least - ROUNDING:
                best, least = action, loss
    except TooManyPositions:
        pass
    return best


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


class _PossibleHand(NamedTuple):
    """A hand that the seat may hold."""

    cards: HandNeeds
    weight: int
    position: CompactPosition
    bound: int  # the most points that can come with it


class _LossesOverHands:
    """How far an action falls short of the most points, summed up over the possible hands."""

    def __init__(
        self,
        table: Table,
        cards: tuple[CardId, ...],
        open_hands: list[HandNeeds],
        solver: EndgameSolver,
    ) -> None:
        self.table, self.cards, self.open_hands, self.solver = table, cards, open_hands, solver
        self.hands: list[_PossibleHand] = []

    def add_hand(self, hand: HandNeeds, weight: int, deck: Counter[NeededCard]) -> None:
        """Take a hand into account; the deck is what is left then."""
        hands = list(self.open_hands)
        hands[self.table.to_move] = hand
        position = self.solver.compact(endgame_position(self.table, hands, deck))
        bound = self.solver.most_points(position)
        self.hands.append(_PossibleHand(hand, weight, position, bound))

    def total(self, action: Action | None, enough: float = float("inf")) -> float:
        """The loss of an action; only a part of it once that is `enough` to reject the action."""
        loss = 0.0
        for hand in self.hands:
            loss += hand.weight * (hand.bound - self._value(action, hand))
            if loss >= enough:
                break
        return loss

    def _value(self, action: Action | None, hand: _PossibleHand) -> float:
        match action:
            case Play(card):
                return self._value_of_play(hand, self.cards.index(card))
            case Discard(card):
                gone = _gone(hand.cards, self.cards.index(card))
                return self.solver.value_of_discard(hand.position, gone)
            case _:
                return self.solver.value_of_clue(hand.position)

    def _value_of_play(self, hand: _PossibleHand, place: int) -> float:
        need = hand.cards[place]
        if need != SPARE and self.table.fireworks[need[0]] == need[1]:
            return self.solver.value_of_play(hand.position, need)
        if is_last_mistake(self.table):
            return -float(points_on_table(self.table))
        return self.solver.value_of_mistake(hand.position, _gone(hand.cards, place))


def _gone(hand: HandNeeds, place: int) -> NeededCard:
    """What a hand lacks without a card: nothing that is needed, if it holds another copy."""
    return SPARE if hand.count(hand[place]) > 1 else hand[place]
