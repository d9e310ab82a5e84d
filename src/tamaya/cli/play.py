"""`tamaya play`: one person and bots, line by line in a terminal."""

import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tamaya.cli.console import CommandError, show, stdout_console
from tamaya.cli.help_words import help_text
from tamaya.cli.output import check_place, write_whole
from tamaya.cli.rule_words import deck_lines, describe
from tamaya.cli.screen import firework_lines, screen, tile_question
from tamaya.cli.session import Session, new_session
from tamaya.cli.typed import NotUnderstood, typed_action
from tamaya.cli.verdicts import standing, verdict_lines
from tamaya.cli.words import People, listed
from tamaya.formats.errors import FormatError
from tamaya.formats.files import TAMAYA, format_for
from tamaya.formats.replay import encode
from tamaya.rules import Seat, State, format_options, parse_options
from tamaya.text.escape import escape_controls, quoted
from tamaya.text.labels import SEAT_LETTERS, face_text

LONGEST_NAME = 20


def play(  # noqa: PLR0913 - the command's options
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
    _leave_in_order()
    try:
        status = _converse(console, session)
    finally:
        _save(console, session, save)
    raise typer.Exit(status)


def _leave_in_order() -> None:
    """A closed window or a request to stop is an interrupt: the game is kept if it was to be."""

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
    """Refuse at once what would be refused, or lost, when the game is over."""
    check_place(save)
    if save.is_file():
        raise CommandError(f"{save} is there already; choose another name", status=2)
    with suppress(FormatError):  # a name that says nothing about its format is fine
        if format_for(save) != TAMAYA:
            raise CommandError(
                "a game is saved as .json or .jsonl; `tamaya convert` makes other formats", status=2
            )


def _save(console: Console, session: Session, save: Path | None) -> None:
    if save is not None:
        write_whole(save, [encode(session.record())])
        with suppress(OSError):  # the terminal may be gone
            show(console, f"Saved in {escape_controls(str(save))}.")


def _converse(console: Console, session: Session) -> int:
    """The game from the first screen to the last word; the exit status."""
    _welcome(console, session)
    try:
        happened = session.bots_act()
        while not session.over:
            show_table(console, session, happened)
            said = _next_action(console, session)
            if said is None:
                return 0
            happened = said
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            show(console)
            show(console, f"Stopped. {standing(session.state.table)}")
        return 130
    _farewell(console, session, happened)
    return 0


def _welcome(console: Console, session: Session) -> None:
    people, table = session.people, session.state.table
    others = listed([people.name(seat) for seat in session.bots])
    begins = people.does(table.to_move, "begin")
    show(console, f"The game: {format_options(table.options)}, with {others}.")
    show(console, f"{begins}. Type ? for help, rules for how it is played.")


def show_table(console: Console, session: Session, happened: list[str]) -> None:
    """What just happened, then the table as the person may see it."""
    show(console)
    for line in happened:
        show(console, line)
    if happened:
        show(console)
    for row in screen(session.view, session.people):
        show(console, row)
    show(console)
    if question := tile_question(session.view.table):
        show(console, question)


def _next_action(console: Console, session: Session) -> list[str] | None:
    """Ask until the person acts; what happened then, or nothing if the person leaves."""
    while True:
        try:
            line = _ask(console, session).strip()
        except EOFError:
            show(console)
            show(console, f"End of input. {standing(session.state.table)}")
            return None
        word = line.lower()
        if word in ("quit", "q", "exit"):
            show(console, standing(session.state.table))
            return None
        if word in ("", "table"):
            show_table(console, session, [])
        elif word in COMMANDS:
            show(console, COMMANDS[word](session))
        else:
            try:
                return session.person_acts(typed_action(session.view, session.people, line))
            except NotUnderstood as problem:
                show(console, str(problem))


def _log(session: Session) -> str:
    return "\n".join(session.log) or "Nothing has happened yet."


def _help(session: Session) -> str:
    return help_text(session.state.table.options)


def _rules(session: Session) -> str:
    chosen = session.state.table.options
    return "\n".join((*describe(chosen), "", *deck_lines(chosen)))


COMMANDS = {"?": _help, "help": _help, "h": _help, "rules": _rules, "log": _log}


def _ask(console: Console, session: Session) -> str:
    what = "Your choice" if session.state.table.tile is not None else "Your turn"
    if sys.stdin.isatty() and console.is_terminal:
        with suppress(ImportError):
            import readline  # noqa: PLC0415 - only a person at a terminal edits lines

            readline.parse_and_bind("set enable-bracketed-paste off")
        return input(f"{what} > ")
    console.print(f"{what} > ", end="")
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    show(console, escape_controls(line.rstrip("\r\n")))  # a pipe does not echo what it brings
    return line


def _farewell(console: Console, session: Session, happened: list[str]) -> None:
    """The last thing that happened, the verdict, and at last all hands."""
    table = session.state.table
    show(console)
    for line in happened:
        show(console, line)
    show(console)
    for row in firework_lines(table):
        show(console, row)
    show(console)
    for line in verdict_lines(table):
        show(console, Text(line, style="bold"))
    show(console)
    for line in revealed_hands(session.state, session.people):
        show(console, line)


def revealed_hands(state: State, people: People) -> list[str]:
    """All hands face up: for the end of a game only."""
    options = state.table.options
    lines = ["The cards left in hand:"]
    for seat, hand in enumerate(state.table.hands):
        cards = " ".join(face_text(options, state.faces[card]) for card in hand) or "none"
        lines.append(f"  {SEAT_LETTERS[seat]} {people.subject(Seat(seat)):<10}{cards}")
    return lines
