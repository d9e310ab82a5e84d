"""People at play while servers are killed: what each was shown, held against the log."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from long.history_checker import Told, violations
from support.cli.running import TAMAYA
from support.server.players import Client, Sent, Shown, digest, seated, shown
from support.server.serving import Server, free_port
from tamaya.server.room import log_rows, messages, room
from tamaya.server.room.projection import project
from tamaya.server.store.store import Store

MOST_ACTIONS = 40  # of all tables together between two kills
SOON = 30.0  # seconds for things to go on by themselves


@dataclass(frozen=True, slots=True)
class Killed:
    """What came of it."""

    kills: int
    acknowledged: int  # actions, each found once in the log, in order
    clicked_twice: int  # clients that were refused what they had done already
    reconnections: int
    longest: float  # seconds until everybody had seen their table go on


class Crowd:
    """Servers over one database that are killed in turn, and people who play on."""

    def __init__(
        self,
        database: Path | str,
        servers: int,
        *options: str,
        program: Sequence[str] = TAMAYA,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.database, self.options = database, options
        self.program, self.environment = program, environment
        self.ports = [free_port() for _ in range(servers)]
        self.running = [self._started(database, port) for port in self.ports]
        self.clients: list[Client] = []
        self.longest = 0.0  # seconds until all went on

    def add(self, database: str, *options: str, environment: Mapping[str, str]) -> None:
        """One more server, which reaches the database another way, and runs otherwise."""
        self.ports.append(free_port())
        self.running.append(Server(database, self.ports[-1], *options, environment=environment))

    def close(self) -> None:
        """End what runs."""
        for server in self.running:
            server.stop()

    def kill(self, number: int) -> None:
        """Kill one and start it again where it was; the others go on."""
        self._again(number, Server.kill)

    def restart(self, number: int) -> None:
        """Stop one as an operator does, and start it again where it was."""
        self._again(number, Server.stop)

    def _again(self, number: int, ended: Callable[[Server], None]) -> None:
        server = self.running[number]
        assert server.process.poll() is None, "it died by itself"
        ended(server)
        self.running[number] = self._started(self.database, server.port)

    def _started(self, database: Path | str, port: int) -> Server:
        return Server(
            database, port, *self.options, program=self.program, environment=self.environment
        )

    def done(self) -> int:
        """How many actions have been acknowledged."""
        return sum(len(client.acknowledged) for client in self.clients)

    async def kill_some(self, kills: int, rng: random.Random) -> None:
        """Kill servers at any moment; whatever was going on has to go on, for everybody."""
        for _ in range(kills):
            await self.some_play(rng.randint(0, MOST_ACTIONS))
            await asyncio.sleep(rng.uniform(0, 0.02))  # anywhere between two actions
            await asyncio.to_thread(self.kill, rng.randrange(len(self.running)))
            self.longest = max(self.longest, await self.all_go_on())
        await self.some_play(MOST_ACTIONS)

    async def play(self, tables: int, rng: random.Random, disturbed: Awaitable[None]) -> None:
        """Everybody plays while something goes wrong, and is shown how it ends."""
        self.clients = await asyncio.to_thread(seated, self.ports, tables, rng)
        async with asyncio.TaskGroup() as playing:
            for client in self.clients:
                playing.create_task(client.stay())
            await disturbed
            await self.rest()
            for client in self.clients:
                await client.leave()

    async def some_play(self, actions: int) -> None:
        """Wait until so many more actions have been acknowledged."""
        wanted = self.done() + actions
        await until(lambda: self.done() >= wanted, "too little goes on")

    async def all_go_on(self) -> float:
        """Wait until everybody has seen something new at their table; how many seconds.

        One row may have been on its way already; the next one is new.
        """
        begin, marks = time.monotonic(), dict[str, int]()
        for client in self.clients:
            marks[client.table] = max(client.version, marks.get(client.table, 0))
        await until(
            lambda: all(client.version > marks[client.table] + 1 for client in self.clients),
            "a table hangs, or somebody is left behind",
        )
        return time.monotonic() - begin

    async def rest(self) -> None:
        """Nobody begins anything; wait until all have been shown all that there is.

        Nobody asks again: what they know came over the sockets that they have.
        """
        for client in self.clients:
            client.resting = True
        tables = {client.table for client in self.clients}
        ends = dict[str, int]()

        def at_the_end() -> bool:
            return all(one.version == ends[one.table] for one in self.clients)

        def so_far() -> bool:
            return all(one.version >= ends[one.table] for one in self.clients)

        while not ends or not at_the_end():  # a bot may have moved meanwhile
            await until(self._quiet, "an action is neither done nor refused")
            for table in tables:
                ends[table] = len(await asyncio.to_thread(logged, self.database, table))
            await until(so_far, "somebody is left behind")
            await asyncio.sleep(0.5)

    def _quiet(self) -> bool:
        return all(client.waiting is None for client in self.clients)

    def check(self) -> None:
        """What each client was told is what the log says."""
        for client in self.clients:
            log = logged(self.database, client.table)
            done = [
                Sent(version, json.loads(log_rows.encode(row))["action"])
                for version, row in enumerate(log)
                if isinstance(row, log_rows.Acted) and row.seat == client.seat
            ]
            assert client.acknowledged == done, "each action once, and in order"
            expected = json.loads(messages.encode(project(folded(log), client.who)))
            assert shown(client.now) == shown(expected)
            assert client.events == expected["play"]["events"]
            assert client.refused <= {"stale", "game-on", "no-game", "no-store"}
        for table in {client.table for client in self.clients}:
            clients = [client for client in self.clients if client.table == table]
            assert list(told(logged(self.database, table), clients)) == []


def told(log: Sequence[log_rows.Row], clients: Sequence[Client]) -> Iterator[str]:
    """What is wrong with what the people at a table did and were shown."""
    views: dict[Client, dict[int, bytes]] = {client: {} for client in clients}
    wanted = {
        client: {event.version for event in client.history if isinstance(event, Shown)}
        for client in clients
    }
    now = None
    for version, row in enumerate(log, start=1):
        now = room.fold(now, row)
        for client in clients:
            if version in wanted[client]:
                view = json.loads(messages.encode(project(now, client.who)))
                views[client][version] = digest(view)
    actions = [
        (row.seat, json.loads(log_rows.encode(row))["action"])
        if isinstance(row, log_rows.Acted)
        else None
        for row in log
    ]
    return violations(
        actions, [Told(client.seat, client.history, views[client]) for client in clients]
    )


def killed(
    database: Path | str, servers: int, kills: int, tables: int, seed: int, *options: str
) -> Killed:
    """Play, kill and check."""
    rng = random.Random(seed)  # noqa: S311 - when to kill
    with closing(Crowd(database, servers, *options)) as crowd:
        asyncio.run(crowd.play(tables, rng, crowd.kill_some(kills, rng)))
    crowd.check()
    return Killed(
        kills,
        crowd.done(),
        sum("stale" in client.refused for client in crowd.clients),
        sum(client.lives for client in crowd.clients),
        crowd.longest,
    )


async def until(so: Callable[[], bool], words: str) -> None:
    """Wait until something is so; fail if that takes too long."""
    begin = time.monotonic()
    while not so():
        assert time.monotonic() - begin < SOON, words
        await asyncio.sleep(0.005)


def logged(database: Path | str, table: str) -> list[log_rows.Row]:
    """A table's log as it is in the database; its places are counted without a gap."""
    with closing(Store(database)) as store:
        found = asyncio.run(store.load(table))
    assert [stored.seq for stored in found] == list(range(len(found)))
    return [log_rows.decode(stored.body) for stored in found]


def folded(log: Iterable[log_rows.Row]) -> room.Room:
    """The room that a log tells of."""
    now = None
    for row in log:
        now = room.fold(now, row)
    assert now is not None
    return now
