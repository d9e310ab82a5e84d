"""The channel: every clue is a number that everybody at the table can read.

Where a clue may point at nothing, all colours and values can be named to every teammate: each clue
is a number of its own. Otherwise each teammate has cards in the middle of attention, the pivots:
a clue tells a number by naming a colour or a value, and by the first pivot that it points at, or
none. Only as many numbers are counted as can be told in all but the rarest of hands.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tamaya.bots.hat.public_snapshot import Public
from tamaya.bots.inference.face_sets import Weights, is_single
from tamaya.rules import CardId, Clue, ColourClue, Table

RARE = 0.005  # how likely a number that is counted cannot be told, at most
SURELY_DIFFERENT = 3  # cards of which two are different but in the rarest of hands


class Kind(NamedTuple):
    """The clues by colour, or those by value, as far as they can be told apart."""

    pivots: tuple[CardId, ...]
    others: bool  # whether pointing at none of them is a number too

    @property
    def size(self) -> int:
        return len(self.pivots) + self.others

    def place(self, touched: Sequence[CardId]) -> int:
        """The first pivot that a clue points at."""
        for place, pivot in enumerate(self.pivots):
            if pivot in touched:
                return place
        return len(self.pivots)


class Part(NamedTuple):
    """The numbers that clues to one teammate tell."""

    first: int
    by_value: Kind
    by_colour: Kind
    joined: bool  # whether pointing past the pivot is one number, by colour or by value

    @property
    def size(self) -> int:
        return max(1, self.by_value.size + self.by_colour.size + self.joined)

    def number(self, clue: Clue, touched: Sequence[CardId]) -> int:
        """The number that a clue tells."""
        by_colour = isinstance(clue, ColourClue)
        kind = self.by_colour if by_colour else self.by_value
        place = kind.place(touched)
        if place >= kind.size:  # it cannot be told apart by its kind
            return self.first + self.size - 1
        return self.first + place + (self.by_value.size if by_colour else 0)


class Channel:
    """The clues that one seat can give, as numbers from 0 to `numbers` - 1."""

    def __init__(
        self,
        table: Table,
        may: Mapping[CardId, int],
        receivers: Sequence[int],
        public: Public,
    ) -> None:
        self.values = table.options.values
        self.free = table.options.empty_clues
        self.first: dict[int, int] = {}
        self.parts: dict[int, Part] = {}
        self.numbers = 0
        names = Names(public)
        for seat in receivers:
            self.first[seat] = self.numbers
            if self.free:
                self.numbers += self.values + len(table.options.colours)
                continue
            hand = {card: may[card] for card in table.hands[seat]}
            self.parts[seat] = part = names.part(self.numbers, hand)
            self.numbers += part.size

    def number(self, clue: Clue, touched: Sequence[CardId]) -> int:
        """The number that a clue tells."""
        if not self.free:
            return self.parts[clue.to].number(clue, touched)
        named = self.values + clue.colour if isinstance(clue, ColourClue) else clue.value - 1
        return self.first[clue.to] + named


class Names:
    """What can be named about cards: their values, and the colours of their suits."""

    def __init__(self, public: Public) -> None:
        cards = public.deck
        alone = [(value,) for value in range(len(cards.values))]
        coloured = sum(
            bits for bits, named in zip(cards.suit_bits, cards.colours_of, strict=True) if named
        )
        self.public = public
        self.values = Apart(cards.values, alone, cards.every, public.weigh)
        self.colours = Apart(cards.suit_bits, cards.covers, coloured, public.weigh)

    def part(self, first: int, hand: Mapping[CardId, int]) -> Part:
        """The way to tell numbers with a hand: by the most interesting cards, if that is enough."""
        cards = sorted(hand, key=lambda card: -self._interest(hand[card]))
        by_value, by_colour = self.values.best(hand, cards), self.colours.best(hand, cards)
        joined = by_value.size == by_colour.size == 1 and len(hand) >= SURELY_DIFFERENT
        if joined and by_colour.pivots:
            return Part(first, by_colour, by_colour, joined=True)
        return Part(first, by_value, by_colour, joined=False)

    def _interest(self, faces: int) -> int:
        """How much there is to be told about a card."""
        if is_single(faces) or not faces & ~self.public.board.useless:
            return 0
        cards = self.public.deck
        return 1 + (len(cards.suits_in(faces)) > 1) + (cards.values_in(faces).bit_count() > 1)


class Apart:
    """How likely cards can be told apart by naming something."""

    def __init__(
        self,
        sets: Sequence[int],  # of faces about which the same can be named
        covers: Sequence[Sequence[int]],  # the sets of which all that can be named too, for each
        nameable: int,  # faces about which something can be named
        weigh: Weights,
    ) -> None:
        self.sets, self.covers, self.nameable, self.weigh = sets, covers, nameable, weigh
        self.known: dict[int, list[float]] = {}
        self.apart: dict[tuple[int, int], float] = {}

    def best(self, hand: Mapping[CardId, int], cards: Sequence[CardId]) -> Kind:
        """With these cards first, or with those of which most is known if that gives more."""
        known = sorted(hand, key=lambda card: -self._chances(hand[card]).count(0.0))
        return max(self._kind(hand, cards), self._kind(hand, known), key=lambda kind: kind.size)

    def _kind(self, hand: Mapping[CardId, int], cards: Sequence[CardId]) -> Kind:
        """As many pivots as can be told apart."""
        pivots: list[CardId] = []
        nothing_else = 1.0  # how likely nothing but pivots can be named
        for card in cards:
            past = [self._past(hand[card], hand[pivot]) for pivot in pivots]
            apart = math.prod(past) if past else self._any(hand[card])
            if apart >= 1 - RARE:
                pivots.append(card)
            else:
                nothing_else *= 1 - apart
        return Kind(tuple(pivots), nothing_else <= RARE)

    def _any(self, faces: int) -> float:
        """How likely something can be named that points at a card."""
        return self._chance(faces, self.nameable)

    def _past(self, faces: int, pivot: int) -> float:
        """How likely something can be named that points at a card, but not at a pivot."""
        if (faces, pivot) not in self.apart:
            theirs, apart = self._chances(pivot), 0.0
            for chance, covers in zip(self._chances(faces), self.covers, strict=True):
                if chance:
                    apart += chance * (1 - sum([theirs[one] for one in covers]))
            self.apart[faces, pivot] = apart
        return self.apart[faces, pivot]

    def _chances(self, faces: int) -> list[float]:
        """How likely a card is in each of the sets."""
        if faces not in self.known:
            self.known[faces] = [self._chance(faces, some) for some in self.sets]
        return self.known[faces]

    def _chance(self, faces: int, some: int) -> float:
        return float(bool(faces & some)) if is_single(faces) else self.weigh.part(faces, some)
