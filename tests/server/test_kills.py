"""The server is killed again and again while people play: nothing that was shown is ever lost."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection as Socket

from cli.running import PATIENCE
from server.serving import Server, Visitor, free_port, heard, say, serving
from tamaya.server import messages, room, rows
from tamaya.server.seen import seen

KILLS = 50
TABLES, PLAYERS = 4, 3
MOST_ACTIONS = 40  # of all tables together in one life of the server
LONGEST_LIFE = 5.0  # seconds
TWICE = 0.2  # how often a player clicks twice


@dataclass(frozen=True, slots=True)
class Sent:
    """An action, and the version of the table that it was sent at."""

    version: int
    action: dict[str, Any]


@dataclass(eq=False)
class Client:
    """Somebody at a table: acts at once when it is their turn, and comes back when cut off."""

    visitor: Visitor
    table: str
    seat: int
    rng: random.Random
    now: dict[str, Any] = field(default_factory=dict)  # the table as it was shown last
    events: list[Any] = field(default_factory=list)
    waiting: Sent | None = None  # sent, and not yet seen to have happened
    acknowledged: list[Sent] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    socket: ClientConnection | None = None
    lives: int = 0  # of the server, that this one met
    leaving: bool = False

    @property
    def who(self) -> str:
        """The visitor's id, as it is in the cookie."""
        return self.visitor.cookie.partition("=")[2].rpartition(".")[0]

    async def stay(self) -> None:
        """Play until told to leave, through as many connections as it takes."""
        url = f"ws://127.0.0.1:{self.visitor.port}/api/tables/{self.table}/ws"
        while not self.leaving:
            try:
                async with connect(
                    f"{url}?events_from={len(self.events)}",
                    additional_headers={"Cookie": self.visitor.cookie},
                    open_timeout=PATIENCE,
                ) as self.socket:
                    await self._listen(self.socket)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.01)

    async def _listen(self, socket: ClientConnection) -> None:
        self.lives += 1
        if self.waiting is not None:  # did it happen? whoever is not sure says it again
            await self._act(socket, self.waiting)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                self.refused.add(message["reason"])
            elif not self._take_in(message) or self.leaving:
                return
            else:
                await self._answer(socket)

    def _take_in(self, message: dict[str, Any]) -> bool:
        """A table as it is shown; false if events before those that came with it are missing."""
        before, self.now = self.now or message, message
        assert message["version"] >= before["version"], "something that was shown is gone"
        if message["version"] == before["version"]:
            assert shown(message) == shown(before), "something that was shown has changed"
        if self.waiting is not None and message["version"] > self.waiting.version:
            self.acknowledged.append(self.waiting)
            self.waiting = None
        play = message["play"]
        if play is None or before["play"] is None or play["game"] != before["play"]["game"]:
            self.events = []
        if play is not None and play["events_from"] > len(self.events):
            self.events, self.now = [], {}
            return False
        if play is not None:
            self.events[play["events_from"] :] = play["events"]
        return True

    async def _answer(self, socket: ClientConnection) -> None:
        play = self.now["play"]
        if play is None or play["over"] is not None:
            if self.seat == 0:
                await socket.send(json.dumps({"type": "begin"}))
        elif play["legal"] and self.waiting is None:
            careful = [a for a in play["legal"] if a["do"] != "play"]  # games that last
            action = self.rng.choice(careful or play["legal"])
            self.waiting = Sent(self.now["version"], action)
            for _ in range(2 if self.rng.random() < TWICE else 1):
                await self._act(socket, self.waiting)

    async def _act(self, socket: ClientConnection, sent: Sent) -> None:
        act = {"type": "act", "version": sent.version, "action": sent.action}
        await socket.send(json.dumps(act))

    async def leave(self) -> None:
        self.leaving = True
        if self.socket is not None:
            await self.socket.close()


def shown(table: dict[str, Any]) -> dict[str, Any]:
    """What follows from the log alone: not who is there, nor since when news are told."""
    play = table["play"] and {**table["play"], "events": None, "events_from": None}
    return {"play": play, **{key: table[key] for key in ("version", "settings", "you")}}


