"""Tables that play for long while others come and go: what the processes hold, minute by minute."""

import asyncio
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from long.fuzz import grows
from support.server.serving import Visitor, newer, say, shown
from tamaya.bench.load_clients import LoadCounts, generate_load, seat_players
from tamaya.bench.server_process import ServerProcess, early_exit, resource_use, start_servers

RATE = 1.0  # actions a second and table
CHURN = 1.0  # seconds between two visitors who come, play a little and go


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds at one moment."""

    second: float
    memory: float  # MB
    files: int  # file handles


@dataclass(frozen=True, slots=True)
class Soaked:
    """What came of it."""

    actions: int
    failed: int
    visitors: int  # who came and went
    held: list[list[Held]]  # by process


def held(server: ServerProcess, second: float) -> Held:
    """What a process holds now."""
    now = resource_use(server.pid)
    assert now is not None, early_exit([server]) or "it died"
    return Held(second, now.memory / 1e6, len(os.listdir(f"/proc/{server.pid}/fd")))  # noqa: PTH208


def visit(port: int, rng: random.Random) -> None:
    """Open a table with bots, make two moves, leave; ask for this and that."""
    visitor = Visitor(port)
    visitor.ask("/api/bots")
    table = visitor.ask("/api/play", {"name": "Ada", "players": rng.randint(2, 5)})[1]["table"]
    with visitor.join(table) as socket:
        now = shown(socket, lambda told: told["play"]["legal"])
        say(socket, "act", version=now["version"], action=rng.choice(now["play"]["legal"]))
        newer(socket, now)
    for path in ("/api/me", "/api/tables", f"/api/tables/{table}/steps"):
        visitor.ask(path)


async def soaked(
    tables: int, seconds: float, every: float, database: str | None = None, redis: str | None = None
) -> Soaked:
    """Play for so long on one process with SQLite, or on two with a database that is given."""
    tally, found, visitors = LoadCounts(), list[list[Held]](), 0
    loop, rng = asyncio.get_running_loop(), random.Random(3)  # noqa: S311 - tests
    async with start_servers(2 if database else 1, database, redis) as servers:
        ports = [server.port for server in servers]
        seats = await seat_players(ports, tables, 3, tally)
        begin = loop.time()
        playing = asyncio.create_task(generate_load(seats, RATE, seconds, begin))
        found = [[] for _ in servers]
        while not playing.done():
            if loop.time() - begin >= every * len(found[0]):
                for one, server in zip(found, servers, strict=True):
                    one.append(held(server, loop.time() - begin))
            await asyncio.to_thread(visit, rng.choice(ports), rng)
            visitors += 1
            await asyncio.sleep(CHURN)
        await playing
        for table in seats:
            table.leave()
    return Soaked(len(tally.everyone), tally.failed.total(), visitors, found)


def is_flat(held: Sequence[Held]) -> bool:
    """Whether memory does not grow all the time, and the last quarter has as many files open."""
    quarter = len(held) // 4
    early, late = held[quarter : 2 * quarter], held[-quarter:]
    files = [max(one.files for one in some) for some in (early, late)]
    return not grows([one.memory for one in held]) and files[1] <= files[0] + 20


def has_proc() -> bool:
    """Whether the system tells what processes hold."""
    return Path("/proc/self/fd").exists()
