"""The command `tamaya`: its subcommands, and one line on standard error for each failure."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tamaya import __version__
from tamaya.bots import UnknownBot
from tamaya.cli import admin, arena, bench, bot, bots, convert, play, replay, rules, serve, train
from tamaya.cli.errors import CommandError
from tamaya.formats.errors import FormatError
from tamaya.rules import RulesError
from tamaya.terminal.console import INTERRUPTED, print_error

PIPE_CLOSED = 1

app = typer.Typer(
    name="tamaya",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, Callable[..., None]] = {
    "play": play.play_command,
    "serve": serve.serve_command,
    "rules": rules.rules_command,
    "bots": bots.bots_command,
    "bot": bot.bot_command,
    "arena": arena.arena,
    "replay": replay.replay_command,
    "convert": convert.convert_command,
}
for name, command in COMMANDS.items():
    app.command(name)(command)
app.command("train", context_settings=train.PASS_ARGUMENTS_ON, add_help_option=False)(
    train.train_command
)
app.add_typer(bench.app, name="bench")
app.add_typer(admin.app, name="admin")


@app.callback(invoke_without_command=True)
def tamaya(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """The cooperative card game Hanabi, as five printed editions play it.

    Example: tamaya play
    """
    if version:
        print(f"tamaya {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> NoReturn:
    """Run the command line and leave with its exit status."""
    _open_missing_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError):  # a substitute for a stream, as in tests
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a TextIO may lack it
    try:
        status = _run()
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # Typer exits by itself when a pipe closes
        status = PIPE_CLOSED
        _drop_output()
    sys.exit(status)


def _open_missing_streams() -> None:
    """Open the null device in place of a standard stream that is closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, nowhere)


def _run() -> int:
    try:
        status = app(prog_name="tamaya", standalone_mode=False)
    except typer.TyperException as error:
        print_error(error.format_message())
        return error.exit_code
    except CommandError as error:
        print_error(str(error))
        return error.status
    except (RulesError, FormatError, UnknownBot) as error:
        print_error(str(error))
        return 2
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as error:
        print_error(f"{error.filename or 'input or output'}: {error.strerror or error}")
        return 1
    return status if isinstance(status, int) else 0


def _drop_output() -> None:
    """Discard buffered output, which would raise at exit because nobody reads it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
