"""Names that are safe to show: which characters they may have, and which names look alike."""

import unicodedata

from tamaya.text.confusables import skeleton

LONGEST_NAME = 60
JOINERS = "\u200c\u200d"  # inside words of some scripts, and inside emoji
# what else is plain and yet not seen: fillers of some scripts, and choices between forms
UNSEEN = f"{JOINERS}\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # of those, what is seen as white space
MOST_MARKS = 3  # in a row, on one letter: enough for Hebrew, Thai and Devanagari
FORMS = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)


def is_plain(character: str) -> bool:
    """Whether a character only shows itself: no control, no change of direction, no half one."""
    category = unicodedata.category(character)
    return category not in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp") or character in JOINERS


def is_visible(character: str) -> bool:
    """Whether there is anything to see of a character."""
    return character not in UNSEEN and not any(ord(character) in forms for forms in FORMS)


def name_key(name: str) -> str:
    """A name as guests' accounts are found by it: without capitals and what nobody sees.

    Accounts and seats are kept under it, so that it stays as it is; `looks` compares more closely.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return _visible(unicodedata.normalize("NFKC", plain))


def lookalike_keys(name: str) -> frozenset[str]:
    """What a name looks like; two names that share one of these may be taken for each other.

    One is without regard to capitals; for the other, they are told apart first: a capital I looks
    like a small L, though a small I does not.
    """
    as_written = skeleton(_visible(unicodedata.normalize("NFKC", name)))
    return frozenset({skeleton(name_key(name)), skeleton(as_written.casefold())})


def _visible(text: str) -> str:
    """A text without what nobody sees; all white space in it is single spaces."""
    seen = (" " if c in BLANK else c for c in text if c in BLANK or is_visible(c))
    return " ".join("".join(seen).split())


def tidy_name(name: str) -> str:
    """A name as it is shown: composed letters, and single spaces inside it alone."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_good_name(name: str) -> bool:
    """Whether a tidy name can be shown: it is seen, not too long, and stays in its line."""
    length = max(len(name), len(unicodedata.normalize("NFKC", name)))
    plain = length <= LONGEST_NAME and all(map(is_plain, name))
    return plain and most_marks(name) <= MOST_MARKS and bool(name_key(name))


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
