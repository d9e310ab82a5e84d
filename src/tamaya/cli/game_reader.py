"""Reads games from files and reports every problem on standard error."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tamaya.formats.files import read_games
from tamaya.formats.game import Game
from tamaya.terminal.console import print_error, show_progress
from tamaya.text.escape import one_line

STDIN = "-"


@dataclass(slots=True)
class GameReader:
    """Reads games, and remembers whether anything failed."""

    failed: bool = False

    def games(self, path: str) -> Iterator[tuple[str, Game]]:
        """The games of a file, each with its place; bad ones are reported and left out."""
        try:
            with _opened(path) as stream:
                for entry in read_games(stream):
                    place = f"{path}:{entry.place}" if entry.place else path
                    self.warn(place, entry.warnings)
                    if entry.game is None:
                        self.report(place, str(entry.error))
                    else:
                        yield place, entry.game
        except BrokenPipeError:
            raise
        except OSError as error:
            self.failed = True
            print_error(f"cannot read {path}: {error.strerror or error}")

    def report(self, place: str, problem: str) -> None:
        """Report a bad game in one line."""
        self.failed = True
        _print_aside(f"{place}: {problem}")

    def warn(self, place: str, warnings: tuple[str, ...]) -> None:
        """Report what a format does not keep."""
        for warning in warnings:
            _print_aside(f"{place}: warning: {warning}")


def _print_aside(line: str) -> None:
    show_progress("")
    sys.stdout.flush()  # so that lines of both streams come in order
    print(one_line(line), file=sys.stderr)


def _opened(path: str) -> "nullcontext[BinaryIO] | BinaryIO":
    return nullcontext(sys.stdin.buffer) if path == STDIN else Path(path).open("rb")
