"""Compiled code is kept: a folder for exactly these sources, in the user's cache."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tamaya.kernel.run.compile import SOURCES

OLD = 60 * 24 * 3600  # seconds: folders of other sources, not made for so long, are removed


def folder(compiler: str) -> Path | None:
    """A copy of the sources, with room for what a compiler makes of them; none if there is none.

    Numba looks at a function's own file to see whether it changed, not at those it calls. So every
    state of all sources has a folder of its own.
    """
    try:
        place = _caches() / "tamaya" / "kernel" / _digest(compiler)
        if not place.exists():
            _copy(place)
        for source in SOURCES.rglob("*.py"):  # somebody may have tidied up
            copy = place / source.relative_to(SOURCES)
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)
        return place if os.access(place, os.W_OK) else None
    except (OSError, RuntimeError):  # there may be no home at all
        return None


def _copy(place: Path) -> None:
    """Whole or not at all: others may want it at the same time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    for other in place.parent.iterdir():
        if time.time() - other.stat().st_mtime > OLD:
            shutil.rmtree(other, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        made = Path(scratch) / place.name
        shutil.copytree(SOURCES, made, ignore=shutil.ignore_patterns("__pycache__"))
        try:
            made.rename(place)
        except OSError:
            if not place.exists():  # nobody else was faster
                raise


def _caches() -> Path:
    """Where this system keeps such things."""
    for name in ("TAMAYA_CACHE", "XDG_CACHE_HOME"):
        named = Path(os.environ.get(name, ""))
        if named.is_absolute():
            return named
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    return home / ".cache"


def _digest(compiler: str) -> str:
    sources = sorted(SOURCES.rglob("*.py"))
    every = b"\0".join((compiler.encode(), *(source.read_bytes() for source in sources)))
    return hashlib.sha256(every).hexdigest()[:16]
