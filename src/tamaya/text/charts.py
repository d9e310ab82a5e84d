"""Charts from rectangles and lines of text, written as SVG, or as PNG (extra `plot`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

GAP = 24  # around a panel
SHARPNESS = 2  # pixels of a PNG for each unit
PAPER, INK, QUIET, RULE = "#fbf8f1", "#1b1f4a", "#6b6458", "#e2dccb"
BARS, MEAN = "#8fb3ea", "#c42b34"


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle; lines are thin ones."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text on its baseline."""

    x: float
    y: float
    text: str
    size: int = 12
    fill: str = INK
    anchor: Literal["start", "middle", "end"] = "start"


Shape = Rectangle | TextLine


class ChartError(Exception):
    """A chart that cannot be written, and why."""


def check_chart_path(path: Path) -> None:
    """Refuse a file to which no chart could be written."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise ChartError(f"a picture is written as .svg or .png, not {path.name!a:.60}")
    if path.suffix.lower() == ".png":
        try:
            import PIL  # noqa: F401, PLC0415 - an extra
        except ImportError as missing:
            raise ChartError(
                "PNG needs Pillow: pip install 'tamaya[plot]'; SVG does not"
            ) from missing


def write_chart(path: Path, size: tuple[float, float], shapes: Sequence[Shape]) -> None:
    """Write a chart in the format that the file's name asks for."""
    check_chart_path(path)
    if path.suffix.lower() == ".svg":
        path.write_text(svg_text(size, shapes), encoding="utf-8")
    else:
        _write_png(path, size, shapes)


def svg_text(size: tuple[float, float], shapes: Sequence[Shape]) -> str:
    """A chart as the text of an SVG file."""
    width, height = size
    extent = f'viewRectangle="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {extent} font-family="system-ui, sans-serif">'
    lines = [head]
    for shape in shapes:
        if isinstance(shape, Rectangle):
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
        if isinstance(shape, Rectangle):
            right, below = scaled(shape.x + shape.width, shape.y + shape.height)
            canvas.rectangle((x, y, max(x, right - 1), max(y, below - 1)), fill=shape.fill)
        else:
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            font = ImageFont.load_default(SHARPNESS * shape.size)
            canvas.text((x, y), shape.text, shape.fill, font, anchor)
    image.save(path)
