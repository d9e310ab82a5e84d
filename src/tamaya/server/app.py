"""The web app: HTTP and WebSocket around the tables. Thin: it decides nothing about games."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamaya.bots import BOTS
from tamaya.rules import PRESETS
from tamaya.server import identity, messages, rows
from tamaya.server.room import Refused
from tamaya.server.seen import seen
from tamaya.server.store import Store, StoreError
from tamaya.server.tables import Live, NoSuchTable, Tables, Viewer

T = TypeVar("T")
MOST_BODY = 4096  # bytes of a request
PER_SECOND, BURST = 10.0, 30.0  # messages of one connection
NO_TABLE, TOO_MUCH = 4404, 4429  # why a socket is closed
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
NO_STORE = messages.Refused("no-store", "nothing can be saved now; try again later")
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"same-origin",
    b"x-content-type-options": b"nosniff",
}


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One click: a table with bots, dealt at once."""

    name: str
    variant: str = "base"
    players: int = 3
    bot: str = "cautious"


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be filled."""

    settings: rows.Settings = rows.Settings()


def create(database: Path | str, *, client: Path | None = None, pace: float = 0.2) -> Starlette:
    """The app over a database; `client` is the folder with the built page."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(database)
        app.state.tables = Tables(store, pace=pace)
        app.state.key = await store.secret("cookie", identity.new_key)
        try:
            yield
        finally:
            app.state.tables.close()
            store.close()

    routes: list[BaseRoute] = [
        Route("/healthz", healthy),
        Route("/api/bots", list_bots),
        Route("/api/presets", list_presets),
        Route("/api/play", play, methods=["POST"]),
        Route("/api/tables", open_table, methods=["POST"]),
        WebSocketRoute("/api/tables/{table}/ws", watch),
    ]
    if client is not None:
        page = _page(client)
        routes += [Route("/", page), Route("/t/{table}", page)]
        routes.append(Mount("/", StaticFiles(directory=client)))
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard)],
        exception_handlers={Refused: _refused, NoSuchTable: _no_table, StoreError: _no_store},
    )


class Guard:
    """Around every request: our headers on each answer, and no change asked for by other pages."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS.items()]}
            await send(message)

        connection = HTTPConnection(scope)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not _same_origin(connection):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await PlainTextResponse("other origins may not ask this", 403)(
                    scope, receive, with_headers
                )
            return
        await self.app(scope, receive, with_headers)


def _same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


# who is asking


def _visitor(connection: HTTPConnection) -> str | None:
    return identity.visitor_of(connection.cookies.get(identity.COOKIE), connection.app.state.key)


def _known(request: Request, response: Response) -> Response:
    """The answer, with a cookie for somebody new."""
    if _visitor(request) is None:
        _introduce(request, response, identity.new_visitor())
    return response


def _introduce(request: Request, response: Response, visitor: str) -> None:
    response.set_cookie(
        identity.COOKIE,
        identity.signed(visitor, request.app.state.key),
        max_age=identity.LIFETIME,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


# answers


class Json(Response):
    """Anything msgspec can write."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return Json(messages.Refused(error.reason, error.words), 409)


def _no_table(_: Request, __: Exception) -> Response:
    return Json(messages.Refused("no-such-table", "there is no such table"), 404)


def _no_store(_: Request, __: Exception) -> Response:
    return Json(NO_STORE, 503)


async def healthy(_: Request) -> Response:
    """Whether the server answers at all."""
    return PlainTextResponse("ok\n")


async def list_bots(request: Request) -> Response:
    """The bots that can be seated."""
    return _known(request, Json([{"name": b.name, "about": b.about} for b in BOTS.values()]))


async def list_presets(request: Request) -> Response:
    """The presets and their notation."""
    return _known(request, Json([{"name": n, "variant": v} for n, v in PRESETS.items()]))


def _page(client: Path) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        answer = FileResponse(client / "index.html", headers={"cache-control": "no-cache"})
        return _known(request, answer)

    return page


