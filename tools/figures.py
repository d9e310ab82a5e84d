"""Write measured figures into the docs: every marked block names the command that measures it.

<!-- figures: tamaya bench server -->
(whatever the command printed last)
<!-- end of figures -->

What was measured on another machine has a name instead, and is taken from a file:
`python tools/figures.py --take cuda FILE`, for <!-- figures from elsewhere: cuda -->.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tamaya.bench.report import figure_block

ROOT = Path(__file__).parents[1]
END = r".*?(<!-- end of figures -->)"
BLOCK = re.compile(rf"(<!-- figures: (.+?) -->\n){END}", re.DOTALL)
ELSEWHERE = re.compile(rf"(<!-- figures from elsewhere: (.+?) -->\n){END}", re.DOTALL)
PAGES = (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))


def main() -> None:
    """Measure again the blocks whose command contains the given words, or all of them."""
    if sys.argv[1:2] == ["--take"]:
        name, file = sys.argv[2:]
        taken = Path(file).read_text(encoding="utf-8")
        _write(lambda text: written(text, lambda kind: kind == name, lambda _: taken, ELSEWHERE))
        return
    wanted = " ".join(sys.argv[1:])
    once = cache(measured)
    _write(lambda text: written(text, lambda command: wanted in command, once))


def _write(change: Callable[[str], str]) -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if change(text) != text:  # this takes long: the page may have changed meanwhile
            page.write_text(change(page.read_text(encoding="utf-8")), encoding="utf-8")
            print(f"wrote {page.relative_to(ROOT)}")


def written(
    text: str,
    wanted: Callable[[str], bool],
    measure: Callable[[str], str],
    blocks: re.Pattern[str] = BLOCK,
) -> str:
    """A page with the wanted blocks measured again."""

    def again(found: re.Match[str]) -> str:
        begin, command, end = found.groups()
        return f"{begin}{measure(command)}{end}" if wanted(command) else found[0]

    return blocks.sub(again, text)


def measured(command: str) -> str:
    """Run a command: its output, the machine and the date, as a block."""
    print(f"{command} …", flush=True)
    program, *words = shlex.split(command)
    ran = subprocess.run(  # noqa: S603 - the docs name our own commands
        [Path(sys.executable).with_name(program), *words],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
        check=False,
    )
    if ran.returncode:
        sys.exit(f"{command} failed: {ran.stderr.strip()}")
    return figure_block(command, ran.stdout)


if __name__ == "__main__":
    main()
