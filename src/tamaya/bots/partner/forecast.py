"""How the last rounds go if everybody plays what they take to be playable."""

from collections.abc import Mapping
from typing import NamedTuple

from tamaya.bots.partner.beliefs import Mind
from tamaya.rules import CardId


class Clock(NamedTuple):
    """Whose turn comes next, and how many turns there may be."""

    seat: int
    tokens: int
    deck: int
    after: int | None  # in the last round: turns to come after that one

    def passed(self, *, drew: bool, players: int) -> "Clock | None":
        """After a turn; nothing if it was the last one."""
        if self.after == 0:
            return None
        deck, after = self.deck, self.after
        if after is not None:
            after -= 1
        elif drew:
            deck -= 1
            after = players - 1 if deck == 0 else None
        return Clock((self.seat + 1) % players, self.tokens, deck, after)


def points_to_come(
    mind: Mind, heights: list[int], clock: Clock | None, own: Mapping[CardId, int]
) -> int:
    """The cards placed until the end; nobody learns anything more, and new cards bring nothing."""
    hands = [
        [(own.get(card, 0) if seat == mind.me else mind.think[card], card) for card in hand]
        for seat, hand in enumerate(mind.table.hands)
    ]
    heights, points = list(heights), 0
    while clock is not None:
        fit = mind.fitting(heights)
        if not any(think and not think & ~fit for hand in hands for think, _ in hand):
            break
        one = next(((t, card) for t, card in hands[clock.seat] if t and not t & ~fit), None)
        tokens = clock.tokens
        if one is not None:
            hands[clock.seat].remove(one)
            suit = _suit_placed(mind, one, clock.seat, heights)
            if suit is not None:
                heights[suit] += 1
                points += 1
                tokens += heights[suit] == len(mind.deck.suits[suit])
            drew = True
        else:
            drew = tokens == 0
            tokens += 1 if drew else -1
        clock = clock._replace(tokens=tokens).passed(drew=drew, players=len(hands))
    return points


def _suit_placed(mind: Mind, one: tuple[int, CardId], seat: int, heights: list[int]) -> int | None:
    """The firework that a card goes on; none if it does not fit after all."""
    think, card = one
    face = think.bit_length() - 1 if seat == mind.me else mind.faces[card]
    suit = mind.deck.faces[face].suit
    return suit if heights[suit] == mind.deck.step[face] else None
