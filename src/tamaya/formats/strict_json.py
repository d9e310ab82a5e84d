"""Strict JSON: one value, no repeated keys, plain numbers. Errors name their place."""

import json
import re
from collections.abc import Container
from typing import NoReturn

from tamaya.formats.errors import FormatError
from tamaya.text.escape import quoted

MAX_DIGITS = 15  # of a whole number; no format needs more
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9]+|-?Infinity|NaN')


def parse_json(text: str, *, one_line: bool = False) -> object:
    """Parse a text that is one JSON value. With `one_line`, errors name the column only."""
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        line = "" if one_line else f"line {error.lineno}, "
        problem = error.msg.encode("ascii", "backslashreplace").decode()
        raise FormatError(f"this is not JSON: {problem}", f"{line}column {error.colno}") from None
    except RecursionError:
        raise FormatError("this is nested too deeply") from None
    except _BadNumber as error:
        raise FormatError(str(error), _place(text, error.written, one_line=one_line)) from None


def is_json(text: str) -> bool:
    """Whether the syntax of a text is that of one JSON value."""
    try:
        json.loads(text, parse_int=len)
    except (ValueError, RecursionError):
        return False
    return True


def require_object(value: object, where: str = "") -> dict[str, object]:
    """The value, which must be an object."""
    if isinstance(value, dict):
        return value
    raise _wrong("an object", value, where)


def require_list(value: object, where: str) -> list[object]:
    """The value, which must be a list."""
    if isinstance(value, list):
        return value
    raise _wrong("a list", value, where)


def require_text(value: object, where: str) -> str:
    """The value, which must be a string that can be written as UTF-8."""
    if not isinstance(value, str):
        raise _wrong("a text", value, where)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise FormatError("holds half a character (a lone surrogate)", where) from None
    return value


def require_int(value: object, where: str, allowed: range) -> int:
    """The value, which must be a whole number in a range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong("a whole number", value, where)
    if value not in allowed:
        raise FormatError(f"must be {allowed[0]} to {allowed[-1]}, not {value}", where)
    return value


def require_bool(value: object, where: str) -> bool:
    """The value, which must be true or false."""
    if isinstance(value, bool):
        return value
    raise _wrong("true or false", value, where)


def require_key(holder: dict[str, object], key: str, where: str = "") -> object:
    """The value of a key that must be present."""
    if key in holder:
        return holder[key]
    raise FormatError("is missing", f"{where}.{key}" if where else key)


def unknown_keys(holder: dict[str, object], known: Container[str], where: str = "") -> list[str]:
    """The keys that are not known, safe to print."""
    names = (key if key.isascii() and key.isidentifier() else quoted(key) for key in holder)
    return [where + name[:40] for key, name in zip(holder, names, strict=True) if key not in known]


def _wrong(wanted: str, value: object, where: str) -> FormatError:
    return FormatError(f"must be {wanted}, not {_kind(value)}", where)


def _kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    if value is None:
        return "null"
    return kinds.get(type(value), "a whole number" if isinstance(value, int) else "a fraction")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise FormatError(f"the key {quoted(key)} is there twice")
        found[key] = value
    return found


class _BadNumber(Exception):
    """NaN, an infinity, or a number with too many digits."""

    def __init__(self, problem: str, written: str) -> None:
        super().__init__(problem)
        self.written = written


def _constant(word: str) -> NoReturn:
    raise _BadNumber(f"{word} is not a number in JSON", word)


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _BadNumber(f"a whole number of {len(digits)} digits is too long", digits)
    return int(digits)


def _place(text: str, written: str, *, one_line: bool) -> str:
    """The place where a number first occurs outside strings."""
    found = next((m for m in _TOKENS.finditer(text) if m[0] == written), None)
    at = found.start() if found else 0
    column = at - text.rfind("\n", 0, at)
    return (
        f"column {column}"
        if one_line
        else f"line {text.count(chr(10), 0, at) + 1}, column {column}"
    )
