"""Actions: what the seat to move can do, as plain values."""

from dataclasses import dataclass
from typing import NewType

from tamaya.rules.suits import Face

Seat = NewType("Seat", int)  # 0 … players - 1, clockwise
FIRST_SEAT = Seat(0)
CardId = NewType("CardId", int)  # a card's draw number: the first card dealt is 0


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card of one's own, its suit announced or not (R4.6)."""

    card: CardId
    announced: int | None = None  # a suit, as its place in `Options.suits`


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card of one's own for a clue token."""

    card: CardId


@dataclass(frozen=True, slots=True)
class ColourClue:
    """Point out every card of a colour, named by its place in `Options.colours`."""

    to: Seat
    colour: int


@dataclass(frozen=True, slots=True)
class ValueClue:
    """Point out every card of a value."""

    to: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Take:
    """Choose a card in the discard pile, as bonus tiles 5 and 6 ask."""

    face: Face


@dataclass(frozen=True, slots=True)
class Forgo:
    """Leave bonus tile 5 unused; possible when the deck is empty."""


Clue = ColourClue | ValueClue
Action = Play | Discard | ColourClue | ValueClue | Take | Forgo
