"""A picture of how a net learned: the score of each round, over the moves."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tamaya.arena.plot import BARS, GAP, INK, PAPER, QUIET, RULE, Box, Shape, Words, svg
from tamaya.learn.settings import Settings
from tamaya.learn.trainer import Point

WIDTH, HEIGHT = 640, 320
LEFT, TOP, BOTTOM = 40, 44, 24
DOT = 4
MOST = 800  # dots
UNITS = ((1e9, "billion"), (1e6, "million"))


def picture(settings: Settings, points: Sequence[Point]) -> str:
    """The learning curve as SVG."""
    size = WIDTH + 2 * GAP, HEIGHT + 2 * GAP
    return svg(size, [Box(0, 0, *size, PAPER), *_shapes(settings, points)])


def _shapes(settings: Settings, points: Sequence[Point]) -> Iterator[Shape]:
    left, floor = GAP + LEFT, GAP + HEIGHT - BOTTOM
    wide, high = WIDTH - LEFT, HEIGHT - TOP - BOTTOM
    last = points[-1]
    top = max(5, -(-int(max(point.score for point in points) + 1) // 5) * 5)
    yield Words(GAP, GAP + 16, f"{settings.variant}, {settings.players} players", 16)
    told = f"mean score of the games that ended in each round; {last.score:.2f} in the last"
    yield Words(GAP, GAP + 34, told, 12, QUIET)
    for score in range(0, top + 1, 5):
        y = floor - high * score / top
        yield Box(left, y, wide, 1, RULE if score else INK)
        yield Words(left - 8, y + 4, str(score), 11, QUIET, "end")
    for part in (0.25, 0.5, 0.75, 1.0):
        text = f"{_short(part * last.moves)}{' moves' if part == 1 else ''}"
        anchor: Literal["end", "middle"] = "end" if part == 1 else "middle"
        yield Words(left + wide * part, floor + 18, text, 11, QUIET, anchor)
    for point in points[:: -(-len(points) // MOST)]:
        x, y = left + wide * point.moves / last.moves, floor - high * max(0, point.score) / top
        yield Box(x - DOT / 2, y - DOT / 2, DOT, DOT, BARS)


def _short(moves: float) -> str:
    for size, unit in UNITS:
        if moves >= size:
            return f"{moves / size:.3g} {unit}"
    return f"{moves:,.0f}"
