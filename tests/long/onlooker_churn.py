"""Two people play while many others look on, and some of those come and go without end."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.serving import Visitor, heard, say, serving, shown

EACH = 30  # connections of one visitor


@dataclass(frozen=True)
class Churned:
    """What came of it."""

    visits: int  # of those who came and went
    seconds: float  # that it took
    waits: tuple[float, ...]  # until both players had seen a move
    aside: int  # messages to a player that told of no move
    cpu: float  # seconds of the server
    bytes_sent: float  # to each of those who stayed


class Crowd:
    """Those who look on: most of them stay, some come and go."""

    def __init__(self, port: int, table: str) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/tables/{table}/ws?changes=1"
        self.port = port
        self.there = 0
        self.visits = 0
        self.bytes_sent = 0  # to those who stay

    def cookies(self, connections: int) -> list[str]:
        """The cookies of as many visitors as so many connections need, one for each of those."""
        visitors = [Visitor(self.port) for _ in range(-(-connections // EACH))]
        for visitor in visitors:
            visitor.ask("/api/bots")
        return [visitors[n // EACH].cookie for n in range(connections)]

    async def look_on(self, staying: list[str], restless: list[str], stop: threading.Event) -> None:
        """All of them, until it is enough."""
        all_of_them = [asyncio.create_task(self._stay(cookie)) for cookie in staying]
        all_of_them += [asyncio.create_task(self._come_and_go(cookie)) for cookie in restless]
        while not stop.is_set():
            await asyncio.sleep(0.05)
        for task in all_of_them:
            task.cancel()
        await asyncio.gather(*all_of_them, return_exceptions=True)

    async def _stay(self, cookie: str) -> None:
        headers = {"Cookie": cookie}
        async with connect(self.address, additional_headers=headers, open_timeout=PATIENCE) as one:
            await one.recv()
            self.there += 1
            async for text in one:
                self.bytes_sent += len(text)

    async def _come_and_go(self, cookie: str) -> None:
        headers = {"Cookie": cookie}
        while True:
            with suppress(WebSocketException, OSError):
                async with connect(self.address, additional_headers=headers) as one:
                    await one.recv()
                    self.visits += 1


@contextmanager
def looked_at(port: int, table: str, staying: int, restless: int) -> Iterator[Crowd]:
    """A table with so many onlookers."""
    crowd, stop = Crowd(port, table), threading.Event()
    going = crowd.look_on(crowd.cookies(staying), crowd.cookies(restless), stop)
    thread = threading.Thread(target=asyncio.run, args=(going,))
    thread.start()
    try:
        begin = time.monotonic()
        while crowd.there < staying:
            assert time.monotonic() - begin < PATIENCE
            time.sleep(0.05)
        yield crowd
    finally:
        stop.set()
        thread.join(PATIENCE)


def churned(
    database: Path | str, staying: int, restless: int, moves: int, pause: float = 0
) -> Churned:
    """How two players fare with so many onlookers who stay, and so many who come and go."""
    with serving(database) as server:
        ada, bo = Visitor(server.port), Visitor(server.port)
        settings = {"players": 2, "first": 0, "watch": "table"}
        table = ada.ask("/api/tables", {"settings": settings})[1]["table"]
        bo.ask("/api/bots")
        with ada.join(table) as hers, bo.join(table) as his:
            say(hers, "sit", seat=0, name="Ada")
            say(his, "sit", seat=1, name="Bo")
            shown(hers, lambda told: None not in told["seats"])
            with looked_at(server.port, table, staying, restless) as crowd:
                game = _Game(hers, his)
                visits, cpu, began = crowd.visits, _cpu(server.process.pid), time.monotonic()
                bytes_before = crowd.bytes_sent
                waits = []
                for _ in range(moves):
                    waits.append(game.move())
                    time.sleep(pause)
                seconds = time.monotonic() - began
                used = _cpu(server.process.pid) - cpu
                visits, read = crowd.visits - visits, crowd.bytes_sent - bytes_before
                each = read / max(1, staying)
                return Churned(visits, seconds, tuple(waits), game.aside, used, each)


class _Game:
    """Two players who move by turns, and begin again when a game is over."""

    def __init__(self, *sockets: ClientConnection) -> None:
        self.sockets = sockets
        self.aside = 0
        self.now: list[dict[str, Any]] = []
        self._begin()

    def _begin(self) -> None:
        say(self.sockets[0], "begin")
        so = "play"
        self.now = [
            shown(one, lambda told: told[so] and not told[so]["over"]) for one in self.sockets
        ]

    def move(self) -> float:
        """Seconds until both have seen the next move."""
        if self.now[0]["play"]["over"]:
            self._begin()
        play = self.now[0]["play"]
        seat, turn = play["to_move"], play["turn"]
        legal = self.now[seat]["play"]["legal"]
        order = ("colour", "value", "discard", "play")
        action = min(legal, key=lambda one: order.index(one["do"]))
        began = time.monotonic()
        say(self.sockets[seat], "act", version=self.now[seat]["version"], action=action)
        for n, socket in enumerate(self.sockets):
            while True:
                told = heard(socket)
                assert told["type"] == "table", told
                if told["play"]["turn"] > turn or told["play"]["over"]:
                    break
                self.aside += n
            self.now[n] = told
        return time.monotonic() - began


def _cpu(process: int) -> float:
    """Seconds of CPU that a process has used, where the system tells it as Linux does."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
