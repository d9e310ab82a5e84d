"""A seat's own hand: what its cards can be by everything that the seat sees, and how likely."""

from collections.abc import Mapping
from typing import NamedTuple

from tamaya.bots.inference.face_sets import (
    CopyCounts,
    FaceSet,
    available,
    copy_counts,
    eliminate_by_count,
    is_single,
)
from tamaya.bots.inference.history_tracker import HistoryTracker
from tamaya.rules import CardId, Play, View


class HandOdds(NamedTuple):
    """The possible faces of a seat's own cards, and the copies that they are drawn from."""

    hand: dict[CardId, FaceSet]
    copies_left: tuple[int, ...]  # neither face up nor in another hand
    copies: CopyCounts  # the same without the cards of this hand that are known

    def probability(self, card: CardId, among: FaceSet) -> float:
        """How likely a card has one of these faces."""
        faces = self.hand[card]
        if is_single(faces):
            return float(bool(faces & among))
        return self.copies.probability(faces, among)

    def play(self, card: CardId, tracker: HistoryTracker) -> Play:
        """Play a card, announced where the options ask for that and its face is known."""
        faces = self.hand[card]
        if tracker.table.options.announce and is_single(faces):
            return Play(card, tracker.deck.faces[faces.bit_length() - 1].suit)
        return Play(card)


def own_hand_odds(
    view: View, tracker: HistoryTracker, *beliefs: Mapping[CardId, FaceSet]
) -> HandOdds:
    """The odds of the viewer's hand; each card by the first of several beliefs that can be true."""
    left = list(tracker.copies_left)
    for card in view.faces:
        left[tracker.faces[card]] -= 1
    there = available(left)
    hand = {
        card: next(
            (faces for belief in beliefs if (faces := belief[card] & there)), tracker.possible[card]
        )
        for card in view.hand
    }
    known = eliminate_by_count(hand, left)
    rest = [max(0, count - n) for count, n in zip(left, known, strict=True)]
    return HandOdds(hand, tuple(left), copy_counts(rest))
