"""Names that are safe to show: which characters they may have, and which names look alike."""

import unicodedata

from tamaya.text.confusables import skeleton

LONGEST_NAME = 60
JOINERS = "\u200c\u200d"  # inside words of some scripts, and inside emoji
# other plain characters that are invisible: fillers of some scripts, and variation selectors
INVISIBLE = f"{JOINERS}\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # those of them that look like white space
MAX_MARKS = 3  # on one letter: enough for Hebrew, Thai and Devanagari
VARIATION_SELECTORS = range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)


def is_plain(character: str) -> bool:
    """Whether a character has no effect on others: no control, direction mark or surrogate."""
    category = unicodedata.category(character)
    return category not in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp") or character in JOINERS


def is_visible(character: str) -> bool:
    """Whether a character is visible."""
    return character not in INVISIBLE and not any(
        ord(character) in forms for forms in VARIATION_SELECTORS
    )


def name_key(name: str) -> str:
    """The key of a name for accounts and seats: without capitals and invisible characters.

    Stored data depends on it, so it must not change; `lookalike_keys` compares more closely.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return _visible(unicodedata.normalize("NFKC", plain))


def lookalike_keys(name: str) -> frozenset[str]:
    """Keys for the look of a name; two names that share a key can be mistaken for each other.

    One key ignores capitals from the start. The other replaces look-alikes before it does, because
    a capital I looks like a small L and a small I does not.
    """
    as_written = skeleton(_visible(unicodedata.normalize("NFKC", name)))
    return frozenset({skeleton(name_key(name)), skeleton(as_written.casefold())})


def _visible(text: str) -> str:
    """A text without invisible characters, and with single spaces for white space."""
    seen = (" " if c in BLANK else c for c in text if c in BLANK or is_visible(c))
    return " ".join("".join(seen).split())


def tidy_name(name: str) -> str:
    """A name as it is shown: composed letters, single spaces inside and none around it."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_good_name(name: str) -> bool:
    """Whether a tidy name can be shown: visible, not too long, and within its line."""
    length = max(len(name), len(unicodedata.normalize("NFKC", name)))
    plain = length <= LONGEST_NAME and all(map(is_plain, name))
    return plain and most_marks(name) <= MAX_MARKS and bool(name_key(name))


def most_marks(text: str) -> int:
    """The largest number of marks on one letter; joiners between them do not count."""
    most = marks = 0
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
        elif character not in JOINERS:
            marks = 0
        most = max(most, marks)
    return most
