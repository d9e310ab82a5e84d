"""web/src/lib/wire.ts: written by the tool, and true of what really travels."""

import json
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NewType, Union, get_args

import msgspec
import pytest
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields

import tamaya.server
from support.drivers import chance, lucky, uniform
from support.server.rooms import GUEST, HOST, STRANGER, after, folded, new_room, playing
from support.server.serving import Visitor, serving
from tamaya.rules import Event
from tamaya.server.room import decisions, messages, wire
from tamaya.server.room.projection import project
from tamaya.server.room.room import Room
from tamaya.server.web import api_me, api_tables
from typescript import Page, Unspeakable
from wire_types import EVENTS, HTTP, TARGET, bodies, everything, structs_in

WEB = TARGET.parents[2]
TSC = WEB / "node_modules/typescript/bin/tsc"
EVENT: Any = Union[EVENTS]  # noqa: UP007 - they are made at run time
OFTEN = 61  # of so many tables one is shown to the type checker


def test_the_file_is_what_the_tool_writes() -> None:
    words = "web/src/lib/wire.ts is not what the Python types say: run `make wire`"
    assert TARGET.read_text(encoding="utf-8") == everything(), words


def test_every_event_is_in_the_file() -> None:
    text = TARGET.read_text(encoding="utf-8")
    names = [wire.event_name(kind) for kind in get_args(Event)]
    assert [name for name in names if f"event: '{name}'" not in text] == []


def test_every_module_that_answers_requests_is_known() -> None:
    names = [module.name for module in pkgutil.iter_modules(tamaya.server.__path__)]
    found = [import_module(f"tamaya.server.{name}") for name in names if name.startswith("api_")]
    assert [one for one in found if structs_in(one) and one not in HTTP] == [], "name it in HTTP"


# what the tool makes of types


class Way(StrEnum):
    """Which way."""

    UP = "up"
    DOWN = "down"


class Point(NamedTuple):
    """A place."""

    x: int
    y: float


class Leaf(Struct, tag_field="is", tag="leaf", frozen=True):
    """A leaf's only line."""

    size: int = 3  # in steps


class Asked(Struct, forbid_unknown_fields=True, rename="camel"):
    need: str
    may_be: bool = False
    leaf: Leaf = Leaf()


class Told(Struct, omit_defaults=True):
    need: str
    maybe: bool = False


class Tree(Struct):
    """Grows, and says so in a line that is too long to stand beside its own comment signs, like
    a tree that has grown through a roof.

    This is not for the file.
    """

    leaves: tuple["Tree | Leaf", ...]
    unset: int | UnsetType = UNSET
    default: int = 0


Number = NewType("Number", int)
Either = Leaf | Told
NAMED = {Either: "Either", Literal["a", "b"]: "Letter"}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (int, "number"),
        (Number, "number"),
        (Any, "unknown"),
        (str | None, "string | null"),
        (Literal["it's", 2, True], '"it\'s" | 2 | true'),
        (Literal["b", "a"], "Letter"),
        (Literal["a", "b"] | None, "Letter | null"),
        (Way, "Way"),
        (Point, "Point"),
        (tuple[int, ...], "readonly number[]"),
        (tuple[int, str], "readonly [number, string]"),
        (list[int | None], "readonly (number | null)[]"),
        (tuple[tuple[Way, ...], ...], "readonly (readonly Way[])[]"),
        (dict[str, int | str], "Readonly<Record<string, number | string>>"),
        (Annotated[int, "of steps"], "number"),
        (Leaf | Told | None, "Either | null"),
        (Union[None, Leaf, Told], "Either | null"),  # noqa: UP007 - as typing writes it
        (Told | Way, "Told | Way"),
    ],
)
def test_types_where_they_are_used(kind: object, text: str) -> None:
    assert Page([], [kind], NAMED, {}).spelled(kind) == text


