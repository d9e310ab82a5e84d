"""The last cards: every hand that one may have, each worked out as if all hands were open."""

from collections import Counter
from collections.abc import Iterator

from tamaya.bots.inference.endgame_solver import (
    SPARE,
    Endgame,
    Need,
    Position,
    TooMany,
    position,
    within_reach,
)
from tamaya.bots.inference.face_sets import numbers
from tamaya.bots.inference.hand_odds import Own
from tamaya.bots.inference.history_tracker import Follower
from tamaya.rules import Action, CardId, Discard, Play, Table
from tamaya.rules.scoring import points_on_table

MOST_WORLDS = 24  # hands that one may have

Ends = dict[Action | None, float]  # the points to come after an action; None: after a clue


def weighed_ends(memory: Follower, own: Own, habit: Action | None, most: int) -> Ends:
    """What every action is worth, over all hands one may have.

    Nothing if that takes too long, or if what one would do anyway cannot be bettered.
    """
    table, cards, useless = memory.table, memory.deck, memory.board.useless
    needs: list[Need] = [
        SPARE if useless >> n & 1 else (face.suit, cards.step[n])
        for n, face in enumerate(cards.faces)
    ]
    unseen: Counter[Need] = Counter()
    for need, count in zip(needs, own.left, strict=True):
        unseen[need] += max(0, count)
    may: list[Counter[Need]] = []
    for mask in own.hand.values():
        may.append(Counter())
        for n in numbers(mask):
            may[-1][needs[n]] += max(0, own.left[n])
    worlds = []
    for world in _worlds(may, unseen):
        worlds.append(world)
        if len(worlds) > MOST_WORLDS:
            return {}
    open_hands = [
        tuple(needs[memory.faces[card]] for card in hand if card not in own.hand)
        for hand in table.hands
    ]
    ends = _Ends(table, tuple(own.hand), open_hands, Endgame(table.options, most))
    try:
        if all(ends.is_best(habit, hand, unseen - Counter(hand)) for hand, _ in worlds):
            return {}
        for hand, weight in worlds:
            ends.add(hand, weight, unseen - Counter(hand))
    except TooMany:
        return {}
    return ends.total


def _worlds(
    may: list[Counter[Need]], unseen: Counter[Need], used: int = 0
) -> Iterator[tuple[tuple[Need, ...], int]]:
    """Every hand, and about how many ways there are to have it.

    Cards that nobody needs are one kind for us, though a card may be only some of them; how many
    of those its hand has used up already is not known exactly.
    """
    if not may:
        yield (), 1
        return
    for need in sorted(may[0]):
        spare = need == SPARE
        copies = max(1, may[0][need] - used) if spare else unseen[need]
        if may[0][need] and unseen[need] > 0:
            unseen[need] -= 1
            for rest, weight in _worlds(may[1:], unseen, used + spare):
                yield (need, *rest), weight * copies
            unseen[need] += 1


class _Ends:
    """What every action is worth, summed up over worlds."""

    def __init__(
        self,
        table: Table,
        own: tuple[CardId, ...],
        hands: list[tuple[Need, ...]],
        solver: Endgame,
    ) -> None:
        self.table, self.own, self.hands, self.solver = table, own, hands, solver
        self.total: Ends = {}

    def is_best(self, action: Action | None, hand: tuple[Need, ...], deck: Counter[Need]) -> bool:
        """Whether an action brings all that is within reach in one world."""
        now = self._position(hand, deck)
        return self._points(action, now, hand) >= within_reach(now)

    def add(self, hand: tuple[Need, ...], weight: int, deck: Counter[Need]) -> None:
        """One world's part."""
        table, actions = self.table, list[Action | None](map(Play, self.own))
        if table.clue_tokens < table.options.clue_tokens:
            actions += map(Discard, self.own)
        if table.clue_tokens:
            actions.append(None)
        now = self._position(hand, deck)
        for action in actions:
            points = weight * self._points(action, now, hand)
            self.total[action] = self.total.get(action, 0.0) + points

    def _points(self, action: Action | None, now: Position, hand: tuple[Need, ...]) -> float:
        match action:
            case Play(card):
                return self._played(now, hand[self.own.index(card)])
            case Discard(card):
                return self.solver.discarded(now, hand[self.own.index(card)])
            case _:
                return self.solver.clued(now)

    def _position(self, hand: tuple[Need, ...], deck: Counter[Need]) -> Position:
        hands = list(self.hands)
        hands[self.table.to_move] = hand
        return position(self.table, hands, deck)

    def _played(self, now: Position, need: Need) -> float:
        table = self.table
        if need != SPARE and table.fireworks[need[0]] == need[1]:
            return self.solver.played(now, need)
        if table.mistakes + 1 >= table.options.mistakes:
            return -float(points_on_table(table))
        return self.solver.mistaken(now, need)
