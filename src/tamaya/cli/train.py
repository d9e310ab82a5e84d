"""`tamaya train`: train a team, or beliefs for search; tamaya.learn parses its arguments."""

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec

import typer

from tamaya.cli.errors import CommandError
from tamaya.formats.nets import NetError
from tamaya.learn.arguments import ArgumentsError, TrainArguments, parse_arguments
from tamaya.rules import OptionsError
from tamaya.terminal.console import INTERRUPTED, print_error, show, show_progress, stdout_console

REPORT_EVERY = 60.0  # seconds, where standard error is not a terminal
# Typer hands all words to the parser of tamaya.learn, which works where Typer is not installed
PASS_ARGUMENTS_ON = {"allow_extra_args": True, "ignore_unknown_options": True}


def train_command(context: typer.Context) -> None:
    """Train a team by self-play, on a GPU if there is one."""
    arguments = _parse(context.args)
    if find_spec("torch") is None or find_spec("numba") is None:
        raise CommandError("training needs PyTorch: pip install 'tamaya[learn]'")
    if not arguments.out.absolute().parent.is_dir():
        raise CommandError(f"there is no folder {arguments.out.parent}")
    try:
        evaluation = _session(arguments)(arguments, _reporter())
    except (ArgumentsError, NetError, OptionsError) as error:
        show_progress("")
        raise CommandError(str(error)) from error
    except KeyboardInterrupt as stopped:
        show_progress("")
        out = arguments.out
        print_error(f"stopped; --resume {out} goes on from the last checkpoint, if there was one")
        raise typer.Exit(INTERRUPTED) from stopped
    show_progress("")
    show(stdout_console(), evaluation)


def _session(arguments: TrainArguments) -> Callable[[TrainArguments, Callable[[str], None]], str]:
    """What trains; imported late, because PyTorch takes seconds to load."""
    if arguments.belief:
        from tamaya.search.belief_session import train_beliefs  # noqa: PLC0415

        return train_beliefs
    from tamaya.learn.session import run_from_arguments  # noqa: PLC0415

    return run_from_arguments


def _parse(words: list[str]) -> TrainArguments:
    try:
        return parse_arguments(words, "tamaya train")
    except ArgumentsError as error:
        raise CommandError(str(error), status=2) from error
    except SystemExit as left:  # after --help
        raise typer.Exit(0) from left


def _reporter() -> Callable[[str], None]:
    """A function that prints progress: on a terminal over the last line, else once a minute."""
    if sys.stderr.isatty():
        return show_progress
    last = -REPORT_EVERY

    def report(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_EVERY:
            last = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    return report
