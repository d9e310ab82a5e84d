"""Servers are killed again and again while people play: nothing that was shown is ever lost."""

import asyncio
import os
import random
import signal
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection as Socket

from long import kills
from long.kills import Crowd, Killed, killed
from support.cli.running import PATIENCE
from support.server.backends import PostgresServer, RedisServer
from support.server.players import PLAYERS
from support.server.serving import Server, Visitor, children, heard, say, serving

KILLS = 12  # `make kills` does 200 of each kind
TABLES = 4


def enough(found: Killed) -> None:
    """Whether the kills met people at play."""
    assert found.acknowledged > 10 * found.kills
    assert found.reconnections > found.kills * TABLES * PLAYERS / 8
    assert found.clicked_twice > 0, "some said it twice"


def test_nothing_acknowledged_is_lost_or_done_twice(tmp_path: Path) -> None:
    enough(killed(tmp_path / "games.sqlite", 1, KILLS, TABLES, 7))


def test_two_processes_over_one_database(postgres: PostgresServer, redis: RedisServer) -> None:
    enough(killed(postgres.new(), 2, KILLS // 2, TABLES, 8, "--redis", redis.url))


def test_a_table_that_hangs_is_noticed(
    postgres: PostgresServer, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when all the others go on."""
    rng = random.Random(9)  # noqa: S311 - tests

    with closing(Crowd(postgres.new(), 2, "--redis", redis.url)) as crowd:

        async def one_stands_still() -> None:
            first = crowd.clients[0].table
            for client in crowd.clients:
                client.ports = crowd.ports[:1] if client.table == first else crowd.ports[1:]
            await kills.until(
                lambda: all(client.acknowledged for client in crowd.clients), "no game is on"
            )
            os.kill(crowd.running[0].process.pid, signal.SIGSTOP)
            try:
                await crowd.some_play(20)
                monkeypatch.setattr(kills, "SOON", 3.0)
                with pytest.raises(AssertionError, match="left behind"):
                    await crowd.all_go_on()
                with pytest.raises(AssertionError):
                    await crowd.rest()
            finally:
                monkeypatch.undo()
                os.kill(crowd.running[0].process.pid, signal.SIGCONT)
            for client in crowd.clients:
                client.resting = False

        asyncio.run(crowd.play(2, rng, one_stands_still()))
    crowd.check()


def thinkers(server: Server) -> list[int]:
    """The processes in which the server's bots think."""
    found = []
    for process in children(server.process.pid):
        with suppress(OSError):  # it has just ended
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the bots' process in /proc")
def test_a_thinker_that_is_killed_does_not_stop_the_bots(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        visitor = Visitor(server.port)
        table = visitor.ask("/api/play", {"name": "Ada", "variant": "base+clues=12"})[1]["table"]
        with visitor.join(table) as socket:
            now = my_turn(socket)
            for _ in range(3):
                before, clues = now["version"], [a for a in now["play"]["legal"] if "to" in a]
                say(socket, "act", version=before, action=clues[0])
                now = my_turn(socket, later_than=before)
                assert now["version"] <= before + 2 * PLAYERS, "hardly more than a move of each"
                for process in thinkers(server):
                    os.kill(process, signal.SIGKILL)


def my_turn(socket: Socket, later_than: int = 0) -> dict[str, Any]:
    """The table when it is the visitor's turn."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        now = heard(socket)
        assert now["type"] == "table", now
        if now["version"] > later_than and now["play"]["legal"]:
            return now
    raise AssertionError("the bots do not move")
