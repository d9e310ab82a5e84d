"""Write measured figures into the docs: every marked block names the command that measures it.

<!-- figures: tamaya bench server -->
(whatever the command printed last)
<!-- end of figures -->
"""

import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(<!-- figures: (.+?) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


def main() -> None:
    """Measure the blocks of the docs whose command contains the words given; all without any."""
    wanted = " ".join(sys.argv[1:])
    for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]:
        text = page.read_text(encoding="utf-8")
        new = written(text, lambda command: wanted in command, measured)
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"wrote {page.relative_to(ROOT)}")


def written(text: str, wanted: Callable[[str], bool], measure: Callable[[str], str]) -> str:
    """A page with the wanted blocks measured again."""

    def block(found: re.Match[str]) -> str:
        begin, command, end = found.groups()
        return f"{begin}{measure(command)}{end}" if wanted(command) else found[0]

    return BLOCK.sub(block, text)


def measured(command: str) -> str:
    """What a command prints, and where and when it was run."""
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
    where = f"{machine()}, Python {platform.python_version()}, {datetime.now(UTC):%Y-%m-%d}"
    return f"```\n$ {command}\n{ran.stdout.rstrip()}\n```\n\nMeasured on {where}.\n"


def machine() -> str:
    """The processor and how many of its cores we have."""
    return f"{_processor()}, {os.cpu_count()} cores"


def _processor() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*: (.+)$", told, re.MULTILINE)
    return found[1] if found else platform.machine()


if __name__ == "__main__":
    main()
