"""The book of a run: what came back so far, the games that are kept, and what went wrong."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from tamaya.arena.games import Chunk, Failure, Report, Setting
from tamaya.arena.results import Result, result
from tamaya.arena.tally import Tally
from tamaya.cli.arena_text import how_far
from tamaya.cli.errors import CommandError
from tamaya.cli.output_files import write_atomically
from tamaya.terminal.console import defer_interrupts, show_progress
from tamaya.text.labels import SEAT_LETTERS


class Book:
    """Counts what workers report, and keeps games where that is wanted."""

    def __init__(self, settings: Sequence[Setting], games: int, folder: Path | None) -> None:
        self.settings = settings
        self.folder = folder
        self._all = games * len(settings)
        self._tallies = {setting: Tally() for setting in settings}

    def done(self, chunk: Chunk, report: Report) -> None:
        """A few games have been played."""
        setting = chunk.setting
        with defer_interrupts():  # what is kept is counted
            for game, text in report.replays:
                self._write(setting, game, text)
            self._tallies[setting] += report.tally
        show_progress(how_far(setting, self._tallies[setting], self.played, self._all))

    @property
    def played(self) -> int:
        """How many games have been played."""
        return sum(tally.games for tally in self._tallies.values())

    def results(self) -> list[tuple[str, Result]]:
        """The name and the result of every team so far."""
        return [(s.team.name, result(s, tally)) for s, tally in self._tallies.items()]

    def keep_failed(self, failure: Failure) -> None:
        """Keep a game that broke off, if games are kept."""
        self._write(failure.setting, failure.game, failure.replay)

    def _write(self, setting: Setting, game: int, text: str) -> None:
        if self.folder is not None:
            write_atomically(self.folder / file_name(setting, game), [text])


def file_name(setting: Setting, game: int) -> str:
    """The name of a game's file: the same game has the same name in every run."""
    team = setting.team.name.replace("@", "-at-")
    return f"{setting.variant}-{setting.players}p-{team}-seed{setting.seed}-game{game:05}.json"


def prepare_folder(folder: Path) -> None:
    """See that games can be kept there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot make {folder}: {error.strerror or error}", status=2) from error


def failed(failure: Failure) -> str:
    """Who failed where, and how to see it again."""
    setting, game = failure.setting, failure.game
    seats = ",".join(setting.team.seated(game))
    again = ["tamaya", "arena", seats, "--variant", setting.variant, "--seed", str(setting.seed)]
    again += ["--from", str(game), "--games", "1"]
    return (
        f"{failure.bot} in seat {SEAT_LETTERS[failure.seat]} failed at move {failure.move} of game"
        f" {game} ({setting.variant}, {setting.players} players, seed {setting.seed}):"
        f" {failure.error}; to see it again: {shlex.join(again)}"
    )
