"""Frames that are no messages: pings without end, fragments, bad text, and who never reads."""

import gc
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send
from websockets.server import ServerProtocol

from long.fuzz import Unlimited
from support.cli.running import PATIENCE
from support.server.raw import CLOSE, CONTINUED, PING, PONG, RESERVED, TEXT, Raw, code, frame
from support.server.serving import Server, Visitor, free_port, in_this_process, say, serving, shown
from tamaya.bench.server_process import resource_use
from tamaya.cli.serve import MAX_MESSAGE_BYTES
from tamaya.server.web import services
from tamaya.server.web.app import create_app
from tamaya.server.web.websocket_protocol import BURST, WebSocketWithLimits

BAD = b'{"type":"say","text":"\xff\xfe"}'
PART = b"x" * 100


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data") / "games.sqlite") as server:
        yield server


def new_table(server: Server) -> str:
    table: str = Visitor(server.port).ask("/api/tables", {})[1]["table"]
    return table


def test_pongs_that_nobody_reads_do_not_pile_up(tmp_path: Path) -> None:
    """Without the limit on how many pings there may be."""
    server = Unlimited(tmp_path / "games.sqlite", free_port(), tmp_path / "said")
    try:
        before = resource_use(server.process.pid)
        pings = frame(PING, b"?" * 125) * 1000
        with Raw(server.port, new_table(server)) as deaf:
            until = time.monotonic() + 5
            while deaf.sends(pings):
                assert time.monotonic() < until, "it is never hung up on"
        after = resource_use(server.process.pid)
    finally:
        server.stop()
    if before is not None and after is not None:
        assert after.memory - before.memory < 20e6
    assert server.said.read_text() == ""


@pytest.mark.parametrize("kind", [PING, PONG, CONTINUED])
def test_too_many_frames_end_the_connection(server: Server, kind: int) -> None:
    first = frame(TEXT, b"", last=False) if kind == CONTINUED else b""
    many = frame(kind, b"", last=kind != CONTINUED) * (BURST + 50)
    with Raw(server.port, new_table(server), room=1 << 20) as flooding:
        assert flooding.sends(first + many)
        assert code(flooding.rest()) == 1008


SPLIT = [frame(TEXT, PART, last=False), *[frame(CONTINUED, PART, last=False)] * 400]
NONSENSE = {
    "no text": (frame(TEXT, BAD), 1007),
    "no text, three times": (frame(TEXT, BAD) * 3, 1007),
    "no text, and goodbye": (frame(TEXT, BAD) + frame(CLOSE, b"\x03\xe8"), 1000),
    "parts of no text": (frame(TEXT, BAD[:20], last=False) + frame(CONTINUED, BAD[20:]), 1007),
    "a reserved bit": (frame(TEXT, b"{}", bits=RESERVED), 1002),
    "no such kind": (frame(3, b"{}"), 1002),
    "an end without a beginning": (frame(CONTINUED, b"{}"), 1002),
    "part of a ping": (frame(PING, b"", last=False), 1002),
    "a long ping": (frame(PING, b"?" * 126), 1002),
    "half a reason": (frame(CLOSE, b"\x00"), 1002),
    "a reason that is no text": (frame(CLOSE, b"\x03\xe8\xff"), 1007),
    "no mask": (b"\x81\x02{}", 1002),
    "too long in all": (b"".join(SPLIT), 1009),
}


@pytest.mark.parametrize(("frames", "expected"), NONSENSE.values(), ids=NONSENSE)
def test_frames_that_make_no_sense(tmp_path: Path, frames: bytes, expected: int) -> None:
    """The connection ends, with the reason; the log says nothing."""
    with serving(tmp_path / "games.sqlite") as server:
        table = new_table(server)
        with Raw(server.port, table, room=1 << 20) as odd:
            assert odd.sends(frames)
            assert code(odd.rest()) == expected
        with Raw(server.port, table, frames):  # before it is accepted
            time.sleep(0.1)
        assert Visitor(server.port).ask("/api/bots")[0] == 200
        server.process.terminate()
        _, said = server.process.communicate(timeout=PATIENCE)
    assert said == b""


def test_a_message_in_fragments_is_a_message(server: Server) -> None:
    ada = Visitor(server.port)
    table = ada.ask("/api/tables", {"settings": {"talk": "chat"}})[1]["table"]
    with ada.join(table) as hers:
        shown(hers)
        say(hers, "sit", seat=0, name="Zoë")
        shown(hers, lambda now: now["seats"][0])
        hers.send(['{"type":"say",', '"text":"h', 'é!"}'])
        assert shown(hers, lambda now: now["lines"])["lines"][-1]["text"] == "hé!"


def test_who_never_reads_is_let_go(tmp_path: Path) -> None:
    """The rest of what waits for somebody who does not answer is thrown away."""
    ended: list[str] = []

    async def talks(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 100_000})
        finally:
            ended.append(scope["path"])

    port = free_port()
    patience = {"ws_ping_interval": 0.2, "ws_ping_timeout": 0.5, "lifespan": "off"}
    with in_this_process(talks, port, **patience), Raw(port, "any"):
        until = time.monotonic() + PATIENCE
        while not ended:
            assert time.monotonic() < until, "it talks to somebody who does not listen"
            time.sleep(0.05)


@contextmanager
def no_collector() -> Iterator[None]:
    """As in a server: nobody looks for cyclic garbage all the time."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alive() -> int:
    """How many connections have left anything behind.

    By their types: other people's objects may warn whoever asks for their class.
    """
    return sum(
        issubclass(type(one), WebSocketWithLimits | ServerProtocol) for one in gc.get_objects()
    )


LAST = {
    "nothing": b"",
    "goodbye": frame(CLOSE, b"\x03\xe8"),
    "no text": frame(TEXT, BAD),
    "a reserved bit": frame(PING) * 9 + frame(TEXT, b"{}", bits=RESERVED),
    "too long": frame(TEXT, b"x" * 60_000),
}


@pytest.mark.parametrize("last", LAST.values(), ids=LAST)
def test_a_connection_leaves_nothing_behind(tmp_path: Path, last: bytes) -> None:
    """Otherwise whoever connects all the time would fill the memory."""
    port, app = free_port(), create_app(tmp_path / "games.sqlite")
    with in_this_process(app, port, ws_max_size=MAX_MESSAGE_BYTES), no_collector():
        table = Visitor(port).ask("/api/tables", {})[1]["table"]
        for _ in range(10):
            with Raw(port, table, room=1 << 20) as visitor:
                visitor.sends(last)
                if last:
                    visitor.rest()
        until = time.monotonic() + PATIENCE
        while alive():
            assert time.monotonic() < until, f"{alive()} of 10 connections are still there"
            time.sleep(0.05)


def test_much_garbage_is_looked_for_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Heavy:
        """Something that refers to itself."""

        def __init__(self) -> None:
            self.me = self

    monkeypatch.setattr(services, "MANY_OBJECTS", 5_000)
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port), no_collector():
        left = weakref.WeakSet(Heavy() for _ in range(10_000))
        until = time.monotonic() + PATIENCE
        while left:
            assert time.monotonic() < until, "it stays"
            time.sleep(0.1)
