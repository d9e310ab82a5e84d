"""Suits and colours: what is printed on the cards, and which clues point it out."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Colour(StrEnum):
    """A colour that a clue can name."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    WHITE = "white"
    BLUE = "blue"
    MULTICOLOUR = "multicolour"


class Face(NamedTuple):
    """What is printed on a card: a suit, as its place in `Options.suits`, and a value."""

    suit: int
    value: int


TEN = (3, 2, 2, 2, 1)  # copies of the values 1 to 5 in a suit of ten cards
FIVE = (1, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Suit:
    """One firework: its cards, how it is built, how it is pointed out, what it is worth."""

    name: str
    letter: str = field(repr=False)
    touched_by: frozenset[Colour] = field(repr=False)
    copies: tuple[int, ...] = TEN  # of the values 1, 2, 3 …
    order: tuple[int, ...] = field(default=(1, 2, 3, 4, 5), repr=False)  # as it is built
    # a point off for each card missing, and none for those placed
    missing_costs: bool = field(default=False, repr=False)

    @property
    def ends_on_top(self) -> bool:
        """Whether the highest value completes it (R4.5: only then a tile is revealed)."""
        return self.order[-1] == max(self.order)


def plain(colour: Colour, copies: tuple[int, ...] = TEN) -> Suit:
    """A suit pointed out by its own colour, built upwards."""
    return Suit(colour.value, colour.value[0], frozenset({colour}), copies, _upwards(copies))


def wild(colours: Iterable[Colour], copies: tuple[int, ...] = TEN) -> Suit:
    """The multicolour suit that every one of these colours points out (R4.3)."""
    return Suit("multicolour", "m", frozenset(colours), copies, _upwards(copies))


def _upwards(copies: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(range(1, len(copies) + 1))


RED, YELLOW, GREEN, WHITE, BLUE = BASE = tuple(
    plain(colour) for colour in Colour if colour is not Colour.MULTICOLOUR
)
OWN10 = plain(Colour.MULTICOLOUR)
OWN5 = plain(Colour.MULTICOLOUR, FIVE)
WILD10 = wild(colour for suit in BASE for colour in suit.touched_by)
WILD5 = wild(WILD10.touched_by, FIVE)
BLACK = Suit("black", "k", frozenset(), copies=TEN[::-1], order=(5, 4, 3, 2, 1), missing_costs=True)
