"""People at play while the parts that a server needs fail: what they saw, held against the log."""

import asyncio
import random
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import pairwise

from server.backends import PostgresServer, RedisServer, postgres_server, redis_server
from server.killing import Crowd
from server.proxy import Proxy

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


def faults(postgres: PostgresServer, redis: RedisServer, network: Proxy) -> tuple[Fault, ...]:
    """Each part of a cluster fails once; the network is that of one of the two processes."""
    return (
        Fault("Redis killed", redis.kill, redis.start, stops=False),
        Fault("PostgreSQL killed", postgres.kill, postgres.start, stops=True),
        Fault("PostgreSQL stopped", postgres.stop, postgres.start, stops=True),
        Fault("network of one process cut", network.cut, network.mend, stops=False),
        Fault("network of one process silent", network.hold, network.mend, stops=False),
    )


async def suffer(crowd: Crowd, fault: Fault, lasts: float) -> Faulted:
    """Play, fail for a while, and go on."""
    counts = [crowd.done()]
    await crowd.some_play(100)
    counts.append(crowd.done())
    await asyncio.to_thread(fault.begins)
    if fault.stops:
        await asyncio.sleep(0.2)  # what was on its way
        counts[-1] = crowd.done()
    await asyncio.sleep(lasts)
    counts.append(crowd.done())
    await asyncio.to_thread(fault.ends)
    recovered = await crowd.all_go_on()
    await crowd.some_play(100)
    counts.append(crowd.done())
    before, during, after = (b - a for a, b in pairwise(counts))
    return Faulted(fault.name, before, during, after, recovered)


def suffered(tables: int, rounds: int, lasts: float = LASTS) -> list[Faulted]:
    """Two processes over PostgreSQL and Redis, with everything going wrong in turn."""
    rng, found = random.Random(5), list[Faulted]()  # noqa: S311 - whose turn it is
    with ExitStack() as parts:
        postgres = parts.enter_context(postgres_server("-c", "shared_buffers=16MB"))
        redis = parts.enter_context(redis_server())
        network = parts.enter_context(Proxy(postgres.port))
        url = postgres.new()
        crowd = parts.enter_context(closing(Crowd(url, 1, "--redis", redis.url)))
        through = url.replace(f":{postgres.port}/", f":{network.port}/")
        crowd.add(through)

        async def everything() -> None:
            first = crowd.clients[0].table
            for client in crowd.clients:  # one table does not depend on that network
                client.ports = crowd.ports[:1] if client.table == first else client.ports
            for _ in range(rounds):
                for fault in faults(postgres, redis, network):
                    found.append(await suffer(crowd, fault, lasts))

        asyncio.run(crowd.play(tables, rng, everything()))
        for server in crowd.running:
            assert server.process.poll() is None, "it died of it"
        crowd.check()
    return found
