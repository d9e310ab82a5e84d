"""Libraries in C that are loaded into a program before its own, in place of the system's calls."""

import subprocess
from pathlib import Path

from support.parts import require_program


def compiled(name: str, folder: Path) -> Path:
    """A library for LD_PRELOAD from the source of this name beside this file."""
    library = folder / f"{name}.so"
    command = [require_program("cc"), "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror"]
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run(  # noqa: S603 - a program of the system
        [*command, "-o", library, source, "-ldl"], check=True, capture_output=True
    )
    return library
