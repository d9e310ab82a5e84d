"""The channel: every clue stands for a number that everybody at the table can read.

Where a clue may touch no card, all colours and values can be named to every teammate, and each clue
is a number of its own. Otherwise some cards of each teammate are pivots: a clue stands for a number
by naming a colour or a value, and by the first pivot that it touches, or none. Only as many numbers
are used as can be expressed in all but the rarest of hands.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tamaya.bots.hat.public_snapshot import PublicSnapshot
from tamaya.bots.inference.face_sets import CopyCounts, FaceSet, is_single
from tamaya.rules import CardId, Clue, ColourClue, Table

RARE = 0.005  # the highest probability that a number which is used cannot be expressed
SURELY_DIFFERENT = 3  # cards among which two differ in all but the rarest of hands


class ClueKind(NamedTuple):
    """The colour clues, or the value clues, to a hand, as far as they can be told apart."""

    pivots: tuple[CardId, ...]
    others: bool  # whether touching no pivot is a number too

    @property
    def size(self) -> int:
        return len(self.pivots) + self.others

    def place(self, touched: Sequence[CardId]) -> int:
        """The first pivot that a clue touches."""
        for place, pivot in enumerate(self.pivots):
            if pivot in touched:
                return place
        return len(self.pivots)


class ReceiverCode(NamedTuple):
    """The numbers that clues to one teammate stand for."""

    first: int
    by_value: ClueKind
    by_colour: ClueKind
    joined: bool  # whether touching no pivot is one number, by colour or by value

    @property
    def size(self) -> int:
        return max(1, self.by_value.size + self.by_colour.size + self.joined)

    def number(self, clue: Clue, touched: Sequence[CardId]) -> int:
        """The number that a clue stands for."""
        by_colour = isinstance(clue, ColourClue)
        kind = self.by_colour if by_colour else self.by_value
        place = kind.place(touched)
        if place >= kind.size:  # it cannot be told apart by its kind
            return self.first + self.size - 1
        return self.first + place + (self.by_value.size if by_colour else 0)


class Channel:
    """The clues that one seat can give, as numbers from 0 to `size` - 1."""

    def __init__(
        self,
        table: Table,
        possible: Mapping[CardId, FaceSet],
        receivers: Sequence[int],
        public: PublicSnapshot,
    ) -> None:
        self.values = table.options.values
        self.empty_clues = table.options.empty_clues
        self.first: dict[int, int] = {}
        self.codes: dict[int, ReceiverCode] = {}
        self.size = 0
        pivots = PivotChooser(public)
        for seat in receivers:
            self.first[seat] = self.size
            if self.empty_clues:
                self.size += self.values + len(table.options.colours)
                continue
            hand = {card: possible[card] for card in table.hands[seat]}
            self.codes[seat] = code = pivots.receiver_code(self.size, hand)
            self.size += code.size

    def number(self, clue: Clue, touched: Sequence[CardId]) -> int:
        """The number that a clue stands for."""
        if not self.empty_clues:
            return self.codes[clue.to].number(clue, touched)
        named = self.values + clue.colour if isinstance(clue, ColourClue) else clue.value - 1
        return self.first[clue.to] + named


class PivotChooser:
    """Chooses pivots: cards about which much can be told, and that clues can tell apart."""

    def __init__(self, public: PublicSnapshot) -> None:
        deck = public.deck
        alone = [(value,) for value in range(len(deck.by_value))]
        coloured = sum(
            faces for faces, colours in zip(deck.by_suit, deck.colours_of, strict=True) if colours
        )
        self.public = public
        self.values = CluePartition(deck.by_value, alone, deck.every, public.copies)
        self.colours = CluePartition(deck.by_suit, deck.covering, coloured, public.copies)

    def receiver_code(self, first: int, hand: Mapping[CardId, FaceSet]) -> ReceiverCode:
        """The code for a hand: by the most interesting cards, if that gives enough numbers."""
        cards = sorted(hand, key=lambda card: -self._interest(hand[card]))
        by_value, by_colour = self.values.best(hand, cards), self.colours.best(hand, cards)
        joined = by_value.size == by_colour.size == 1 and len(hand) >= SURELY_DIFFERENT
        if joined and by_colour.pivots:
            return ReceiverCode(first, by_colour, by_colour, joined=True)
        return ReceiverCode(first, by_value, by_colour, joined=False)

    def _interest(self, faces: FaceSet) -> int:
        """How much there is to tell about a card."""
        if is_single(faces) or not faces & ~self.public.needs.trash:
            return 0
        deck = self.public.deck
        return 1 + (len(deck.suits_in(faces)) > 1) + (deck.count_values(faces) > 1)


class CluePartition:
    """How likely cards can be told apart by naming a value, or by naming a colour."""

    def __init__(
        self,
        classes: Sequence[FaceSet],  # faces that the same clues touch
        covering: Sequence[Sequence[int]],  # for each class those that all its clues touch, too
        nameable: FaceSet,  # faces that some clue touches
        copies: CopyCounts,
    ) -> None:
        self.classes, self.covering, self.nameable = classes, covering, nameable
        self.copies = copies
        self._probabilities: dict[FaceSet, list[float]] = {}
        self._separable: dict[tuple[FaceSet, FaceSet], float] = {}

    def best(self, hand: Mapping[CardId, FaceSet], cards: Sequence[CardId]) -> ClueKind:
        """With these cards first, or with the best known ones if that gives more numbers."""
        known = sorted(hand, key=lambda card: -self._in_classes(hand[card]).count(0.0))
        return max(self._kind(hand, cards), self._kind(hand, known), key=lambda kind: kind.size)

    def _kind(self, hand: Mapping[CardId, FaceSet], cards: Sequence[CardId]) -> ClueKind:
        """As many pivots as can be told apart."""
        pivots: list[CardId] = []
        nothing_else = 1.0  # how likely nothing but pivots can be named
        for card in cards:
            past = [self._touches_without(hand[card], hand[pivot]) for pivot in pivots]
            apart = math.prod(past) if past else self._touches_any(hand[card])
            if apart >= 1 - RARE:
                pivots.append(card)
            else:
                nothing_else *= 1 - apart
        return ClueKind(tuple(pivots), nothing_else <= RARE)

    def _touches_any(self, faces: FaceSet) -> float:
        """How likely some clue touches a card."""
        return self._probability(faces, self.nameable)

    def _touches_without(self, faces: FaceSet, pivot: FaceSet) -> float:
        """How likely some clue touches a card, but not a pivot."""
        if (faces, pivot) not in self._separable:
            theirs, apart = self._in_classes(pivot), 0.0
            for chance, covering in zip(self._in_classes(faces), self.covering, strict=True):
                if chance:
                    apart += chance * (1 - sum([theirs[one] for one in covering]))
            self._separable[faces, pivot] = apart
        return self._separable[faces, pivot]

    def _in_classes(self, faces: FaceSet) -> list[float]:
        """How likely a card is in each of the classes."""
        if faces not in self._probabilities:
            self._probabilities[faces] = [self._probability(faces, one) for one in self.classes]
        return self._probabilities[faces]

    def _probability(self, faces: FaceSet, among: FaceSet) -> float:
        if is_single(faces):
            return float(bool(faces & among))
        return self.copies.probability(faces, among)
