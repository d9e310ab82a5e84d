"""`tamaya arena`: how well bots play, over many games."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tamaya.arena.dask_workers import ClusterError, open_dask_workers
from tamaya.arena.games import ChunkReport, GameChunk
from tamaya.arena.histogram_chart import draw_histograms
from tamaya.arena.matchups import Matchup, choose_matchups
from tamaya.arena.report_text import failure_text, progress_text, replay_file_name, report_lines
from tamaya.arena.results import TeamResult
from tamaya.arena.run import ArenaRun, GamesLost
from tamaya.arena.seeds import GAMES, RUNS
from tamaya.arena.teams import TeamError
from tamaya.arena.workers import GameWorkers, open_workers
from tamaya.cli.errors import CommandError
from tamaya.cli.output_files import check_writable, write_atomically
from tamaya.cli.search_arena import SearchArenaOptions, is_search_alone, search_arena
from tamaya.terminal.console import (
    INTERRUPTED,
    defer_interrupts,
    progress_bar,
    show,
    show_progress,
    stdout_console,
)
from tamaya.text.charts import ChartError, check_chart_path
from tamaya.worker_pool import available_cores

BotsArgument = Annotated[
    list[str], typer.Argument(metavar="BOT", help="A team of this bot, or one by seats: a,b,b.")
]
PlayersOption = Annotated[
    str | None, typer.Option(metavar="N", help="3, 2-5 or 2,4: a result for each.")
]
VariantOption = Annotated[
    str, typer.Option(metavar="V", help="What is played; `tamaya rules` lists it.")
]
GamesOption = Annotated[int, typer.Option(metavar="N", min=1, max=GAMES, help="For each result.")]
SeedOption = Annotated[
    int, typer.Option(metavar="S", min=0, max=RUNS - 1, help="The same seed, the same games.")
]
FirstOption = Annotated[
    int, typer.Option("--from", metavar="G", min=0, max=GAMES - 1, help="The first game.")
]
JobsOption = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=1024, help="Processes; else one a core.")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDR", help="Play on this Dask cluster.")
]
MixOption = Annotated[bool, typer.Option("--mix", help="Each bot as a guest among each other's.")]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: one list.")]
PlotOption = Annotated[Path | None, typer.Option(metavar="FILE", help="A picture, .svg or .png.")]
SaveOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Keep each game as a replay file.")
]
DeviceOption = Annotated[
    str | None, typer.Option(metavar="cpu|cuda", help="Where `search` thinks; else a GPU if any.")
]
AgainstOption = Annotated[
    str | None, typer.Option(metavar="net", help="`search`: and compare on the same deals.")
]


def arena(  # noqa: PLR0913 - the command's options
    bots: BotsArgument,
    *,
    players: PlayersOption = None,
    variant: VariantOption = "standard",
    games: GamesOption = 200,
    seed: SeedOption = 1,
    first: FirstOption = 0,
    jobs: JobsOption = None,
    on: ClusterOption = None,
    mix: MixOption = False,
    as_json: JsonOption = False,
    plot: PlotOption = None,
    save: SaveOption = None,
    device: DeviceOption = None,
    against: AgainstOption = None,
) -> None:
    """Let bots play many games: how well, how evenly and how fast.

    The bots of `tamaya bots`, and `cheater`, which sees its own hand. `search:N` plays N rollouts
    a move; alone and without --jobs its games run side by side, also on a GPU.

    Example: tamaya arena cautious random --players 2-5 --games 500
    """
    if jobs is not None and on is not None:
        raise CommandError("--jobs and --cluster exclude each other", status=2)
    if first + games > GAMES:
        raise CommandError(f"a seed has {GAMES} games", status=2)
    try:
        searches = is_search_alone(bots) and not (mix or jobs or on)
        matchups = [] if searches else choose_matchups(bots, players, variant, seed, cross_play=mix)
        if plot is not None:
            check_chart_path(plot)
            check_writable(plot)
    except (TeamError, ChartError) as error:
        raise CommandError(str(error), status=2) from error
    if save is not None:
        _make_folder(save)
    if searches:
        numbers = range(first, first + games)
        search_arena(
            SearchArenaOptions(
                bots, players, variant, numbers, seed, device, against, as_json, plot, save
            )
        )
    _check_options(device=device, against=against)
    run = ArenaRun(matchups, range(first, first + games), keep=save is not None)
    trouble = _play(run, _workers(jobs, on), save)
    if run.played or not isinstance(trouble, CommandError):
        _print(run.results(), as_json=as_json, cross_play=mix)
        if plot is not None:
            draw_histograms(plot, run.results())
    if trouble is not None:
        raise trouble
    raise typer.Exit(0)


def _check_options(**given: object) -> None:
    """Refuse options of games in which all seats search, side by side on one device."""
    for name, value in given.items():
        if value:
            raise CommandError(f"--{name} is for search alone, in one process", status=2)


def _workers(jobs: int | None, address: str | None) -> AbstractContextManager[GameWorkers]:
    if address is None:
        return open_workers(jobs or available_cores())
    return open_dask_workers(address)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot make {folder}: {error.strerror or error}", status=2) from error


def _play(
    run: ArenaRun, opened: AbstractContextManager[GameWorkers], folder: Path | None
) -> Exception | None:
    """Play everything; if not all of it could be played, return the error to be raised later."""
    progress = _Progress(run, folder)
    try:
        with opened as workers:
            failure = run.play(workers, progress.receive)
    except KeyboardInterrupt:
        return typer.Exit(INTERRUPTED)
    except (ClusterError, GamesLost) as error:
        return CommandError(str(error))
    finally:
        show_progress("")
    if failure is not None:
        progress.save(failure.matchup, failure.game, failure.replay)
        raise CommandError(failure_text(failure))
    return None


class _Progress:
    """Counts reports, saves their games where that is wanted, and shows how far the run is."""

    def __init__(self, run: ArenaRun, folder: Path | None) -> None:
        self.run, self.folder = run, folder

    def receive(self, chunk: GameChunk, report: ChunkReport) -> None:
        """A few games have been played."""
        with defer_interrupts():  # so that every saved game is counted
            for game, text in report.replays:
                self.save(chunk.matchup, game, text)
            self.run.add(chunk, report)
        bar = progress_bar(self.run.played, self.run.total)
        show_progress(f"{bar} {progress_text(self.run, chunk.matchup)}")

    def save(self, matchup: Matchup, game: int, text: str) -> None:
        if self.folder is not None:
            write_atomically(self.folder / replay_file_name(matchup, game), [text])


def _print(results: Sequence[tuple[str, TeamResult]], *, as_json: bool, cross_play: bool) -> None:
    if as_json:
        print(json.dumps([asdict(row) for _, row in results], indent=2))
        return
    console = stdout_console()
    for line in report_lines(results, cross_play=cross_play):
        show(console, line)
