"""A server under load: how soon players see each other's actions when many tables are busy."""

import asyncio
import math
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamaya.bench.server_process import ResourceUse, early_exit, start_servers, total_use

if TYPE_CHECKING:
    from tamaya.bench.load_clients import LoadCounts


@dataclass(frozen=True, slots=True)
class Load:
    """The load on a server, and how the server is started."""

    tables: int
    players: int  # at each table
    rate: float  # actions per second and table
    seconds: float
    processes: int = 1
    database: str | None = None  # None: a temporary file
    redis: str | None = None


@dataclass(frozen=True, slots=True)
class ActionCounts:
    """Numbers of actions."""

    asked: int
    done: int  # received by everybody at the table
    failed: int
    reasons: dict[str, int]  # of failures
    asked_per_s: float
    done_per_s: float
    games: int  # played to their end


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Percentiles and the maximum."""

    p50: float
    p90: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from the moment when an action was due; null if there was none."""

    actor: Percentiles | None  # until the actor received the new table
    everyone: Percentiles | None  # until everybody at the table had
    sent: Percentiles | None  # until the load generator sent it


@dataclass(frozen=True, slots=True)
class LoadCost:
    """Memory and CPU time; null where the system does not report them."""

    server_memory_mb: float | None
    memory_per_table_kb: float | None  # what the tables added
    server_cpu_s: float | None  # while they played
    generator_cpu_s: float


@dataclass(frozen=True, slots=True)
class LoadResult:
    """All measurements. Field names, here and above, are the keys of --json."""

    tables: int
    players: int
    processes: int
    rate: float  # actions per second and table
    seconds: float
    interrupted: bool
    actions: ActionCounts
    latency_ms: Latency
    use: LoadCost


async def measure_load(load: Load, report: Callable[[str], None]) -> tuple[LoadResult, str | None]:
    """Start a server and play on it: the measurements, and how a server ended early if one did."""
    from tamaya.bench import load_clients as clients  # noqa: PLC0415 - other commands go without

    loop, counts, interrupted = asyncio.get_running_loop(), clients.LoadCounts(), False
    with suppress(NotImplementedError):  # Windows
        loop.add_signal_handler(signal.SIGTERM, signal.raise_signal, signal.SIGINT)
    async with start_servers(load.processes, load.database, load.redis) as servers:
        empty = total_use(servers)
        ports = [server.port for server in servers]
        tables = await clients.seat_players(ports, load.tables, load.players, counts, report)
        before, own, begin = total_use(servers), time.process_time(), loop.time()
        try:
            await clients.generate_load(tables, load.rate, load.seconds, begin, report)
        except asyncio.CancelledError:  # Ctrl-C: what is done so far counts
            interrupted = True
        after, own, end = total_use(servers), time.process_time() - own, loop.time()
        report("")
        ended = early_exit(servers)
        for table in tables:
            table.leave()
    took = end - begin if interrupted else max(load.seconds, counts.last - begin)
    result = LoadResult(
        load.tables,
        load.players,
        len(ports),
        load.rate,
        round(min(load.seconds, took), 3),
        interrupted,
        _action_counts(counts, min(load.seconds, took), took),
        Latency(*map(_percentiles, (counts.actor, counts.everyone, counts.sent))),
        _cost(load.tables, empty, before, after, own),
    )
    return result, ended


def _action_counts(counts: "LoadCounts", asked_for: float, took: float) -> ActionCounts:
    done = len(counts.everyone)
    return ActionCounts(
        counts.asked,
        done,
        counts.failed.total(),
        dict(counts.failed),
        round(counts.asked / asked_for, 1),
        round(done / took, 1),
        counts.games,
    )


def _percentiles(seconds: list[float]) -> Percentiles | None:
    if not seconds:
        return None
    ordered = sorted(seconds)
    shares = (0.50, 0.90, 0.99, 1.0)
    return Percentiles(*(round(ordered[math.ceil(s * len(ordered)) - 1] * 1e3, 1) for s in shares))


def _cost(
    tables: int,
    empty: ResourceUse | None,
    before: ResourceUse | None,
    after: ResourceUse | None,
    own: float,
) -> LoadCost:
    if empty is None or before is None or after is None:
        return LoadCost(None, None, None, round(own, 2))
    added = (after.memory - empty.memory) / tables
    return LoadCost(
        round(after.memory / 1e6, 1),
        round(added / 1e3, 1),
        round(after.cpu - before.cpu, 2),
        round(own, 2),
    )
