"""What limits were in the way of, as a server's metrics count it."""

import re
import urllib.request

from support.cli.running import PATIENCE

Limited = dict[tuple[str, str], float]  # by kind, and by whose limit it was


def limited(port: int) -> Limited:
    """What the server has refused so far."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    lines = re.findall(r'^tamaya_limited_total{by="(.*)",kind="(.*)"} (.*)$', text, re.MULTILINE)
    return {(kind, by): float(number) for by, kind, number in lines}


def refused_since(port: int, before: Limited) -> Limited:
    """What the server has refused since then."""
    after = limited(port)
    return {key: after[key] - before.get(key, 0) for key in after if after[key] != before.get(key)}
