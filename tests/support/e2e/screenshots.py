"""Pictures of screens, beside those that are kept: what is drawn is the same on every machine."""

import base64
import os
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from support.e2e.plain_font import plain_font
from support.e2e.visitors import Visitor

KEPT = Path(__file__).parents[2] / "e2e/screens"
DIFFERING = Path(tempfile.gettempdir()) / "tamaya-screens"
RENEWS = "TAMAYA_SCREENS" in os.environ  # `make screens`
SMALLER = 2  # times, for the repository
NOTICED = 40  # of 255: more than a palette and another browser's edges make
TOLERATED = 0.002  # part of the picture

# letters of one width, nothing of the machine's own, and nothing that passes
STYLE = """
@font-face { font-family: Plain; font-weight: 100 900; src: url(data:font/ttf;base64,%s); }
*, ::before, ::after, ::placeholder {
  font-family: Plain !important;
  scrollbar-width: none !important;
  caret-color: transparent !important;
}
canvas.burst { visibility: hidden; }
"""
DRESS = """(style) => {
  document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
  return document.fonts.load('16px Plain').then(() => document.fonts.ready).then(() => undefined);
}"""
# lists were scrolled before their letters changed
TO_THE_TOP = "document.querySelectorAll('*').forEach((one) => one.scrollTo(0, 0))"


def dress(page: Any) -> None:
    """Write all that a page shows in the plain font."""
    page.evaluate(DRESS, STYLE % base64.b64encode(plain_font()).decode())


def compare(visitor: Visitor, name: str) -> str | None:
    """What is wrong with a screen, if it does not look as it does in the picture that is kept."""
    page = visitor.page
    if not page.evaluate("document.fonts.check('16px Plain') && document.fonts.size > 0"):
        dress(page)
    page.mouse.move(0, 0)
    page.evaluate(TO_THE_TOP)
    shot = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    seen = shot.resize((shot.width // SMALLER, shot.height // SMALLER), Image.Resampling.BOX)
    path = KEPT / f"{name}-{visitor.size}.png"
    share = _difference(path, seen)
    if share <= TOLERATED:
        return None
    if RENEWS:
        seen.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
        return None
    DIFFERING.mkdir(exist_ok=True)
    seen.save(DIFFERING / path.name)
    return (
        f"{path.name}: {share:.2%} looks different; now it is {DIFFERING / path.name}, "
        f"kept is {path}. If it is meant to: make screens"
    )


def _difference(path: Path, seen: Image.Image) -> float:
    """Which part of a picture differs from the one that is kept; all of it if there is none."""
    if not path.is_file():
        return 1
    with Image.open(path) as picture:
        kept = picture.convert("RGB")
    if kept.size != seen.size:
        return 1
    channels = ImageChops.difference(kept, seen).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    differing: int = sum(most.histogram()[NOTICED:])
    return differing / (seen.width * seen.height)
