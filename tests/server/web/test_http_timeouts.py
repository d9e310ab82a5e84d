"""Clients that drip: they are hung up on, counted and logged once, and nobody else notices."""

import logging
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import ClassVar

import pytest

from support.cli.running import PATIENCE
from support.server.metrics_page import number, text
from support.server.raw import greeting
from support.server.serving import HASTY, Server, Visitor, free_port, heard, in_this_process
from tamaya.server.web.app import create_app
from tamaya.server.web.http_timeouts import Awaited, HttpWithTimeouts

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"
SOON = 0.4  # seconds


class Hasty(HttpWithTimeouts):
    """The same with less patience."""

    seconds: ClassVar[dict[Awaited, float]] = {
        "request": SOON,
        "headers": SOON,
        "body": SOON,
        "reading": SOON,
    }
    _logged: ClassVar[set[Awaited]] = set()


@pytest.fixture(name="port")
def _port(tmp_path: Path) -> Iterator[int]:
    port = free_port()
    Hasty._logged.clear()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port, http=Hasty):
        yield port


def connected(port: int, first: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.sendall(first)
    return connection


def dripped(connection: socket.socket, drops: bytes) -> tuple[float, bytes]:
    """Send byte after byte until the other end has had enough: after how long, and its words."""
    begin, said = time.monotonic(), b""
    connection.settimeout(0.05)
    for drop in drops:
        try:
            connection.sendall(bytes([drop]))
            said += (part := connection.recv(1000))
            if not part or said.endswith(b"\r\n\r\n"):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - begin, said


def slow(port: int, awaited: str) -> float:
    return number(text(port, "/metrics"), f'tamaya_slow_senders_total{{waited_for="{awaited}"}}')


def slow_by_kind(port: int) -> dict[str, float]:
    found = re.findall(
        r'^tamaya_slow_senders_total{waited_for="(.*)"} (.*)$', text(port, "/metrics"), re.MULTILINE
    )
    return {kind: float(count) for kind, count in found}


@pytest.mark.parametrize(
    ("awaited", "first", "drops"),
    [
        ("headers", b"GET / HTTP/1.1\r\n", b"X-Slow: " + b"x" * 1000),
        ("headers", b"", b"GET /" + b"x" * 1000),
        ("headers", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET", b" /" + b"x" * 1000),
        ("body", HEAD, b"{" + b" " * 98),
        (
            "body",
            HEAD.replace(b"Content-Length: 100", b"Transfer-Encoding: chunked"),
            b"1\r\n \r\n" * 99,
        ),
        ("headers", greeting(1, "table")[:-30], b"x" * 1000),
    ],
)
def test_who_drips_is_hung_up_on(port: int, awaited: str, first: bytes, drops: bytes) -> None:
    before = slow_by_kind(port)
    with connected(port, first) as connection:
        seconds, said = dripped(connection, drops)
    assert SOON / 2 < seconds < SOON + 1.0
    assert b"408 Request Timeout" in said or not said
    after = slow_by_kind(port)
    assert {
        kind: n - before.get(kind, 0) for kind, n in after.items() if n != before.get(kind)
    } == {awaited: 1}


def test_who_connects_and_says_nothing_is_hung_up_on(port: int) -> None:
    before = slow_by_kind(port).get("request", 0)
    with connected(port) as connection:
        assert connection.recv(1) == b""
    assert slow_by_kind(port)["request"] == before + 1


def test_who_reads_nothing_is_hung_up_on(port: int) -> None:
    """Answers to a thousand requests are more than the network holds for anybody."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    before = slow_by_kind(port).get("reading", 0)
    with connection:
        connection.connect(("127.0.0.1", port))
        connection.settimeout(0.5)
        request = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
        with suppress(OSError):  # reset, or nothing more can be sent
            for _ in range(40):
                connection.sendall(request * 50)
        for _ in range(40):
            if slow_by_kind(port).get("reading", 0) > before:
                return
            time.sleep(0.1)
    pytest.fail("it waits for ever")


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (b"", "a client connected and sent nothing"),
        (b"GET", "a client sent its headers too slowly"),
        (HEAD, "a client sent its body too slowly"),
    ],
)
def test_it_is_logged_once(
    port: int, caplog: pytest.LogCaptureFixture, first: bytes, words: str
) -> None:
    with caplog.at_level(logging.WARNING, "tamaya"):
        for _ in range(3):
            with ExitStack() as all_of_them:
                some = [all_of_them.enter_context(connected(port, first)) for _ in range(5)]
                for connection in some:
                    connection.settimeout(PATIENCE)
                    assert (b"408" in connection.recv(1000)) == bool(first)
    (record,) = caplog.records
    assert record.message.startswith(f"{words} and was hung up on")


def test_tamaya_serve_has_these_timeouts(tmp_path: Path) -> None:
    """The command itself, only with less patience."""
    server = Server(tmp_path / "games.sqlite", free_port(), program=HASTY)
    try:
        with ExitStack() as all_of_them:
            halves = (b"", HEAD[:30], HEAD[:30], HEAD + b"{", HEAD + b"{")
            some = [all_of_them.enter_context(connected(server.port, half)) for half in halves]
            answers = [connection.recv(1000)[:20] for connection in some]
        assert answers == [b"", *[b"HTTP/1.1 408 Request"] * 4]
        assert slow_by_kind(server.port) == {"request": 1, "headers": 2, "body": 2}
    finally:
        server.process.terminate()
        told = server.process.communicate(timeout=PATIENCE)[1].decode()
    for words in ("sent nothing", "sent its headers too slowly", "sent its body too slowly"):
        assert told.count(words) == 1, told


def test_honest_visitors_notice_nothing(port: int) -> None:
    """Slow ones by the hundred, and meanwhile a socket that stays silent longer than they may."""
    ada = Visitor(port)
    with ExitStack() as all_of_them:
        table = ada.ask("/api/tables", {})[1]["table"]
        hers = all_of_them.enter_context(ada.join(table))
        heard(hers)
        heads = [
            HEAD.replace(b"Host", b"X-Forwarded-For: 10.0.0.%d\r\nHost" % n) for n in range(200)
        ]
        crowd = [all_of_them.enter_context(connected(port, head)) for head in heads]
        waits = []
        until = time.monotonic() + 2 * SOON
        while time.monotonic() < until:
            begin = time.monotonic()
            assert ada.ask("/api/me")[0] == 200
            waits.append(time.monotonic() - begin)
            time.sleep(0.02)
        assert max(waits) < 0.5
        hers.send('{"type": "sit", "seat": 0, "name": "Ada"}')
        assert heard(hers)["type"] == "table"
        for connection in crowd:
            assert b"408" in connection.recv(1000)


def test_many_requests_over_one_connection(port: int) -> None:
    """Each request has its own time; together they may take longer."""
    body = b'{"path": "/"}'
    head = b"POST /api/qr HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 13\r\n\r\n"
    with connected(port) as connection:
        for _ in range(4):
            connection.sendall(head)
            time.sleep(SOON / 2)
            connection.sendall(body)
            answer = b""
            while b"</svg>" not in answer:
                part = connection.recv(1 << 16)
                assert part
                answer += part
