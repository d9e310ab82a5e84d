"""Hostile input: valid documents broken in thousands of ways raise a FormatError or are read."""

import io
import json

import pytest

from support.formats.examples import BLUE, PLAIN, PLAIN_COMPACT, text
from support.formats.random_games import pick, random_game
from tamaya.deals import Generator
from tamaya.formats import replay
from tamaya.formats.errors import FormatError
from tamaya.formats.files import FileEntry, read_games
from tamaya.formats.game import final_state
from tamaya.formats.hanablive import link, replay_json
from tamaya.formats.strict_json import parse_json

TIMES = 350
NOTED = {**BLUE, "options": {"emptyClues": True, "variant": "No Variant"}, "notes": [["a"], ["b"]]}
DOCUMENTS = (
    replay.encode(random_game(2, "wild5+tiles+announce")),
    replay.encode(random_game(7, "base+bouquet")),
    text(NOTED),
    PLAIN_COMPACT,
)
BYTES = b'"{}[],:\\-0159ZaEe.\x00\x7f\x80\xc3\xff\n\r '
JUNK: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    5,
    7,
    10**14,
    1.5,
    1e300,
    "",
    "r1",
    "\ud800",
    "\x00",
    "x" * 3000,
    [],
    [[]],
    [None] * 3,
    {},
    {"a": {"b": []}},
    [[[[[[[[[[]]]]]]]]]],
)


def check(entry: FileEntry) -> None:
    """A game that can be replayed, or an error that can be printed on one line."""
    assert (entry.game is None) != (entry.error is None)
    if entry.game:
        final_state(entry.game)
    else:
        assert str(entry.error).isprintable()
    assert all(line.isprintable() for line in entry.warnings)


def check_bytes(data: bytes) -> None:
    for entry in read_games(io.BytesIO(data)):
        check(entry)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_bytes_are_changed(document: str) -> None:
    chance = Generator(1)
    for _ in range(TIMES):
        data = bytearray(document.encode())
        for _ in range(1 + chance.below(3)):
            data[chance.below(len(data))] = pick(chance, BYTES)
        check_bytes(bytes(data))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_pieces_are_cut_and_doubled(document: str) -> None:
    chance, data = Generator(2), document.encode()
    for _ in range(TIMES // 2):
        begin, end = sorted((chance.below(len(data)), chance.below(len(data))))
        check_bytes(data[:end])
        check_bytes(data[:begin] + data[end:])
        check_bytes(data[:end] + data[begin:])


def places(value: object) -> list[tuple[dict[str, object] | list[object], str | int]]:
    """Every place of a document where something else could be put."""
    if isinstance(value, dict):
        return [p for key, held in value.items() for p in ((value, key), *places(held))]
    if isinstance(value, list):
        return [p for index, held in enumerate(value) for p in ((value, index), *places(held))]
    return []


@pytest.mark.parametrize("document", DOCUMENTS[:3])
def test_parts_are_swapped_for_junk(document: str) -> None:
    chance = Generator(3)
    spots = places(json.loads(document))
    top = [n for n, (holder, _) in enumerate(spots) if isinstance(holder, dict)][:8]
    numbers = [n for n in top for _ in JUNK] + [chance.below(len(spots)) for _ in range(TIMES)]
    for turn, number in enumerate(numbers):
        broken = json.loads(document)
        holder, key = places(broken)[number]
        holder[key] = JUNK[turn % len(JUNK)]  # type: ignore[index]
        check_bytes(json.dumps(broken).encode())


@pytest.mark.parametrize("document", DOCUMENTS[:3])
def test_every_top_key_takes_every_junk(document: str) -> None:
    for key in json.loads(document):
        for junk in JUNK:
            check_bytes(json.dumps({**json.loads(document), key: junk}).encode())


@pytest.mark.parametrize("site", [PLAIN, BLUE])
def test_strange_numbers_in_actions_and_cards(site: dict[str, object]) -> None:
    numbers = (-1, 0, 1, 2, 4, 5, 6, 9, 10, 49, 50, 999, True, None)
    for kind in range(6):
        for target in numbers:
            for value in numbers:
                moves = [{"type": kind, "target": target, "value": value}]
                check_bytes(text(site, actions=moves).encode())


def test_strange_compact_actions() -> None:
    deck = PLAIN_COMPACT.replace("-", "").split(",", maxsplit=1)[0]
    chance = Generator(4)
    for _ in range(TIMES):
        moves = "".join(pick(chance, link.ALPHABET) for _ in range(2 * chance.below(4)))
        check_bytes(f"{deck},{chance.below(10)}{chance.below(10)}{moves},0".encode())


DEEP = ("[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000)
TEXTS = (
    *DEEP,
    "",
    "\x00",
    "\ufeff{}",
    '"\ud800"',
    "{" + '"a":1,' * 3,
    "1" * 10_000,
    "Infinity",
    "nul",
)


@pytest.mark.parametrize("decode", [replay.decode, replay_json.decode, link.decode])
@pytest.mark.parametrize("hostile", TEXTS, ids=range(len(TEXTS)))
def test_decoders_raise_one_error_only(decode: object, hostile: str) -> None:
    assert callable(decode)
    with pytest.raises(FormatError):
        decode(hostile)


def test_deep_nesting_inside_a_game() -> None:
    deep = text(PLAIN)[:-1] + ', "x": ' + "[" * 50_000 + "]" * 50_000 + "}"
    with pytest.raises(FormatError, match="nested too deeply"):
        replay_json.decode(deep)


@pytest.mark.parametrize("written", ["1e999", "-0", "[1.5, 2]", '"\\ud800"'])
def test_odd_values_that_are_json_all_the_same(written: str) -> None:
    parse_json(written)


def test_many_keys_and_one_twice_are_refused_quickly() -> None:
    keys = ",".join(f'"{n}":0' for n in range(60_000))
    with pytest.raises(FormatError, match="'59999' is there twice"):
        parse_json("{" + keys + ',"59999":0}')
