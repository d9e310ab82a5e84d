"""A chart of results: a histogram of scores for each team."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tamaya.arena.results import TeamResult
from tamaya.rules import max_score, parse_options
from tamaya.text.charts import (
    BARS,
    GAP,
    INK,
    MEAN,
    PAPER,
    QUIET,
    RULE,
    Rectangle,
    Shape,
    TextLine,
    write_chart,
)

WIDTH, HEIGHT = 440, 250  # of a team's panel
LEFT, TOP, BOTTOM = 44, 62, 30  # around the bars
ACROSS = 2  # panels


def draw_histograms(path: Path, results: Sequence[tuple[str, TeamResult]]) -> None:
    """Write a chart of these teams' scores."""
    shown = [(name, result) for name, result in results if result.games]
    rows = -(-len(shown) // ACROSS)
    across = min(ACROSS, len(shown))
    size = GAP + across * (WIDTH + GAP), GAP + rows * (HEIGHT + GAP)
    shapes: list[Shape] = [Rectangle(0, 0, *size, PAPER)]
    for number, (name, result) in enumerate(shown):
        row, column = divmod(number, ACROSS)
        shapes += _panel(GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP), name, result)
    write_chart(path, size, shapes)


def _panel(x: float, y: float, name: str, result: TeamResult) -> Iterator[Shape]:
    """One team: its name, its figures, and how often it reached which score."""
    yield TextLine(x, y + 16, f"{name}, {result.players} players", 16)
    yield TextLine(x, y + 36, _figures(result), 12, QUIET)
    best = max_score(parse_options(result.variant, result.players))
    scores = range(min(0, *result.histogram), max(best, *result.histogram) + 1)
    left, floor, high = x + LEFT, y + HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    step, most = (WIDTH - LEFT) / len(scores), max(result.histogram.values())
    for part in (0.5, 1.0):
        yield Rectangle(left, floor - high * part, WIDTH - LEFT, 1, RULE)
        percent = f"{100 * part * most / result.games:.0f} %"
        yield TextLine(left - 8, floor - high * part + 4, percent, 11, QUIET, "end")
    for points in scores:
        middle = left + (points - scores.start + 0.5) * step
        tall = high * result.histogram.get(points, 0) / most
        if tall:
            yield Rectangle(middle - 0.4 * step, floor - tall, 0.8 * step, tall, BARS)
        if points % 5 == 0:
            yield TextLine(middle, floor + 18, str(points), 11, QUIET, "middle")
    yield Rectangle(left, floor, WIDTH - LEFT, 1, INK)
    if result.mean is not None:
        yield Rectangle(
            left + (result.mean - scores.start + 0.5) * step - 0.75, floor - high, 1.5, high, MEAN
        )


def _figures(result: TeamResult) -> str:
    error = "" if result.sem is None else f" ± {result.sem:.3f}"
    return (
        f"{result.variant}, {result.games:,} games: {result.mean:.3f}{error},"
        f" {result.perfect:.1f} % perfect, {result.lost:.1f} % lost"
    )
