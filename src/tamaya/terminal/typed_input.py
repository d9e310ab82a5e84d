"""Parses what a person types at the prompt: the notation, names, and a few more words."""

import re
from collections.abc import Mapping

from tamaya.formats.errors import FormatError
from tamaya.formats.notation import NotAnAction, parse_action
from tamaya.rules import Action, IllegalAction, Seat, View, refusal
from tamaya.terminal.phrases import People
from tamaya.text.escape import quoted
from tamaya.text.labels import SEAT_LETTERS

FILLERS = frozenset({"the", "all", "card", "cards", "about", "my"})
MAX_LINE = 200  # characters; the rest of a line is ignored


class InputError(ValueError):
    """A line that is no legal action; the message is a sentence for the person."""


def parse_input(view: View, people: People, line: str) -> Action:
    """The legal action that a line means."""
    try:
        action = parse_action(view.table, _plain(people, line[:MAX_LINE]))
    except NotAnAction as error:
        raise InputError(f"I do not understand {quoted(line)}. Type ? for help.") from error
    except FormatError as error:
        raise InputError(_sentence(error.problem)) from error
    reason = refusal(view, action)
    if reason is not None:
        raise InputError(_sentence(str(IllegalAction(reason))))
    return action


def _plain(people: People, line: str) -> str:
    """The line in the notation: seat letters for names, without filler words and plurals."""
    words = [w for w in re.split(r"[\s:,.]+", line.lower()) if w and w not in FILLERS]
    is_clue = ":" in line or bool(words and words[0] in ("tell", "clue"))
    if words and words[0] in ("tell", "clue"):
        words = words[1:]
    if line.startswith("D ") and len(people.names) > SEAT_LETTERS.index("D"):
        raise InputError("D:1 tells D, d1 discards: which one?")
    seats = _seats(people)
    if len(words) > 1 and words[0] in seats and (is_clue or words[0] != "d"):  # `d 1` discards
        clue = " ".join(_singular(word) for word in words[1:])
        return f"{SEAT_LETTERS[seats[words[0]]]}:{clue}"
    if words and words[0] == "t":
        words[0] = "take"
    return " ".join(words)


def _singular(word: str) -> str:
    """`3s` and `reds` as `3` and `red`."""
    return word[:-1] if len(word) > 1 and word.endswith("s") else word


def _seats(people: People) -> Mapping[str, Seat]:
    letters = {letter.lower(): Seat(seat) for seat, letter in enumerate(SEAT_LETTERS)}
    names = {name.lower(): Seat(seat) for seat, name in enumerate(people.names)}
    return {**names, **letters}


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
