"""The learning curve: how a run went, iteration by iteration, as data and as a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tamaya.learn.config import TrainingConfig
from tamaya.text.charts import (
    BARS,
    GAP,
    INK,
    PAPER,
    QUIET,
    RULE,
    Rectangle,
    Shape,
    TextLine,
    svg_text,
)

WIDTH, HEIGHT = 640, 320
LEFT, TOP, BOTTOM = 40, 44, 24
DOT = 4
MAX_DOTS = 800
UNITS = ((1e9, "billion"), (1e6, "million"))


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One iteration: statistics of the games that ended in its rollout, with sampled actions.

    If no game ended, they are those of the iteration before. In plan.json a point is the list of
    these values, in this order.
    """

    moves: int  # since the run began
    seconds: float  # likewise
    games: int  # that ended
    score: float  # mean
    perfect: float  # percent
    lost: float  # percent
    entropy: float
    value_loss: float
    option_set_scores: tuple[float, ...] = ()  # mean score of each option set, if several


def learning_curve_svg(config: TrainingConfig, points: Sequence[CurvePoint]) -> str:
    """The mean score over the moves, as SVG."""
    size = WIDTH + 2 * GAP, HEIGHT + 2 * GAP
    return svg_text(size, [Rectangle(0, 0, *size, PAPER), *_shapes(config, points)])


def _shapes(config: TrainingConfig, points: Sequence[CurvePoint]) -> Iterator[Shape]:
    left, floor = GAP + LEFT, GAP + HEIGHT - BOTTOM
    width, height = WIDTH - LEFT, HEIGHT - TOP - BOTTOM
    last = points[-1]
    top = max(5, -(-int(max(point.score for point in points) + 1) // 5) * 5)
    yield TextLine(GAP, GAP + 16, f"{config.variant}, {config.players} players", 16)
    caption = f"mean score of the games that ended in each round; {last.score:.2f} in the last"
    yield TextLine(GAP, GAP + 34, caption, 12, QUIET)
    for score in range(0, top + 1, 5):
        y = floor - height * score / top
        yield Rectangle(left, y, width, 1, RULE if score else INK)
        yield TextLine(left - 8, y + 4, str(score), 11, QUIET, "end")
    for part in (0.25, 0.5, 0.75, 1.0):
        text = f"{_short_number(part * last.moves)}{' moves' if part == 1 else ''}"
        anchor: Literal["end", "middle"] = "end" if part == 1 else "middle"
        yield TextLine(left + width * part, floor + 18, text, 11, QUIET, anchor)
    for point in points[:: -(-len(points) // MAX_DOTS)]:
        x, y = left + width * point.moves / last.moves, floor - height * max(0, point.score) / top
        yield Rectangle(x - DOT / 2, y - DOT / 2, DOT, DOT, BARS)


def _short_number(number: float) -> str:
    for size, unit in UNITS:
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:,.0f}"
