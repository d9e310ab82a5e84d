"""What everybody knows of the cards that are left, and which card a hand misses least."""

from collections.abc import Sequence
from typing import NamedTuple

from tamaya.bots.inference.face_sets import Board, Deck, Weights, is_single

NOT_THE_LAST = 10  # how much that weighs against a step nearer to being needed


class Public(NamedTuple):
    """The same for all seats."""

    deck: Deck
    board: Board
    last: int  # faces that are needed and of which one copy is left
    weigh: Weights  # of the faces in cards that are not known

    def knows_what_to_do(self, hand: Sequence[int]) -> bool:
        """Whether a hand has a card known to fit, or known to be useless."""
        fitting, useless = self.board
        return any(not faces & ~fitting or not faces & ~useless for faces in hand)

    def chop(self, hand: Sequence[int]) -> int:
        """The place of the card that goes if none is known to be useless: the one missed least."""
        return max(range(len(hand)), key=lambda place: self._spared(hand[place]))

    def _spared(self, faces: int) -> float:
        """How little a card is missed: is it the last of its kind, and when is it needed?"""
        if is_single(faces):
            step = self.deck.step[faces.bit_length() - 1]
            return NOT_THE_LAST * (not faces & self.last) + step
        weigh = self.weigh
        steps = sum(n * weigh.of(faces & some) for n, some in enumerate(self.deck.steps))
        return (NOT_THE_LAST * weigh.of(faces & ~self.last) + steps) / (weigh.of(faces) or 1)
