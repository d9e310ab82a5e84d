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
from typing import TYPE_CHECKING

from tamaya.cli import serve_options
from tamaya.cli.default_database import default_database
from tamaya.cli.errors import CommandError
from tamaya.cli.network import check_port, checked_url, lan_address
from tamaya.cli.serve_options import ServeOptions
from tamaya.server.store.store import Store, StoreError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tamaya.hanablive.server.mount import HanabLiveMount
    from tamaya.server.web import worker

SHUTDOWN_SECONDS = 10  # for what is still to be written and sent when the server ends
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only if asked for
MAX_MESSAGE_BYTES = 1 << 15  # of a WebSocket message; its characters are counted later
CLIENT = Path(__file__).parents[1] / "web_dist"


def serve_command(  # noqa: PLR0913, PLR0917 - the command's options
    host: serve_options.HostOption = "127.0.0.1",
    port: serve_options.PortOption = 8000,
    lan: serve_options.LanOption = False,
    public_url: serve_options.PublicUrlOption = None,
    database: serve_options.DatabaseOption = None,
    redis: serve_options.RedisOption = None,
    workers: serve_options.WorkersOption = 1,
    hanablive_port: serve_options.HanabLivePortOption = None,
    browser: serve_options.BrowserOption = False,
    bot_pace: serve_options.BotPaceOption = 0.2,
    away_after: serve_options.AwayAfterOption = 20.0,
    onlookers: serve_options.OnlookersOption = 100,
    log: serve_options.LogOption = "text",
    proxies: serve_options.ProxiesOption = "127.0.0.1",
    address_limits: serve_options.AddressLimitsOption = 1.0,
    upload_space: serve_options.UploadSpaceOption = 1000,
) -> None:
    """Serve tables to browsers and programs.

    Every option but --lan and --open has a variable too, like TAMAYA_PORT.

    Example: tamaya serve --lan
    """
    _serve(
        ServeOptions(
            host,
            port,
            lan,
            public_url,
            database,
            redis,
            workers,
            hanablive_port,
            browser,
            bot_pace,
            away_after,
            onlookers,
            log,
            proxies,
            address_limits,
            upload_space,
        )
    )


def _serve(options: ServeOptions) -> None:
    """Check everything, say where the server will be, and run it."""
    from tamaya.server.ops import logs  # noqa: PLC0415 - half a second that others do not need
    from tamaya.server.web import worker  # noqa: PLC0415 - likewise

    if options.log not in ("text", "json"):
        raise CommandError(f"--log is text or json, not {options.log}", 2)
    host = EVERYWHERE if options.lan and options.host == "127.0.0.1" else options.host
    base = checked_url(options.public_url) if options.public_url else None
    if options.lan and base is None:
        base = f"http://{lan_address()}:{options.port}/"
    database = options.database or default_database()
    name = _check_storage(database, options)
    check_port(host, options.port)
    mount = None if options.hanablive_port is None else _hanablive_mount(host, options)
    here = f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{options.port}/"
    _print_addresses(here, base, name, options.hanablive_port)
    if options.browser and has_display():
        Timer(1, webbrowser.open, [here]).start()
    kind: logs.Kind = "json" if options.log == "json" else "text"
    worker_options = worker.WorkerOptions(
        database,
        str(CLIENT) if CLIENT.is_dir() else None,
        base,
        options.redis,
        options.bot_pace,
        options.away_after,
        log=kind,
        address_limits=options.address_limits,
        upload_space=options.upload_space,
        onlookers=options.onlookers,
    )
    _run(worker_options, host, options, mount)


def has_display() -> bool:
    """Whether this machine has a display for a browser."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _check_storage(database: str, options: ServeOptions) -> str:
    """Refuse a database or a bus that cannot be used; the name of the database for people."""
    from tamaya.server.hub.redis_channel import RedisChannel  # noqa: PLC0415 - likewise

    try:
        store = Store(database)
        with closing(store):
            store.lock_database()
    except StoreError as error:
        raise CommandError(str(error)) from error
    if not store.shared and (options.workers > 1 or options.redis):
        raise CommandError("--workers and --redis need --database postgresql://…", 2)
    try:
        if options.redis is not None:
            RedisChannel(options.redis, "")
    except ImportError as error:
        raise CommandError("--redis needs more packages: pip install 'tamaya[scale]'") from error
    except ValueError as error:
        raise CommandError(f"--redis: {error}", 2) from error
    return store.name


def _hanablive_mount(host: str, options: ServeOptions) -> "Callable[[Starlette], HanabLiveMount]":
    """A function that mounts the gateway for hanab.live's protocol beside the app."""
    if options.workers > 1:
        raise CommandError("--hanablive-port is for one process: leave --workers out", 2)
    try:
        from tamaya.hanablive.server.mount import HanabLiveMount  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise CommandError(
            "--hanablive-port needs argon2: pip install 'tamaya[hanablive]'"
        ) from error
    port = options.hanablive_port
    if port is None or port == options.port:
        return lambda app: HanabLiveMount(app, [])
    check_port(host, port)
    return lambda app: HanabLiveMount(
        app, [socket.create_server((host, port))], proxies=options.proxies
    )


def _run(
    worker_options: "worker.WorkerOptions",
    host: str,
    options: ServeOptions,
    mount: "Callable[[Starlette], HanabLiveMount] | None",
) -> None:
    """Run uvicorn until it is asked to end: one process here, or several workers."""
    import msgspec  # noqa: PLC0415 - likewise
    import uvicorn  # noqa: PLC0415 - likewise

    from tamaya.server.web import worker  # noqa: PLC0415 - likewise
    from tamaya.server.web.http_timeouts import HttpWithTimeouts  # noqa: PLC0415 - likewise
    from tamaya.server.web.websocket_protocol import (  # noqa: PLC0415 - likewise
        WebSocketWithLimits,
    )

    with ExitStack() as stack:
        if options.workers > 1:
            folder = stack.enter_context(TemporaryDirectory(prefix="tamaya-metrics-"))
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
            os.environ[worker.OPTIONS_VARIABLE] = msgspec.json.encode(worker_options).decode()
        app = worker.make_app(worker_options) if options.workers == 1 else None
        gateway = mount(app) if mount and app else None
        uvicorn.run(
            gateway or app or "tamaya.server.web.worker:app_from_environment",
            factory=options.workers > 1,
            workers=options.workers,
            host=host,
            port=options.port,
            http=HttpWithTimeouts,
            ws=gateway.websockets if gateway else WebSocketWithLimits,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # costs more than all the rest of a message
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            forwarded_allow_ips=options.proxies,
            access_log=False,
            log_config=None,
        )


def _print_addresses(here: str, base: str | None, name: str, hanablive_port: int | None) -> None:
    """Say which addresses work."""
    print(f"Tamaya is at {here} and keeps its games in {name}", flush=True)
    if base is not None:
        print(f"Others come in at {base}", flush=True)
    else:
        print("Only this machine can reach it; --lan lets phones in.", flush=True)
    print("Ctrl-C ends it; games go on when it is started again.", flush=True)
    if not CLIENT.is_dir():
        print("The page has not been built, so only programs can play (docs/api.md).", flush=True)
    if hanablive_port is not None:
        print(f"Bots of hanab.live come in at port {hanablive_port}", flush=True)
