"""What the arena says to people: a table, histograms, a matrix, and how far it has come."""

from collections.abc import Sequence
from itertools import groupby

from tamaya.arena.games import Setting
from tamaya.arena.players import called
from tamaya.arena.results import Result
from tamaya.arena.tally import Tally
from tamaya.rules import max_score, parse_options
from tamaya.terminal.console import progress_bar

WIDTH = 80
HEIGHT = 6  # lines of a histogram
LONGEST_TEAM = 30
EIGHTHS = " ▁▂▃▄▅▆▇█"


def people(players: int) -> str:
    """How many sit at the table, in words."""
    return f"{players} players"


def score(result: Result) -> str:
    """The mean and its standard error."""
    return _score(result.mean, result.sem)


def _score(mean: float | None, sem: float | None) -> str:
    if mean is None:
        return "-"
    return f"{mean:.3f}" if sem is None else f"{mean:.3f} ± {sem:.3f}"


def _percent(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f} %"


def table(rows: Sequence[tuple[str, Result]]) -> list[str]:
    """One line for each team."""
    width = max(4, *(min(LONGEST_TEAM, len(name)) for name, _ in rows))
    head = f"{'bots':<{width}} players   games           score   perfect      lost   ms/move"
    lines = [head]
    for name, row in rows:
        speed = "-" if row.ms_per_move is None else f"{row.ms_per_move:.3f}"
        lines.append(
            f"{_short(name, width):<{width}} {row.players:>7} {row.games:>7,} {score(row):>15}"
            f" {_percent(row.perfect):>9} {_percent(row.lost):>9} {speed:>9}"
        )
    return lines


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def histogram(result: Result) -> list[str]:
    """How often each score was reached, as blocks; from 0, or less, to the best score."""
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


def matrix(results: Sequence[Result]) -> list[str]:
    """Cross-play: who joined (rows) whose table (columns)."""
    lines: list[str] = []
    for players, group in groupby(results, key=lambda result: result.players):
        cells = {(called(row.bots[0]), called(row.bots[1])): row for row in group}
        names = list(dict.fromkeys(guest for guest, _ in cells))
        whom = "the other" if players == 2 else "the others"
        lines += ["", f"{people(players)}: one of the row, {whom} of the column"]
        lines += _grid(names, {key: score(row) for key, row in cells.items()})
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


def how_far(setting: Setting, now: Tally, played: int, games: int) -> str:
    """The line that somebody watches who waits: a bar, and the running mean of a team."""
    team = f"{_short(setting.team.name, 16)}, {people(setting.players)}"
    score = _score(now.mean, now.sem)
    return f"{progress_bar(played, games)} {played:,} of {games:,}   {team}: {score}"
