"""Files that are written completely or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tamaya.cli.errors import CommandError


def write_atomically(path: Path, lines: Iterable[str]) -> None:
    """Write a temporary file and move it into place, so that a failure loses nothing."""
    try:
        _write(path, lines)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error
    except RuntimeError as error:  # a loop of symbolic links
        raise CommandError(f"cannot write {path}: {error}") from error


def _write(path: Path, lines: Iterable[str]) -> None:
    if _is_device(path):
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        return
    target = path.resolve()  # a symbolic link stays one
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".tamaya-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        Path(name).chmod(target.stat().st_mode & 0o777 if target.exists() else _usual_mode())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _is_device(path: Path) -> bool:
    """Whether a path cannot be replaced: a device, a pipe, or a name for an open file."""
    return str(path.absolute()).startswith(("/dev/", "/proc/")) or (
        path.exists() and not path.is_file()
    )


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def check_writable(path: Path) -> None:
    """Refuse a path to which no file can be written."""
    if path.is_dir():
        raise CommandError(f"cannot write {path}: it is a folder")
    if not path.absolute().parent.is_dir():
        raise CommandError(f"cannot write {path}: there is no folder {path.parent}")
