"""`tamaya bench`: measures the speed of the parts, and of other engines that are installed."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import asdict
from importlib.util import find_spec
from typing import Annotated

import typer

from tamaya.bench.errors import BenchError
from tamaya.bench.kernel import GAMES, KernelBench
from tamaya.bench.report import kernel_lines, load_lines, rules_lines, search_lines
from tamaya.bench.rules import rules_rows
from tamaya.bench.search import LOADS, measure_search
from tamaya.bench.server_load import Load, measure_load
from tamaya.bench.server_process import raise_file_limit
from tamaya.bench.speed import SpeedRow
from tamaya.cli.errors import CommandError
from tamaya.terminal.console import INTERRUPTED, show, show_progress, stdout_console

SPARE_FILES = 100  # in addition to one socket for each player

app = typer.Typer(help="Measure speed. Example: tamaya bench rules --seconds 2")
AsJson = Annotated[bool, typer.Option("--json", help="For programs: one list.")]
Seconds = Annotated[
    float, typer.Option(metavar="X", min=0.001, max=3600, help="Time for each line.")
]


@app.callback(invoke_without_command=True)
def bench_group(context: typer.Context) -> None:
    """Measure speed.

    Example: tamaya bench rules --seconds 2
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def _print_rows(rows: list[SpeedRow], lines: list[str], *, as_json: bool) -> None:
    show_progress("")
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    _print_lines(lines)


def _print_lines(lines: Iterable[str]) -> None:
    console = stdout_console()
    for line in lines:
        show(console, line)


# the kernel


@app.command()
def kernel(
    as_json: AsJson = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Others too, as far as they are installed.")
    ] = False,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Where to play.")] = "cpu",
    seconds: Seconds = 2.0,
) -> None:
    """Moves per second of the kernel in random play, with and without observations.

    Example: tamaya bench kernel --peers
    """
    if device not in GAMES:
        raise CommandError(f"--device is cpu or cuda, not {device}", 2)
    if find_spec("numba") is None:
        raise CommandError("the kernel needs Numba: pip install 'tamaya[fast]'")
    try:
        run = KernelBench(device, seconds, show_progress, peers)
        rows = list(run.rows())
    except RuntimeError as error:
        raise CommandError(str(error)) from error
    _print_rows(rows, [*kernel_lines(rows), "", *run.notes()], as_json=as_json)


# search


@app.command()
def search(
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one object.")] = False,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Where to search.")] = "cpu",
    seconds: Seconds = 10.0,
    moves: Annotated[
        int, typer.Option(metavar="N", min=2, max=10_000, help="Moves of the bot that are timed.")
    ] = 100,
) -> None:
    """Net moves per second inside rollouts; on a CPU the bot's moves, and who waits for them.

    Example: tamaya bench search --device cuda
    """
    if device not in LOADS:
        raise CommandError(f"--device is cpu or cuda, not {device}", 2)
    if find_spec("torch") is None or find_spec("numba") is None:
        raise CommandError("search needs PyTorch: pip install 'tamaya[learn]'")
    from tamaya.learn.device import device_available  # noqa: PLC0415 - loads PyTorch

    if not device_available(device):
        raise CommandError("there is no GPU here that PyTorch and Numba can use")
    result = measure_search(device, seconds, moves, show_progress)
    show_progress("")
    if as_json:
        print(json.dumps(asdict(result), indent=2))
        return
    _print_lines(search_lines(result))


# the rules


@app.command()
def rules(as_json: AsJson = False, seconds: Seconds = 2.0) -> None:
    """Moves per second of the rules in random play, legality checked.

    Example: tamaya bench rules --json
    """
    rows = list(rules_rows(seconds, show_progress))
    _print_rows(rows, rules_lines(rows), as_json=as_json)


# a server under load


@app.command()
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
    load = Load(tables, players, rate, seconds, processes, database, redis)
    try:
        raise_file_limit(tables * players + SPARE_FILES)
        result, ended = asyncio.run(measure_load(load, show_progress))
    except BenchError as error:
        raise CommandError(str(error)) from error
    if as_json:
        print(json.dumps(asdict(result), indent=2))
    else:
        _print_lines(load_lines(result))
    if ended:
        raise CommandError(ended)
    if result.actions.failed:
        raise CommandError(f"{result.actions.failed:,} actions failed")
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)
