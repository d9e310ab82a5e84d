"""The door beside the web app: on a port of its own, or on the same one."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.http11 import Request

from tamaya.hanablive.protocol.codec import MAX_COMMAND_BYTES
from tamaya.hanablive.server.accounts import Accounts
from tamaya.hanablive.server.gateway import PATIENCE, Door
from tamaya.hanablive.server.websocket import ROUTES
from tamaya.server.hub.tables import Tables
from tamaya.server.web import http, identity
from tamaya.server.web.http_timeouts import HttpWithTimeouts
from tamaya.server.web.websocket_protocol import Frames

PATHS = ("/login", "/ws")
PING, PONG = 30.0, 600.0  # seconds: programs think long, and do not answer meanwhile


class PatientAtTheDoor(Frames):
    """WebSockets of a port that pages share: they are soon known to be gone, programs are not."""

    def handle_connect(self, event: Request) -> None:
        """A connection is asked for."""
        if event.path.partition("?")[0] in PATHS:
            self.ping_interval, self.ping_timeout = PING, PONG
        super().handle_connect(event)


class Beside:
    """The web app and the door: begun and ended together, over the same tables."""

    def __init__(
        self,
        app: Starlette,
        sockets: list[socket.socket],
        *,
        proxies: str = "127.0.0.1",
        patience: float = PATIENCE,
    ) -> None:
        """Without sockets of its own, the door is on the web app's port."""
        self.app = app
        self.proxies = proxies
        self.sockets = sockets
        self.patience = patience
        self.door = Starlette(routes=ROUTES, exception_handlers={ClientDisconnect: http.hung_up})
        self._server: _Quiet | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def websockets(self) -> type[Frames]:
        """How the web app's port speaks WebSocket."""
        return Frames if self.sockets else PatientAtTheDoor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, self._until_the_end(receive), self._from_the_start(send))
        elif not self.sockets and scope["path"] in PATHS:
            await self.door(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _from_the_start(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                await self._open()
            await send(message)

        return sent

    def _until_the_end(self, receive: Receive) -> Receive:
        async def received() -> Message:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await self._close()
            return message

        return received

    async def _open(self) -> None:
        tables: Tables = self.app.state.tables
        self.door.state.accounts = Accounts(tables.store, tables.quotas)
        self.door.state.key = await tables.store.secret("hanablive cookie", identity.new_key)
        self.door.state.door = Door(tables, self.patience)
        if self.sockets:
            self._server = _Quiet(_config(self.door, self.proxies))
            self._serving = asyncio.create_task(self._server.serve(self.sockets))

    async def _close(self) -> None:
        self.door.state.door.close()
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving


class _Quiet(uvicorn.Server):
    """A server that leaves the signals to the one beside it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: ASGIApp, proxies: str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpWithTimeouts,
        ws=Frames,
        ws_max_size=2 * MAX_COMMAND_BYTES,  # what is too long is answered before it ends
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        ws_per_message_deflate=False,
        lifespan="off",
        forwarded_allow_ips=proxies,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=2,
    )