DECLARED = """\
/** A leaf's only line. */
export type Leaf = {
  is: 'leaf';
  size: number; // in steps
};

export type Asked = { need: string; mayBe?: boolean; leaf?: Partial<Leaf> };

/** Grows, and says so in a line that is too long to stand beside its own comment signs, like a tree
 *  that has grown through a roof. */
export type Tree = { leaves: readonly (Tree | Leaf)[]; unset?: number; default: number };

export type Told = { need: string; maybe?: boolean };

/** Which way. */
export type Way = 'up' | 'down';

/** A place. */
export type Point = readonly [x: number, y: number];

export type Either = Leaf | Told;
"""


def test_types_where_they_are_declared() -> None:
    assert Page([Asked], [Tree, Told, Way, Point, Either], NAMED, {}).text() == DECLARED


def test_a_long_union_has_a_line_for_each() -> None:
    letters = Literal["a" * 30, "b" * 30, "c" * 30, "d" * 30]  # type: ignore[valid-type]
    lines = Page([], [letters], {letters: "Long"}, {}).text().splitlines()
    assert lines == [
        "export type Long =",
        *(f"  | '{c * 30}'" for c in "abc"),
        f"  | '{'d' * 30}';",
    ]


def test_what_cannot_be_said_is_told() -> None:
    class Point(Struct):
        pass

    with pytest.raises(Unspeakable, match=r"Point is .* and .*: give one"):
        Page([], [Point, globals()["Point"]], {}, {}).text()
    with pytest.raises(Unspeakable, match=r"no TypeScript for .*object"):
        Page([], [tuple[object, ...]], {tuple[object, ...]: "Things"}, {}).text()

    class Row(Struct, array_like=True):
        pass

    with pytest.raises(Unspeakable, match="travels as an array"):
        Page([], [Row], {}, {}).text()


# what is really sent


def rooms() -> Iterator[Room]:
    """Tables before, in and after games, in which everything happens."""
    yield new_room()
    yield after(new_room(), (GUEST, messages.Sit(1, "Bo")), (HOST, messages.SeatBot(2, "random")))
    yield after(new_room(), (HOST, messages.Lock("sesame")))
    yield busy()
    for variant in ("base", "wild10+black+tiles", "own5+announce+bouquet", "wild5+tiles+noempty"):
        for seed in (0, 4, 8):
            yield from game(playing(variant, seed, watch="hands"), seed)


def busy() -> Room:
    """A table with talk, notes, turned cards and a wish to take a move back."""
    now = playing(talk="chat", take_back=True)
    now = after(now, (HOST, messages.Act(now.version, wire.GiveValueClue(1, 1))))
    return after(
        now,
        (HOST, messages.Say("Look at the first one")),
        (GUEST, messages.Say(remark="thanks")),
        (HOST, messages.Arrange((4, 3, 2, 1, 0), (2,))),
        (HOST, messages.Note(3, "a five?")),
        (HOST, messages.TakeBack(now.version)),
    )


def game(now: Room, seed: int) -> Iterator[Room]:
    """A game, clumsy for some turns and then lucky; every other action has a reason."""
    rng = chance(f"wire {seed}")
    while now.game is not None and now.playing:
        if len(now.actions) % 9 == 0:
            yield now
        action = (uniform if now.game.table.turns < seed else lucky)(now.game, rng)
        why = wire.MoveReason("fits", {"card": 1, "suit": "red"}) if rng.random() < 0.5 else None
        mover = now.game.table.to_move
        now = folded(now, decisions.decide_action(now, mover, wire.from_rules(action), why))
    yield now


@cache
def tables() -> tuple[dict[str, Any], ...]:
    """What visitors are sent in these rooms."""
    sent = [
        messages.encode(project(now, who)) for now in rooms() for who in (HOST, GUEST, STRANGER)
    ]
    return tuple(json.loads(text) for text in sent)


def same(message: Any, kind: Any) -> None:
    """A message has all that its type asks for, and nothing else."""
    assert json.loads(msgspec.json.encode(msgspec.convert(message, kind))) == message


def events_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    return message["play"]["events"] if message.get("play") else []


