"""`tamaya arena search`: games in which all seats search, side by side on a GPU or a processor."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tamaya.arena.histogram_chart import draw_histograms
from tamaya.arena.matchups import Matchup, parse_player_counts
from tamaya.arena.report_text import replay_file_name, report_lines
from tamaya.arena.results import DIGITS, TeamResult, team_result
from tamaya.arena.tally import ScoreTally
from tamaya.arena.teams import Team
from tamaya.cli.errors import CommandError
from tamaya.cli.output_files import write_atomically
from tamaya.formats import replay
from tamaya.formats.nets import NetError
from tamaya.rules import format_options, parse_options
from tamaya.rules.options import PLAYERS
from tamaya.search.defaults import MAX_ROLLOUTS
from tamaya.terminal.console import (
    INTERRUPTED,
    progress_bar,
    show,
    show_progress,
    stdout_console,
)

if TYPE_CHECKING:
    from tamaya.search.arena_run import SearchTally

NAME = "search"
BLUEPRINT = "net"  # the only team that can play the same deals beside it
_WITH_ROLLOUTS = re.compile(rf"{NAME}(:[0-9]{{1,7}})?")


@dataclass(frozen=True, slots=True)
class SearchArenaOptions:
    """What the command asks for."""

    bots: Sequence[str]
    players: str | None
    variant: str
    games: range
    seed: int
    device: str | None
    against: str | None
    as_json: bool
    plot: Path | None
    save: Path | None


def is_search_alone(bots: Sequence[str]) -> bool:
    """Whether the command names one team, in which all seats search alike."""
    return len(bots) == 1 and _WITH_ROLLOUTS.fullmatch(bots[0]) is not None


def search_arena(asked: SearchArenaOptions) -> None:
    """Play the games, with progress, and print the results; after Ctrl-C those that there are."""
    rollouts = _parse_rollouts(asked.bots)
    if asked.against not in (None, BLUEPRINT):
        raise CommandError(f"--against wants {BLUEPRINT}, not {asked.against!a:.30}", status=2)
    if asked.device not in (None, "cpu", "cuda"):
        raise CommandError(f"--device wants cpu or cuda, not {asked.device!a:.30}", status=2)
    if find_spec("torch") is None or find_spec("numba") is None:
        raise CommandError("search needs PyTorch: pip install 'tamaya[learn]'")
    device = _choose_device(asked.device)
    results: list[_Result] = []
    interrupted = False
    try:
        for players in parse_player_counts(asked.players) if asked.players else PLAYERS:
            _play(asked, players, device, rollouts, results)
    except KeyboardInterrupt:
        interrupted = True
    except NetError as error:
        raise CommandError(str(error)) from error
    finally:
        show_progress("")
    if results:
        _print(results, asked)
    raise typer.Exit(INTERRUPTED if interrupted else 0)


@dataclass(slots=True)
class _Result:
    """A searching team, what came of its games so far, and the same for the net alone."""

    searched: Matchup
    usual: Matchup
    tally: "SearchTally"


def _parse_rollouts(bots: Sequence[str]) -> int | None:
    """How many rollouts a move, if the command says so."""
    number = bots[0].partition(":")[2]
    if number and not 1 <= int(number) <= MAX_ROLLOUTS:
        raise CommandError(f"{NAME}:N wants a number from 1 to {MAX_ROLLOUTS:,}", status=2)
    return int(number) if number else None


def _choose_device(asked: str | None) -> str:
    from tamaya.learn.device import default_device, device_available  # noqa: PLC0415 - PyTorch

    if asked is not None and not device_available(asked):
        raise CommandError("there is no GPU here that PyTorch and Numba can use")
    return asked or default_device()


def _play(
    asked: SearchArenaOptions,
    players: int,
    device: str,
    rollouts: int | None,
    results: list[_Result],
) -> None:
    from tamaya.search.arena_run import SearchRun  # noqa: PLC0415 - loads PyTorch: seconds

    show_progress("loading networks and compiling …")
    options = parse_options(asked.variant, players)
    run = SearchRun(options, device, rollouts)
    variant = format_options(options)
    team = Team((f"{NAME}:{run.rollouts}",) * players)
    searched = Matchup(team, variant, asked.seed)
    usual = Matchup(Team((BLUEPRINT,) * players), variant, asked.seed)
    row: _Result | None = None

    def report(batch: range, turns: int, left: int) -> None:
        done = batch.start - asked.games.start
        bar = progress_bar(done, len(asked.games))
        mean = row.tally.searched.mean if row else None
        so_far = "" if mean is None else f", {mean:.3f} so far"
        show_progress(
            f"{bar} {done:,} of {len(asked.games):,}{so_far}; turn {turns + 1}, {left} games go on"
        )

    batches = run.play(
        asked.seed, asked.games, against_blueprint=asked.against is not None, report=report
    )
    for tally, games in batches:
        if row is None:
            row = _Result(searched, usual, tally)
            results.append(row)
        for number, game in games if asked.save else ():
            path = Path(asked.save or "") / replay_file_name(searched, number)
            write_atomically(path, [replay.encode(game)])


def _print(results: Sequence[_Result], asked: SearchArenaOptions) -> None:
    compared = asked.against is not None
    rows: list[tuple[str, TeamResult]] = []
    for result in results:
        rows.append(
            (result.searched.team.name, team_result(result.searched, result.tally.searched))
        )
        if compared:
            usual = result.tally.blueprint
            rows.append((result.usual.team.name, team_result(result.usual, usual)))
    if asked.plot is not None:
        draw_histograms(asked.plot, rows)
    if asked.as_json:
        print(json.dumps([*_json_rows(results, compared=compared)], indent=2))
        return
    console = stdout_console()
    for line in report_lines(rows, cross_play=False):
        show(console, line)
    for result in results if compared else ():
        show(console, f"\n{_difference_text(result)}")


def _json_rows(results: Sequence[_Result], *, compared: bool) -> list[dict[str, Any]]:
    rows = []
    for result in results:
        searched = asdict(team_result(result.searched, result.tally.searched))
        if not compared:
            rows.append(searched)
            continue
        gains = result.tally.differences
        comparison = {
            "against": BLUEPRINT,
            "difference": _rounded(gains.mean),
            "difference_sem": _rounded(gains.sem),
        }
        usual = asdict(team_result(result.usual, result.tally.blueprint))
        rows += [searched | comparison, usual | {"ms_per_move": None}]
    return rows


def _difference_text(result: _Result) -> str:
    gains, tally = result.tally.differences, result.tally
    share = 100 * tally.deviations / max(1, tally.searched.moves)
    return (
        f"{result.searched.players} players, on the same deals: {_gain(gains)} points a game"
        f" over {BLUEPRINT}; {share:.1f} % of the moves differ from what it would do"
    )


def _gain(gains: ScoreTally) -> str:
    mean, sem = gains.mean or 0.0, gains.sem
    return f"{mean:+.3f}" if sem is None else f"{mean:+.3f} ± {sem:.3f}"


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
