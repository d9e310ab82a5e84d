"""`tamaya convert`: games from one format to another, one file or a whole folder."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.errors import CommandError
from tamaya.cli.game_reader import STDIN, GameReader
from tamaya.cli.output_files import check_writable, write_atomically
from tamaya.formats.errors import FormatError
from tamaya.formats.files import ENDINGS, FORMATS, TAMAYA, format_for, write_game
from tamaya.terminal.console import progress_bar, show_progress
from tamaya.text.escape import quoted

STDOUT = ("-", "/dev/stdout", "/dev/fd/1")
KNOWN = ", ".join(FORMATS)
FIRST_ENDINGS = {name: ending for ending, name in reversed([*ENDINGS.items()])}  # by format


def convert_command(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="Games: a file, a folder, - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="A file; - for standard output; or a folder.")
    ],
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help=f"{KNOWN}; else OUT's ending decides.")
    ] = "",
) -> None:
    """Convert games, one line for each.

    From a folder all files with games are converted, into one file or into a folder.

    Example: tamaya convert game.json game.hanablive.json
    """
    into_folder = target.endswith("/") or Path(target).is_dir()
    format_name, reader = _format(target, to, into_folder=into_folder), GameReader()
    folder = Path(source) if Path(source).is_dir() else Path(source).parent
    sources = _files(source) if Path(source).is_dir() else [source]
    if into_folder and source != STDIN:
        _convert_each(reader, folder, sources, Path(target), format_name)
    else:
        _convert_into_one(reader, sources, target, format_name)
    raise typer.Exit(1 if reader.failed else 0)


def _format(target: str, to: str, *, into_folder: bool) -> str:
    if to and to not in FORMATS:
        raise CommandError(f"unknown format {quoted(to)}; known are {KNOWN}", status=2)
    if to:
        return to
    return TAMAYA if target in STDOUT or into_folder else format_for(target)


def _files(folder: str) -> list[str]:
    """The files below a folder that have an ending of a known format."""
    below = (one for one in sorted(Path(folder).rglob("*")) if one.is_file())
    found = [str(one) for one in below if one.name.lower().endswith(tuple(ENDINGS))]
    if not found:
        raise CommandError(f"there are no games in {folder}; known are {', '.join(ENDINGS)}")
    return found


def _convert_into_one(
    reader: GameReader, sources: list[str], target: str, format_name: str
) -> None:
    """Convert all games into the lines of one file, or to standard output."""
    lines = _converted_lines(reader, sources, format_name)
    if target in STDOUT:
        for line in lines:
            print(line)
        return
    check_writable(Path(target))
    first = next(lines, None)
    if first is not None:  # otherwise an existing file is left alone
        write_atomically(Path(target), chain([first], lines))


def _convert_each(
    reader: GameReader, folder: Path, sources: list[str], target: Path, format_name: str
) -> None:
    """Convert file by file, each into one of the same name with the format's ending."""
    written: set[Path] = set()
    for number, source in enumerate(sources):
        show_progress(f"{progress_bar(number, len(sources))} {number:,} of {len(sources):,} files")
        lines = list(_converted_lines(reader, [source], format_name))
        place = target / _renamed(Path(source).relative_to(folder), format_name)
        if place.resolve() == Path(source).resolve():
            reader.report(source, "would be written over; choose another folder")
        elif place in written:
            reader.report(source, f"{place} has been written from another file")
        elif lines:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(place, lines)
            written.add(place)
    show_progress("")


def _renamed(path: Path, format_name: str) -> Path:
    known = (one for one in ENDINGS if path.name.lower().endswith(one))
    length = len(path.name) - len(next(known, ""))
    return path.with_name(path.name[:length] + FIRST_ENDINGS[format_name])


def _converted_lines(reader: GameReader, sources: list[str], format_name: str) -> Iterator[str]:
    """The lines of all games that the format can represent; the others are reported."""
    for number, source in enumerate(sources):
        if len(sources) > 1:
            show_progress(
                f"{progress_bar(number, len(sources))} {number:,} of {len(sources):,} files"
            )
        for place, game in reader.games(source):
            try:
                carried = write_game(game, format_name)
            except FormatError as error:
                reader.report(place, str(error))
                continue
            reader.warn(place, carried.warnings)
            yield carried.value
    if len(sources) > 1:
        show_progress("")
