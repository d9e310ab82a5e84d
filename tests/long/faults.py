"""People at play while the parts that a server needs fail: what they saw, held against the log."""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import psycopg

from long.kills import Crowd
from long.preload import compiled
from support.server.backends import PostgresServer, RedisServer, postgres_server, redis_server
from support.server.proxy import Proxy
from support.server.serving import Server, Visitor

LASTS = 2.0  # seconds that a fault lasts


@dataclass(frozen=True, slots=True)
class Faulted:
    """What came of one fault."""

    fault: str
    before: int  # actions acknowledged before it
    during: int
    after: int
    recovered: float  # seconds until everybody had seen their table go on, once all was mended


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong, and how it is put right."""

    name: str
    begins: Callable[[], object]
    ends: Callable[[], object]
    stops: bool  # nothing can be acknowledged meanwhile


class Clock:
    """A wall clock that is set while programs look at it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = folder / name
        self.library = compiled("clock", folder)
        self.set(0)

    @property
    def environment(self) -> dict[str, str]:
        """For a program that goes by this clock."""
        return {"LD_PRELOAD": str(self.library), "TAMAYA_CLOCK": str(self.file)}

    def set(self, ahead: int) -> None:
        """Set it so many seconds ahead of the right time."""
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write(ahead.to_bytes(8, sys.byteorder, signed=True))


class Backend:
    """One of PostgreSQL's processes, which may stand still in the middle of a transaction."""

    def __init__(self, postgres: PostgresServer, database: str, rng: random.Random) -> None:
        self.postgres, self.database, self.rng = postgres, database, rng
        self.paused = 0

    def pause(self) -> None:
        """Any one of them."""
        self.paused = self.rng.choice(self.postgres.backends(self.database))
        os.kill(self.paused, signal.SIGSTOP)

    def resume(self) -> None:
        """It goes on, if its client has not given it up meanwhile."""
        with suppress(ProcessLookupError):
            os.kill(self.paused, signal.SIGCONT)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Two processes and what they need; the second has networks and a clock of its own."""

    postgres: PostgresServer
    redis: RedisServer
    network: Proxy  # of the second process, to PostgreSQL
    bus: Proxy  # of the second process, to Redis
    clock: Clock  # of the second process
    clock_of_postgres: Clock
    backend: Backend
    second: Server

    def pause(self) -> None:
        """The second process stands still."""
        self.second.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """And goes on."""
        self.second.process.send_signal(signal.SIGCONT)

    def faults(self) -> tuple[Fault, ...]:
        """Each part fails once."""
        postgres, network, bus = self.postgres, self.network, self.bus
        clock, theirs = self.clock.set, self.clock_of_postgres.set
        return (
            Fault("Redis killed", self.redis.kill, self.redis.start, stops=False),
            Fault("PostgreSQL killed", postgres.kill, postgres.start, stops=True),
            Fault("PostgreSQL stopped", postgres.stop, postgres.start, stops=True),
            Fault("PostgreSQL paused", postgres.pause, postgres.resume, stops=True),
            Fault("a backend paused", self.backend.pause, self.backend.resume, stops=False),
            Fault("one process paused", self.pause, self.resume, stops=False),
            Fault("network of one process cut", network.cut, network.mend, stops=False),
            Fault("network of one process silent", network.hold, network.mend, stops=False),
            Fault("answers to one process lost", network.hold_answers, network.mend, stops=False),
            Fault("Redis of one process silent", bus.hold, bus.mend, stops=False),
            Fault("one process's clock +1 hour", partial(clock, 3600), partial(clock, 0), False),
            Fault("one process's clock -1 hour", partial(clock, -3600), partial(clock, 0), False),
            Fault("PostgreSQL's clock +1 hour", partial(theirs, 3600), partial(theirs, 0), False),
            Fault("PostgreSQL's clock -1 hour", partial(theirs, -3600), partial(theirs, 0), False),
        )


async def suffer(crowd: Crowd, fault: Fault, lasts: float, actions: int) -> Faulted:
    """Play, fail for a while, and go on."""
    counts = [crowd.done()]
    await crowd.some_play(actions)
    counts.append(crowd.done())
    await asyncio.to_thread(fault.begins)
    if fault.stops:
        await asyncio.sleep(0.2)  # what was on its way
        counts[-1] = crowd.done()
    await asyncio.sleep(lasts)
    if "clock" in fault.name:  # whoever plays may be at the other process by now
        status, said = await asyncio.to_thread(Visitor(crowd.ports[1]).ask, "/api/tables", {})
        assert status == 201, said
    counts.append(crowd.done())
    await asyncio.to_thread(fault.ends)
    recovered = await crowd.all_go_on()
    await crowd.some_play(actions)
    counts.append(crowd.done())
    before, during, after = (b - a for a, b in pairwise(counts))
    return Faulted(fault.name, before, during, after, recovered)


def suffered(tables: int, rounds: int, lasts: float = LASTS, actions: int = 100) -> list[Faulted]:
    """Two processes over PostgreSQL and Redis, with everything going wrong in turn."""
    rng, found = random.Random(5), list[Faulted]()  # noqa: S311 - whose turn it is
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)  # PostgreSQL runs as somebody else
        clock, clock_of_postgres = Clock(folder, "ours"), Clock(folder, "theirs")
        postgres = parts.enter_context(
            postgres_server("-c", "shared_buffers=16MB", environment=clock_of_postgres.environment)
        )
        redis = parts.enter_context(redis_server())
        network, bus = (parts.enter_context(Proxy(one.port)) for one in (postgres, redis))
        url = postgres.new()
        crowd = parts.enter_context(closing(Crowd(url, 1, "--redis", redis.url)))
        crowd.add(
            url.replace(f":{postgres.port}/", f":{network.port}/"),
            *("--redis", redis.url.replace(f":{redis.port}/", f":{bus.port}/")),
            environment=clock.environment,
        )
        backend = Backend(postgres, url.rpartition("/")[2], rng)
        cluster = Cluster(
            postgres, redis, network, bus, clock, clock_of_postgres, backend, crowd.running[1]
        )

        async def everything() -> None:
            first = crowd.clients[0].table
            for client in crowd.clients:  # one table does not depend on the second process
                client.ports = crowd.ports[:1] if client.table == first else client.ports
            for _ in range(rounds):
                for fault in cluster.faults():
                    found.append(await suffer(crowd, fault, lasts, actions))

        asyncio.run(crowd.play(tables, rng, everything()))
        for server in crowd.running:
            assert server.process.poll() is None, "it died of it"
        crowd.check()
        _check_clocks(url, clock_of_postgres)
    return found


def _check_clocks(url: str, clock_of_postgres: Clock) -> None:
    """The clocks that were set are those that the programs went by."""
    hour, now = 3_600_000, time.time() * 1000
    clock_of_postgres.set(3600)
    with psycopg.connect(url) as connection:
        first, last = connection.execute("SELECT min(at), max(at) FROM log").fetchone() or (0, 0)
        (theirs,) = connection.execute("SELECT extract(epoch FROM now())").fetchone() or (0,)
    assert first < now - hour / 2
    assert last > now + hour / 2
    assert float(theirs) * 1000 > now + hour / 2
