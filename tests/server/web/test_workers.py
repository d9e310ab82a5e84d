"""`--workers`: several processes behind one port, and one set of numbers for all of them."""

import os
import re
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.backends import PostgresServer, RedisServer
from support.server.serving import Server, Visitor, children, heard, serving
from support.server.two_processes import SOON, asked


def workers(server: Server) -> list[int]:
    """The processes that serve; another one keeps count of what they share."""
    found = children(server.process.pid)
    return [one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def numbers(server: Server) -> tuple[float, float]:
    """Tables and connections, as the server counts them."""
    text = asked(server, "/metrics")
    tables, connections = (
        float(re.findall(rf"^tamaya_{name} ([\d.]+)$", text, re.MULTILINE)[0])
        for name in ("tables", "connections")
    )
    return tables, connections


def counted(server: Server, expected: int) -> None:
    """Wait until whichever worker is asked has counted so many of each."""
    until, found = time.monotonic() + PATIENCE, set[tuple[float, float]]()
    while found != {(expected, expected)}:
        assert time.monotonic() < until, (found, expected)
        time.sleep(0.2)
        found = {numbers(server) for _ in range(8)}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the workers in /proc")
def test_the_numbers_of_workers_that_die_are_not_counted(
    postgres: PostgresServer, redis: RedisServer
) -> None:
    url = postgres.new()
    on = ("--redis", redis.url, "--workers", "2", *SOON)
    with serving(url, None, *on) as server, ExitStack() as leaving:
        sockets = []
        for _ in range(10):
            visitor = Visitor(server.port)
            table = visitor.ask("/api/tables", {})[1]["table"]
            sockets.append(leaving.enter_context(visitor.join(table)))
            heard(sockets[-1])
        counted(server, 10)
        os.kill(workers(server)[0], signal.SIGKILL)
        left = [socket for socket in sockets if goes_on(socket)]
        counted(server, len(left))


def goes_on(socket: ClientConnection) -> bool:
    """Whether the other end is still there, a second later."""
    try:
        while True:
            socket.recv(timeout=1)
    except TimeoutError:
        return True
    except ConnectionClosed:
        return False
