"""Reading the pages that a server has for programs: health and metrics."""

import re
import urllib.request

from support.cli.running import PATIENCE


def text(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        found: str = answer.read().decode()
        return found


def number(metrics: str, name: str) -> float:
    """The sum of all lines of a metric."""
    lines = re.findall(rf"^{name}(?:{{.*}})? ([\d.e+-]+)$", metrics, re.MULTILINE)
    return sum(map(float, lines))
