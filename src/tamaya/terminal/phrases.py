"""Phrases for cards, clues and players, shared by all sentences about a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.rules import Clue, ColourClue, Face, Options, Seat
from tamaya.text.escape import escape_controls
from tamaya.text.labels import SEAT_LETTERS

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if 0 < count < len(NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """`one card`, `two cards`, `no card`."""
    if count == 0:
        return f"no {noun}"
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def listed(names: Sequence[str]) -> str:
    """`red`, `red and blue`, `red, green and blue`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def card_words(options: Options, face: Face) -> str:
    """A card, such as `red 3`."""
    return f"{options.suits[face.suit].name} {face.value}"


def clue_words(options: Options, clue: Clue, count: int) -> str:
    """What a clue says: `two green cards`, `one 3`, `no red card`."""
    if isinstance(clue, ColourClue):
        return counted(count, f"{options.colours[clue.colour].value} card")
    return counted(count, str(clue.value)) if count else f"no {clue.value}s"


@dataclass(frozen=True, slots=True)
class People:
    """The names at the table, and the seat that is addressed as `you`, if any."""

    names: tuple[str, ...]
    you: Seat | None = None

    def name(self, seat: Seat) -> str:
        """A player's name, safe to print."""
        return escape_controls(self.names[seat]) or SEAT_LETTERS[seat]

    def subject(self, seat: Seat) -> str:
        """`Hana`, or `You` at the beginning of a sentence."""
        return "You" if seat == self.you else self.name(seat)

    def object(self, seat: Seat) -> str:
        """`Hana`, or `you` inside a sentence."""
        return "you" if seat == self.you else self.name(seat)

    def does(self, seat: Seat, verb: str) -> str:
        """`Hana plays`, `You play`."""
        return f"{self.subject(seat)} {verb if seat == self.you else verb + 's'}"
