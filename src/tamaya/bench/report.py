"""Measurements as text: tables for people, and blocks of figures for the docs."""

import os
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from tamaya.bench.kernel import OURS
from tamaya.bench.rules import PEER
from tamaya.bench.search import LOADS, SearchSpeed
from tamaya.bench.server_load import LoadResult, Percentiles
from tamaya.bench.speed import REPEATS, SpeedRow


def rules_lines(rows: Sequence[SpeedRow]) -> list[str]:
    """The speed of the rules, as a table."""
    head = (
        f"{'engine':<14}{'variant':<20}{'players':>8}{'moves/s':>12}{'ratio':>8}{'moves/game':>12}"
    )
    lines = [head]
    for row in rows:
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else "-"
        lines.append(
            f"{row.name:<14}{row.variant:<20}{row.players:>8}{row.moves_per_s:>12,.0f}"
            f"{ratio:>8}{row.game_length:>12.1f}"
        )
    lines.append(f"Random play on one core, legality checked; the median of {REPEATS} repeats.")
    if any(row.name == PEER for row in rows):
        lines.append(f"Ratio: to {PEER} (compiled C++ behind Python), which has no empty clues.")
    else:
        lines.append(f"To see {PEER} beside it: pip install {PEER}")
    return lines


def kernel_lines(rows: Sequence[SpeedRow]) -> list[str]:
    """The speed of the kernel, as a table with a group of lines for each kind of work."""
    head = f"{'engine':<42}{'variant':<20}{'players':>8}"
    lines = [f"{head}{'moves/s':>16}{'ours is':>10}{'moves/game':>12}"]
    for row in rows:
        ours = row.name.startswith(OURS)
        times = f"{1 / row.ratio:,.0f} x" if row.ratio and not ours else ""
        if ours and len(lines) > 1:
            lines.append("")
        lines.append(
            f"{row.name:<42}{row.variant:<20}{row.players:>8}{row.moves_per_s:>16,.0f}{times:>10}"
            f"{row.game_length:>12.1f}"
        )
    return lines


def load_lines(result: LoadResult) -> Iterator[str]:
    """The measurements of a loaded server."""
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


def search_lines(result: SearchSpeed) -> Iterator[str]:
    """The speed of search: rollouts, the bot's moves, and the others' moves beside it."""
    head = f"{'variant':<16}{'players':>8}{'device':>8}{'moves/s':>14}{'rollouts/s':>12}"
    yield "Net moves inside rollouts, with everything that a search does besides:"
    yield f"{head}{'moves/rollout':>15}"
    for row in result.rollouts:
        yield (
            f"{row.variant:<16}{row.players:>8}{row.device:>8}{row.moves_per_s:>14,.0f}"
            f"{row.moves_per_s / row.game_length:>12,.0f}{row.game_length:>15.1f}"
        )
    load = LOADS[result.rollouts[0].device]
    noun = "position" if load.positions == 1 else "positions"
    yield (
        f"Openings, {load.positions:,} {noun} at a time, {load.rollouts:,} rollouts for each;"
        f" the median of {REPEATS} repeats."
    )
    if result.bot:
        yield f"\nThe bot's moves, in milliseconds; at most {load.rollouts:,} rollouts:"
        yield f"{'players':>7}{'moves':>8}{'median':>10}{'p95':>10}{'max':>10}{'the first':>12}"
    for one in result.bot:
        yield (
            f"{one.players:>7}{one.moves:>8}{one.median:>10,.0f}{one.p95:>10,.0f}{one.max:>10,.0f}"
            f"{one.first:>12,.0f}"
        )
    if result.waits:
        waits = result.waits
        yield f"\n{'Waiting for a quick bot, ms':<28}{'p50':>10}{'p95':>10}"
        yield f"{'alone':<28}{waits.alone_p50:>10.1f}{waits.alone_p95:>10.1f}"
        yield f"{'while search thinks':<28}{waits.beside_p50:>10.1f}{waits.beside_p95:>10.1f}"
        yield (
            f"{waits.requests} moves of cautious each, as a server asks for them; meanwhile"
            f" {waits.searched} moves of search."
        )


def _line(name: str, measured: Percentiles | None) -> str:
    numbers = asdict(measured).values() if measured else ()
    return f"{name:<24}" + "".join(f"{number:>10,.1f}" for number in numbers)


def figure_block(command: str, printed: str, on: str = "") -> str:
    """What a command printed, as a block for the docs with the machine and the date."""
    where = f"{on}{machine()}, Python {platform.python_version()}, {datetime.now(UTC):%Y-%m-%d}"
    return f"```\n$ {command}\n{printed.rstrip()}\n```\n\nMeasured on {where}.\n"


def machine() -> str:
    """The processor and how many of its cores we have."""
    return f"{_processor()}, {os.cpu_count()} cores"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()
