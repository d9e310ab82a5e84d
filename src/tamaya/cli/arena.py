"""`tamaya arena`: how well bots play, over many games."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tamaya.arena.cluster import Cluster, ClusterError, cluster
from tamaya.arena.crew import Alone, Processes, cores, processes
from tamaya.arena.plot import draw_histograms
from tamaya.arena.results import Result
from tamaya.arena.run import WorkLost, chunks, run
from tamaya.arena.seeds import GAMES, RUNS
from tamaya.arena.teams import TeamError
from tamaya.cli.arena_asked import settings_asked
from tamaya.cli.arena_book import Book, failed, prepare_folder
from tamaya.cli.arena_text import histogram, matrix, people, score, table
from tamaya.cli.errors import CommandError
from tamaya.cli.output_files import check_writable
from tamaya.terminal.console import INTERRUPTED, show, show_progress, stdout_console
from tamaya.text.charts import ChartError, check_chart_path


def arena(  # noqa: PLR0913 - the command's options
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT", help="A team of this bot, or one by seats: a,b,b."),
    ],
    *,
    players: Annotated[
        str | None, typer.Option(metavar="N", help="3, 2-5 or 2,4: a result for each.")
    ] = None,
    variant: Annotated[
        str, typer.Option(metavar="V", help="What is played; `tamaya rules` lists it.")
    ] = "standard",
    games: Annotated[int, typer.Option(metavar="N", min=1, max=GAMES, help="For each result.")] = (
        200
    ),
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, max=RUNS - 1, help="The same seed, the same games.")
    ] = 1,
    first: Annotated[
        int, typer.Option("--from", metavar="G", min=0, max=GAMES - 1, help="The first game.")
    ] = 0,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1024, help="Processes; else one a core.")
    ] = None,
    on: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDR", help="Play on this Dask cluster.")
    ] = None,
    mix: Annotated[
        bool, typer.Option("--mix", help="Each bot as a guest among each other's.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: one list.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A picture, .svg or .png.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep each game as a replay file.")
    ] = None,
) -> None:
    """Let bots play many games: how well, how evenly and how fast.

    The bots of `tamaya bots`, and `cheater`, which sees its own hand.

    Example: tamaya arena cautious random --players 2-5 --games 500
    """
    if jobs is not None and on is not None:
        raise CommandError("--jobs and --cluster exclude each other", status=2)
    if first + games > GAMES:
        raise CommandError(f"a seed has {GAMES} games", status=2)
    try:
        settings = settings_asked(bots, players, variant, seed, mix=mix)
        if plot is not None:
            check_chart_path(plot)
            check_writable(plot)
    except (TeamError, ChartError) as error:
        raise CommandError(str(error), status=2) from error
    if save is not None:
        prepare_folder(save)
    book = Book(settings, games, save)
    trouble = _play(book, range(first, first + games), _crew(jobs, on))
    if book.played or not isinstance(trouble, CommandError):
        _tell(book.results(), as_json=as_json, mix=mix)
        if plot is not None:
            draw_histograms(plot, book.results())
    if trouble is not None:
        raise trouble
    raise typer.Exit(0)


def _crew(
    jobs: int | None, address: str | None
) -> AbstractContextManager[Alone | Processes | Cluster]:
    return processes(jobs or cores()) if address is None else cluster(address)


def _play(
    book: Book, games: range, workers: AbstractContextManager[Alone | Processes | Cluster]
) -> Exception | None:
    """Play everything; or why not all of it, to be said after what was played until then."""
    try:
        with workers as crew:
            work = chunks(book.settings, games, crew, keep=book.folder is not None)
            failure = run(work, crew, book.done)
    except KeyboardInterrupt:
        return typer.Exit(INTERRUPTED)
    except (ClusterError, WorkLost) as error:
        return CommandError(str(error))
    finally:
        show_progress("")
    if failure is not None:
        book.keep_failed(failure)
        raise CommandError(failed(failure))
    return None


def _tell(results: Sequence[tuple[str, Result]], *, as_json: bool, mix: bool) -> None:
    if as_json:
        print(json.dumps([asdict(row) for _, row in results], indent=2))
        return
    console, one = stdout_console(), results[0][1]
    show(console, f"{one.variant}, seed {one.seed}")
    show(console)
    for line in table(results):
        show(console, line)
    for line in _pictures(results, mix=mix):
        show(console, line)


def _pictures(results: Sequence[tuple[str, Result]], *, mix: bool) -> list[str]:
    if mix:
        return ["", *matrix([row for _, row in results])]
    lines = []
    for name, row in results:
        if row.games:
            head = f"{name}, {people(row.players)}: {score(row)}"
            lines += ["", head, *histogram(row)]
    return lines
