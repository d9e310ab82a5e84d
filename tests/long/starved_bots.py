"""An honest visitor plays with bots beside hostile visitors who keep all bots thinking."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.serving import Visitor, say, serving, shown

TABLES_EACH = 40  # of one hostile visitor: as many sockets as one may have
PLAYERS = 5
SETTINGS = {"players": PLAYERS, "first": 0}
SCRIPT = (
    *({"type": "seat-bot", "seat": seat, "bot": "partner"} for seat in range(PLAYERS)),
    {"type": "begin"},
)


@dataclass(frozen=True)
class Starved:
    """What came of it."""

    tables: int  # hostile ones, with a game of bots on
    hostile: int  # messages that their onlookers were sent while the honest visitor played
    waits: tuple[float, ...]  # seconds until each move of the honest visitor's bots was seen


class Hostile:
    """Opens tables where only bots play, and looks on at all of them."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.begun = 0
        self.messages = 0

    def opened(self, tables: int) -> list[tuple[str, str]]:
        """Tables opened over HTTP, each with the cookie of its host."""
        visitor, found = Visitor(self.port), list[tuple[str, str]]()
        for _ in range(tables):
            status, told = visitor.ask("/api/tables", {"settings": SETTINGS})
            assert status == 201, told
            found.append((told["table"], visitor.cookie))
        return found

    async def attack(self, opened: list[tuple[str, str]], stop: threading.Event) -> None:
        """Begin all games and look on, until it is enough."""
        looking = [asyncio.create_task(self._look(*one)) for one in opened]
        while not stop.is_set():
            await asyncio.sleep(0.1)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)

    async def _look(self, table: str, cookie: str) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/ws"
        async with connect(
            address, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE
        ) as socket:
            for message in SCRIPT:
                await socket.send(json.dumps(message))
            self.begun += 1
            await self._count(socket)

    async def _count(self, socket: AsyncConnection) -> None:
        with suppress(ConnectionClosed):
            async for _ in socket:
                self.messages += 1


@contextmanager
def attacked(port: int, tables: int) -> Iterator[Hostile]:
    """A server with this many hostile tables, all of them at play."""
    hostile, stop = Hostile(port), threading.Event()
    visitors = -(-tables // TABLES_EACH)
    shares = [tables // visitors + (n < tables % visitors) for n in range(visitors)]
    with ThreadPoolExecutor(4) as pool:
        opened = [one for found in pool.map(hostile.opened, shares) for one in found]
    thread = threading.Thread(target=asyncio.run, args=(hostile.attack(opened, stop),))
    thread.start()
    try:
        begin = time.monotonic()
        while hostile.begun < tables:
            assert time.monotonic() - begin < PATIENCE
            time.sleep(0.05)
        yield hostile
    finally:
        stop.set()
        thread.join(PATIENCE)


def starved(database: Path | str, tables: int, turns: int) -> Starved:
    """How long an honest visitor waits for bots while hostile tables keep the server busy."""
    with serving(database) as server, attacked(server.port, tables) as hostile:
        before = hostile.messages
        waits = tuple(honest_waits(server.port, turns))
        return Starved(hostile.begun, hostile.messages - before, waits)


def honest_waits(port: int, turns: int) -> Iterator[float]:
    """Seconds until each move of two bots is seen, for so many turns of the person beside them."""
    visitor, left = Visitor(port), turns
    while left:
        _, told = visitor.ask("/api/play", {"name": "Ada", "bot": "partner", "players": 3})
        with visitor.join(told["table"]) as socket:
            now = shown(socket)
            while left and not now["play"]["over"]:
                say(socket, "act", version=now["version"], action=_safe(now["play"]))
                left -= 1
                now = _moved(socket, now)
                while not now["play"]["over"] and now["play"]["to_move"] != now["you"]:
                    began = time.monotonic()
                    now = _moved(socket, now)
                    yield time.monotonic() - began


def _moved(socket: ClientConnection, than: dict[str, Any]) -> dict[str, Any]:
    """The table after the next move."""
    turn = than["play"]["turn"]
    return shown(socket, lambda told: told["play"]["over"] or told["play"]["turn"] > turn)


def _safe(play: dict[str, Any]) -> dict[str, Any]:
    """A clue, or a discard: the game lasts."""
    order = ("colour", "value", "discard", "play")
    action: dict[str, Any] = min(play["legal"], key=lambda one: order.index(one["do"]))
    return action
