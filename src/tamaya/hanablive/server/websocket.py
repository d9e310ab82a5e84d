"""Coming in: the login form, and the connection of a user from its beginning to its end."""

import asyncio
import logging
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamaya.hanablive.protocol import codec, frames
from tamaya.hanablive.server.accounts import Accounts, Declined, credentials
from tamaya.hanablive.server.command_handlers import REFUSALS, obey
from tamaya.hanablive.server.gateway import Door
from tamaya.hanablive.server.user import User
from tamaya.server.limits.quotas import TooMuch
from tamaya.server.limits.token_bucket import Allowance
from tamaya.server.room.decisions import Refused
from tamaya.server.store.store import StoreError
from tamaya.server.web import http, identity
from tamaya.server.web.client_address import client_address

COOKIE = "hanabi.sid"
LIFETIME = 30 * 24 * 3600  # seconds
BURST, PER_SECOND = 200, 50.0  # frames of one connection; more have to wait
TOO_LONG = f"a frame has at most {codec.MAX_COMMAND_BYTES} bytes"
NO_STORE = "nothing can be saved now; try again later"
OUR_FAULT = "something is wrong on this server; nothing was changed"
log = logging.getLogger(__name__)


async def login(request: Request) -> Response:
    """A name and a password for a cookie; the account is made if there is none."""
    if not _same_host(request):
        return PlainTextResponse("pages of other origins may not log in", 403)
    accounts: Accounts = request.app.state.accounts
    try:
        name, password = credentials(await http.body_bytes(request))
        ticket = await accounts.login(name, password, client_address(request))
    except Declined as declined:
        return PlainTextResponse(declined.words, declined.status)
    except Refused as refused:
        return PlainTextResponse(refused.words, 400)
    except StoreError:
        return PlainTextResponse(NO_STORE, 503)
    value = identity.signed(ticket, request.app.state.key)
    response = PlainTextResponse("OK")
    cookie = f"{COOKIE}={value}; Path=/; Max-Age={LIFETIME}"
    # programs look for this spelling, which Starlette would change
    response.raw_headers.append((b"Set-Cookie", cookie.encode()))
    return response


def _same_host(connection: HTTPConnection) -> bool:
    """Whether this comes from a program that is no browser, or from a page of ours."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


async def _name(connection: HTTPConnection) -> str | None:
    """The account whose cookie came along."""
    accounts: Accounts = connection.app.state.accounts
    ticket = identity.visitor_of(connection.cookies.get(COOKIE), connection.app.state.key)
    return None if ticket is None else await accounts.named_by(ticket)


async def connection(socket: WebSocket) -> None:
    """One connection from its beginning to its end."""
    door: Door = socket.app.state.door
    try:
        name = await _name(socket) if _same_host(socket) else None
    except StoreError:
        await socket.send_denial_response(PlainTextResponse(NO_STORE, 503))
        return
    if name is None:
        words = "log in first: POST /login with username and password"
        await socket.send_denial_response(PlainTextResponse(words, 401))
        return
    user, quotas = User(name, client_address(socket)), door.tables.quotas
    keys = quotas.digest(user.who), quotas.digest(user.address)
    try:
        quotas.sockets.open(*keys)
    except TooMuch:
        await socket.send_denial_response(PlainTextResponse("too many connections", 429))
        return
    try:
        await _served(socket, door, user)
    finally:
        quotas.sockets.close(*keys)


async def _served(socket: WebSocket, door: Door, user: User) -> None:
    await socket.accept()
    sending = asyncio.create_task(_send(socket, user))
    try:
        await door.come(user)
        await _receive(socket, door, user)
    except (WebSocketDisconnect, StoreError):
        pass
    finally:
        door.go(user)
        with suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(sending, 5)


async def _send(socket: WebSocket, user: User) -> None:
    while (text := await user.outbox.get()) is not None:
        await socket.send_text(text)
    await socket.close()


async def _receive(socket: WebSocket, door: Door, user: User) -> None:
    allowance = Allowance(BURST, PER_SECOND)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None or len(text.encode(errors="replace")) > codec.MAX_COMMAND_BYTES:
            user.send(frames.ErrorFrame(TOO_LONG))
            return
        while not allowance.takes():
            await asyncio.sleep(1 / PER_SECOND)
        await _handle(door, user, text)


async def _handle(door: Door, user: User, text: str) -> None:
    """Obey, or answer with a warning; nothing that a program sends ends its connection."""
    try:
        order = codec.decode_command(text)
        if order is not None and door.users.get(user.who) is user:
            await obey(door, user, order)
    except (codec.MalformedCommand, *REFUSALS) as refused:
        user.send(frames.WarningFrame(str(refused)))
    except StoreError:
        user.send(frames.WarningFrame(NO_STORE))
    except Exception:  # a table that cannot be read, say: the user's others go on
        log.exception("an order of a program failed")
        user.send(frames.WarningFrame(OUR_FAULT))


ROUTES: list[BaseRoute] = [
    Route("/login", login, methods=["POST"]),
    WebSocketRoute("/ws", connection),
]
