"""Mounts the hanab.live endpoints beside the web app: on its port, or on one of their own."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.http11 import Request

from tamaya.hanablive.protocol.codec import MAX_COMMAND_BYTES
from tamaya.hanablive.server.accounts import Accounts
from tamaya.hanablive.server.gateway import Gateway
from tamaya.hanablive.server.login import login
from tamaya.hanablive.server.table_poller import AWAY_AFTER
from tamaya.hanablive.server.websocket import websocket_endpoint
from tamaya.server.hub.tables import Tables
from tamaya.server.web import http, identity
from tamaya.server.web.http_timeouts import HttpWithTimeouts
from tamaya.server.web.websocket_protocol import WebSocketWithLimits

LOGIN_PATH, WEBSOCKET_PATH = PATHS = ("/login", "/ws")
ROUTES: list[BaseRoute] = [
    Route(LOGIN_PATH, login, methods=["POST"]),
    WebSocketRoute(WEBSOCKET_PATH, websocket_endpoint),
]
# seconds: bots answer no pings while they compute a move
PING_INTERVAL, PING_TIMEOUT = 30.0, 600.0


class SharedPortWebSockets(WebSocketWithLimits):
    """WebSockets of a port that bots share with pages: only bots get the long ping timeout."""

    def handle_connect(self, event: Request) -> None:
        """Start the handshake of a connection."""
        if event.path.partition("?")[0] in PATHS:
            self.ping_interval, self.ping_timeout = PING_INTERVAL, PING_TIMEOUT
        super().handle_connect(event)


class HanabLiveMount:
    """An ASGI app: the web app and the hanab.live endpoints over the same tables.

    Both start and stop together.
    """

    def __init__(
        self,
        app: Starlette,
        sockets: list[socket.socket],
        *,
        proxies: str = "127.0.0.1",
        away_after: float = AWAY_AFTER,
    ) -> None:
        """Without sockets of their own, the endpoints are on the web app's port."""
        self.app = app
        self.proxies = proxies
        self.sockets = sockets
        self.away_after = away_after
        self.endpoints = Starlette(
            routes=ROUTES, exception_handlers={ClientDisconnect: http.client_disconnected}
        )
        self._server: _ServerWithoutSignals | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def websockets(self) -> type[WebSocketWithLimits]:
        """The WebSocket implementation for the web app's port."""
        return WebSocketWithLimits if self.sockets else SharedPortWebSockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, self._stop_before(receive), self._start_after(send))
        elif not self.sockets and scope["path"] in PATHS:
            await self.endpoints(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _start_after(self, send: Send) -> Send:
        """Wrap `send` so that the endpoints start once the web app has started."""

        async def wrapped(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                await self._start()
            await send(message)

        return wrapped

    def _stop_before(self, receive: Receive) -> Receive:
        """Wrap `receive` so that the endpoints stop before the web app does."""

        async def wrapped() -> Message:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self._stop()
            return message

        return wrapped

    async def _start(self) -> None:
        tables: Tables = self.app.state.tables
        state = self.endpoints.state
        state.accounts = Accounts(tables.store, tables.quotas)
        state.key = await tables.store.secret("hanablive cookie", identity.new_key)
        state.gateway = Gateway(tables, self.away_after)
        if self.sockets:
            self._server = _ServerWithoutSignals(_uvicorn_config(self.endpoints, self.proxies))
            self._serving = asyncio.create_task(self._server.serve(self.sockets))

    async def _stop(self) -> None:
        self.endpoints.state.gateway.close()
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving


class _ServerWithoutSignals(uvicorn.Server):
    """A server that leaves signals to the web app's server."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _uvicorn_config(app: ASGIApp, proxies: str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpWithTimeouts,
        ws=WebSocketWithLimits,
        ws_max_size=2 * MAX_COMMAND_BYTES,  # a command that is too long still gets an answer
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PING_TIMEOUT,
        ws_per_message_deflate=False,
        lifespan="off",
        forwarded_allow_ips=proxies,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=2,
    )
