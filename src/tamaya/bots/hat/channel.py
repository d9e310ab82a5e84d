"""The channel: every clue is a number that everybody at the table can read.

Where a clue may point at nothing, all colours and values can be named to every teammate: each clue
is a number of its own. Otherwise each teammate has a card in the middle of attention, the pivot,
and a clue tells a number by pointing at the pivot or not, and by naming a colour or a value. Only
as many numbers are counted as can be told for certain, whatever the hands are.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tamaya.bots.deck import Board, Deck, is_single
from tamaya.rules import CardId, Clue, ColourClue, Table

SURELY_DIFFERENT = 3  # cards of which two are different but in the rarest of hands


class Part(NamedTuple):
    """The numbers that clues to one teammate tell."""

    first: int
    pivot: CardId
    hits: int  # numbers of the clues that point at the pivot: 1, or 2 by colour and by value
    misses: int  # likewise of those that do not

    @property
    def size(self) -> int:
        return self.hits + self.misses


class Channel:
    """The clues that one seat can give, as numbers from 0 to `numbers` - 1."""

    def __init__(
        self,
        cards: Deck,
        table: Table,
        may: Mapping[CardId, int],
        receivers: Sequence[int],
        board: Board,
    ) -> None:
        self.values = table.options.values
        self.colours = len(table.options.colours)
        self.free = table.options.empty_clues
        self.parts: dict[int, Part] = {}
        self.numbers = 0
        for seat in receivers:
            hand = table.hands[seat]
            if self.free:
                part = Part(self.numbers, hand[0], self.values + self.colours, 0)
            else:
                part = max(
                    (_part(self.numbers, cards, may, hand, card) for card in hand),
                    key=lambda part: (part.size, _interest(may[part.pivot], board, cards)),
                )
            self.parts[seat] = part
            self.numbers += part.size

    def number(self, clue: Clue, touched: Sequence[CardId]) -> int:
        """The number that a clue tells."""
        first, pivot, hits, misses = self.parts[clue.to]
        if self.free:
            named = self.values + clue.colour if isinstance(clue, ColourClue) else clue.value - 1
            return first + named
        by_colour = isinstance(clue, ColourClue)
        if pivot in touched:
            return first + (by_colour if hits > 1 else 0)
        return first + hits + (by_colour if misses > 1 else 0)


def _part(
    first: int, cards: Deck, may: Mapping[CardId, int], hand: Sequence[CardId], pivot: CardId
) -> Part:
    own = may[pivot]
    others = [may[card] for card in hand if card != pivot]
    coloured = all(cards.colours_of[suit] for suit in cards.suits_in(own))
    other_value = any(not cards.values_in(own) & cards.values_in(faces) for faces in others)
    other_colour = any(cards.apart(faces, own) for faces in others)
    sure = other_value or other_colour or len(hand) >= SURELY_DIFFERENT
    return Part(first, pivot, 1 + coloured, (other_value and other_colour) + sure if others else 0)


def _interest(faces: int, board: Board, cards: Deck) -> int:
    """How much there is to be told about a card."""
    if is_single(faces) or not faces & ~board.useless:
        return 0
    return 1 + (len(cards.suits_in(faces)) > 1) + (cards.values_in(faces).bit_count() > 1)
