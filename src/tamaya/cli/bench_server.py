"""`tamaya bench server`: how soon players see each other's actions when many tables are busy."""

import asyncio
import json
import math
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from tamaya.cli.bench_process import Running, Used, all_used, allow_files, last_words, served
from tamaya.cli.console import INTERRUPTED, CommandError, progress, show, stdout_console

if TYPE_CHECKING:
    from tamaya.cli.bench_clients import Tally

SPARE_FILES = 100  # beside one socket for each player


@dataclass(frozen=True, slots=True)
class Actions:
    """How many actions there were."""

    asked: int
    done: int  # seen by everybody at the table
    failed: int
    reasons: dict[str, int]  # of those that failed
    asked_per_s: float
    done_per_s: float
    games: int  # played to their end


@dataclass(frozen=True, slots=True)
class Percentiles:
    """So many percent took this long at most."""

    p50: float
    p90: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds from the moment when an action was due; null if there was none."""

    actor: Percentiles | None  # until whoever acted had received the new table
    everyone: Percentiles | None  # until the last at the table had
    sent: Percentiles | None  # until the load generator came to send it


@dataclass(frozen=True, slots=True)
class Use:
    """What it cost; null where the system does not tell."""

    server_memory_mb: float | None
    memory_per_table_kb: float | None  # what the tables added
    server_cpu_s: float | None  # while they played
    generator_cpu_s: float


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured. The names, here and above, are the keys of --json."""

    tables: int
    players: int
    processes: int
    rate: float  # actions per second and table
    seconds: float
    interrupted: bool
    actions: Actions
    latency_ms: Latency
    use: Use


def server(  # noqa: PLR0913, PLR0917 - the command's options
    tables: Annotated[
        int, typer.Option(metavar="N", min=1, max=5000, help="Tables that play.")
    ] = 1000,
    players: Annotated[
        int, typer.Option(metavar="N", min=2, max=5, help="People at each table.")
    ] = 3,
    rate: Annotated[
        float, typer.Option(metavar="R", min=0.01, max=10, help="Actions a second and table.")
    ] = 1.0,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=3600, help="How long they play.")
    ] = 60.0,
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, max=16, help="Servers; more need --database.")
    ] = 1,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="An empty one: postgresql://…")
    ] = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help="Between the servers.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one object.")] = False,
) -> None:
    """How soon people see each other's actions on a busy server.

    It starts a server of its own and plays there over real sockets. With several
    processes the people of a table are at different ones.

    Example: tamaya bench server --tables 100 --seconds 10
    """
    if processes > 1 and database is None:
        raise CommandError("--processes needs --database postgresql://…", 2)
    allow_files(tables * players + SPARE_FILES)
    over = served(processes, database, redis)
    result, ended = asyncio.run(_measured(over, tables, players, rate, seconds))
    if as_json:
        print(json.dumps(asdict(result), indent=2))
    else:
        console = stdout_console()
        for line in lines(result):
            show(console, line)
    if ended:
        raise CommandError(ended)
    if result.actions.failed:
        raise CommandError(f"{result.actions.failed:,} actions failed")
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


async def _measured(
    over: AbstractAsyncContextManager[list[Running]],
    tables: int,
    players: int,
    rate: float,
    seconds: float,
) -> tuple[Result, str | None]:
    """What was measured, and how a server has ended meanwhile, if one has."""
    from tamaya.cli import bench_clients as clients  # noqa: PLC0415 - other commands go without

    loop, tally, interrupted = asyncio.get_running_loop(), clients.Tally(), False
    with suppress(NotImplementedError):  # Windows
        loop.add_signal_handler(signal.SIGTERM, signal.raise_signal, signal.SIGINT)
    async with over as servers:
        empty = all_used(servers)
        ports = [server.port for server in servers]
        seated = await clients.seated(ports, tables, players, tally)
        before, own, begin = all_used(servers), time.process_time(), loop.time()
        try:
            await clients.play(seated, rate, seconds, begin)
        except asyncio.CancelledError:  # Ctrl-C: what is done so far counts
            interrupted = True
        after, own, end = all_used(servers), time.process_time() - own, loop.time()
        progress("")
        ended = last_words(servers)
        for table in seated:
            table.leave()
    took = end - begin if interrupted else max(seconds, tally.last - begin)
    result = Result(
        tables,
        players,
        len(ports),
        rate,
        round(min(seconds, took), 3),
        interrupted,
        _actions(tally, min(seconds, took), took),
        Latency(*map(_percentiles, (tally.actor, tally.everyone, tally.sent))),
        _use(tables, empty, before, after, own),
    )
    return result, ended


def _actions(tally: "Tally", asked_for: float, took: float) -> Actions:
    done = len(tally.everyone)
    return Actions(
        tally.asked,
        done,
        tally.failed.total(),
        dict(tally.failed),
        round(tally.asked / asked_for, 1),
        round(done / took, 1),
        tally.games,
    )


def _percentiles(seconds: list[float]) -> Percentiles | None:
    if not seconds:
        return None
    ordered = sorted(seconds)
    shares = (0.50, 0.90, 0.99, 1.0)
    return Percentiles(*(round(ordered[math.ceil(s * len(ordered)) - 1] * 1e3, 1) for s in shares))


def _use(
    tables: int, empty: Used | None, before: Used | None, after: Used | None, own: float
) -> Use:
    if empty is None or before is None or after is None:
        return Use(None, None, None, round(own, 2))
    added = (after.memory - empty.memory) / tables
    return Use(
        round(after.memory / 1e6, 1),
        round(added / 1e3, 1),
        round(after.cpu - before.cpu, 2),
        round(own, 2),
    )


def lines(result: Result) -> Iterator[str]:
    """The measurements for people."""
    actions, latency, use = result.actions, result.latency_ms, result.use
    rate = "1 action" if result.rate == 1 else f"{result.rate:g} actions"
    at = f", {result.processes} processes" if result.processes > 1 else ""
    yield (
        f"{result.tables:,} tables of {result.players} people{at}, "
        f"{rate} a second and table, for {result.seconds:g} s"
    )
    yield f"\n{'milliseconds':<24}{'p50':>10}{'p90':>10}{'p99':>10}{'max':>10}"
    yield _line("seen by the actor", latency.actor)
    yield _line("seen by everybody", latency.everyone)
    yield _line("sent late", latency.sent)
    yield f"\n{'actions a second':<24}{actions.done_per_s:>10,.1f}  of {actions.asked_per_s:,.1f}"
    yield f"{'actions':<24}{actions.done:>10,}  of {actions.asked:,}, {actions.failed:,} failed"
    for reason, number in actions.reasons.items():
        yield f"{'':<24}{number:>10,}  {reason}"
    yield f"{'games finished':<24}{actions.games:>10,}"
    if use.server_cpu_s is not None:
        yield f"{'memory of a table':<24}{use.memory_per_table_kb:>10,.1f}  kB"
        yield f"{'memory of the server':<24}{use.server_memory_mb:>10,.1f}  MB"
        yield f"{'CPU time of the server':<24}{use.server_cpu_s:>10,.1f}  s"
    yield f"{'and of the players':<24}{use.generator_cpu_s:>10,.1f}  s"


def _line(name: str, measured: Percentiles | None) -> str:
    numbers = asdict(measured).values() if measured else ()
    return f"{name:<24}" + "".join(f"{number:>10,.1f}" for number in numbers)
