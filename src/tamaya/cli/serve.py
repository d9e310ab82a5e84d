"""`tamaya serve`: the web app."""

import os
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Timer
from typing import Annotated

import typer

from tamaya.cli.console import CommandError
from tamaya.server.store import Store, StoreError

CLIENT = Path(__file__).parents[1] / "web_dist"


def data_folder() -> Path:
    """Where this user's games are kept."""
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/tamaya"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tamaya"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "tamaya"


def has_display() -> bool:
    """Whether a browser could show anything here."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _check_port(host: str, port: int) -> None:
    """Say plainly that somebody else listens there."""
    try:
        with socket.create_server((host, port)):
            pass
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(f"cannot listen on {host} port {port}: {reason}") from error


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="The port.")] = 8000,
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where games are kept (SQLite).")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the page, where there is a display.")
    ] = False,
    bot_pace: Annotated[
        float, typer.Option(metavar="S", min=0, help="Seconds before a bot moves.")
    ] = 0.2,
) -> None:
    """Serve tables to browsers and programs.

    Example: tamaya serve --port 8080
    """
    import uvicorn  # noqa: PLC0415 - half a second that other commands do not need

    from tamaya.server.app import create  # noqa: PLC0415 - likewise

    path = database or data_folder() / "tamaya.sqlite"
    try:
        Store(path).close()
    except StoreError as error:
        raise CommandError(str(error)) from error
    _check_port(host, port)
    address = f"http://{host}:{port}/"
    print(f"Tamaya is at {address} and keeps its games in {path}", flush=True)
    print("Ctrl-C ends it; games go on when it is started again.", flush=True)
    if not CLIENT.is_dir():
        print("The page has not been built, so only programs can play (docs/api.md).", flush=True)
    if browser and has_display():
        Timer(1, webbrowser.open, [address]).start()
    app = create(path, client=CLIENT if CLIENT.is_dir() else None, pace=bot_pace)
    uvicorn.run(app, host=host, port=port, ws="websockets-sansio", log_level="warning")
