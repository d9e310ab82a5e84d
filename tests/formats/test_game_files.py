"""Files of games: every format found by itself, one game or many, and errors one by one."""

import io
import json
from pathlib import Path

import pytest

from support.formats.examples import PLAIN, PLAIN_COMPACT, text
from support.formats.random_games import random_game
from tamaya.formats import files, replay
from tamaya.formats.errors import FormatError
from tamaya.formats.files import (
    MAX_EARLY_ERRORS,
    MAX_GAME_BYTES,
    FileEntry,
    format_for,
    read_games,
    write_game,
)
from tamaya.formats.game import Game
from tamaya.formats.hanablive import link, replay_json

SITE = text(PLAIN)
GAME = random_game(11)
OWN = replay.encode(GAME)


def entries(data: str | bytes) -> list[FileEntry]:
    return list(read_games(io.BytesIO(data.encode() if isinstance(data, str) else data)))


def only(data: str | bytes) -> FileEntry:
    (entry,) = entries(data)
    return entry


def problem(entry: FileEntry) -> str:
    assert entry.game is None
    assert entry.error is not None
    return str(entry.error)


@pytest.mark.parametrize("indent", [None, 0, 2])
@pytest.mark.parametrize("before", ["", "\ufeff", "\n  "])
def test_one_document(indent: int | None, before: str) -> None:
    own = only(before + json.dumps(json.loads(OWN), indent=indent) + "\n")
    assert own == FileEntry("", "tamaya", GAME)
    site = only(before + json.dumps(PLAIN, indent=indent))
    assert site == FileEntry("", "hanablive", replay_json.decode(SITE).value)


def test_compact_games_are_lines() -> None:
    game = link.decode(PLAIN_COMPACT).value
    assert only(PLAIN_COMPACT) == FileEntry("line 1", "compact", game)
    assert entries(f"\n{PLAIN_COMPACT}\r\n\n{link.LINK}{PLAIN_COMPACT}\n") == [
        FileEntry("line 2", "compact", game),
        FileEntry("line 4", "compact", game),
    ]


def test_a_game_per_line_of_any_format() -> None:
    found = entries(f"\ufeff{OWN}\r\n{SITE}\n\n  {PLAIN_COMPACT}  \n")
    assert [(entry.place, entry.format) for entry in found] == [
        ("line 1", "tamaya"),
        ("line 2", "hanablive"),
        ("line 4", "compact"),
    ]
    assert all(entry.game for entry in found)


def test_a_bad_line_does_not_stop_the_others() -> None:
    lines = [
        OWN[:-20].encode(),
        b"hello",
        b'{"format": "tamaya-replay", "version": 3}',
        b'{"a": \xff}',
        b"[1, 2]",
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        f"replay-json/{PLAIN_COMPACT[:30]}".encode(),
        b'{"x": 1}',
        text(PLAIN, seed="p2v0s1").encode(),
    ]
    found = entries(b"\n".join(lines))
    assert [entry.place for entry in found] == [f"line {n}" for n in range(1, 11)]
    words = [
        "column ",
        "'hello' is not a compact game",
        "version: version 3 is newer",
        "byte 7 is not UTF-8",
        "must be an object, not a list",
        "the key 'a' is there twice",
        "this is nested too deeply",
        "'replay-json/",
        "neither a Tamaya replay",
    ]
    assert all(
        problem(entry).startswith(start) for entry, start in zip(found[:9], words, strict=True)
    )
    assert found[7].format == "compact"
    assert found[2].format == "tamaya"
    assert found[9].game
    assert found[9].warnings == ("not kept: seed",)


BAD_DOCUMENTS = {
    "nothing": (b"", "there is no game here"),
    "blank": (b" \n\n", "there is no game here"),
    "words": (b"no game", "neither JSON nor a hanab.live link that holds the game"),
    "cut": (json.dumps(PLAIN, indent=1)[:300].encode(), "line 32, column 1: "),
    "cut line": (OWN[:300].encode(), "line 1, column "),
    "list": (b"[]", "must be an object, not a list"),
    "number": (b"17", "must be an object, not a whole number"),
    "text": (json.dumps(PLAIN_COMPACT).encode(), "must be an object, not a text"),
    "deep": (b"[" * 200_000, "this is nested too deeply"),
    "deep object": (b'{"a":' * 150_000, "this is nested too deeply"),
    "not a number": (b'{"players": NaN}', "line 1, column 13: NaN is not a number"),
    "endless": (
        b'{"x": "-Infinity",\n"y": [-Infinity]}',
        "line 2, column 7: -Infinity is",
    ),
    "huge": (b'{"version": ' + b"1" * 5001 + b"}", "line 1, column 13: a whole number of 5001"),
    "twice": (b'{"format": 1, "format": 1}', "the key 'format' is there twice"),
    "bytes": (b'{\n"format": "\xc3\x28"}', "byte 14 is not UTF-8"),
    "utf-16": (OWN.encode("utf-16"), "byte 1 is not UTF-8"),
    "nul": (b"\0" * 50, "neither JSON nor"),
    "another link": (b"https://hanab.live/replay/12345", "neither JSON nor a hanab.live link"),
    "many links": (b"replay-json/" * 80_000 + b" x", "neither JSON nor"),  # at once
    "other object": (b"{}", "neither a Tamaya replay"),
}


