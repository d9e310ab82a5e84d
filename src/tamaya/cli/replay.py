"""`tamaya replay`: shows games move by move, or summaries for programs."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated

import typer
from rich.text import Text

from tamaya.cli.game_reader import GameReader
from tamaya.formats.errors import FormatError
from tamaya.formats.game import Game, KnownDeal, initial_state, replay_steps
from tamaya.formats.replay import variant_text
from tamaya.formats.summary import summarize
from tamaya.terminal.console import show, stdout_console
from tamaya.terminal.phrases import People
from tamaya.terminal.screen import firework_lines
from tamaya.terminal.sentences import describe_events
from tamaya.terminal.verdicts import verdict_lines
from tamaya.text.escape import escape_controls

KNOWN_DEAL: Mapping[KnownDeal, str] = {
    "replayed": "The deal had been played before.",
    "uploaded": "The deal came from a file.",
}


def replay_command(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Games in any format we know; - for standard input."),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="For programs: one line per game.")
    ] = False,
) -> None:
    """Show games move by move and how they ended.

    Example: tamaya replay game.json
    """
    reader = GameReader()
    emit = print if as_json else partial(show, stdout_console())
    for path in files:
        for place, game in reader.games(path):
            try:
                lines = _summary_lines(game) if as_json else _game_lines(place, game)
            except FormatError as error:
                reader.report(place, str(error))
                continue
            for line in lines:
                emit(line)
    raise typer.Exit(1 if reader.failed else 0)


def _summary_lines(game: Game) -> list[Text | str]:
    return [json.dumps(summarize(game))]


def _game_lines(place: str, game: Game) -> list[Text | str]:
    """A whole game in sentences."""
    people = People(game.names)
    seats = ", ".join(escape_controls(name) for name in game.names)
    begins = people.does(game.first, "begin")
    lines: list[Text | str] = [
        Text(escape_controls(place), style="bold"),
        f"{variant_text(game.options)}: {seats}. {begins}.",
        *_remarks(game),
        "",
        *_moves(people, game),
        "",
    ]
    *_, last = (initial_state(game), *(state for state, _ in replay_steps(game)))
    return [*lines, *firework_lines(last.table), "", *verdict_lines(last.table), ""]


def _remarks(game: Game) -> Iterator[str]:
    """Remarks that qualify the score."""
    if game.known_deal is not None:
        yield KNOWN_DEAL[game.known_deal]
    if game.taken_back:
        times = "once" if game.taken_back == 1 else f"{game.taken_back} times"
        yield f"Moves were taken back {times}."


def _moves(people: People, game: Game) -> Iterator[str]:
    """One line for each action, numbered by turns; a choice for a tile belongs to its turn."""
    before = initial_state(game).table
    taken_back = {place.after: place.moves for place in game.take_backs}
    for action, (state, events) in enumerate(replay_steps(game)):
        yield from _taken_back(taken_back.get(action, 0))
        number = "" if before.tile is not None else str(before.turns + 1)
        sentence = describe_events(people, before, events)
        if sentence:
            yield f"{number:>3}  {sentence}"
        before = state.table
    if not game.stopped:
        yield from _taken_back(taken_back.get(len(game.actions), 0))


def _taken_back(moves: int) -> Iterator[str]:
    if moves:
        yield f"     ({moves} {'move' if moves == 1 else 'moves'} taken back here)"
