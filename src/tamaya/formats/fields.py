"""Names, notes and decks: the parts that several formats hold, read and checked alike."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from tamaya.formats.confusables import skeleton
from tamaya.formats.errors import FormatError
from tamaya.formats.strict_json import a_list, a_text
from tamaya.formats.text import face_text
from tamaya.rules import Face, Options
from tamaya.rules.options import PLAYERS

LONGEST_NAME = 60
JOINERS = "\u200c\u200d"  # inside words of some scripts, and inside emoji
# what else is plain and yet not seen: fillers of some scripts, and choices between forms
UNSEEN = f"{JOINERS}\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # of those, what is seen as white space
MOST_MARKS = 3  # in a row, on one letter: enough for Hebrew, Thai and Devanagari
FORMS = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)
LONGEST_NOTE = 2000
Notes = tuple[tuple[str, ...], ...]


def read_names(value: object, where: str = "players") -> tuple[str, ...]:
    """The names of 2 to 5 players."""
    names = a_list(value, where)
    if len(names) not in PLAYERS:
        raise FormatError(f"2 to 5 players play, not {len(names)}", where)
    return tuple(_name(name, f"{where}[{seat}]") for seat, name in enumerate(names))


def _name(value: object, where: str) -> str:
    name = a_text(value, where)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise FormatError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}", where)
    if not name.strip() or not all(map(is_plain, name)):
        raise FormatError("a name is made of printable characters", where)
    return name


def is_plain(character: str) -> bool:
    """Whether a character only shows itself: no control, no change of direction, no half one."""
    category = unicodedata.category(character)
    return category not in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp") or character in JOINERS


def is_seen(character: str) -> bool:
    """Whether there is anything to see of a character."""
    return character not in UNSEEN and not any(ord(character) in forms for forms in FORMS)


def folded(name: str) -> str:
    """A name as guests' accounts are found by it: without capitals and what nobody sees.

    Accounts and seats are kept under it, so that it stays as it is; `looks` compares more closely.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return _visible(unicodedata.normalize("NFKC", plain))


def looks(name: str) -> frozenset[str]:
    """What a name looks like; two names that share one of these may be taken for each other.

    One is without regard to capitals; for the other, they are told apart first: a capital I looks
    like a small L, though a small I does not.
    """
    as_written = skeleton(_visible(unicodedata.normalize("NFKC", name)))
    return frozenset({skeleton(folded(name)), skeleton(as_written.casefold())})


def _visible(text: str) -> str:
    """A text without what nobody sees; all white space in it is single spaces."""
    seen = (" " if c in BLANK else c for c in text if c in BLANK or is_seen(c))
    return " ".join("".join(seen).split())


def tidy_name(name: str) -> str:
    """A name as it is shown: composed letters, and single spaces inside it alone."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_good_name(name: str) -> bool:
    """Whether a tidy name can be shown: it is seen, not too long, and stays in its line."""
    length = max(len(name), len(unicodedata.normalize("NFKC", name)))
    plain = length <= LONGEST_NAME and all(map(is_plain, name))
    return plain and most_marks(name) <= MOST_MARKS and bool(folded(name))


def most_marks(text: str) -> int:
    """How many marks are on one letter at most; joiners between them do not count."""
    most = marks = 0
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
        elif character not in JOINERS:
            marks = 0
        most = max(most, marks)
    return most


def read_notes(value: object, options: Options, where: str = "notes") -> Notes:
    """The notes by seat and card; nothing if all are empty."""
    rows = a_list(value, where)
    if rows and len(rows) != options.players:
        raise FormatError(f"{len(rows)} lists of notes for {options.players} players", where)
    notes = tuple(_row(row, options, f"{where}[{seat}]") for seat, row in enumerate(rows))
    return notes if any(map(any, notes)) else ()


def _row(value: object, options: Options, where: str) -> tuple[str, ...]:
    row = a_list(value, where)
    most = len(options.deck) + options.tiles  # a card shuffled back by tile 5 gets a new id
    if len(row) > most:
        raise FormatError(f"{len(row)} notes for {most} cards", where)
    return tuple(_note(note, f"{where}[{card}]") for card, note in enumerate(row))


def _note(value: object, where: str) -> str:
    note = a_text(value, where)
    if len(note) > LONGEST_NOTE:
        raise FormatError(f"a note has at most {LONGEST_NOTE} characters", where)
    return note


def check_cards(options: Options, cards: Sequence[Face], where: str = "deck") -> None:
    """Refuse cards that are not a shuffle of this game's deck, naming one that is wrong."""
    if len(cards) != len(options.deck):
        raise FormatError(f"holds {len(cards)} cards, not {len(options.deck)}", where)
    count = Counter(cards)
    for face, copies in options.copies.items():
        if count[face] > copies:
            raise FormatError(
                f"{face_text(options, face)} is there {count[face]} times, not {copies}", where
            )
