"""The cache of compiled code: a folder for exactly these sources, in the user's cache folder."""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tamaya.kernel.run.compile import SOURCES

MAX_AGE = 60 * 24 * 3600  # seconds, after which folders of other sources are removed


def cache_folder(compiler: str) -> Path | None:
    """A folder with a copy of the sources, where Numba can cache; none if nothing can be written.

    Numba only notices when the file of a cached function changes, not when the files of functions
    that it calls do. So every version of the sources gets a folder of its own.
    """
    try:
        place = _caches() / "tamaya" / "kernel" / _digest(compiler)
        if not place.exists():
            _copy(place)
        for source in SOURCES.rglob("*.py"):  # a cleaner may have removed some
            copy = place / source.relative_to(SOURCES)
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)
        return place if os.access(place, os.W_OK) else None
    except (OSError, RuntimeError):  # there may be no home folder
        return None


def _copy(place: Path) -> None:
    """Copy the sources atomically, since other processes may do the same now."""
    place.parent.mkdir(parents=True, exist_ok=True)
    for other in place.parent.iterdir():
        if time.time() - other.stat().st_mtime > MAX_AGE:
            shutil.rmtree(other, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        made = Path(scratch) / place.name
        shutil.copytree(SOURCES, made, ignore=shutil.ignore_patterns("__pycache__"))
        try:
            made.rename(place)
        except OSError:
            if not place.exists():  # no other process was faster
                raise


def _caches() -> Path:
    """The user's cache folder on this system."""
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
