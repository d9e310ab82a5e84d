"""Faces as bits: sets of faces are whole numbers, so that counting and cutting are quick."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tamaya.rules import CardId, Clue, ColourClue, Face, Options, Table
from tamaya.rules.scoring import reachable_heights


class Deck(NamedTuple):
    """The faces of a game by number; the face with number n is the bit 1 << n."""

    faces: tuple[Face, ...]
    number: dict[Face, int]
    copies: tuple[int, ...]
    step: tuple[int, ...]  # how many cards lie below it
    steps: tuple[int, ...]  # the faces with so many cards below them
    suits: tuple[tuple[int, ...], ...]  # by suit: bits from the first card to the last
    colours: tuple[int, ...]  # what each colour clue points at
    values: tuple[int, ...]  # what each value clue points at, from 1 on (0: nothing)
    every: int
    suit_bits: tuple[int, ...]  # all faces of each suit
    colours_of: tuple[frozenset[int], ...]  # the colours that point at each suit
    covers: tuple[tuple[int, ...], ...]  # the suits that all these colours point at, of each suit

    def suits_in(self, faces: int) -> list[int]:
        """The suits of some faces."""
        return [suit for suit, bits in enumerate(self.suit_bits) if faces & bits]

    def values_in(self, faces: int) -> int:
        """The values of some faces, as bits."""
        return sum(1 << value for value, bits in enumerate(self.values) if faces & bits)

    def touched(self, clue: Clue) -> int:
        """The faces that a clue points at."""
        return (
            self.colours[clue.colour] if isinstance(clue, ColourClue) else self.values[clue.value]
        )


@lru_cache(maxsize=64)
def deck(options: Options) -> Deck:
    """The deck of a game."""
    faces = tuple(sorted(options.copies))
    number = {face: n for n, face in enumerate(faces)}
    colours_of = tuple(
        frozenset(c for c, touches in enumerate(options.touches) if touches[suit])
        for suit in range(len(options.suits))
    )
    return Deck(
        faces,
        number,
        tuple(options.copies[face] for face in faces),
        tuple(options.step[face] for face in faces),
        tuple(
            sum(1 << n for n, face in enumerate(faces) if options.step[face] == step)
            for step in range(options.values)
        ),
        tuple(
            tuple(1 << number[Face(index, value)] for value in suit.order)
            for index, suit in enumerate(options.suits)
        ),
        tuple(
            sum(1 << n for n, face in enumerate(faces) if touches[face.suit])
            for touches in options.touches
        ),
        tuple(
            sum(1 << n for n, face in enumerate(faces) if face.value == value)
            for value in range(options.values + 1)
        ),
        (1 << len(faces)) - 1,
        tuple(
            sum(1 << n for n, face in enumerate(faces) if face.suit == suit)
            for suit in range(len(options.suits))
        ),
        colours_of,
        tuple(
            tuple(suit for suit, more in enumerate(colours_of) if colours <= more)
            for colours in colours_of
        ),
    )


class Board(NamedTuple):
    """What the fireworks can do with each face."""

    fitting: int  # placed at once
    useless: int  # never placed any more


def board(cards: Deck, table: Table) -> Board:
    """The board as it lies on the table."""
    fitting = useless = 0
    for suit, height, reach in zip(
        cards.suits, table.fireworks, reachable_heights(table), strict=True
    ):
        for below, bit in enumerate(suit):
            if below < height or below >= reach:
                useless |= bit
            elif below == height:
                fitting |= bit
    return Board(fitting, useless)


def cut(faces: int, mask: int, *, pointed: bool) -> int:
    """What a card can be once a clue that points at these faces has pointed at it, or past it."""
    return faces & (mask if pointed else ~mask)


def is_single(faces: int) -> bool:
    """Whether a set has just one face."""
    return faces & (faces - 1) == 0


def numbers(faces: int) -> Iterator[int]:
    """The numbers of the faces in a set."""
    while faces:
        yield faces.bit_length() - 1
        faces ^= 1 << faces.bit_length() - 1


def count_off(may: dict[CardId, int], left: Sequence[int]) -> list[int]:
    """Cut the faces of which all copies are in cards that are known; how many copies those are."""
    while True:
        known = [0] * len(left)
        for faces in may.values():
            if faces & (faces - 1) == 0:
                known[faces.bit_length() - 1] += 1
        full = sum(1 << n for n, copies in enumerate(left) if known[n] >= copies)
        changed = False
        for card, faces in may.items():
            if faces & (faces - 1) and faces & full and faces & ~full:
                may[card] = faces & ~full
                changed = True
        if not changed:
            return known


class Weights(NamedTuple):
    """How many copies of each face there may be: the faces with at least one, two, three."""

    one: int
    two: int
    three: int

    def of(self, faces: int) -> int:
        """How many copies these faces have together; more than three of a face count as three."""
        return (
            (faces & self.one).bit_count()
            + (faces & self.two).bit_count()
            + (faces & self.three).bit_count()
        )

    def part(self, faces: int, some: int) -> float:
        """How likely a card of these faces has one of some."""
        return self.of(faces & some) / (self.of(faces) or 1)


def weights(left: Sequence[int]) -> Weights:
    """The weights for a list of counts."""
    one, two, three = (
        sum(1 << n for n, count in enumerate(left) if count >= least) for least in (1, 2, 3)
    )
    return Weights(one, two, three)
