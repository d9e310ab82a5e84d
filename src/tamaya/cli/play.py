"""`tamaya play`: one person and bots, line by line in a terminal."""

import signal
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tamaya.cli.errors import CommandError
from tamaya.cli.output_files import check_writable, write_atomically
from tamaya.formats.errors import FormatError
from tamaya.formats.files import TAMAYA, format_for
from tamaya.formats.replay import encode
from tamaya.rules import Seat, parse_options
from tamaya.terminal.console import show, stdout_console
from tamaya.terminal.game_loop import play_game
from tamaya.terminal.session import TerminalSession, new_session
from tamaya.text.escape import escape_controls, quoted
from tamaya.text.labels import SEAT_LETTERS

LONGEST_NAME = 20


def play_command(  # noqa: PLR0913 - the command's options
    *,
    variant: Annotated[
        str, typer.Option(metavar="V", help="What is played; `tamaya rules` lists it.")
    ] = "standard",
    players: Annotated[int, typer.Option(metavar="N", help="You and the bots, 2 to 5.")] = 3,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who plays with you.")] = "partner",
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="The same seed deals the same game.")
    ] = None,
    first: Annotated[
        str, typer.Option(metavar="SEAT", help="Who begins: A is you, then B, C, D, E.")
    ] = "",
    name: Annotated[
        str, typer.Option(metavar="NAME", help="Your name in a saved game.")
    ] = "Player",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game as a replay file.")
    ] = None,
) -> None:
    """Play with bots in the terminal.

    Example: tamaya play --variant fr:black-powder --players 4
    """
    chosen = parse_options(variant, players)
    person, begins = _checked_name(name), _checked_seat(first, players)
    if save is not None:
        _check_save(save)
    session = new_session(chosen, bot, person, seed, begins)
    console = stdout_console()
    _interrupt_on_signals()
    try:
        status = play_game(console, session)
    finally:
        _save(console, session, save)
    raise typer.Exit(status)


def _interrupt_on_signals() -> None:
    """Treat SIGHUP and SIGTERM as Ctrl-C, so that the game is saved if `--save` says so."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), interrupt)


def _checked_name(name: str) -> str:
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise CommandError(f"a name has 1 to {LONGEST_NAME} printable characters", status=2)
    return name


def _checked_seat(first: str, players: int) -> Seat | None:
    if not first:
        return None
    seats = SEAT_LETTERS[:players]
    if len(first) != 1 or first.upper() not in seats:
        known = ", ".join(seats)
        raise CommandError(f"there is no seat {quoted(first)}; seats are {known}", status=2)
    return Seat(seats.index(first.upper()))


def _check_save(save: Path) -> None:
    """Refuse at the start a file that could not be written at the end."""
    check_writable(save)
    if save.is_file():
        raise CommandError(f"{save} is there already; choose another name", status=2)
    with suppress(FormatError):  # an ending of no known format is fine
        if format_for(save) != TAMAYA:
            raise CommandError(
                "a game is saved as .json or .jsonl; `tamaya convert` makes other formats", status=2
            )


def _save(console: Console, session: TerminalSession, save: Path | None) -> None:
    if save is not None:
        write_atomically(save, [encode(session.record())])
        with suppress(OSError):  # the terminal may be gone
            show(console, f"Saved in {escape_controls(str(save))}.")
