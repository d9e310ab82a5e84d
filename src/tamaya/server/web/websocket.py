"""The WebSocket of a table: sends its state to one viewer, and receives that viewer's messages."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.tables import DamagedTable, NoSuchTable, Tables
from tamaya.server.limits.quotas import LimitExceeded, Quotas
from tamaya.server.limits.token_bucket import TokenBucket
from tamaya.server.ops import metrics
from tamaya.server.room import messages
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.store import StoreError
from tamaya.server.web import http, identity
from tamaya.server.web.client_address import client_address

BURST, PER_SECOND = 30, 10.0  # messages of one connection
NO_TABLE, TOO_MUCH, DAMAGED, TRY_AGAIN = 4404, 4429, 4500, 1013  # why a socket is closed
SIGNED_OUT, FULL = 4401, 4409
TOO_MANY_ONLOOKERS = "too-many-onlookers", "many people are looking on here; try again later"


async def table_websocket(socket: WebSocket) -> None:
    """Serve one connection from its beginning to its end."""
    tables: Tables = socket.app.state.tables
    quotas: Quotas = socket.app.state.quotas
    known, address = http.visitor_of(socket), client_address(socket)
    visitor_id = known or identity.new_visitor()  # without a cookie one may watch
    keys = quotas.digest(known or f"stranger at {address}"), quotas.digest(address)
    await socket.accept()
    try:
        quotas.sockets.open(*keys)
    except LimitExceeded:
        await _close(socket, TOO_MUCH, "too many connections")
        return
    metrics.CONNECTIONS.inc()
    try:
        await _view_table(
            socket, tables, await tables.find(socket.path_params["table"]), visitor_id
        )
    except NoSuchTable:
        await _close(socket, NO_TABLE, "there is no such table")
    except DamagedTable as damaged:
        await _close(socket, DAMAGED, damaged.words)
    except StoreError:
        await _close(socket, TRY_AGAIN, "the table cannot be read now")
    finally:
        metrics.CONNECTIONS.dec()
        quotas.sockets.close(*keys)


async def _close(socket: WebSocket, code: int, words: str) -> None:
    """Close the connection, unless the other end has."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, words)


async def _view_table(socket: WebSocket, tables: Tables, live: LiveTable, visitor_id: str) -> None:
    viewer = Viewer(
        visitor_id,
        _query_number(socket, "events_from"),
        _query_number(socket, "lines_from"),
        client_address(socket),
        stranger=http.visitor_of(socket) is None,
        changes=bool(_query_number(socket, "changes")),
    )
    signed_out = _sign_out_check(socket)
    game = _query_number(socket, "game")
    if game:  # older pages do not send it
        viewer.has_events_of(game, _query_number(socket, "taken_back"))
    if not tables.presence.admit(live, viewer):
        await _refuse_onlooker(socket)
        return
    tables.presence.connect(live, viewer)
    sending = asyncio.create_task(_send(socket, live, viewer, signed_out))
    try:
        await _receive(socket, tables, live, viewer, signed_out)
    except WebSocketDisconnect:
        pass
    finally:
        tables.presence.disconnect(live, viewer)
        await _stop_sending(sending)


async def _refuse_onlooker(socket: WebSocket) -> None:
    refusal = _count_refusal(messages.RefusedMessage(*TOO_MANY_ONLOOKERS))
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(messages.encode(refusal).decode())
    await _close(socket, FULL, TOO_MANY_ONLOOKERS[1])


async def _stop_sending(sending: asyncio.Task[None]) -> None:
    """Stop the sending task; that the other end is gone is no error.

    Such an exception is inspected and not raised, because its traceback would keep objects alive.
    """
    sending.cancel()
    await asyncio.wait([sending])
    error = None if sending.cancelled() else sending.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
        raise error


def _query_number(socket: WebSocket, name: str) -> int:
    asked = socket.query_params.get(name, "")
    return int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 6 else 0


def _sign_out_check(socket: WebSocket) -> Callable[[], bool]:
    """Return a function that says whether the device has been signed out since it connected."""
    named, devices = http.device_of(socket), socket.app.state.devices
    return lambda: named is not None and devices.is_signed_out(*named)


async def _send(
    socket: WebSocket, live: LiveTable, viewer: Viewer, signed_out: Callable[[], bool]
) -> None:
    """Send the newest state whenever there is one; a slow reader misses states in between."""
    while True:
        viewer.changed.clear()
        if signed_out():
            await _close(socket, SIGNED_OUT, "this device was signed out")
            return
        while viewer.refusals:
            await socket.send_text(messages.encode(viewer.refusals.pop(0)).decode())
        update = viewer.next_update(live)
        if update is not None:
            await socket.send_text(update.text)
        if live.deleted:
            await _close(socket, NO_TABLE, "there is no such table any more")
            return
        if viewer.evicted:
            await _refuse_onlooker(socket)
            return
        await viewer.changed.wait()


async def _receive(
    socket: WebSocket,
    tables: Tables,
    live: LiveTable,
    viewer: Viewer,
    signed_out: Callable[[], bool],
) -> None:
    bucket, address = TokenBucket(BURST, PER_SECOND), client_address(socket)
    while True:
        text = await _receive_text(socket)
        if signed_out():
            return
        too_long = len(text) > messages.MOST_BYTES
        if too_long or not bucket.take() or len(viewer.refusals) > BURST:
            metrics.LIMITED.labels("messages", "connection").inc()
            await _close(socket, TOO_MUCH, "too many messages, or too long")
            return
        refusal = await _handle(tables, live, viewer.visitor_id, text, address)
        if refusal is not None:
            viewer.refuse(refusal)


async def _receive_text(socket: WebSocket) -> str:
    """Return the next message; a binary one is treated like one that is too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    return " " * (messages.MOST_BYTES + 1) if text is None else text


async def _handle(
    tables: Tables, live: LiveTable, visitor_id: str, text: str, address: str
) -> messages.RefusedMessage | None:
    begin = time.monotonic()
    try:
        message = messages.decode(text)
        await tables.handle(live, visitor_id, message, address)
    except Refusal as refused:
        return _count_refusal(refused.message)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        return _count_refusal(messages.RefusedMessage("not-understood", str(wrong)))
    except StoreError:
        return _count_refusal(http.store_unavailable().message)
    metrics.MESSAGES.labels(type(message).__name__).observe(time.monotonic() - begin)
    return None


def _count_refusal(refusal: messages.RefusedMessage) -> messages.RefusedMessage:
    metrics.REFUSED.labels(refusal.reason).inc()
    return refusal


ROUTES: list[BaseRoute] = [WebSocketRoute("/api/tables/{table}/ws", table_websocket)]
