"""The own hand: what its cards can be by all that one sees, and how likely."""

from collections.abc import Mapping
from typing import NamedTuple

from tamaya.bots.inference.face_sets import Weights, count_off, is_single, weights
from tamaya.bots.inference.history_tracker import Follower
from tamaya.rules import CardId, Play, View


class Own(NamedTuple):
    """What each card can be, and the copies that lie neither face up nor in another's hand."""

    hand: dict[CardId, int]
    left: tuple[int, ...]
    weigh: Weights  # of the faces in cards that are not known

    def chance(self, card: CardId, faces: int) -> float:
        """How likely a card has one of these faces."""
        mask = self.hand[card]
        if is_single(mask):
            return float(bool(mask & faces))
        return self.weigh.part(mask, faces)

    def play(self, card: CardId, memory: Follower) -> Play:
        """Play a card; where that brings a token, and its suit is known, announce it."""
        faces = self.hand[card]
        if memory.table.options.announce and is_single(faces):
            return Play(card, memory.deck.faces[faces.bit_length() - 1].suit)
        return Play(card)


def own_hand(view: View, memory: Follower, *thoughts: Mapping[CardId, int]) -> Own:
    """What the cards can be; of several thoughts about a card the first that can be true."""
    left = list(memory.left)
    for card in view.faces:
        left[memory.faces[card]] -= 1
    there = sum(1 << n for n, count in enumerate(left) if count > 0)
    hand = {
        card: next((mask for one in thoughts if (mask := one[card] & there)), memory.may[card])
        for card in view.hand
    }
    known = count_off(hand, left)
    rest = [max(0, count - n) for count, n in zip(left, known, strict=True)]
    return Own(hand, tuple(left), weights(rest))