def test_what_is_sent_is_as_the_types_say() -> None:
    met: set[str] = set()
    for message in tables():
        same(message, messages.ToClient)
        for event in events_of(message):
            same(event, EVENT)
            met |= {event["event"]} | ({"a reason"} if "code" in event.get("why", ()) else set())
    assert met == {wire.event_name(kind) for kind in get_args(Event)} | {"a reason"}


@pytest.mark.parametrize("path", sorted(WEB.glob("src/fixtures/*.json")), ids=lambda p: p.stem)
def test_the_client_is_developed_with_true_tables(path: Path) -> None:
    for message in json.loads(path.read_text(encoding="utf-8")):
        same(message, messages.ToClient)
        for event in events_of(message):
            same(event, EVENT)


def test_answers_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        ask = Visitor(server.port).ask
        same(ask("/api/play", {"name": "Ada"})[1], api_tables.TableOpened)
        same(ask("/api/play", {})[1], messages.RefusedMessage)
        same(ask("/api/tables", {"settings": {"listed": True}})[1], api_tables.TableOpened)
        same(ask("/api/tables")[1], api_tables.OpenTables)
        same(ask("/api/bots")[1], list[api_tables.BotInfo])
        same(ask("/api/presets")[1], list[api_tables.Preset])
        same(ask("/api/me")[1], api_me.Me)
        same(ask("/api/me/link", {})[1], api_me.PersonalLink)
        same(ask("/api/address")[1], api_me.ServerAddress)
        same(ask("/api/qr", {"path": "/"})[1], api_me.QrCode)


# TypeScript takes what is sent, and of what clients send what Python takes


def example(kind: Any) -> Any:
    """Some value of a type, as JSON has it."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        config = kind.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        return tag | {field.encode_name: example(field.type) for field in fields(kind)}
    if kind in (int, str, bool):
        return kind()
    first = get_args(kind)[0]
    if isinstance(first, str):
        return first
    return [example(first)] if ... in get_args(kind) else example(first)


def forms(kind: type[Struct]) -> Iterator[dict[str, Any]]:
    """A message in full, with too much, without each of its parts, with each empty or wrong."""
    full = example(kind)
    yield full
    yield full | {"more": 1}
    for part in full:
        yield {name: value for name, value in full.items() if name != part}
        yield full | {part: {}}
        yield full | {part: {"in": "no way"}}


def takes(kind: Any, message: object) -> bool:
    """Whether Python takes a message."""
    try:
        msgspec.convert(message, kind)
    except msgspec.ValidationError:
        return False
    return True


def trials() -> Iterator[tuple[str, object, bool]]:
    """A TypeScript type, a message, and whether it is one of that type."""
    for table in tables()[::OFTEN]:
        yield "ToClient", table, True
        yield "ToClient", {name: part for name, part in table.items() if name != "type"}, False
        if table["type"] == "table":
            yield "ToClient", table | {"you": "me"}, False
    for kind in get_args(messages.FromClient):
        for form in forms(kind):
            yield "FromClient", form, takes(messages.FromClient, form)
    for kind in bodies():
        for form in forms(kind):
            yield kind.__name__, form, takes(kind, form)


def test_typescript_agrees_with_python(tmp_path: Path) -> None:
    node = shutil.which(
        "node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    if node is None or not TSC.exists():
        pytest.skip("the client is not set up: make client")
    lines = ["import type * as wire from './wire';\n"]
    for number, (name, message, right) in enumerate(trials()):
        lines.append("" if right else "// @ts-expect-error\n")
        lines.append(f"export const _{number}: wire.{name} = {json.dumps(message)};\n")
    (tmp_path / "said.ts").write_text("".join(lines), encoding="utf-8")
    shutil.copy(TARGET, tmp_path / "wire.ts")
    as_there = {"extends": str(WEB / "tsconfig.json"), "include": ["*.ts"]}
    no_page = {"compilerOptions": {"types": [], "lib": ["ES2023"]}}
    (tmp_path / "tsconfig.json").write_text(json.dumps(as_there | no_page), encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own command
        [node, str(TSC), "-p", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[:4000]
