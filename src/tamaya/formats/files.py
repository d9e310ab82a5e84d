"""Files of games: detects the format, reads one game or one a line, reports each bad game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import BinaryIO

from tamaya.formats import replay
from tamaya.formats.errors import FormatError
from tamaya.formats.fields import check_marks
from tamaya.formats.game import Converted, Game
from tamaya.formats.hanablive import link, replay_json
from tamaya.formats.strict_json import is_json, parse_json, require_object

MAX_GAME_BYTES = 1 << 20  # 1 MiB
CHUNK = 1 << 16
MAX_EARLY_ERRORS = 1000  # reported one by one before the first game of a large file
BOM = b"\xef\xbb\xbf"
TAMAYA, HANABLIVE, COMPACT = "tamaya", "hanablive", "compact"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One game of a file, or why it cannot be read."""

    place: str  # such as `line 3`; empty if the file is one document
    format: str  # a name in `FORMATS`; empty if it was not recognized
    game: Game | None = None
    error: FormatError | None = None
    warnings: tuple[str, ...] = ()


FORMATS: Mapping[str, Callable[[Game], Converted[str]]] = {
    TAMAYA: lambda game: Converted(replay.encode(game)),
    HANABLIVE: replay_json.encode,
    COMPACT: link.replay_link,
}
ENDINGS: Mapping[str, str] = {  # the first match counts
    ".hanablive.json": HANABLIVE,
    ".hanablive.jsonl": HANABLIVE,
    ".txt": COMPACT,
    ".url": COMPACT,
    ".json": TAMAYA,
    ".jsonl": TAMAYA,
}


def write_game(game: Game, format_name: str) -> Converted[str]:
    """Write a game as one line of a format; warnings name what the format does not keep."""
    if format_name not in FORMATS:
        raise FormatError(f"unknown format {format_name!a:.40}; known are {', '.join(FORMATS)}")
    return FORMATS[format_name](game)


def format_for(path: str | PurePath) -> str:
    """The format that a file's ending stands for."""
    name = PurePath(path).name.lower()
    for ending, format_name in ENDINGS.items():
        if name.endswith(ending):
            return format_name
    raise FormatError(f"{name!a:.60} does not say its format; known are {', '.join(ENDINGS)}")


def read_games(stream: BinaryIO) -> Iterator[FileEntry]:
    """Read all games of a file, one after the other; a bad one does not stop the rest."""
    head = _up_to(stream, MAX_GAME_BYTES + 1).removeprefix(BOM)
    if len(head) > MAX_GAME_BYTES:
        return _large(_lines(chain([head], iter(partial(stream.read, CHUNK), b""))))
    return _small(head)


def _up_to(stream: BinaryIO, most: int) -> bytes:
    parts, size = [], 0
    while size < most and (part := stream.read(most - size)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes | None]:
    """The lines without their line ends; None for a line that is too long."""
    rest, too_long = b"", False
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield None if too_long or len(line) > MAX_GAME_BYTES else line
            too_long = False
        if len(rest) > MAX_GAME_BYTES:
            rest, too_long = b"", True
    if rest or too_long:
        yield None if too_long else rest


def _small(data: bytes) -> Iterator[FileEntry]:
    """Read an input that is small enough to be one document."""
    text = _text(data)
    if isinstance(text, str) and is_json(text):
        yield _entry("", text)
    elif any(map(_is_game, data.split(b"\n"))):
        yield from _by_line(enumerate(data.split(b"\n"), start=1))
    else:
        error = _document_error(text) if isinstance(text, str) else text
        yield FileEntry("", "", error=error)


def _large(lines: Iterator[bytes | None]) -> Iterator[FileEntry]:
    """Read an input that is too long for one game.

    Errors before the first game are held back: if no game follows, there is one error for all.
    """
    numbered, waiting = enumerate(lines, start=1), list[FileEntry]()
    for number, line in numbered:
        found = list(_by_line([(number, line)]))
        if line is not None and _is_game(line):
            yield from _early_errors(waiting, number)
            yield from chain(found, _by_line(numbered))
            return
        if len(waiting) < MAX_EARLY_ERRORS:
            waiting += found
    yield FileEntry("", "", error=FormatError("larger than 1 MiB, and no line of it is a game"))


def _early_errors(waiting: list[FileEntry], game: int) -> Iterator[FileEntry]:
    """The errors before the first game, or the first of very many and a note about the rest."""
    yield from waiting
    if len(waiting) == MAX_EARLY_ERRORS:
        error = FormatError("there are more bad lines before the first game")
        yield FileEntry(f"line {game - 1}", "", error=error)


def _by_line(lines: Iterable[tuple[int, bytes | None]]) -> Iterator[FileEntry]:
    for number, line in lines:
        place = f"line {number}"
        if line is None:
            yield FileEntry(place, "", error=FormatError("longer than 1 MiB"))
        elif isinstance(text := _text(line), FormatError):
            yield FileEntry(place, "", error=text)
        elif text.strip():
            yield _entry(place, text.strip())


def _entry(place: str, text: str) -> FileEntry:
    """Read one document or line."""
    kind = ""
    try:
        if not place or text.startswith(("{", "[")):
            document = require_object(parse_json(text, one_line=bool(place)))
            kind = _kind(document)
            carried = _FROM_JSON[kind](document)
        else:
            kind = COMPACT if link.looks_compact(text) else ""
            carried = link.decode(text)
        check_marks(carried.value.names)
    except FormatError as error:
        return FileEntry(place, kind, error=error)
    return FileEntry(place, kind, carried.value, warnings=carried.warnings)


_FROM_JSON: Mapping[str, Callable[[dict[str, object]], Converted[Game]]] = {
    TAMAYA: lambda document: Converted(replay.from_json(document)),
    HANABLIVE: replay_json.from_json,
}


def _kind(document: dict[str, object]) -> str:
    if "format" in document:
        return TAMAYA
    if any(key in document for key in replay_json.KEYS):
        return HANABLIVE
    raise FormatError("neither a Tamaya replay ('format') nor a hanab.live game ('deck')")


def _is_game(line: bytes) -> bool:
    """Whether a line, by its form, is an unindented JSON object or a compact game."""
    text = _text(line)
    if isinstance(text, FormatError) or not text or text[0].isspace():
        return False
    return (text[0] == "{" and is_json(text)) or link.looks_compact(text.rstrip())


def _text(data: bytes) -> str | FormatError:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        return FormatError(f"byte {error.start + 1} is not UTF-8")


def _document_error(text: str) -> FormatError:
    """The error for a text that is not JSON and has no line that is a game."""
    if not text.strip():
        return FormatError("there is no game here")
    if text.lstrip()[0] not in "{[":
        return FormatError(
            "neither JSON nor a hanab.live link that holds the game (one with /replay-json/)"
        )
    try:
        parse_json(text)
    except FormatError as error:
        return error
    return FormatError("this is not JSON")
