"""People at play while servers are killed: what each was shown, held against the log."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cli.running import PATIENCE
from server.serving import Server, Visitor, free_port
from tamaya.server import messages, room, rows
from tamaya.server.seen import seen
from tamaya.server.store import Store

PLAYERS = 3
MOST_ACTIONS = 40  # of all tables together between two kills
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
    ports: Sequence[int]  # of the processes, any of which will do
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
        while not self.leaving:
            where = f"127.0.0.1:{self.rng.choice(self.ports)}/api/tables/{self.table}/ws"
            try:
                async with connect(
                    f"ws://{where}?events_from={len(self.events)}",
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
                if message["reason"] == "no-store" and self.waiting is not None:
                    await asyncio.sleep(0.1)
                    await self._act(socket, self.waiting)
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


def seated(ports: Sequence[int], tables: int, rng: random.Random) -> list[Client]:
    """People at their tables; the host of each is on seat 0."""
    clients = []
    for _ in range(tables):
        visitors = [Visitor(rng.choice(ports)) for _ in range(PLAYERS)]
        for visitor in visitors:
            visitor.ask("/api/bots")
        _, opened = visitors[0].ask("/api/tables", {"settings": {"players": PLAYERS}})
        for seat, visitor in enumerate(visitors):
            with visitor.join(opened["table"]) as socket:
                socket.send(json.dumps({"type": "sit", "seat": seat, "name": f"Player {seat}"}))
                while json.loads(socket.recv(timeout=PATIENCE))["you"] is None:
                    pass
            own = random.Random(rng.random())  # noqa: S311 - tests
            clients.append(Client(visitor, ports, opened["table"], seat, own))
    return clients


@dataclass(frozen=True, slots=True)
class Killed:
    """What came of it."""

    kills: int
    acknowledged: int  # actions, each found once in the log, in order
    clicked_twice: int  # clients that were refused what they had done already
    reconnections: int
    seconds: float


class Crowd:
    """Servers over one database that are killed in turn, and people who play on."""

    def __init__(self, database: Path | str, servers: int, *options: str) -> None:
        self.database, self.options = database, options
        self.ports = [free_port() for _ in range(servers)]
        self.running = [Server(database, port, *options) for port in self.ports]
        self.clients: list[Client] = []

    def add(self, database: str) -> None:
        """One more server, which reaches the database another way."""
        self.ports.append(free_port())
        self.running.append(Server(database, self.ports[-1], *self.options))

    def close(self) -> None:
        """End what runs."""
        for server in self.running:
            server.stop()

    def kill(self, number: int) -> None:
        """Kill one and start it again where it was; the others go on."""
        server = self.running[number]
        assert server.process.poll() is None, "it died by itself"
        server.kill()
        self.running[number] = Server(self.database, server.port, *self.options)

    def done(self) -> int:
        """How many actions have been acknowledged."""
        return sum(len(client.acknowledged) for client in self.clients)

    async def kill_some(self, kills: int, rng: random.Random) -> None:
        """Kill servers at any moment."""
        for _ in range(kills):
            await self.some_play(rng.randint(0, MOST_ACTIONS))
            await asyncio.sleep(rng.uniform(0, 0.02))  # anywhere between two actions
            await asyncio.to_thread(self.kill, rng.randrange(len(self.running)))
        await self.some_play(MOST_ACTIONS)

    async def play(self, tables: int, rng: random.Random, disturbed: Awaitable[None]) -> None:
        """Everybody plays while something goes wrong; at the end, everybody looks once more."""
        self.clients = await asyncio.to_thread(seated, self.ports, tables, rng)
        async with asyncio.TaskGroup() as playing:
            for client in self.clients:
                playing.create_task(client.stay())
            await disturbed
            for client in self.clients:
                await client.leave()
        await asyncio.sleep(1)  # what was sent last may still be on its way into the log
        for client in self.clients:
            await asyncio.to_thread(look_again, client)

    async def some_play(self, actions: int) -> None:
        """Wait until so many more actions have been acknowledged."""
        wanted = self.done() + actions
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_LIFE):
                while self.done() < wanted:
                    await asyncio.sleep(0.005)

    def check(self) -> None:
        """What each client was told is what the log says."""
        for client in self.clients:
            log = logged(self.database, client.table)
            done = [
                Sent(version, json.loads(rows.encode(row))["action"])
                for version, row in enumerate(log)
                if isinstance(row, rows.Acted) and row.seat == client.seat
            ]
            assert client.acknowledged == done, "each action once, and in order"
            expected = json.loads(messages.encode(seen(folded(log), client.who)))
            assert shown(client.now) == shown(expected)
            assert client.events == expected["play"]["events"]
            assert client.refused <= {"stale", "game-on", "no-game", "no-store"}


def killed(
    database: Path | str, servers: int, kills: int, tables: int, seed: int, *options: str
) -> Killed:
    """Play, kill and check."""
    begin, rng = time.monotonic(), random.Random(seed)  # noqa: S311 - when to kill
    with closing(Crowd(database, servers, *options)) as crowd:
        asyncio.run(crowd.play(tables, rng, crowd.kill_some(kills, rng)))
    crowd.check()
    return Killed(
        kills,
        crowd.done(),
        sum("stale" in client.refused for client in crowd.clients),
        sum(client.lives for client in crowd.clients),
        time.monotonic() - begin,
    )


def look_again(client: Client) -> None:
    """The table after all kills, with all events of the game."""
    client.events = []
    visitor = Visitor(client.ports[0])
    visitor.cookie = client.visitor.cookie
    with visitor.join(client.table) as socket:
        assert client._take_in(json.loads(socket.recv(timeout=PATIENCE)))


def logged(database: Path | str, table: str) -> list[rows.Row]:
    """A table's log as it is in the database; its places are counted without a gap."""
    with closing(Store(database)) as store:
        found = asyncio.run(store.load(table))
    assert [stored.seq for stored in found] == list(range(len(found)))
    return [rows.decode(stored.body) for stored in found]


def folded(log: Iterable[rows.Row]) -> room.Room:
    """The room that a log tells of."""
    now = None
    for row in log:
        now = room.fold(now, row)
    assert now is not None
    return now
