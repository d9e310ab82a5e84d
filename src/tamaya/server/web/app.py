"""The web app: HTTP and WebSocket around the tables. It makes no decisions about games."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tamaya.server.ops import metrics
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.store import StoreError
from tamaya.server.web import api_games, api_me, api_tables, health, http, pages, websocket
from tamaya.server.web.middleware import SecurityMiddleware
from tamaya.server.web.services import AppOptions, running_services

__all__ = ["AppOptions", "create_app"]

DEFAULTS = AppOptions()


def create_app(database: Path | str, options: AppOptions = DEFAULTS) -> Starlette:
    """Return the app over a database."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with running_services(database, options, app.state):
            yield

    page = None if options.client is None else pages.ClientPage(options.client)
    app = Starlette(
        routes=[
            *health.ROUTES,
            *metrics.ROUTES,
            *api_tables.ROUTES,
            *api_me.ROUTES,
            *api_games.ROUTES,
            *websocket.ROUTES,
            *pages.routes(page),
        ],
        lifespan=lifespan,
        middleware=[Middleware(SecurityMiddleware), Middleware(GZipMiddleware)],
        exception_handlers={
            Refusal: _refused,
            StoreError: _store_unavailable,
            ClientDisconnect: http.client_disconnected,
            HTTPException: pages.not_found_handler(page),
        },
    )
    app.router.redirect_slashes = False  # it would redirect to whatever host the request named
    app.state.base, app.state.upload_space = options.base, options.upload_space
    return app


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return http.refusal_response(error)


def _store_unavailable(_: Request, __: Exception) -> Response:
    return http.refusal_response(http.store_unavailable())
