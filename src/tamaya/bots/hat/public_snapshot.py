"""What is common knowledge about the cards between two events, and which card a hand discards."""

from collections.abc import Sequence
from typing import NamedTuple

from tamaya.bots.inference.face_sets import CopyCounts, DeckFaces, FaceSet, is_single
from tamaya.bots.inference.needs import FireworkNeeds

NOT_CRITICAL = 10  # how much that counts, compared with one step further from being playable


class PublicSnapshot(NamedTuple):
    """The same for all seats."""

    deck: DeckFaces
    needs: FireworkNeeds
    copies: CopyCounts  # of the faces in cards that are not known
    players: int

    def chop(self, hand: Sequence[FaceSet]) -> int:
        """The place of the card to discard if none is known to be trash."""
        return max(range(len(hand)), key=lambda place: self._expendability(hand[place]))

    def _expendability(self, faces: FaceSet) -> float:
        """Higher for cards that are unlikely to be critical and needed late."""
        critical = self.needs.critical
        if is_single(faces):
            step = self.deck.step[faces.bit_length() - 1]
            return NOT_CRITICAL * (not faces & critical) + step
        total = self.copies.total
        steps = sum(n * total(faces & some) for n, some in enumerate(self.deck.at_step))
        return (NOT_CRITICAL * total(faces & ~critical) + steps) / (total(faces) or 1)
