"""Look what we depend on up in an index of known holes: `make check`.

It fails if there are holes, and if anything could not be looked up: that is no good news.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = tuple(sorted((ROOT / "requirements").glob("*.txt")))
PATIENCE = 300  # seconds for one lock


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of one lock: how many packages were looked up, which not, and their holes."""

    checked: int
    unchecked: tuple[str, ...]
    holes: tuple[str, ...]


def main() -> None:
    """Ask about every locked version; leave with an error if there are holes or gaps."""
    sys.exit(report([_asked(sys.argv[1], lock) for lock in LOCKS]))


def report(found: Iterable[Found]) -> int:
    """Print what is known now; the exit status."""
    every = list(found)
    checked = sum(one.checked for one in every)
    unchecked = sorted({name for one in every for name in one.unchecked})
    holes = sorted({hole for one in every for hole in one.holes})
    for hole in holes:
        print(hole)
    if not checked:
        print(
            "NOTHING WAS CHECKED: no index of known holes is reachable from here. "
            "Run `make check` again where pypi.org is."
        )
        return 1
    print(f"{checked:,} packages checked, {len(holes):,} known holes")
    if unchecked:
        print(f"{len(unchecked):,} NOT CHECKED: {', '.join(unchecked)}")
    return 1 if holes or unchecked else 0


def _asked(program: str, lock: Path) -> Found:
    """Ask about one lock."""
    packages, complaint = [], ""
    try:
        ran = subprocess.run(  # noqa: S603 - the program that make names
            [program, "--disable-pip", "--require-hashes", "-r", lock, "--format", "json"],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        complaint = ran.stderr.strip().rpartition("\n")[2][:150]
        packages = json.loads(ran.stdout)["dependencies"]
    except (ValueError, KeyError, subprocess.TimeoutExpired) as error:
        print(f"{lock.name}: not checked: {complaint or type(error).__name__}", file=sys.stderr)
    return read(packages, pinned(lock.read_text("utf-8")))


def pinned(lock: str) -> frozenset[str]:
    """The packages that a lock has for this machine."""
    lines = re.findall(r"^([^\s#]\S*==[^\\\n]+)", lock, re.MULTILINE)
    asked = (Requirement(line) for line in lines)
    return frozenset(
        canonicalize_name(one.name) for one in asked if not one.marker or one.marker.evaluate()
    )


def read(packages: Iterable[dict[str, Any]], wanted: frozenset[str]) -> Found:
    """What pip-audit knows of the packages that we wanted to know of."""
    known = [package for package in packages if "skip_reason" not in package]
    missing = wanted - {canonicalize_name(package["name"]) for package in known}
    holes = tuple(
        f"{package['name']} {package['version']}: {hole['id']}, "
        f"fixed in {', '.join(hole['fix_versions']) or 'no version'}"
        for package in known
        for hole in package["vulns"]
    )
    return Found(len(known), tuple(sorted(missing)), holes)


if __name__ == "__main__":
    main()
