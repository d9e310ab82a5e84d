"""The lock files hold what a fresh machine installs, whatever was published since."""

import re
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement

LOCK = Path(__file__).parents[1] / "requirements/dev.txt"


def asked_with_extras() -> Iterator[Requirement]:
    """What the packages here ask for with an extra."""
    for package in distributions():
        for line in package.requires or ():
            asked = Requirement(line)
            if asked.extras and (asked.marker is None or asked.marker.evaluate({"extra": ""})):
                yield asked


def test_extras_are_locked_too() -> None:
    """Else an old pip takes the newest of `coverage[toml]`, though `coverage` is pinned."""
    pins = re.findall(r"^([\w.-]+)\[([\w,-]+)\]==", LOCK.read_text("utf-8"), re.MULTILINE)
    locked = {name: set(extras.split(",")) for name, extras in pins}
    asked = {asked.name.lower(): asked.extras for asked in asked_with_extras()}
    assert "coverage" in asked
    assert all(extras <= locked.get(name, set()) for name, extras in asked.items())
