"""The WebSocket of a table: look at it and act there, until one of the two ends hangs up."""

import asyncio
import time
from collections import Counter
from contextlib import suppress

import msgspec
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamaya.server import identity, messages, metrics, web
from tamaya.server.decisions import Refused
from tamaya.server.limits import Allowance
from tamaya.server.store import StoreError
from tamaya.server.tables import Live, NoSuchTable, Tables, Viewer

BURST, PER_SECOND = 30, 10.0  # messages of one connection
MOST_SOCKETS = 40  # of one visitor
NO_TABLE, TOO_MUCH, TRY_AGAIN = 4404, 4429, 1013  # why a socket is closed


async def look(socket: WebSocket) -> None:
    """One connection from its beginning to its end."""
    tables: Tables = socket.app.state.tables
    sockets: Counter[str] = socket.app.state.sockets
    known = web.visitor(socket)
    who = known or identity.new_visitor()  # a stranger may look on
    asker = known or (socket.client.host if socket.client else "")
    await socket.accept()
    if sockets[asker] >= MOST_SOCKETS:
        await _hang_up(socket, TOO_MUCH, "too many connections")
        return
    sockets[asker] += 1
    metrics.CONNECTIONS.inc()
    try:
        await _look(socket, tables, await tables.find(socket.path_params["table"]), who)
    except NoSuchTable:
        await _hang_up(socket, NO_TABLE, "there is no such table")
    except StoreError:
        await _hang_up(socket, TRY_AGAIN, "the table cannot be read now")
    finally:
        metrics.CONNECTIONS.dec()
        sockets[asker] -= 1
        if not sockets[asker]:
            del sockets[asker]


async def _hang_up(socket: WebSocket, code: int, words: str) -> None:
    """Close, unless the other end has."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, words)


async def _look(socket: WebSocket, tables: Tables, live: Live, who: str) -> None:
    viewer = Viewer(who, _number(socket, "events_from"), _number(socket, "lines_from"))
    tables.come(live, viewer)
    sending = asyncio.create_task(_send(socket, live, viewer))
    try:
        await _receive(socket, tables, live, viewer)
    except WebSocketDisconnect:
        pass
    finally:
        tables.go(live, viewer)
        await _ended(sending)


async def _ended(sending: asyncio.Task[None]) -> None:
    """Stop sending; that the other end is gone is no error.

    Such an error is only looked at: raised here, it would hold on to all that is here.
    """
    sending.cancel()
    await asyncio.wait([sending])
    error = None if sending.cancelled() else sending.exception()
    if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
        raise error


def _number(socket: WebSocket, name: str) -> int:
    asked = socket.query_params.get(name, "")
    return int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 6 else 0


async def _send(socket: WebSocket, live: Live, viewer: Viewer) -> None:
    """Send the newest state whenever there is one: a slow reader misses steps, not the outcome."""
    while True:
        viewer.changed.clear()
        while viewer.refusals:
            await socket.send_text(messages.encode(viewer.refusals.pop(0)).decode())
        news = viewer.news(live)
        if news is not None:
            await socket.send_text(messages.encode(news).decode())
        if live.gone:
            await _hang_up(socket, NO_TABLE, "there is no such table any more")
            return
        await viewer.changed.wait()


async def _receive(socket: WebSocket, tables: Tables, live: Live, viewer: Viewer) -> None:
    allowance = Allowance(BURST, PER_SECOND)
    while True:
        text = await _text(socket)
        too_long = len(text) > messages.MOST_BYTES
        if too_long or not allowance.takes() or len(viewer.refusals) > BURST:
            await _hang_up(socket, TOO_MUCH, "too many messages, or too long")
            return
        refusal = await _handled(tables, live, viewer.who, text)
        if refusal is not None:
            viewer.refuse(refusal)


async def _text(socket: WebSocket) -> str:
    """The next message; one of bytes is closed upon like one that is too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    return " " * (messages.MOST_BYTES + 1) if text is None else text


async def _handled(tables: Tables, live: Live, who: str, text: str) -> messages.Refused | None:
    begin = time.monotonic()
    try:
        message = messages.decode(text)
        await tables.handle(live, who, message)
    except Refused as refused:
        return _counted(messages.Refused(refused.reason, refused.words))
    except (msgspec.MsgspecError, RecursionError) as wrong:
        return _counted(messages.Refused("not-understood", str(wrong)))
    except StoreError:
        return _counted(web.NO_STORE)
    metrics.MESSAGES.labels(type(message).__name__).observe(time.monotonic() - begin)
    return None


def _counted(refusal: messages.Refused) -> messages.Refused:
    metrics.REFUSED.labels(refusal.reason).inc()
    return refusal


ROUTES: list[BaseRoute] = [WebSocketRoute("/api/tables/{table}/ws", look)]
