"""The WebSocket endpoint: one connection of a user from beginning to end."""

import asyncio
import logging
from contextlib import suppress

from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamaya.hanablive.protocol import codec
from tamaya.hanablive.protocol.frames import ErrorFrame, WarningFrame
from tamaya.hanablive.server.command_handlers import REFUSALS, handle_command
from tamaya.hanablive.server.gateway import Gateway
from tamaya.hanablive.server.login import STORE_UNAVAILABLE, account_name, has_same_origin
from tamaya.hanablive.server.user import User
from tamaya.server.limits.quotas import LimitExceeded
from tamaya.server.limits.token_bucket import TokenBucket
from tamaya.server.store.store import StoreError
from tamaya.server.web.client_address import client_address

BURST, PER_SECOND = 200, 50.0  # commands of one connection; more have to wait
CLOSE_TIMEOUT = 5.0  # seconds for frames that are still queued when a connection ends
TOO_LONG = f"a frame has at most {codec.MAX_COMMAND_BYTES} bytes"
NOT_LOGGED_IN = "log in first: POST /login with username and password"
TOO_MANY_CONNECTIONS = "too many connections"
INTERNAL_ERROR = "something is wrong on this server; nothing was changed"
log = logging.getLogger(__name__)


async def websocket_endpoint(socket: WebSocket) -> None:
    """Serve one connection until it ends."""
    gateway: Gateway = socket.app.state.gateway
    try:
        name = await account_name(socket) if has_same_origin(socket) else None
    except StoreError:
        await socket.send_denial_response(PlainTextResponse(STORE_UNAVAILABLE, 503))
        return
    if name is None:
        await socket.send_denial_response(PlainTextResponse(NOT_LOGGED_IN, 401))
        return
    user, quotas = User(name, client_address(socket)), gateway.tables.quotas
    keys = quotas.digest(user.player_id), quotas.digest(user.address)
    try:
        quotas.sockets.open(*keys)
    except LimitExceeded:
        await socket.send_denial_response(PlainTextResponse(TOO_MANY_CONNECTIONS, 429))
        return
    try:
        await _serve(socket, gateway, user)
    finally:
        quotas.sockets.close(*keys)


async def _serve(socket: WebSocket, gateway: Gateway, user: User) -> None:
    await socket.accept()
    sending = asyncio.create_task(_send_queued(socket, user))
    try:
        await gateway.connect(user)
        await _receive(socket, gateway, user)
    except (WebSocketDisconnect, StoreError):
        pass
    finally:
        gateway.disconnect(user)
        with suppress(asyncio.TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(sending, CLOSE_TIMEOUT)


async def _send_queued(socket: WebSocket, user: User) -> None:
    while (text := await user.outbox.get()) is not None:
        await socket.send_text(text)
    await socket.close()


async def _receive(socket: WebSocket, gateway: Gateway, user: User) -> None:
    limit = TokenBucket(BURST, PER_SECOND)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None or len(text.encode(errors="replace")) > codec.MAX_COMMAND_BYTES:
            user.send(ErrorFrame(TOO_LONG))
            return
        while not limit.take():
            await asyncio.sleep(1 / PER_SECOND)
        await _handle(gateway, user, text)


async def _handle(gateway: Gateway, user: User, text: str) -> None:
    """Carry out a command or answer with a warning; a bad command never ends the connection."""
    try:
        command = codec.decode_command(text)
        if command is not None and gateway.is_connected(user):
            await handle_command(gateway, user, command)
    except (codec.MalformedCommand, *REFUSALS) as refused:
        user.send(WarningFrame(str(refused)))
    except StoreError:
        user.send(WarningFrame(STORE_UNAVAILABLE))
    except Exception:  # such as a table that cannot be read: the user's other tables go on
        log.exception("a command of a hanab.live client failed")
        user.send(WarningFrame(INTERNAL_ERROR))
