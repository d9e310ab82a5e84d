"""Output to the terminal: standard output in colour where wanted, errors, progress, Ctrl-C."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from tamaya.text.escape import one_line

INTERRUPTED = 130  # the exit status after Ctrl-C that shells use
BAR_WIDTH = 20  # characters of a progress bar
SUIT_STYLES = {
    "red": "bright_red",
    "yellow": "bright_yellow",
    "green": "bright_green",
    "white": "bold",
    "blue": "bright_blue",
    "multicolour": "bright_magenta",
    "black": "reverse",
}


def stdout_console() -> Console:
    """The console for standard output; without colour if NO_COLOR is set (https://no-color.org)."""
    return Console(
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        markup=False,
        highlight=False,
        emoji=False,
    )


def show(console: Console, text: Text | str = "") -> None:
    """Print a line: wrapped at words on a terminal, left as it is in a pipe or a file."""
    console.print(text, soft_wrap=not console.is_terminal)


def print_error(message: str) -> None:
    """Print one line to standard error."""
    print(f"tamaya: {one_line(message)}", file=sys.stderr)


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done."""
    interrupts: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt


def progress_bar(done: int, whole: int) -> str:
    """A progress bar as text."""
    full = BAR_WIDTH * done // whole
    return "━" * full + "╌" * (BAR_WIDTH - full)


def show_progress(text: str) -> None:
    """Show on a terminal what is being done; an empty text clears the line."""
    if sys.stderr.isatty():
        print(f"\r{text:<70}", end="\r" if not text else "", file=sys.stderr, flush=True)
