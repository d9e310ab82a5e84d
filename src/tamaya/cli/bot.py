"""`tamaya bot`: one of our bots as a player on a server that speaks hanab.live's protocol."""

import asyncio
import sys
from typing import Annotated

import typer

from tamaya.bots import UnknownBot, make
from tamaya.cli.errors import CommandError
from tamaya.text.escape import one_line


def bot_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which bot; see tamaya bots.")],
    username: Annotated[str, typer.Option(metavar="NAME", help="What it is called there.")],
    password: Annotated[
        str,
        typer.Option(metavar="WORD", envvar="TAMAYA_PASSWORD", help="The password of that name."),
    ],
    server: Annotated[
        str, typer.Option(metavar="URL", help="Where to log in.")
    ] = "http://127.0.0.1:8081",
) -> None:
    """Let a bot play on a server that speaks hanab.live's protocol.

    It joins whoever writes /join to it, and answers /help.

    Example: tamaya bot partner --username hana-bot --password secret
    """
    from tamaya.hanablive.client.connection import LoginFailed, run_bot  # noqa: PLC0415 - slow

    try:
        make(name, 0)  # refuses an unknown name
    except UnknownBot:
        raise
    except Exception as wrong:
        raise CommandError(f"the bot {name} fails: {type(wrong).__name__}: {wrong}") from wrong
    try:
        asyncio.run(run_bot(name, server, username, password, _print_line))
    except LoginFailed as wrong:
        raise CommandError(str(wrong)) from wrong


def _print_line(words: str) -> None:
    print(one_line(words), file=sys.stderr, flush=True)
