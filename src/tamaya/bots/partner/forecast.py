"""A forecast of the last rounds: everybody plays what they believe to be playable."""

from collections.abc import Mapping
from typing import NamedTuple

from tamaya.bots.inference.face_sets import FaceSet
from tamaya.bots.partner.beliefs import Beliefs
from tamaya.rules import CardId


class TurnCountdown(NamedTuple):
    """Whose turn comes next, and what limits the turns to come."""

    seat: int
    tokens: int
    deck: int
    after: int | None  # in the last round: turns to come after that one

    def passed(self, *, drew: bool, players: int) -> "TurnCountdown | None":
        """After a turn; none if it was the last one."""
        if self.after == 0:
            return None
        deck, after = self.deck, self.after
        if after is not None:
            after -= 1
        elif drew:
            deck -= 1
            after = players - 1 if deck == 0 else None
        return TurnCountdown((self.seat + 1) % players, self.tokens, deck, after)


def forecast_points(
    beliefs: Beliefs,
    heights: list[int],
    countdown: TurnCountdown | None,
    own_hand: Mapping[CardId, FaceSet],
) -> int:
    """The cards placed until the end, if nobody learns any more and new cards bring nothing."""
    hands = [
        [
            (own_hand.get(card, 0) if seat == beliefs.me else beliefs.believed[card], card)
            for card in hand
        ]
        for seat, hand in enumerate(beliefs.table.hands)
    ]
    heights, points = list(heights), 0
    while countdown is not None:
        playable = beliefs.playable_on(heights)
        if not any(faces and not faces & ~playable for hand in hands for faces, _ in hand):
            break
        hand = hands[countdown.seat]
        one = next(((faces, card) for faces, card in hand if faces and not faces & ~playable), None)
        tokens = countdown.tokens
        if one is not None:
            hand.remove(one)
            suit = _suit_placed(beliefs, one, countdown.seat, heights)
            if suit is not None:
                heights[suit] += 1
                points += 1
                tokens += heights[suit] == len(beliefs.deck.firework[suit])
            drew = True
        else:
            drew = tokens == 0
            tokens += 1 if drew else -1
        countdown = countdown._replace(tokens=tokens).passed(drew=drew, players=len(hands))
    return points


def _suit_placed(
    beliefs: Beliefs, one: tuple[FaceSet, CardId], seat: int, heights: list[int]
) -> int | None:
    """The firework that a card goes on; none if it is not playable after all."""
    faces, card = one
    face = faces.bit_length() - 1 if seat == beliefs.me else beliefs.faces[card]
    suit = beliefs.deck.faces[face].suit
    return suit if heights[suit] == beliefs.deck.step[face] else None
