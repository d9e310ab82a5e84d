"""Sets of faces as bits of an integer, so that intersecting and counting them is fast."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tamaya.rules import CardId, Clue, ColourClue, Face, Options

FaceSet = int  # bit n stands for face number n of the deck


class DeckFaces(NamedTuple):
    """The faces of a deck by number, and the sets of faces that bots ask for again and again."""

    faces: tuple[Face, ...]
    number: dict[Face, int]
    copies: tuple[int, ...]
    step: tuple[int, ...]  # how many cards lie below the face on its firework
    at_step: tuple[FaceSet, ...]  # the faces with so many cards below them
    firework: tuple[tuple[FaceSet, ...], ...]  # for each suit its faces, in the order of play
    by_colour: tuple[FaceSet, ...]  # what each colour clue touches
    by_value: tuple[FaceSet, ...]  # what each value clue touches; nothing at index 0
    every: FaceSet
    by_suit: tuple[FaceSet, ...]
    colours_of: tuple[frozenset[int], ...]  # the colours that touch each suit
    covering: tuple[tuple[int, ...], ...]  # for each suit those that all its colours touch, too

    def suits_in(self, faces: FaceSet) -> list[int]:
        """The suits of some faces."""
        return [suit for suit, bits in enumerate(self.by_suit) if faces & bits]

    def count_values(self, faces: FaceSet) -> int:
        """How many values some faces have."""
        return sum(1 for bits in self.by_value if faces & bits)

    def touched(self, clue: Clue) -> FaceSet:
        """The faces that a clue touches."""
        if isinstance(clue, ColourClue):
            return self.by_colour[clue.colour]
        return self.by_value[clue.value]


@lru_cache(maxsize=64)
def deck_faces(options: Options) -> DeckFaces:
    """The faces of the deck that these options play with."""
    faces = tuple(sorted(options.copies))
    number = {face: n for n, face in enumerate(faces)}
    suits, values = range(len(options.suits)), range(options.values + 1)
    colours_of = tuple(
        frozenset(c for c, touches in enumerate(options.touches) if touches[suit]) for suit in suits
    )

    def where(wanted: Sequence[bool]) -> FaceSet:
        return sum(1 << n for n, chosen in enumerate(wanted) if chosen)

    return DeckFaces(
        faces,
        number,
        copies=tuple(options.copies[face] for face in faces),
        step=tuple(options.step[face] for face in faces),
        at_step=tuple(
            where([options.step[face] == step for face in faces]) for step in range(options.values)
        ),
        firework=tuple(
            tuple(1 << number[Face(index, value)] for value in suit.order)
            for index, suit in enumerate(options.suits)
        ),
        by_colour=tuple(
            where([touches[face.suit] for face in faces]) for touches in options.touches
        ),
        by_value=tuple(where([face.value == value for face in faces]) for value in values),
        every=(1 << len(faces)) - 1,
        by_suit=tuple(where([face.suit == suit for face in faces]) for suit in suits),
        colours_of=colours_of,
        covering=tuple(
            tuple(suit for suit, more in enumerate(colours_of) if colours <= more)
            for colours in colours_of
        ),
    )


def narrow_by_clue(faces: FaceSet, clue_faces: FaceSet, *, touched: bool) -> FaceSet:
    """The faces left once a clue for `clue_faces` has touched a card, or has not."""
    return faces & (clue_faces if touched else ~clue_faces)


def is_single(faces: FaceSet) -> bool:
    """Whether a set has one face (or none)."""
    return faces & (faces - 1) == 0


def face_numbers(faces: FaceSet) -> Iterator[int]:
    """The numbers of the faces in a set, the highest first."""
    while faces:
        yield faces.bit_length() - 1
        faces ^= 1 << faces.bit_length() - 1


def available(copies_left: Sequence[int]) -> FaceSet:
    """The faces of which a copy is left."""
    return sum(1 << n for n, count in enumerate(copies_left) if count > 0)


def eliminate_by_count(possible: dict[CardId, FaceSet], copies_left: Sequence[int]) -> list[int]:
    """Rule out, in place, the faces of which known cards hold every copy that is left.

    Returns how many copies of each face the known cards hold.
    """
    while True:
        known = [0] * len(copies_left)
        for faces in possible.values():
            if faces & (faces - 1) == 0:
                known[faces.bit_length() - 1] += 1
        full = sum(1 << n for n, copies in enumerate(copies_left) if known[n] >= copies)
        changed = False
        for card, faces in possible.items():
            if faces & (faces - 1) and faces & full and faces & ~full:
                possible[card] = faces & ~full
                changed = True
        if not changed:
            return known


class CopyCounts(NamedTuple):
    """How many copies of each face are left, as the sets with at least one, two and three."""

    one: FaceSet
    two: FaceSet
    three: FaceSet

    def total(self, faces: FaceSet) -> int:
        """How many copies these faces have together; more than three of a face count as three."""
        return (
            (faces & self.one).bit_count()
            + (faces & self.two).bit_count()
            + (faces & self.three).bit_count()
        )

    def probability(self, faces: FaceSet, among: FaceSet) -> float:
        """How likely a card that can be any of `faces` is one of `among`."""
        return self.total(faces & among) / (self.total(faces) or 1)


def copy_counts(copies_left: Sequence[int]) -> CopyCounts:
    """The counts of a list with a number for each face."""
    one, two, three = (
        sum(1 << n for n, count in enumerate(copies_left) if count >= least) for least in (1, 2, 3)
    )
    return CopyCounts(one, two, three)
