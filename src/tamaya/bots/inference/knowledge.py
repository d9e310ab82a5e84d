"""What a seat can know: clues told, and the copies that it sees counted off."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tamaya.rules import (
    CardId,
    Clue,
    ClueKnowledge,
    Face,
    Seat,
    Table,
    View,
    knowledge_from_clues,
    points_at,
    possible_faces,
)
from tamaya.rules.scoring import reachable_heights

Faces = frozenset[Face]


@dataclass(frozen=True, slots=True)
class Needs:
    """What the fireworks ask for at one moment."""

    fitting: Faces  # placed at once if played
    useful: Faces  # fitting now or later, by the copies left
    last: Faces  # useful, and no second copy is left


def needs(table: Table) -> Needs:
    """Sort all faces by what the fireworks can do with them."""
    options, heights = table.options, reachable_heights(table)
    gone = Counter(table.discard_pile)
    fitting, useful, last = set(), set(), set()
    for face, below in options.step.items():
        if table.fireworks[face.suit] <= below < heights[face.suit]:
            useful.add(face)
            if below == table.fireworks[face.suit]:
                fitting.add(face)
            if options.copies[face] - gone[face] == 1:
                last.add(face)
    return Needs(frozenset(fitting), frozenset(useful), frozenset(last))


def unseen(view: View, but: Seat) -> Counter[Face]:
    """The copies that a seat has not seen, as far as this view can tell.

    For the view's own seat that is exact. For another seat it leaves out the
    viewer's own hand, which that seat sees and the viewer does not: a safe bound.
    """
    left = hidden(view.table)
    for seat, hand in enumerate(view.table.hands):
        if seat not in (view.seat, but):
            left.subtract(view.faces[card] for card in hand)
    return left


def hidden(table: Table) -> Counter[Face]:
    """The copies that do not lie face up on the table."""
    left = Counter(table.options.copies)
    left.subtract(table.discard_pile)
    for suit, height in enumerate(table.fireworks):
        left.subtract(Face(suit, value) for value in table.options.suits[suit].order[:height])
    return left


def candidates(
    view: View, seat: Seat, said: Mapping[CardId, ClueKnowledge], left: Counter[Face]
) -> dict[CardId, Faces]:
    """The faces that each card in a hand can still have, for the one who holds it."""
    options = view.table.options
    hand = {card: possible_faces(options, said[card]) for card in view.table.hands[seat]}
    return narrowed(hand, left)


def narrowed(hand: Mapping[CardId, Faces], left: Counter[Face]) -> dict[CardId, Faces]:
    """Count copies: a card that is known takes its copy away from the other cards."""
    known: dict[CardId, Faces] = {}
    while True:
        taken = Counter(face for faces in known.values() for face in faces)
        open_faces = {
            card: known.get(card) or frozenset(f for f in faces if left[f] > taken[f])
            for card, faces in hand.items()
        }
        found = {card: faces for card, faces in open_faces.items() if len(faces) == 1}
        if found == known:
            return open_faces
        known = found


def after_clue(
    view: View, clue: Clue, pointed: Iterable[CardId], hand: Mapping[CardId, Faces]
) -> dict[CardId, Faces]:
    """What the holder can think of each card once this clue is given."""
    options, chosen = view.table.options, frozenset(pointed)
    return {
        card: frozenset(f for f in faces if points_at(options, clue, f) == (card in chosen))
        for card, faces in hand.items()
    }


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that the seat to move works with."""

    view: View
    needs: Needs
    left: Counter[Face]  # copies this seat has not seen
    hands: Mapping[Seat, Mapping[CardId, Faces]]  # what each holder can think of each card
    said: Mapping[CardId, ClueKnowledge]

    @property
    def own(self) -> Mapping[CardId, Faces]:
        """What this seat can think of its own cards."""
        return self.hands[self.view.seat]

    def chance(self, card: CardId, among: Faces) -> float:
        """How likely an own card is one of these faces."""
        weight = {face: self.left[face] for face in self.own[card]}
        return sum(count for face, count in weight.items() if face in among) / sum(weight.values())


def knowledge(view: View) -> Knowledge:
    """Work out what everybody knows, as seen from this seat."""
    said = knowledge_from_clues(view.table, view.history)
    hands: dict[Seat, Mapping[CardId, Faces]] = {}
    for index in range(view.table.options.players):
        seat = Seat(index)
        hands[seat] = candidates(view, seat, said, unseen(view, seat))
    left = unseen(view, view.seat)
    return Knowledge(view, needs(view.table), left, hands, said)
