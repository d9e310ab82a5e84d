"""`tamaya serve`: the web app."""

import gc
import os
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Timer
from typing import Annotated
from urllib.parse import urlsplit

import typer

from tamaya.cli.console import CommandError
from tamaya.server.store import Store, StoreError

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only if asked for
MOST_WIRE = 1 << 15  # bytes of a WebSocket message; its characters are counted later
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


def lan_address() -> str:
    """The address of this machine in its own network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system picks the way out
        except OSError as error:
            raise CommandError("this machine has no network that phones could reach") from error
        return str(probe.getsockname()[0])


def checked_url(url: str) -> str:
    """An address for others to come to, with a slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise CommandError(f"--public-url wants an address like https://example.org, not {url!a}")
    if parts.path.strip("/"):
        raise CommandError("--public-url is the address of a whole host, without a path")
    return f"{parts.scheme}://{parts.netloc}/"


def serve(  # noqa: PLR0913, PLR0917 - the command's options
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="The port.")] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones and others in this network in.")
    ] = False,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address in links and QR codes.")
    ] = None,
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where games are kept (SQLite).")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the page, where there is a display.")
    ] = False,
    bot_pace: Annotated[
        float, typer.Option(metavar="S", min=0, help="Seconds before a bot moves.")
    ] = 0.2,
    away_after: Annotated[
        float, typer.Option(metavar="S", min=0, help="Seconds until a lost player is away.")
    ] = 20.0,
) -> None:
    """Serve tables to browsers and programs.

    Example: tamaya serve --lan
    """
    import uvicorn  # noqa: PLC0415 - half a second that other commands do not need

    from tamaya.server.app import create  # noqa: PLC0415 - likewise
    from tamaya.server.tables import Pace  # noqa: PLC0415 - likewise

    path = database or data_folder() / "tamaya.sqlite"
    host = EVERYWHERE if lan and host == "127.0.0.1" else host
    base = checked_url(public_url) if public_url else None
    if lan and base is None:
        base = f"http://{lan_address()}:{port}/"
    try:
        Store(path).close()
    except StoreError as error:
        raise CommandError(str(error)) from error
    _check_port(host, port)
    here = f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{port}/"
    _greet(here, base, path)
    if browser and has_display():
        Timer(1, webbrowser.open, [here]).start()
    client = CLIENT if CLIENT.is_dir() else None
    app = create(path, client=client, pace=Pace(bot_pace, away_after), base=base)
    _be_swift()
    uvicorn.run(
        app,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MOST_WIRE,
        ws_per_message_deflate=False,  # costs more than all the rest of a message
        log_level="warning",
    )


def _be_swift() -> None:
    """Games make no cyclic garbage, so that looking for it would only hold everybody up."""
    gc.collect()
    gc.freeze()
    gc.disable()  # the app looks now and then
    sys.setswitchinterval(0.0005)  # the thread that writes is waited for


def _greet(here: str, base: str | None, path: Path) -> None:
    """Say which addresses work."""
    print(f"Tamaya is at {here} and keeps its games in {path}", flush=True)
    if base is not None:
        print(f"Others come in at {base}", flush=True)
    else:
        print("Only this machine can reach it; --lan lets phones in.", flush=True)
    print("Ctrl-C ends it; games go on when it is started again.", flush=True)
    if not CLIENT.is_dir():
        print("The page has not been built, so only programs can play (docs/api.md).", flush=True)
