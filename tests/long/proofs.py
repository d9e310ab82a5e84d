"""The long proofs of docs/reliability.md: each prints what it found, or fails.

python tests/long/proofs.py kills --times 200
"""

import argparse
import asyncio
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import product
from multiprocessing import Process
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from long.faults import suffered  # noqa: E402
from long.floods import Flooded, flooded, milliseconds  # noqa: E402
from long.fuzz import attacked, grows  # noqa: E402
from long.kills import Killed, killed  # noqa: E402
from long.onlooker_churn import churned  # noqa: E402
from long.power import Kind, losses, recorded  # noqa: E402
from long.restart_storm import Storm, come_back, fill  # noqa: E402
from long.restart_storm import load as loaded  # noqa: E402
from long.secrecy import EVERY_DRIVER, played_twice  # noqa: E402
from long.soak import Soaked, is_flat, soaked  # noqa: E402
from long.starved_bots import starved  # noqa: E402
from long.twins import twins_compared  # noqa: E402
from support.cli.running import TAMAYA  # noqa: E402 - found on that path
from support.server.backends import postgres_server, redis_server  # noqa: E402 - found on that path
from tamaya.bots import BOTS  # noqa: E402
from tamaya.server.limits import quotas  # noqa: E402

DURABLE = ("-c", "shared_buffers=64MB")  # PostgreSQL as it comes: a commit waits for the disk
TABLES = 4
SERVERS = (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2), ("PostgreSQL", 4))
LOADS = (100, 500, 1500, 3000)  # tables
BUSY_LOADS = (100, 500, 1000, 1500)
HOSTILE_TABLES = (1, 400, 1600)  # where only bots play
LONGEST_WAIT = 2000  # ms for a bot's move beside them
CROWDS = ((0, 0), (90, 0), (90, 8))  # onlookers who stay, and who come and go
FLOODED = {
    "new visitors": quotas.NEW_VISITORS,
    "tables": quotas.OPENED_TABLES,
    "uploads": quotas.UPLOADS,
    "replays": quotas.READS,
    "passwords": quotas.PASSWORD_TRIES,
}
LIMITED = {kind: quota.address for kind, quota in FLOODED.items() if quota.address}  # by address
MORE_SOCKETS = 0.1  # that processes may let through together while they tell each other
TWINS = 20_000  # compared at least
PAUSE = 0.1  # seconds between two moves of people
MOST_ASIDE = 2  # messages a second about onlookers, to one player
ROWS, KEEP, MANY_ROWS = 426, 60, 50_000  # of a log; each move beyond the 60th is taken back
ALL_BACK_WITHIN, LOADED_WITHIN = 8.0, 0.5  # seconds, on two quiet cores
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