async def _body(request: Request, kind: type[T]) -> T:
    """The body of a request as one of our types; refused with words about what is wrong."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BODY:
            raise Refused("too-long", f"a request has at most {MOST_BODY} bytes")
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except msgspec.MsgspecError as wrong:
        raise Refused("not-understood", str(wrong)) from wrong


async def play(request: Request) -> Response:
    """One click: a table with bots in all other seats, dealt at once."""
    wanted, tables = await _body(request, NewGame), request.app.state.tables
    visitor = _visitor(request) or identity.new_visitor()
    settings = rows.Settings(variant=wanted.variant, players=wanted.players)
    live: Live = await tables.open(visitor, settings)
    await tables.handle(live, visitor, messages.Sit(0, wanted.name))
    for seat in range(1, wanted.players):
        await tables.handle(live, visitor, messages.SeatBot(seat, wanted.bot))
    await tables.handle(live, visitor, messages.Begin())
    return _told(request, visitor, live)


async def open_table(request: Request) -> Response:
    """A new table with free seats; whoever asks is its host."""
    wanted = await _body(request, NewTable)
    visitor = _visitor(request) or identity.new_visitor()
    return _told(request, visitor, await request.app.state.tables.open(visitor, wanted.settings))


def _told(request: Request, visitor: str, live: Live) -> Response:
    response = Json({"table": live.id}, 201)
    _introduce(request, response, visitor)
    return response


# a table, live


async def watch(socket: WebSocket) -> None:
    """Look at a table and act there, until one of the two ends hangs up."""
    tables: Tables = socket.app.state.tables
    visitor = _visitor(socket) or identity.new_visitor()  # a stranger may look on
    await socket.accept()
    try:
        live = await tables.find(socket.path_params["table"])
    except NoSuchTable:
        await socket.close(NO_TABLE, "there is no such table")
        return
    viewer = Viewer(visitor)
    live.viewers.add(viewer)
    sending = asyncio.create_task(_send(socket, live, viewer, _events_from(socket)))
    try:
        await _receive(socket, tables, live, viewer)
    except WebSocketDisconnect:
        pass
    finally:
        live.viewers.discard(viewer)
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


def _events_from(socket: WebSocket) -> int:
    asked = socket.query_params.get("events_from", "")
    return int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 6 else 0


async def _send(socket: WebSocket, live: Live, viewer: Viewer, events_from: int) -> None:
    """Send the newest state whenever there is one: a slow reader misses steps, not the outcome."""
    game, sent = live.room.games, -1
    while True:
        viewer.changed.clear()
        while viewer.refusals:
            await socket.send_text(messages.encode(viewer.refusals.pop(0)).decode())
        now = live.room
        if now.version != sent:
            if now.games != game:  # another game: its history begins anew
                game, events_from = now.games, 0
            table = seen(now, viewer.who, events_from)
            await socket.send_text(messages.encode(table).decode())
            sent = now.version
            events_from += len(table.play.events) if table.play else 0
        await viewer.changed.wait()


async def _receive(socket: WebSocket, tables: Tables, live: Live, viewer: Viewer) -> None:
    clock = asyncio.get_running_loop().time
    allowed, before = BURST, clock()
    while True:
        text = await socket.receive_text()
        now = clock()
        allowed = min(BURST, allowed + (now - before) * PER_SECOND) - 1
        before = now
        if allowed < 0 or len(text) > messages.MOST_BYTES or len(viewer.refusals) > BURST:
            await socket.close(TOO_MUCH, "too many messages, or too long")
            return
        refusal = await _handled(tables, live, viewer.who, text)
        if refusal is not None:
            viewer.refuse(refusal)


async def _handled(tables: Tables, live: Live, visitor: str, text: str) -> messages.Refused | None:
    try:
        await tables.handle(live, visitor, messages.decode(text))
    except Refused as refused:
        return messages.Refused(refused.reason, refused.words)
    except msgspec.MsgspecError as wrong:
        return messages.Refused("not-understood", str(wrong))
    except StoreError:
        return NO_STORE
    return None
