"""Compiled code is kept: a folder for exactly these sources, in the user's cache."""

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tamaya.kernel.target import SOURCES


def folder() -> Path | None:
    """A copy of the sources, with room for what is made of them; none if nothing can be kept.

    Numba looks at a function's own file to see whether it changed, not at those it calls. So every
    state of all sources has a folder of its own.
    """
    place = _caches() / "tamaya" / "kernel" / _digest()
    try:
        if not place.exists():
            _copy(place)
        return place if os.access(place, os.W_OK) else None
    except OSError:
        return None


def _copy(place: Path) -> None:
    """Whole or not at all: others may want it at the same time."""
    place.parent.mkdir(parents=True, exist_ok=True)
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
    named = os.environ.get("TAMAYA_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    return home / ".cache"


def _digest() -> str:
    sources = sorted(SOURCES.glob("*.py"))
    every = b"\0".join(source.read_bytes() for source in sources)
    return hashlib.sha256(every).hexdigest()[:16]