@pytest.mark.parametrize(("data", "words"), BAD_DOCUMENTS.values(), ids=BAD_DOCUMENTS)
def test_a_bad_document_is_one_error(data: bytes, words: str) -> None:
    entry = only(data)
    assert entry.place == ""
    assert problem(entry).startswith(words)


class Endless(io.RawIOBase):
    """A stream that gives its parts in small pieces and counts what it gave."""

    def __init__(self, *parts: tuple[bytes, int]) -> None:
        self.parts = [part for part, times in parts for _ in range(times)]
        self.given = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        assert 0 < size <= MAX_GAME_BYTES + 1
        part = self.parts.pop(0) if self.parts else b""
        if len(part) > size:
            self.parts.insert(0, part[size:])
            part = part[:size]
        self.given += len(part)
        return part


def stream_entries(*parts: tuple[bytes, int]) -> list[FileEntry]:
    return list(read_games(Endless(*parts)))  # type: ignore[arg-type]


def test_a_line_that_is_too_long_is_one_error() -> None:
    own = OWN.encode() + b"\n"
    long = (b"x" * 50_000, 60)  # three million characters
    found = stream_entries((own, 1), long, (b"\n" + own, 1), long)
    assert [entry.place for entry in found] == ["line 1", "line 2", "line 3", "line 4"]
    assert [entry.game is None for entry in found] == [False, True, False, True]
    assert problem(found[1]) == problem(found[3]) == "longer than 1 MiB"


def test_a_large_file_may_begin_badly() -> None:
    found = stream_entries((b"x" * 50_000, 60), (b"\nbad\n" + OWN.encode(), 1))
    assert [entry.place for entry in found] == ["line 1", "line 2", "line 3"]
    assert found[2].game == GAME


def test_a_large_file_may_begin_very_badly() -> None:
    found = stream_entries((b"x" * 134 + b"\n", 10_002), (OWN.encode(), 1))
    assert [entry.place for entry in found[:MAX_EARLY_ERRORS]] == [
        f"line {n + 1}" for n in range(MAX_EARLY_ERRORS)
    ]
    assert problem(found[MAX_EARLY_ERRORS]) == "there are more bad lines before the first game"
    assert found[MAX_EARLY_ERRORS].place == "line 10002"
    assert (found[-1].place, found[-1].game) == ("line 10003", GAME)
    assert len(found) == MAX_EARLY_ERRORS + 2


def test_large_files_are_read_as_they_come() -> None:
    stream = Endless((OWN.encode() + b"\n", 3), (b" " * 1000 + b"\n", 2000), (b"more\n", 10))
    games = read_games(stream)  # type: ignore[arg-type]
    assert [next(games).place for _ in range(3)] == ["line 1", "line 2", "line 3"]
    assert stream.given < MAX_GAME_BYTES + 100_000
    assert [entry.place for entry in games] == [f"line {n}" for n in range(2004, 2014)]


@pytest.mark.parametrize("line", [b'  "deck": 1,\n', b"\n", b'], "no game"\n'])
def test_a_large_file_without_games_is_one_error(line: bytes) -> None:
    part = line * 3000
    (entry,) = stream_entries((part, 5 * MAX_GAME_BYTES // (4 * len(part))))
    assert problem(entry) == "larger than 1 MiB, and no line of it is a game"
    assert entry.place == ""


def test_a_line_of_exactly_the_limit_is_read() -> None:
    padded = OWN.encode().ljust(MAX_GAME_BYTES)
    assert [bool(entry.game) for entry in entries(padded + b"\n" + padded + b" \n")] == [
        True,
        False,
    ]


@pytest.mark.parametrize("name", files.FORMATS)
def test_what_is_written_is_found_again(name: str) -> None:
    game: Game = link.decode(PLAIN_COMPACT).value
    carried = write_game(game, name)
    assert carried.warnings == ()
    for entry in entries(f"{carried.value}\n" * 2):
        assert (entry.format, entry.game, entry.error) == (name, game, None)


def test_format_names() -> None:
    assert tuple(files.FORMATS) == ("tamaya", "hanablive", "compact")
    with pytest.raises(FormatError, match="unknown format 'pgn'"):
        write_game(GAME, "pgn")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b.json", "tamaya"),
        ("GAMES.JSONL", "tamaya"),
        (Path("x.hanablive.json"), "hanablive"),
        ("x.hanablive.jsonl", "hanablive"),
        ("links.txt", "compact"),
        ("link.url", "compact"),
    ],
)
def test_the_format_of_a_file_name(path: str | Path, name: str) -> None:
    assert format_for(path) == name


@pytest.mark.parametrize("path", ["games", "-", "", "games.csv", "json"])
def test_a_file_name_that_says_nothing(path: str) -> None:
    with pytest.raises(FormatError, match="does not say its format"):
        format_for(path)


@pytest.mark.parametrize("game", [OWN, SITE])
def test_letters_of_names_have_few_marks(game: str) -> None:
    document = json.loads(game)
    others = document["players"][1:]
    hebrew = "\u05e9\u05bc\u05c1\u05b8"  # a letter with three marks, as it may be written
    fine = json.dumps({**document, "players": [hebrew, *others]})
    assert only(fine).game is not None
    tower = json.dumps({**document, "players": ["Z" + "\u0336" * 50, *others]})
    assert problem(only(tower)) == "players[0]: a letter has at most 3 marks"
