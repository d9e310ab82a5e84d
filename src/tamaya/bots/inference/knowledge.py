"""What each seat can know from clues and from counting the copies that it sees: no conventions."""

from collections.abc import Mapping
from dataclasses import dataclass

from tamaya.bots.inference.face_sets import (
    DeckFaces,
    FaceSet,
    available,
    deck_faces,
    eliminate_by_count,
    face_numbers,
)
from tamaya.bots.inference.needs import FireworkNeeds, copies_face_down, firework_needs
from tamaya.rules import (
    CardId,
    ClueKnowledge,
    Seat,
    Table,
    View,
    knowledge_from_clues,
    possible_faces,
)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What everybody can know, as far as the seat of a view can tell."""

    view: View
    deck: DeckFaces
    needs: FireworkNeeds
    copies_left: list[int]  # of each face: copies that this seat does not see
    possible: Mapping[Seat, Mapping[CardId, FaceSet]]  # what each card can be to its holder
    from_clues: Mapping[CardId, ClueKnowledge]

    @property
    def own_hand(self) -> Mapping[CardId, FaceSet]:
        """What this seat's own cards can be."""
        return self.possible[self.view.seat]

    def is_clued(self, card: CardId) -> bool:
        """Whether a clue has touched a card."""
        return bool(self.from_clues[card].yes)

    def face(self, card: CardId) -> FaceSet:
        """The face of a card that this seat sees, as a set."""
        return 1 << self.deck.number[self.view.faces[card]]

    def probability(self, card: CardId, among: FaceSet) -> float:
        """How likely a card of this seat's own is one of these faces."""
        copies = {number: self.copies_left[number] for number in face_numbers(self.own_hand[card])}
        return sum(n for number, n in copies.items() if among >> number & 1) / sum(copies.values())


def infer_knowledge(view: View) -> Knowledge:
    """Work out what everybody can know, as seen from this seat."""
    table, deck = view.table, deck_faces(view.table.options)
    face_down = copies_face_down(deck, table)
    from_clues = knowledge_from_clues(table, view.history)
    possible: dict[Seat, Mapping[CardId, FaceSet]] = {}
    for index in range(table.options.players):
        seat = Seat(index)
        unseen = copies_unseen(view, seat)
        possible[seat] = possible_by_count(deck, table, seat, from_clues, unseen)
    needs = firework_needs(deck, table, face_down)
    return Knowledge(view, deck, needs, copies_unseen(view, view.seat), possible, from_clues)


def copies_unseen(view: View, seat: Seat) -> list[int]:
    """How many copies of each face a seat does not see, as far as this view can tell.

    This is exact for the view's own seat. For another seat it ignores the viewer's hand, which that
    seat sees and the viewer does not: an upper bound.
    """
    deck = deck_faces(view.table.options)
    left = copies_face_down(deck, view.table)
    for holder, hand in enumerate(view.table.hands):
        if holder not in (view.seat, seat):
            for card in hand:
                left[deck.number[view.faces[card]]] -= 1
    return left


def possible_by_count(
    deck: DeckFaces,
    table: Table,
    seat: Seat,
    from_clues: Mapping[CardId, ClueKnowledge],
    copies_left: list[int],
) -> dict[CardId, FaceSet]:
    """What the cards of a hand can be by the clues and by the copies that are left."""
    there = available(copies_left)
    hand = {
        card: sum(1 << deck.number[face] for face in possible_faces(table.options, clues)) & there
        for card in table.hands[seat]
        for clues in [from_clues[card]]
    }
    eliminate_by_count(hand, copies_left)
    return hand