def power(moments: int) -> Iterator[str]:
    """The power fails at many moments of a server's life."""
    lives, disks, rows, calls, syncs = 5, 0, 0, 0, 0
    for life in range(lives):
        with tempfile.TemporaryDirectory() as folder:
            recording = recorded(Path(folder), rounds=4, actions=150, tables=TABLES)
        found = losses(recording, moments // lives, seed=life)
        if found.faults:
            sys.exit("\n".join(found.faults))
        disks, rows, calls = (
            disks + found.disks,
            rows + recording.rows,
            calls + len(recording.calls),
        )
        syncs += sum(call.kind is Kind.SYNC for call in recording.calls)
    yield f"{'rows shown':>10}{'calls to the disk':>19}{'syncs':>8}{'power losses':>14}{'lost':>6}"
    yield f"{rows:>10,}{calls:>19,}{syncs:>8,}{disks:>14,}{0:>6}"


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


def restart_storm(tables: int) -> Iterator[str]:
    """Everybody comes back at once to a server that has been started again."""
    heads = f"{'tables':>8}{'rows':>6}{'people':>8}{'half in s':>11}{'all in s':>10}"
    yield f"{'database':<28}{heads}{'CPU s':>8}{'slowest s':>11}"
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        postgres = parts.enter_context(postgres_server(*DURABLE))
        for name, where in (("SQLite", folder / "games.sqlite"), ("PostgreSQL", postgres.new())):
            names = asyncio.run(fill(where, tables, ROWS, keep=KEEP))
            yield _storm(f"{name}, no snapshots", come_back(where, names, ROWS))
            yield _storm(f"{name}, snapshots", come_back(where, names, ROWS))
        whole, since = loaded(folder / "long.sqlite", MANY_ROWS, KEEP)
    yield "Seconds from the server's first answer until half of the people, and all, had been sent"
    yield "their table; CPU: the server's; slowest: a request for /healthz meanwhile."
    log = f"A log of {MANY_ROWS:,} rows"
    yield f"{log}: {whole:.2f} s of CPU to load, {since:.3f} s with a snapshot."
    if max(whole, since) > LOADED_WITHIN:
        sys.exit("a long log takes too long to load")


def _storm(name: str, found: Storm) -> str:
    if found.last > ALL_BACK_WITHIN:
        sys.exit(f"{name}: it took {found.last:.1f} s until everybody had their table")
    people = f"{found.tables:>8,}{found.rows:>6,}{found.clients:>8,}"
    seconds = (
        f"{found.half:>11.1f}{found.last:>10.1f}{found.cpu:>8.1f}{found.slowest_answer:>11.1f}"
    )
    return f"{name:<28}{people}{seconds}"


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


def floods(each: int) -> Iterator[str]:
    """All that one address can ask for, with as many cookies as it is given, beside somebody."""
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        postgres = parts.enter_context(postgres_server(*DURABLE))
        redis = parts.enter_context(redis_server())
        found = {
            "SQLite, 1": flooded(folder / "games.sqlite", each),
            "PostgreSQL, 2": flooded(postgres.new(), each, processes=2),
            "with Redis, 2": flooded(postgres.new(), each, "--redis", redis.url, processes=2),
        }
    one, *_ = columns = list(found.values())
    yield _in_columns("let through of asked", found)
    for kind in one.asked:
        yield _in_columns(kind, (f"{f.granted[kind]:,} of {f.asked[kind]:,}" for f in columns))
    for kind in one.slow:
        slow = (f"{f.hung_up[kind]:,} of {f.slow[kind]:,}" for f in columns)
        yield _in_columns(f"slow {kind}, hung up on", slow)
    for name in ("quiet", "during"):
        usual = ("{:.0f} / {:.0f}".format(*milliseconds(getattr(f, name))) for f in columns)
        yield _in_columns(f"honest ms, {name}", usual)
    if odd := sum((f.odd for f in columns), Counter[str]()):
        sys.exit(f"answers that nobody expected: {odd}")
    if too_much := [
        words for f, n in zip(columns, (1, 2, 2), strict=True) for words in let_through(f, n)
    ]:
        sys.exit(f"more than the limits allow: {'; '.join(too_much)}")
    yield "1, 2: processes; two tell each other of sockets over PostgreSQL, or over a Redis."
    yield "Honest: the median and the longest of somebody's requests from another address, before"
    yield "the flood and during it, replays and looking back among them; none was refused."


def _in_columns(name: str, cells: Iterable[str]) -> str:
    return f"{name:<26}" + "".join(f"{cell:>18}" for cell in cells)


def let_through(found: Flooded, processes: int) -> list[str]:
    """Where a flood from one address was given more than its limit and the slack of that.

    What comes back meanwhile counts, and two processes may both give the last of something.
    """
    most = {"sockets": quotas.SOCKETS_OF_ADDRESS * (1 + MORE_SOCKETS * (processes - 1))}
    for kind, limit in LIMITED.items():
        back = limit.burst * found.seconds[kind] / limit.period
        most[kind] = limit.burst + math.ceil(back) + processes - 1
    return [
        f"{number:,} {kind}, at most {most[kind]:,.0f}, {processes} process(es)"
        for kind, number in found.granted.items()
        if number > most[kind]
    ]


def secrecy(games: int) -> Iterator[str]:
    """Games played twice with all that a viewer has not seen drawn anew: the same bytes."""
    each = games // len(EVERY_DRIVER)
    yield f"{'driver':<12}{'games':>7}{'pairs that differ':>19}{'states compared':>17}"
    with ProcessPoolExecutor() as pool:
        work = partial(played_twice, games=each, all_seats=True)
        for name, (met, _) in zip(EVERY_DRIVER, pool.map(work, EVERY_DRIVER), strict=True):
            yield f"{name:<12}{each:>7,}{met['games that differ']:>19,}{met['states']:>17,}"
    yield "Every seat and an onlooker of each game, over the socket and over HTTP."
    yield from _words(games // 20)


def _words(games: int) -> Iterator[str]:
    """What is said about bots' moves in twins of a position: the same bytes."""
    heads = f"{'twins':>9}{'same move':>11}{'with words':>12}{'own reason':>12}{'told apart':>12}"
    yield f"{'bot':<12}{'games':>7}{heads}{'longest ms':>12}"
    total, longest = Counter[str](), 0.0
    quick = [name for name, bot in BOTS.items() if not bot.slow]
    with ProcessPoolExecutor() as pool:
        found = pool.map(partial(twins_compared, games=games, share=0.5), quick)
        for name, one in zip(quick, found, strict=True):
            yield _words_row(name, games, one.met, len(one.differing), one.longest)
            if one.differing or one.uneven:
                sys.exit(f"{name} gives something away: {(one.differing + one.uneven)[0]}")
            total += one.met
            longest = max(longest, one.longest)
    if total["twins"] < TWINS:
        sys.exit(f"only {total['twins']:,} twins were compared, not {TWINS:,}")
    yield _words_row("all", games * len(quick), total, 0, longest)
    yield "Own reason: with the same move, the bot's own reason, told in the end, is another one."
    yield "Longest: the CPU's time for a thought. Moves take 200 ms at least; no two twins were"
    yield "on different sides of that."


def _words_row(name: str, games: int, met: Counter[str], apart: int, longest: float) -> str:
    numbers = f"{met['twins']:>9,}{met['same move']:>11,}{met['with words']:>12,}"
    more = f"{met['another reason']:>12,}{apart:>12,}{1000 * longest:>12,.0f}"
    return f"{name:<12}{games:>7,}{numbers}{more}"


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


def busy(seconds: int) -> Iterator[str]:
    """The same load on one process, with the machine to itself and beside others that use it."""
    yield f"{'beside it':<21}{'tables':>8}{'done':>6}{'p50':>8}{'p99':>8}{'CPU':>8}{'players':>9}"
    for others, tables in product(range(3), BUSY_LOADS):
        with ExitStack() as parts:
            for _ in range(others):
                parts.enter_context(_spinning())
            found = _loaded(tables, 1, seconds)
        beside = ("nothing", "a busy process", "two busy processes")[others]
        yield f"{beside:<21}{tables:>8,}{found}"


@contextmanager
def _spinning() -> Iterator[None]:
    """A process that uses all of a core that it gets."""
    spins = Process(target=_spin, daemon=True)
    spins.start()
    try:
        yield
    finally:
        spins.kill()
        spins.join()


def _spin() -> None:
    while True:
        pass


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


def starved_bots(turns: int) -> Iterator[str]:
    """An honest visitor plays with `partner` beside hostile tables where only bots play."""
    heads = f"{'their messages':>16}{'moves waited for':>18}{'median ms':>11}{'longest ms':>12}"
    yield f"{'hostile tables':>14}{heads}"
    for tables in HOSTILE_TABLES:
        with tempfile.TemporaryDirectory() as folder:
            found = starved(Path(folder) / "games.sqlite", tables, turns)
        waits = sorted(found.waits)
        middle, longest = 1e3 * waits[len(waits) // 2], 1e3 * waits[-1]
        counted = f"{found.tables:>14,}{found.hostile:>16,}{len(waits):>18,}"
        yield f"{counted}{middle:>11.0f}{longest:>12.0f}"
        if longest > LONGEST_WAIT:
            sys.exit(f"an honest visitor waited {longest:.0f} ms for a bot")
    yield "Waits: until a move of the honest visitor's bots was seen. Messages: those that hostile"
    yield "onlookers were sent meanwhile. Everybody is on the same machine as the server."


def onlooker_churn(moves: int) -> Iterator[str]:
    """Two people play while many look on, and some of those come and go without end."""
    heads = f"{'visits a s':>12}{'p50':>8}{'p99':>8}{'longest':>9}{'CPU':>8}{'aside a s':>11}"
    yield f"{'staying':>7}{'restless':>10}{heads}{'bytes':>7}"
    for staying, restless in CROWDS:
        with tempfile.TemporaryDirectory() as folder:
            found = churned(Path(folder) / "games.sqlite", staying, restless, moves, PAUSE)
        waits = [1e3 * one for one in sorted(found.waits)]
        times = (
            f"{waits[len(waits) // 2]:>8.0f}{waits[len(waits) * 99 // 100]:>8.0f}{waits[-1]:>9.0f}"
        )
        visits, aside = found.visits / found.seconds, found.aside / found.seconds
        cpu, each = 1e3 * found.cpu / moves, found.bytes_sent / moves
        used = f"{cpu:>8.1f}{aside:>11.1f}{each:>7.0f}"
        yield f"{staying:>7}{restless:>10}{visits:>12.0f}{times}{used}"
        if aside > MOST_ASIDE:
            sys.exit(f"a player was sent {aside:.1f} messages a second about onlookers")
    yield "p50, p99 and longest: ms until both players had seen a move. CPU: ms of the server for a"
    yield "move, visits included. Aside: messages to a player that told of no move. Bytes: what"
    yield "each onlooker who stays is sent a move, with the whole table of each new game."


PROOFS = {
    "kills": (kills, 200),
    "power": (power, 500),
    "faults": (faults, 3),
    "restart-storm": (restart_storm, 500),
    "soak": (soak, 20),
    "fuzz": (fuzz, 1_000_000),
    "floods": (floods, 2_000),
    "secrecy": (secrecy, 2_000),
    "load": (load, 8),
    "busy": (busy, 8),
    "onlooker-churn": (onlooker_churn, 300),
    "starved-bots": (starved_bots, 200),
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
