"""A game at the terminal, line by line: show the table, ask for an action, show what happened."""

import sys
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from tamaya.rules import Seat, State, format_options
from tamaya.terminal.console import INTERRUPTED, show
from tamaya.terminal.help_page import help_text
from tamaya.terminal.phrases import People, listed
from tamaya.terminal.rules_text import deck_lines, describe_rules
from tamaya.terminal.screen import firework_lines, screen_lines, tile_question
from tamaya.terminal.session import TerminalSession
from tamaya.terminal.typed_input import InputError, parse_input
from tamaya.terminal.verdicts import standing, verdict_lines
from tamaya.text.escape import escape_controls
from tamaya.text.labels import SEAT_LETTERS, face_text


def play_game(console: Console, session: TerminalSession) -> int:
    """Play a game from the first screen to the last; the exit status."""
    _show_welcome(console, session)
    try:
        happened = session.bots_act()
        while not session.over:
            show_table(console, session, happened)
            sentences = _next_action(console, session)
            if sentences is None:
                return 0
            happened = sentences
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            show(console)
            show(console, f"Stopped. {standing(session.state.table)}")
        return INTERRUPTED
    _show_end(console, session, happened)
    return 0


def _show_welcome(console: Console, session: TerminalSession) -> None:
    people, table = session.people, session.state.table
    others = listed([people.name(seat) for seat in session.bots])
    begins = people.does(table.to_move, "begin")
    show(console, f"The game: {format_options(table.options)}, with {others}.")
    show(console, f"{begins}. Type ? for help, rules for how it is played.")


def show_table(console: Console, session: TerminalSession, happened: list[str]) -> None:
    """Show what just happened, then the table as the person may see it."""
    show(console)
    for line in happened:
        show(console, line)
    if happened:
        show(console)
    for row in screen_lines(session.view, session.people):
        show(console, row)
    show(console)
    if question := tile_question(session.view.table):
        show(console, question)


def _next_action(console: Console, session: TerminalSession) -> list[str] | None:
    """Ask until the person acts; what happened then, or None if the person leaves."""
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
                return session.person_acts(parse_input(session.view, session.people, line))
            except InputError as problem:
                show(console, str(problem))


def _log(session: TerminalSession) -> str:
    return "\n".join(session.log) or "Nothing has happened yet."


def _help(session: TerminalSession) -> str:
    return help_text(session.state.table.options)


def _rules(session: TerminalSession) -> str:
    chosen = session.state.table.options
    return "\n".join((*describe_rules(chosen), "", *deck_lines(chosen)))


COMMANDS = {"?": _help, "help": _help, "h": _help, "rules": _rules, "log": _log}


def _ask(console: Console, session: TerminalSession) -> str:
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
    show(console, escape_controls(line.rstrip("\r\n")))  # input from a pipe is not echoed
    return line


def _show_end(console: Console, session: TerminalSession, happened: list[str]) -> None:
    """Show the last events, the verdict and all hands."""
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
    """All hands face up, for the end of a game only."""
    options = state.table.options
    lines = ["The cards left in hand:"]
    for seat, hand in enumerate(state.table.hands):
        cards = " ".join(face_text(options, state.faces[card]) for card in hand) or "none"
        lines.append(f"  {SEAT_LETTERS[seat]} {people.subject(Seat(seat)):<10}{cards}")
    return lines