def seated(port: int, rng: random.Random) -> list[Client]:
    """People at their tables; the host of each is on seat 0."""
    clients = []
    for _ in range(TABLES):
        visitors = [Visitor(port) for _ in range(PLAYERS)]
        for visitor in visitors:
            visitor.ask("/api/bots")
        _, opened = visitors[0].ask("/api/tables", {"settings": {"players": PLAYERS}})
        for seat, visitor in enumerate(visitors):
            with visitor.join(opened["table"]) as socket:
                socket.send(json.dumps({"type": "sit", "seat": seat, "name": f"Player {seat}"}))
                while json.loads(socket.recv(timeout=PATIENCE))["you"] is None:
                    pass
            own = random.Random(rng.random())  # noqa: S311 - tests
            clients.append(Client(visitor, opened["table"], seat, own))
    return clients


def start_again(database: Path, port: int, running: list[Server]) -> None:
    """Kill the server, if there is one, and start it where it was."""
    if running:
        assert running[0].process.poll() is None, "it died by itself"
        running.pop().kill()
    running.append(Server(database, port))


async def play_and_kill(database: Path, running: list[Server], rng: random.Random) -> list[Client]:
    """Everybody plays while the server is killed; at the end, everybody looks once more."""
    port = running[0].port
    clients = await asyncio.to_thread(seated, port, rng)
    async with asyncio.TaskGroup() as playing:
        for client in clients:
            playing.create_task(client.stay())
        for _ in range(KILLS):
            await some_play(clients, rng.randint(0, MOST_ACTIONS))
            await asyncio.sleep(rng.uniform(0, 0.02))  # anywhere between two actions
            await asyncio.to_thread(start_again, database, port, running)
        await some_play(clients, MOST_ACTIONS)
        for client in clients:
            await client.leave()
    for client in clients:
        await asyncio.to_thread(look_again, client)
    return clients


async def some_play(clients: list[Client], actions: int) -> None:
    """Wait until so many more actions have been acknowledged."""
    wanted = sum(len(client.acknowledged) for client in clients) + actions
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_LIFE):
            while sum(len(client.acknowledged) for client in clients) < wanted:
                await asyncio.sleep(0.005)


def look_again(client: Client) -> None:
    """The table after all kills, with all events of the game."""
    client.events = []
    with client.visitor.join(client.table) as socket:
        assert client._take_in(json.loads(socket.recv(timeout=PATIENCE)))


def logged(database: Path, table: str) -> list[rows.Row]:
    """A table's log as it is in the file; its places are counted without a gap."""
    with closing(sqlite3.connect(database)) as file:
        found = file.execute(
            "SELECT seq, body FROM log WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    assert [seq for seq, _ in found] == list(range(len(found)))
    return [rows.decode(body) for _, body in found]


def folded(log: Iterable[rows.Row]) -> room.Room:
    now = None
    for row in log:
        now = room.fold(now, row)
    assert now is not None
    return now


def test_nothing_acknowledged_is_lost_or_done_twice(tmp_path: Path) -> None:
    database, rng = tmp_path / "games.sqlite", random.Random(7)  # noqa: S311 - when to kill
    running: list[Server] = []
    start_again(database, free_port(), running)
    try:
        clients = asyncio.run(play_and_kill(database, running, rng))
    finally:
        for server in running:
            server.stop()
    for client in clients:
        log = logged(database, client.table)
        done = [
            Sent(version, json.loads(rows.encode(row))["action"])
            for version, row in enumerate(log)
            if isinstance(row, rows.Acted) and row.seat == client.seat
        ]
        assert client.acknowledged == done, "each action once, and in order"
        expected = json.loads(messages.encode(seen(folded(log), client.who)))
        assert shown(client.now) == shown(expected)
        assert client.events == expected["play"]["events"]
        assert client.refused <= {"stale", "game-on", "no-game"}  # said twice, or too late
    assert sum(len(client.acknowledged) for client in clients) > 10 * KILLS
    assert min(client.lives for client in clients) > KILLS / 4, "kills met people at play"
    assert any("stale" in client.refused for client in clients), "some said it twice"


def thinkers(server: Server) -> list[int]:
    """The processes in which the server's bots think."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            if parent == server.process.pid and b"spawn_main" in (
                status.with_name("cmdline").read_bytes()
            ):
                found.append(int(status.parent.name))
        except OSError:  # it has just ended
            continue
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
