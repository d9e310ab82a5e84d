"""The long proofs of docs/reliability.md: each prints what it found, or fails.

python tools/proofs.py kills --times 200
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import product
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from cli.running import TAMAYA  # noqa: E402 - found on that path
from server.backends import postgres_server, redis_server  # noqa: E402 - found on that path
from server.faulting import suffered  # noqa: E402
from server.fuzzing import grows  # noqa: E402
from server.killing import Killed, killed  # noqa: E402
from server.soaking import Soaked, is_flat, soaked  # noqa: E402
from server.test_fuzz import attacked  # noqa: E402
from server.test_wire_secrecy import EVERY_DRIVER, played_twice  # noqa: E402

DURABLE = ("-c", "shared_buffers=64MB")  # PostgreSQL as it comes: a commit waits for the disk
TABLES = 4
SERVERS = (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2), ("PostgreSQL", 4))
LOADS = (100, 500, 1500, 3000)  # tables
SOAKING = 30  # tables on each engine
NAMES = ("SQLite", "PostgreSQL, first process", "PostgreSQL, second process")


def kills(times: int) -> Iterator[str]:
    """Servers killed under people at play."""
    heads = f"{'processes':>10}{'kills':>7}{'actions':>9}{'reconnections':>15}{'back in s':>11}"
    yield f"{'database':<22}{heads}"
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        one = killed(folder / "games.sqlite", 1, times, TABLES, 7)
        yield _kills("SQLite", 1, one)
        postgres = parts.enter_context(postgres_server(*DURABLE))
        redis = parts.enter_context(redis_server())
        two = killed(postgres.new(), 2, times, TABLES, 8, "--redis", redis.url)
        yield _kills("PostgreSQL and Redis", 2, two)
    yield "Each action that was shown is in the log once and in order; all clients show the log."
    yield "Back: the longest until everybody had seen their table go on, once it was started again."


def _kills(database: str, processes: int, found: Killed) -> str:
    numbers = f"{found.kills:>7,}{found.acknowledged:>9,}{found.reconnections:>15,}"
    return f"{database:<22}{processes:>10}{numbers}{found.longest:>11.1f}"


def faults(times: int) -> Iterator[str]:
    """Everything that a cluster needs fails in turn, for a while."""
    yield f"{'fault':<32}{'times':>6}{'before':>9}{'during':>8}{'after':>8}{'back in s':>11}"
    found = suffered(TABLES, times, lasts=3.0)
    for name in dict.fromkeys(one.fault for one in found):
        some = [one for one in found if one.fault == name]
        before, during, after = (
            sum(numbers)
            for numbers in zip(*((one.before, one.during, one.after) for one in some), strict=True)
        )
        longest = max(one.recovered for one in some)
        yield f"{name:<32}{len(some):>6}{before:>9,}{during:>8,}{after:>8,}{longest:>11.1f}"
    yield "Actions before, during and after; back: the longest until everybody had seen their table"
    yield "go on, once it was mended."


def soak(minutes: int) -> Iterator[str]:
    """Tables that play for long, on both engines at once, while visitors come and go."""
    seconds, often = 60.0 * minutes, 1.5 * minutes

    async def both(url: str, bus: str) -> tuple[Soaked, Soaked]:
        return await asyncio.gather(
            soaked(SOAKING, seconds, often), soaked(SOAKING, seconds, often, url, bus)
        )

    with ExitStack() as parts:
        postgres = parts.enter_context(postgres_server(*DURABLE))
        redis = parts.enter_context(redis_server())
        sqlite, cluster = asyncio.run(both(postgres.new(), redis.url))
    yield f"{'minutes, then MB and files':<28}" + "".join(f"{n:>12g}" for n in _marks(minutes))
    for name, held in zip(NAMES, [*sqlite.held, *cluster.held], strict=True):
        at = [min(held, key=lambda one: abs(one.second / 60 - mark)) for mark in _marks(minutes)]
        yield f"{name:<28}" + "".join(f"{one.memory:>8.0f}{one.files:>4}" for one in at)
        if not is_flat(held):
            sys.exit(f"{name} holds more and more")
    for name, one in (("SQLite", sqlite), ("PostgreSQL", cluster)):
        if one.failed:
            sys.exit(f"{name}: {one.failed:,} actions failed")
        yield f"{name}: {one.actions:,} actions, {one.visitors:,} visitors came and went, 0 failed"


def _marks(minutes: int) -> list[float]:
    return [minutes * share for share in (0, 0.25, 0.5, 0.75, 1)]


def fuzz(frames: int) -> Iterator[str]:
    """Hostile frames and requests beside an honest game, on both engines."""
    counted = f"{'frames':>11}{'raw':>9}{'requests':>10}{'honest':>8}"
    yield f"{'database':<14}{counted}{'MB at each quarter':>24}"
    answers = Counter[str]()
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        postgres = parts.enter_context(postgres_server(*DURABLE))
        for name, database, share in (
            ("SQLite", folder / "games.sqlite", frames),
            ("PostgreSQL", postgres.new(), frames // 5),
        ):
            found = attacked(database, folder, share, share // 20)
            quarters = [found.memory[len(found.memory) * n // 4 - 1] for n in (1, 2, 3, 4)]
            memory = "".join(f"{one:>6.0f}" for one in quarters)
            numbers = f"{found.handled:>11,}{found.raw:>9,}{found.requests:>10,}{found.honest:>8}"
            yield f"{name:<14}{numbers}{memory}"
            if grows(found.memory):
                sys.exit(f"memory grows: {[round(one) for one in found.memory]}")
            answers += found.answers
    told = [f"{name} {number:,}" for name, number in answers.most_common(12)]
    yield "Answers: " + ", ".join(told[:6])
    yield "         " + ", ".join(told[6:])


def secrecy(games: int) -> Iterator[str]:
    """Games played twice with all that a viewer has not seen drawn anew: the same bytes."""
    each = games // len(EVERY_DRIVER)
    yield f"{'driver':<12}{'games':>7}{'pairs that differ':>19}{'states compared':>17}"
    with ProcessPoolExecutor() as pool:
        work = partial(played_twice, games=each, all_seats=True)
        for name, (met, _) in zip(EVERY_DRIVER, pool.map(work, EVERY_DRIVER), strict=True):
            yield f"{name:<12}{each:>7,}{met['games that differ']:>19,}{met['states']:>17,}"
    yield "Every seat and an onlooker of each game, over the socket and over HTTP."


def load(seconds: int) -> Iterator[str]:
    """More and more tables, each with one action a second, on every number of processes."""
    heads = f"{'done':>6}{'p50':>8}{'p99':>8}{'CPU':>8}{'players':>9}"
    yield f"{'':<12}{'processes':>9}{'tables':>8}{heads}"
    with ExitStack() as parts:
        postgres = parts.enter_context(postgres_server(*DURABLE))
        redis = parts.enter_context(redis_server())
        for (name, processes), tables in product(SERVERS, LOADS):
            over = () if name == "SQLite" else (postgres.new(), redis.url)
            found = _loaded(tables, processes, seconds, *over)
            yield f"{name:<12}{processes:>9}{tables:>8,}{found}"
    yield "Done: percent, in time. p50 and p99: ms until everybody at the table had seen an action."
    yield "CPU: ms of the servers for an action; and of the scripted players, on the same machine."


def _loaded(tables: int, processes: int, seconds: int, database: str = "", redis: str = "") -> str:
    command = [*TAMAYA, "bench", "server", "--json", "--tables", str(tables)]
    command += ["--seconds", str(seconds), "--processes", str(processes)]
    command += ["--database", database, "--redis", redis] if database else []
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    return row_of(ran.stdout, ran.stderr)


def row_of(printed: str, complaint: str) -> str:
    """What a bench has measured, in a row; the proof ends where nothing could be measured."""
    if not printed.startswith("{") or "a server ended" in complaint:
        sys.exit(f"the bench failed: {complaint.strip()}")
    found = json.loads(printed)
    actions, use, seen = found["actions"], found["use"], found["latency_ms"]["everyone"]
    if not actions["done"] or use["server_cpu_s"] is None:
        sys.exit(f"the bench measured nothing: {actions}")
    share = 100 * min(1, actions["done_per_s"] / actions["asked_per_s"])
    servers, players = (
        1e3 * use[kind] / actions["done"] for kind in ("server_cpu_s", "generator_cpu_s")
    )
    failed = f"  {actions['failed']:,} failed" if actions["failed"] else ""
    return (
        f"{share:>6.0f}{seen['p50']:>8.0f}{seen['p99']:>8.0f}{servers:>8.2f}{players:>9.2f}{failed}"
    )


PROOFS = {
    "kills": (kills, 200),
    "faults": (faults, 5),
    "soak": (soak, 20),
    "fuzz": (fuzz, 1_000_000),
    "secrecy": (secrecy, 2_000),
    "load": (load, 8),
}


def main() -> None:
    """Run one proof and print its figures."""
    asked = argparse.ArgumentParser(description="The long proofs of docs/reliability.md.")
    asked.add_argument("proof", choices=PROOFS)
    asked.add_argument("--times", type=int, help="how often; as the docs have it by default")
    chosen = asked.parse_args()
    proof, usual = PROOFS[chosen.proof]
    for line in proof(chosen.times or usual):
        print(line, flush=True)


if __name__ == "__main__":
    main()
