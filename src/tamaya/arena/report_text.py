"""A run as text: a table of results, histograms, a cross-play matrix, progress and failures."""

import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby

from tamaya.arena.games import BotFailure
from tamaya.arena.matchups import Matchup
from tamaya.arena.players import display_name
from tamaya.arena.results import TeamResult
from tamaya.arena.run import ArenaRun
from tamaya.rules import max_score, parse_options
from tamaya.text.labels import SEAT_LETTERS

WIDTH = 80
HEIGHT = 6  # lines of a histogram
LONGEST_TEAM = 30
EIGHTHS = " ▁▂▃▄▅▆▇█"


def report_lines(results: Sequence[tuple[str, TeamResult]], *, cross_play: bool) -> Iterator[str]:
    """The whole report: the table, and a histogram for each team or the cross-play matrix."""
    first = results[0][1]
    yield f"{first.variant}, seed {first.seed}"
    yield ""
    yield from result_table(results)
    if cross_play:
        yield from ["", *cross_play_matrix([row for _, row in results])]
        return
    for name, row in results:
        if row.games:
            head = f"{name}, {row.players} players: {_score(row.mean, row.sem)}"
            yield from ["", head, *score_histogram(row)]


def progress_text(run: ArenaRun, matchup: Matchup) -> str:
    """How far a run has come, and the mean so far of the team that played last."""
    team, tally = (
        f"{_short(matchup.team.name, 16)}, {matchup.players} players",
        run.tallies[matchup],
    )
    return f"{run.played:,} of {run.total:,}   {team}: {_score(tally.mean, tally.sem)}"


def failure_text(failure: BotFailure) -> str:
    """Which bot failed where, and the command that plays the same game again."""
    matchup, game = failure.matchup, failure.game
    seats = ",".join(matchup.team.seated(game))
    again = ["tamaya", "arena", seats, "--variant", matchup.variant, "--seed", str(matchup.seed)]
    again += ["--from", str(game), "--games", "1"]
    return (
        f"{failure.bot} in seat {SEAT_LETTERS[failure.seat]} failed at move {failure.move} of game"
        f" {game} ({matchup.variant}, {matchup.players} players, seed {matchup.seed}):"
        f" {failure.error}; to see it again: {shlex.join(again)}"
    )


def replay_file_name(matchup: Matchup, game: int) -> str:
    """The name of a game's file: the same game has the same name in every run."""
    team = matchup.team.name.replace("@", "-at-")
    return f"{matchup.variant}-{matchup.players}p-{team}-seed{matchup.seed}-game{game:05}.json"


def _score(mean: float | None, sem: float | None) -> str:
    """The mean and its standard error."""
    if mean is None:
        return "-"
    return f"{mean:.3f}" if sem is None else f"{mean:.3f} ± {sem:.3f}"


def _percent(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f} %"


def result_table(rows: Sequence[tuple[str, TeamResult]]) -> list[str]:
    """One line for each team."""
    width = max(4, *(min(LONGEST_TEAM, len(name)) for name, _ in rows))
    head = f"{'bots':<{width}} players   games           score   perfect      lost   ms/move"
    lines = [head]
    for name, row in rows:
        score = _score(row.mean, row.sem)
        speed = "-" if row.ms_per_move is None else f"{row.ms_per_move:.3f}"
        lines.append(
            f"{_short(name, width):<{width}} {row.players:>7} {row.games:>7,} {score:>15}"
            f" {_percent(row.perfect):>9} {_percent(row.lost):>9} {speed:>9}"
        )
    return lines


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def score_histogram(result: TeamResult) -> list[str]:
    """How often each score was reached, as bars of blocks, up to the highest possible score."""
    counts = {int(points): count for points, count in result.histogram.items()}
    best = max_score(parse_options(result.variant, result.players))
    scores = range(min(0, *counts), max(best, *counts) + 1)
    most, wide = max(counts.values()), 2 if 2 * len(scores) + 8 <= WIDTH else 1
    lines = []
    for line in range(HEIGHT, 0, -1):
        label = f"{100 * most / result.games:.0f} %" if line == HEIGHT else ""
        bars = (_block(counts.get(points, 0) / most, line) * wide for points in scores)
        lines.append(f"{label:>6} ┤{''.join(bars)}".rstrip())
    lines.append(f"{'':>6} └{'─' * wide * len(scores)}")
    return [*lines, _axis(scores, wide)]


def _block(share: float, line: int) -> str:
    """The part of a bar on one line; a bar of anything at all can be seen."""
    eighths = max(1, round(share * HEIGHT * 8)) if share else 0
    return EIGHTHS[min(8, max(0, eighths - 8 * (line - 1)))]


def _axis(scores: range, wide: int) -> str:
    """The scores that are multiples of five, under their bars."""
    text = ""
    for points in scores:
        if points % 5 == 0:
            text = f"{text:<{8 + wide * (points - scores.start)}}{points}"
    return text


def cross_play_matrix(results: Sequence[TeamResult]) -> list[str]:
    """Cross-play: who joined (rows) whose table (columns)."""
    lines: list[str] = []
    for players, group in groupby(results, key=lambda result: result.players):
        cells = {(display_name(row.bots[0]), display_name(row.bots[1])): row for row in group}
        names = list(dict.fromkeys(guest for guest, _ in cells))
        whom = "the other" if players == 2 else "the others"
        lines += ["", f"{players} players: one of the row, {whom} of the column"]
        lines += _grid(names, {key: _score(row.mean, row.sem) for key, row in cells.items()})
    return lines[1:]


def _grid(names: Sequence[str], cells: dict[tuple[str, str], str]) -> list[str]:
    first = max(map(len, names))
    width = max(map(len, (*names, *cells.values()))) + 2
    if first + width * len(names) > WIDTH:  # too wide: without the standard errors
        cells = {key: text.partition(" ")[0] for key, text in cells.items()}
        width = max(map(len, (*names, *cells.values()))) + 2
    head = " " * first + "".join(f"{name:>{width}}" for name in names)
    rows = (f"{g:<{first}}" + "".join(f"{cells[g, h]:>{width}}" for h in names) for g in names)
    return [head, *rows]
