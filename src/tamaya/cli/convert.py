"""`tamaya convert`: games from one format to another."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.console import CommandError
from tamaya.cli.entries import Reader
from tamaya.cli.output import check_place, write_whole
from tamaya.formats.errors import FormatError
from tamaya.formats.files import FORMATS, TAMAYA, format_for, write_game
from tamaya.formats.text import quoted

STDOUT = ("-", "/dev/stdout", "/dev/fd/1")
KNOWN = ", ".join(FORMATS)


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="Games; - for standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file; - for standard output.")],
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help=f"{KNOWN}; else OUT's ending decides.")
    ] = "",
) -> None:
    """Convert games, one line for each.

    Example: tamaya convert game.json game.hanablive.json
    """
    format_name, reader = _format(target, to), Reader()
    if target not in STDOUT:
        check_place(Path(target))
    lines = _converted(reader, source, format_name)
    if target in STDOUT:
        for line in lines:
            print(line)
    else:
        first = next(lines, None)
        if first is not None:  # else the file that may be there is left alone
            write_whole(Path(target), chain([first], lines))
    raise typer.Exit(1 if reader.failed else 0)


def _format(target: str, to: str) -> str:
    if to and to not in FORMATS:
        raise CommandError(f"unknown format {quoted(to)}; known are {KNOWN}", status=2)
    if to:
        return to
    return TAMAYA if target in STDOUT else format_for(target)


def _converted(reader: Reader, source: str, format_name: str) -> Iterator[str]:
    """Each game that the format can hold, as a line."""
    for place, game in reader.games(source):
        try:
            carried = write_game(game, format_name)
        except FormatError as error:
            reader.report(place, str(error))
            continue
        reader.warn(place, carried.warnings)
        yield carried.value
