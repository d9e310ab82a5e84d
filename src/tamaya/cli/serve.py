"""`tamaya serve`: the web app."""

import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from tamaya.cli.errors import CommandError
from tamaya.server.store.store import Store, StoreError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tamaya.hanablive.server.mount import HanabLiveMount
    from tamaya.server.web import worker

LEAVING = 10  # seconds for what is still to be written and told when the server ends
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
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", envvar="TAMAYA_HOST", help="Where to listen.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", envvar="TAMAYA_PORT", help="The port.")] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones and others in this network in.")
    ] = False,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", envvar="TAMAYA_PUBLIC_URL", help="The address in links and QR codes."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            envvar="TAMAYA_DATABASE",
            help="Where games are kept: a file, or postgresql://…",
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="TAMAYA_REDIS",
            help="Where processes over one PostgreSQL tell each other news: redis://…",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, envvar="TAMAYA_WORKERS", help="Processes; needs PostgreSQL."
        ),
    ] = 1,
    hanablive_port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            envvar="TAMAYA_HANABLIVE_PORT",
            help="Let bots of hanab.live in there; may be the same port.",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the page, where there is a display.")
    ] = False,
    bot_pace: Annotated[
        float,
        typer.Option(
            metavar="S", min=0, envvar="TAMAYA_BOT_PACE", help="Seconds before a bot moves."
        ),
    ] = 0.2,
    away_after: Annotated[
        float,
        typer.Option(
            metavar="S",
            min=0,
            envvar="TAMAYA_AWAY_AFTER",
            help="Seconds until a lost player is away.",
        ),
    ] = 20.0,
    onlookers: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, envvar="TAMAYA_ONLOOKERS", help="Who may look on at one table."
        ),
    ] = 100,
    log: Annotated[
        str,
        typer.Option(metavar="text|json", envvar="TAMAYA_LOG", help="How to write about itself."),
    ] = "text",
    proxies: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            envvar="TAMAYA_PROXIES",
            help="Proxies in front, whose word on visitors' addresses counts.",
        ),
    ] = "127.0.0.1",
    address_limits: Annotated[
        float,
        typer.Option(
            metavar="FACTOR",
            min=0,
            envvar="TAMAYA_ADDRESS_LIMITS",
            help="How many times the usual limits hold for one network address; 0: none.",
        ),
    ] = 1.0,
    upload_space: Annotated[
        int,
        typer.Option(
            metavar="MB",
            min=0,
            envvar="TAMAYA_UPLOAD_SPACE",
            help="Megabytes for uploaded games.",
        ),
    ] = 1000,
) -> None:
    """Serve tables to browsers and programs.

    Every option but --lan and --open has a variable too, like TAMAYA_PORT.

    Example: tamaya serve --lan
    """
    from tamaya.server.ops import logs  # noqa: PLC0415 - likewise
    from tamaya.server.web import worker  # noqa: PLC0415 - likewise

    if log not in ("text", "json"):
        raise CommandError(f"--log is text or json, not {log}", 2)
    host = EVERYWHERE if lan and host == "127.0.0.1" else host
    base = checked_url(public_url) if public_url else None
    if lan and base is None:
        base = f"http://{lan_address()}:{port}/"
    where = database or str(data_folder() / "tamaya.sqlite")
    name = _checked(where, redis, workers)
    _check_port(host, port)
    door = None if hanablive_port is None else _door(host, port, hanablive_port, workers, proxies)
    here = f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{port}/"
    _greet(here, base, name)
    if hanablive_port is not None:
        print(f"Bots of hanab.live come in at port {hanablive_port}", flush=True)
    if browser and has_display():
        Timer(1, webbrowser.open, [here]).start()
    client = str(CLIENT) if CLIENT.is_dir() else None
    kind: logs.Kind = "json" if log == "json" else "text"
    order = worker.Order(
        where,
        client,
        base,
        redis,
        bot_pace,
        away_after,
        log=kind,
        address_limits=address_limits,
        upload_space=upload_space,
        onlookers=onlookers,
    )
    _run(order, host, port, workers, proxies, door)


def _checked(database: str, redis: str | None, workers: int) -> str:
    """The name of a database that can be used, with what belongs to it."""
    from tamaya.server.hub.bus import bus_of  # noqa: PLC0415 - likewise

    try:
        store = Store(database)
        with closing(store):
            store.claim()
    except StoreError as error:
        raise CommandError(str(error)) from error
    if not store.shared and (workers > 1 or redis):
        raise CommandError("--workers and --redis need --database postgresql://…", 2)
    try:
        bus_of(redis, "")
    except ImportError as error:
        raise CommandError("--redis needs more packages: pip install 'tamaya[scale]'") from error
    except ValueError as error:
        raise CommandError(f"--redis: {error}", 2) from error
    return store.name


def _door(
    host: str, port: int, own: int, workers: int, proxies: str
) -> "Callable[[Starlette], HanabLiveMount]":
    """What puts the door for hanab.live's protocol beside the app."""
    if workers > 1:
        raise CommandError("--hanablive-port is for one process: leave --workers out", 2)
    try:
        from tamaya.hanablive.server.mount import HanabLiveMount  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CommandError(
            "--hanablive-port needs argon2: pip install 'tamaya[hanablive]'"
        ) from error
    if own == port:
        return lambda app: HanabLiveMount(app, [])
    _check_port(host, own)
    return lambda app: HanabLiveMount(app, [socket.create_server((host, own))], proxies=proxies)


def _run(  # noqa: PLR0913, PLR0917 - likewise
    order: "worker.Order",
    host: str,
    port: int,
    workers: int,
    proxies: str,
    door: "Callable[[Starlette], HanabLiveMount] | None",
) -> None:
    import msgspec  # noqa: PLC0415 - likewise
    import uvicorn  # noqa: PLC0415 - likewise

    from tamaya.server.web import worker  # noqa: PLC0415 - likewise
    from tamaya.server.web.http_timeouts import HttpWithTimeouts  # noqa: PLC0415 - likewise
    from tamaya.server.web.websocket_protocol import Frames  # noqa: PLC0415 - likewise

    with ExitStack() as leaving:
        if workers > 1:
            folder = leaving.enter_context(TemporaryDirectory(prefix="tamaya-metrics-"))
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
            os.environ[worker.ORDER] = msgspec.json.encode(order).decode()
        here = worker.made(order) if workers == 1 else None
        beside = door(here) if door and here else None
        uvicorn.run(
            beside or here or "tamaya.server.web.worker:app",
            factory=workers > 1,
            workers=workers,
            host=host,
            port=port,
            http=HttpWithTimeouts,
            ws=beside.websockets if beside else Frames,
            ws_max_size=MOST_WIRE,
            ws_per_message_deflate=False,  # costs more than all the rest of a message
            timeout_graceful_shutdown=LEAVING,
            forwarded_allow_ips=proxies,
            access_log=False,
            log_config=None,
        )


def _greet(here: str, base: str | None, name: str) -> None:
    """Say which addresses work."""
    print(f"Tamaya is at {here} and keeps its games in {name}", flush=True)
    if base is not None:
        print(f"Others come in at {base}", flush=True)
    else:
        print("Only this machine can reach it; --lan lets phones in.", flush=True)
    print("Ctrl-C ends it; games go on when it is started again.", flush=True)
    if not CLIENT.is_dir():
        print("The page has not been built, so only programs can play (docs/api.md).", flush=True)
