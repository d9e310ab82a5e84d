"""The web app: HTTP and WebSocket around the tables. Thin: it decides nothing about games."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from tamaya.server.hub.bus import make_bus
from tamaya.server.hub.cluster import Cluster
from tamaya.server.hub.tables import (
    MOST_ONLOOKERS,
    PACE,
    DamagedTable,
    NoSuchTable,
    Pace,
    Tables,
    random_token,
)
from tamaya.server.limits.fair_thread import FairThread
from tamaya.server.limits.quotas import MEGABYTE, LimitExceeded, Quotas
from tamaya.server.ops import metrics
from tamaya.server.room import messages
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.store import Store, StoreError
from tamaya.server.web import api_games, api_me, api_tables, http, identity, websocket
from tamaya.server.web.damaged_games import DamagedGame, DamagedGames
from tamaya.server.web.devices import Devices
from tamaya.server.web.middleware import SecurityMiddleware

TIDY_EVERY, WHOLE_TIDY = 60, 600  # seconds; the whole takes longer
MANY = 100_000  # new objects, some of which may be garbage: sooner then
READY_WITHIN = 3.0
UPLOAD_SPACE = 1000 * MEGABYTE  # bytes of all games that were uploaded
READY_FOR = 0.5  # seconds; finding out costs a commit, and anybody may ask
PAGES = ("/", "/t/{table}", "/g/{game}", "/games", "/learn")  # the client shows which
NOWHERE = messages.RefusedMessage("no-such-address", "nothing at this address answers that")

Page = Callable[[Request, int], Response]


def create(  # noqa: PLR0913 - what an operator can choose
    database: Path | str,
    *,
    client: Path | None = None,
    pace: Pace = PACE,
    base: str | None = None,
    redis: str | None = None,
    address_limits: float = 1.0,
    upload_space: int = UPLOAD_SPACE,
    onlookers: int = MOST_ONLOOKERS,
) -> Starlette:
    """The app over a database.

    `client` is the folder with the built page, `base` the address under which others reach us,
    `redis` where the processes over one PostgreSQL tell each other what happens, `address_limits`
    a factor for all limits by network address (0: none), `upload_space` the bytes of all uploads,
    `onlookers` how many may look on at one table.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(
            database, on_commit=metrics.record_commit, on_failure=metrics.WRITE_FAILURES.inc
        )
        try:
            store.claim()
        except StoreError:
            store.close()
            raise
        app.state.key = key = await store.secret("cookie", identity.new_key)
        quotas = Quotas(key, address_factor=address_limits, shared=store.buckets())
        app.state.quotas, app.state.reading = quotas, FairThread("games")
        app.state.tables = Tables(store, pace=pace, quotas=quotas)
        app.state.tables.most_onlookers = onlookers
        app.state.devices, app.state.damaged_games = Devices(store), DamagedGames()
        await app.state.devices.refresh()
        counting = metrics.count_tables(app.state.tables.live)
        beside = [asyncio.create_task(one) for one in (_tidy(), counting, quotas.prune())]
        if store.shared:
            channel = await store.secret("channel", lambda: random_token().encode())
            bus = make_bus(redis, channel.decode())  # others may use the same Redis
            sharing = app.state.sharing = Cluster(
                app.state.tables, bus, api_tables.listing_of, quotas.sockets
            )
            beside.append(asyncio.create_task(sharing.run()))
            fresh = app.state.devices.keep_fresh(app.state.tables.wake)
            beside.append(asyncio.create_task(fresh))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            app.state.tables.close()
            if app.state.sharing is not None:
                await app.state.sharing.close()
            app.state.reading.close()
            quotas.close()
            store.close()

    routes = [
        Route("/healthz", healthy),
        Route("/readyz", ready),
        *metrics.ROUTES,
        *api_tables.ROUTES,
        *api_me.ROUTES,
        *api_games.ROUTES,
        *websocket.ROUTES,
    ]
    page = None if client is None else _page(client)
    if page is not None:
        routes += _pages(page)
    routes.append(Route("/{path:path}/", _without_slash))
    if client is not None:
        routes.append(Mount("/", StaticFiles(directory=client)))
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SecurityMiddleware), Middleware(GZipMiddleware)],
        exception_handlers={
            DamagedGame: _damaged,
            DamagedTable: _damaged,
            Refusal: _refused,
            NoSuchTable: _no_table,
            StoreError: _no_store,
            LimitExceeded: _too_much,
            ClientDisconnect: http.hung_up,
            api_games.Declined: api_games.declined,
            HTTPException: _nowhere(page),
        },
    )
    app.router.redirect_slashes = False  # it would lead to whatever host it was asked by
    app.state.base = base
    app.state.sharing = None
    app.state.ready_until = 0.0
    app.state.upload_space = upload_space
    return app


async def _tidy() -> None:
    """Connections leave a little cyclic garbage behind: enough to look for it now and then."""
    whole = monotonic() + WHOLE_TIDY
    while True:
        for _ in range(TIDY_EVERY):
            await asyncio.sleep(1)
            if gc.get_count()[0] > MANY:
                break
        if monotonic() < whole:
            gc.collect(1)  # what is new since the last time
        else:
            gc.collect()
            whole = monotonic() + WHOLE_TIDY


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return http.JsonResponse(messages.RefusedMessage(error.reason, error.words), 409)


def _damaged(_: Request, error: Exception) -> Response:
    assert isinstance(error, DamagedGame | DamagedTable)
    return http.JsonResponse(messages.RefusedMessage(error.reason, error.words), 500)


def _no_table(_: Request, __: Exception) -> Response:
    return http.JsonResponse(
        messages.RefusedMessage("no-such-table", "there is no such table"), 404
    )


def _no_store(_: Request, __: Exception) -> Response:
    return http.JsonResponse(http.NO_STORE, 503)


def _too_much(_: Request, error: Exception) -> Response:
    assert isinstance(error, LimitExceeded)
    return http.too_much(error)


async def healthy(_: Request) -> Response:
    """Whether the server answers at all."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """Whether it can serve games now: the database answers, and can be written."""
    state, now = request.app.state, monotonic()
    if now >= state.ready_until:
        try:
            async with asyncio.timeout(READY_WITHIN):
                await state.tables.store.ready()
        except (StoreError, TimeoutError):
            return PlainTextResponse("the database is away, or cannot be written\n", 503)
        state.ready_until = now + READY_FOR
    sharing: Cluster | None = request.app.state.sharing
    slow = sharing is not None and not sharing.bus.up
    return PlainTextResponse("ready, without a bus\n" if slow else "ready\n")


# the page


def _page(client: Path) -> Page:
    def page(request: Request, status: int) -> Response:
        fresh = {"cache-control": "no-cache"}
        return http.known(request, FileResponse(client / "index.html", status, headers=fresh))

    return page


def _pages(page: Page) -> list[BaseRoute]:
    async def here(request: Request) -> Response:
        return page(request, 200)

    return [Route(path, here) for path in PAGES]


async def _without_slash(request: Request) -> Response:
    """The same address without the slash at its end; never that of another host."""
    path, query = request.path_params["path"].strip("/"), request.url.query
    return RedirectResponse(f"/{quote(path)}{query and '?' + query}", 308)


def _nowhere(page: Page | None) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is answered where there is nothing: JSON to programs, the page to people."""

    async def nowhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path, status = request.url.path, error.status_code
        if path.startswith("/api/"):
            return http.JsonResponse(NOWHERE, status, error.headers)
        if page is None or status != 404 or path.startswith("/assets/"):
            return PlainTextResponse(error.detail, status, error.headers)
        return page(request, 404)

    return nowhere
