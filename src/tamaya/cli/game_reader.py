"""Games from files: every one handed over in turn, every problem reported on standard error."""

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
    """Reads files and remembers whether all was well."""

    failed: bool = False

    def games(self, path: str) -> Iterator[tuple[str, Game]]:
        """The good games of a file, each with the words for its place."""
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
        """One bad game, in one line."""
        self.failed = True
        _aside(f"{place}: {problem}")

    def warn(self, place: str, warnings: tuple[str, ...]) -> None:
        """What a format could not say or carry."""
        for warning in warnings:
            _aside(f"{place}: warning: {warning}")


def _aside(line: str) -> None:
    show_progress("")
    sys.stdout.flush()  # so that both streams tell the story in order
    print(one_line(line), file=sys.stderr)


def _opened(path: str) -> "nullcontext[BinaryIO] | BinaryIO":
    return nullcontext(sys.stdin.buffer) if path == STDIN else Path(path).open("rb")
