"""Names, notes and decks: the fields that several formats share, read and checked in one way."""

from collections import Counter
from collections.abc import Sequence

from tamaya.formats.errors import FormatError
from tamaya.formats.strict_json import require_list, require_text
from tamaya.rules import Face, Options
from tamaya.rules.options import PLAYERS
from tamaya.text.labels import face_text
from tamaya.text.names import LONGEST_NAME, MAX_MARKS, is_plain, most_marks

LONGEST_NOTE = 2000
Notes = tuple[tuple[str, ...], ...]


def read_names(value: object, where: str = "players") -> tuple[str, ...]:
    """Read the names of 2 to 5 players."""
    names = require_list(value, where)
    if len(names) not in PLAYERS:
        raise FormatError(f"2 to 5 players play, not {len(names)}", where)
    return tuple(_name(name, f"{where}[{seat}]") for seat, name in enumerate(names))


def _name(value: object, where: str) -> str:
    name = require_text(value, where)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise FormatError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}", where)
    if not name.strip() or not all(map(is_plain, name)):
        raise FormatError("a name is made of printable characters", where)
    return name


def check_marks(names: Sequence[str], where: str = "players") -> None:
    """Refuse names with so many combining marks on a letter that they run into other lines.

    Files from elsewhere are held to this; what is in a database already is read as it is.
    """
    for seat, name in enumerate(names):
        if most_marks(name) > MAX_MARKS:
            raise FormatError(f"a letter has at most {MAX_MARKS} marks", f"{where}[{seat}]")


def read_notes(value: object, options: Options, where: str = "notes") -> Notes:
    """Read the notes by seat and card; an empty tuple if all are empty."""
    rows = require_list(value, where)
    if rows and len(rows) != options.players:
        raise FormatError(f"{len(rows)} lists of notes for {options.players} players", where)
    notes = tuple(_row(row, options, f"{where}[{seat}]") for seat, row in enumerate(rows))
    return notes if any(map(any, notes)) else ()


def _row(value: object, options: Options, where: str) -> tuple[str, ...]:
    row = require_list(value, where)
    most = len(options.deck) + options.tiles  # a card shuffled back by tile 5 gets a new id
    if len(row) > most:
        raise FormatError(f"{len(row)} notes for {most} cards", where)
    return tuple(_note(note, f"{where}[{card}]") for card, note in enumerate(row))


def _note(value: object, where: str) -> str:
    note = require_text(value, where)
    if len(note) > LONGEST_NOTE:
        raise FormatError(f"a note has at most {LONGEST_NOTE} characters", where)
    return note


def check_cards(options: Options, cards: Sequence[Face], where: str = "deck") -> None:
    """Refuse cards that are not a shuffle of this game's deck; the error names a wrong card."""
    if len(cards) != len(options.deck):
        raise FormatError(f"holds {len(cards)} cards, not {len(options.deck)}", where)
    count = Counter(cards)
    for face, copies in options.copies.items():
        if count[face] > copies:
            raise FormatError(
                f"{face_text(options, face)} is there {count[face]} times, not {copies}", where
            )
