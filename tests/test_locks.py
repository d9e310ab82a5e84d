"""The lock files hold what a fresh machine installs, whatever was published since."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
LOCK = ROOT / "requirements/dev.txt"
SERVER = ROOT / "requirements/server.txt"
PIN = re.compile(r"^(\S+==[^\\\n]+?) ?\\\n((?: +--hash=.*\n)+)", re.MULTILINE)


def asked_with_extras() -> Iterator[Requirement]:
    """What the locked packages ask for with an extra; PyTorch is installed without a lock."""
    locked = set(re.findall(r"^([\w.-]+)(?:\[.*\])?==", LOCK.read_text("utf-8"), re.MULTILINE))
    for package in distributions():
        if canonicalize_name(package.metadata["Name"]) not in locked:
            continue
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


def pins(lock: Path) -> dict[str, set[str]]:
    """The hashes of each version that is pinned."""
    found = PIN.findall(lock.read_text("utf-8"))
    return {pin: set(re.findall(r"sha256:[0-9a-f]{64}", hashes)) for pin, hashes in found}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_line_is_a_pin_with_hashes(lock: Path) -> None:
    """And none is an address: where packages come from is for whoever installs them to say."""
    lines = [line for line in lock.read_text("utf-8").splitlines() if re.match(r"[^ #]", line)]
    assert len(lines) == len(pins(lock)) > 0
    assert all(pins(lock).values())


def test_a_server_gets_what_is_tested() -> None:
    tested = pins(LOCK)
    assert all(hashes == tested.get(pin) for pin, hashes in pins(SERVER).items())


def test_a_server_gets_all_that_it_may_use() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["fast"], *extras["hanablive"], *extras["scale"]]
    locked = [Requirement(pin) for pin in pins(SERVER)]
    for line in wanted:
        asked = Requirement(line)
        name = canonicalize_name(asked.name)
        there = [one for one in locked if canonicalize_name(one.name) == name]
        assert there, line
        versions = [str(one.specifier).removeprefix("==") for one in there]
        assert all(asked.specifier.contains(version) for version in versions)
