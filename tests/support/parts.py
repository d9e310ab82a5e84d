"""Parts that a machine may lack. A test that needs one skips, and the run's last lines say how to
get it; with TAMAYA_REQUIRE=all in the environment it fails instead."""

import importlib
import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

REQUIRE = "TAMAYA_REQUIRE"
_MISSING = re.compile(r"missing part ([\w-]+):")


@dataclass(frozen=True, slots=True)
class Part:
    """Something that tests need: a module or a program, what it is for, how to get it."""

    name: str
    use: str
    how: str
    instead: str = ""  # a program that does as well
    beside: str = ""  # folders beyond the PATH where it may be, from the root
    hard_to_get: bool = False  # then nobody requires it; other tests say as much


PARTS: dict[str, Part] = {
    "open_spiel": Part(
        "pyspiel",
        "a second engine to compare ours with",
        "pip install open_spiel (wheels for Linux and macOS)",
    ),
    "hle": Part(
        "hanabi_learning_environment.rl_env",
        "the research environment to compare ours with",
        "CMAKE_POLICY_VERSION_MINIMUM=3.5 pip install hanabi-learning-environment"
        " (needs a C++ compiler)",
        hard_to_get=True,
    ),
    "torch": Part(
        "torch",
        "training, on the CPU for small games",
        "make test LEARN=1, or pip install 'tamaya[learn]'",
    ),
    "argon2": Part("argon2", "passwords of hanab.live bots", "pip install 'tamaya[hanablive]'"),
    "distributed": Part(
        "distributed", "a Dask cluster to play on", "pip install 'tamaya[cluster]'"
    ),
    "gymnasium": Part("gymnasium", "the front for Gymnasium", "pip install 'tamaya[envs]'"),
    "pettingzoo": Part("pettingzoo", "the front for PettingZoo", "pip install 'tamaya[envs]'"),
    "pillow": Part("PIL.Image", "pictures in PNG", "pip install 'tamaya[plot]'"),
    "playwright": Part(
        "playwright.sync_api", "a real browser to click in", "pip install playwright"
    ),
    "chromium": Part(
        "chromium-headless-shell",  # without a window it needs a quarter less time
        "a real browser to click in",
        "apt-get install chromium-headless-shell (make test does it as root on Debian)",
        instead="chromium",
    ),
    "nginx": Part(
        "nginx",
        "a web server in front of ours",
        "apt-get install nginx-light (make test does it as root on Debian)",
        beside="usr/sbin",
    ),
    "cc": Part(
        "cc",
        "disks that lose their power and clocks that jump, written in C",
        "apt-get install gcc libc6-dev (make test does it as root on Debian)",
        instead="gcc",
    ),
    "systemd-analyze": Part(
        "systemd-analyze",
        "the reader of our service's unit",
        "apt-get install systemd",
        hard_to_get=True,
    ),
    "node": Part(
        "node",
        "a bot in JavaScript",
        "apt-get install nodejs (22 or newer, or 20 with --experimental-websocket)",
        beside=str(Path(sys.executable).parent).lstrip("/"),
        hard_to_get=True,
    ),
    "postgres": Part(
        "postgres",
        "a real PostgreSQL to keep games in",
        "apt-get install postgresql (make test does it as root on Debian)",
        beside="usr/lib/postgresql/*/bin",
    ),
    "redis": Part(
        "redis-server",
        "a real Redis between processes",
        "apt-get install redis-server (make test does it as root on Debian)",
    ),
    "tmux": Part(
        "tmux",
        "a real terminal to play in",
        "apt-get install tmux (make test does it as root on Debian)",
    ),
}


def require(name: str) -> ModuleType:
    """The module of a part; without it the test skips, or fails where everything is required."""
    try:
        return importlib.import_module(PARTS[name].name)
    except ImportError:
        do_without(name)


def require_program(name: str) -> str:
    """The path of a program; without it likewise."""
    part = PARTS[name]
    folders = sorted(Path("/").glob(part.beside), reverse=True) if part.beside else []
    found = (shutil.which(part.name, path=path) for path in (None, *folders))  # the newest first
    return next(filter(None, found), None) or shutil.which(part.instead) or do_without(name)


def do_without(name: str) -> NoReturn:
    """Skip the test, or fail where everything is required."""
    part = PARTS[name]
    reason = f"missing part {name}: {part.use}; get it with: {part.how}"
    if os.environ.get(REQUIRE) == "all" and not part.hard_to_get:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason, allow_module_level=True)


def missing_parts(reports: Iterable[object]) -> list[str]:
    """One line for each part that tests asked for in vain; xdist's workers report here as well."""
    texts = (str(getattr(report, "longrepr", "")) for report in reports)
    names = sorted({name for text in texts for name in _MISSING.findall(text)})
    return [f"{name}: {PARTS[name].use}; get it with: {PARTS[name].how}" for name in names]
