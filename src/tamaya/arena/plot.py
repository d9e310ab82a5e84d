"""A picture of results: a histogram for each team, as SVG, or as PNG (extra `plot`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

from tamaya.arena.results import Result
from tamaya.rules import max_score, parse_options

WIDTH, HEIGHT, GAP = 440, 250, 24  # of a team's panel, and around it
LEFT, TOP, BOTTOM = 44, 62, 30  # around the bars
ACROSS = 2  # panels
SHARPNESS = 2  # pixels of a PNG for each unit
PAPER, INK, QUIET, RULE = "#fbf8f1", "#1b1f4a", "#6b6458", "#e2dccb"
BARS, MEAN = "#8fb3ea", "#c42b34"


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle; lines are thin ones."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text on its baseline."""

    x: float
    y: float
    text: str
    size: int = 12
    fill: str = INK
    anchor: Literal["start", "middle", "end"] = "start"


Shape = Box | Words


class PlotError(Exception):
    """A picture that cannot be made, and why."""


def check_picture(path: Path) -> None:
    """Refuse early what could not be drawn."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise PlotError(f"a picture is written as .svg or .png, not {path.name!a:.60}")
    if path.suffix.lower() == ".png":
        try:
            import PIL  # noqa: F401, PLC0415 - an extra
        except ImportError as missing:
            raise PlotError(
                "PNG needs Pillow: pip install 'tamaya[plot]'; SVG does not"
            ) from missing


def draw(path: Path, results: Sequence[tuple[str, Result]]) -> None:
    """Write the picture of these teams' games."""
    check_picture(path)
    shown = [(name, result) for name, result in results if result.games]
    rows = -(-len(shown) // ACROSS)
    across = min(ACROSS, len(shown))
    size = GAP + across * (WIDTH + GAP), GAP + rows * (HEIGHT + GAP)
    shapes: list[Shape] = [Box(0, 0, *size, PAPER)]
    for number, (name, result) in enumerate(shown):
        row, column = divmod(number, ACROSS)
        shapes += _panel(GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP), name, result)
    if path.suffix.lower() == ".svg":
        path.write_text(svg(size, shapes), encoding="utf-8")
    else:
        _write_png(path, size, shapes)


def _panel(x: float, y: float, name: str, result: Result) -> Iterator[Shape]:
    """One team: its name, its figures, and how often it reached which score."""
    yield Words(x, y + 16, f"{name}, {result.players} players", 16)
    yield Words(x, y + 36, _figures(result), 12, QUIET)
    best = max_score(parse_options(result.variant, result.players))
    scores = range(min(0, *result.histogram), max(best, *result.histogram) + 1)
    left, floor, high = x + LEFT, y + HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    step, most = (WIDTH - LEFT) / len(scores), max(result.histogram.values())
    for part in (0.5, 1.0):
        yield Box(left, floor - high * part, WIDTH - LEFT, 1, RULE)
        percent = f"{100 * part * most / result.games:.0f} %"
        yield Words(left - 8, floor - high * part + 4, percent, 11, QUIET, "end")
    for points in scores:
        middle = left + (points - scores.start + 0.5) * step
        tall = high * result.histogram.get(points, 0) / most
        if tall:
            yield Box(middle - 0.4 * step, floor - tall, 0.8 * step, tall, BARS)
        if points % 5 == 0:
            yield Words(middle, floor + 18, str(points), 11, QUIET, "middle")
    yield Box(left, floor, WIDTH - LEFT, 1, INK)
    if result.mean is not None:
        yield Box(
            left + (result.mean - scores.start + 0.5) * step - 0.75, floor - high, 1.5, high, MEAN
        )


def _figures(result: Result) -> str:
    error = "" if result.sem is None else f" ± {result.sem:.3f}"
    return (
        f"{result.variant}, {result.games:,} games: {result.mean:.3f}{error},"
        f" {result.perfect:.1f} % perfect, {result.lost:.1f} % lost"
    )


def svg(size: tuple[float, float], shapes: Sequence[Shape]) -> str:
    """The picture as text."""
    width, height = size
    extent = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {extent} font-family="system-ui, sans-serif">'
    lines = [head]
    for shape in shapes:
        if isinstance(shape, Box):
            place = f'x="{shape.x:.2f}" y="{shape.y:.2f}"'
            extent = f'width="{shape.width:.2f}" height="{shape.height:.2f}"'
            lines.append(f'<rect {place} {extent} fill="{shape.fill}"/>')
        else:
            place = f'x="{shape.x:.2f}" y="{shape.y:.2f}" text-anchor="{shape.anchor}"'
            style = f'font-size="{shape.size}" fill="{shape.fill}"'
            lines.append(f"<text {place} {style}>{escape(shape.text)}</text>")
    return "\n".join([*lines, "</svg>", ""])


def _write_png(path: Path, size: tuple[float, float], shapes: Sequence[Shape]) -> None:
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - an extra

    def scaled(*lengths: float) -> list[int]:
        return [round(SHARPNESS * length) for length in lengths]

    width, height = scaled(*size)
    image = Image.new("RGB", (width, height))
    canvas = ImageDraw.Draw(image)
    for shape in shapes:
        x, y = scaled(shape.x, shape.y)
        if isinstance(shape, Box):
            right, below = scaled(shape.x + shape.width, shape.y + shape.height)
            canvas.rectangle((x, y, max(x, right - 1), max(y, below - 1)), fill=shape.fill)
        else:
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            font = ImageFont.load_default(SHARPNESS * shape.size)
            canvas.text((x, y), shape.text, shape.fill, font, anchor)
    image.save(path)
