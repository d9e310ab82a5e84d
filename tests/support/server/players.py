"""People at play who act as fast as they can, and come back when they are cut off."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from support.cli.running import PATIENCE
from support.server.serving import Visitor

PLAYERS = 3
TWICE = 0.2  # how often a player clicks twice


@dataclass(frozen=True, slots=True)
class Sent:
    """An action, and the version of the table that it was sent at."""

    version: int
    action: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invoked:
    """A player sent an action for the first time."""

    at: int  # nanoseconds of the monotonic clock
    sent: Sent


@dataclass(frozen=True, slots=True)
class Shown:
    """A player was shown a table; `acknowledged` is the action that this one learned was done."""

    at: int  # nanoseconds of the monotonic clock
    version: int
    digest: bytes  # of what was shown
    acknowledged: Sent | None = None


Event = Invoked | Shown


@dataclass(eq=False)
class Client:
    """Somebody at a table: acts at once when it is their turn, and comes back when cut off."""

    visitor: Visitor
    ports: Sequence[int]  # of the processes, any of which will do
    table: str
    seat: int
    rng: random.Random
    now: dict[str, Any] = field(default_factory=dict)  # the table as it was shown last
    events: list[Any] = field(default_factory=list)
    waiting: Sent | None = None  # sent, and not yet seen to have happened
    acknowledged: list[Sent] = field(default_factory=list)
    history: list[Event] = field(default_factory=list)  # what this one did and was shown
    refused: set[str] = field(default_factory=set)
    socket: ClientConnection | None = None
    lives: int = 0  # of the server, that this one met
    resting: bool = False  # looks on, and begins nothing new
    leaving: bool = False

    @property
    def version(self) -> int:
        """How much of the table's log this one has been shown."""
        version: int = self.now.get("version", 0)
        return version

    @property
    def who(self) -> str:
        """The visitor's id, as it is in the cookie."""
        return self.visitor.who

    async def stay(self) -> None:
        """Play until told to leave, through as many connections as it takes."""
        while not self.leaving:
            where = f"127.0.0.1:{self.rng.choice(self.ports)}/api/tables/{self.table}/ws"
            try:
                async with connect(
                    f"ws://{where}?events_from={len(self.events)}",
                    additional_headers={"Cookie": self.visitor.cookie},
                    open_timeout=PATIENCE,
                ) as self.socket:
                    await self._listen(self.socket)
            except (OSError, WebSocketException):
                await asyncio.sleep(0.01)

    async def _listen(self, socket: ClientConnection) -> None:
        self.lives += 1
        if self.waiting is not None:  # did it happen? whoever is not sure says it again
            await self._act(socket, self.waiting)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                self.refused.add(message["reason"])
                if message["reason"] == "no-store":
                    await asyncio.sleep(0.1)
                    await self._again(socket)
            elif not self._take_in(message) or self.leaving:
                return
            else:
                await self._answer(socket)

    async def _again(self, socket: ClientConnection) -> None:
        """What could not be saved, an action or the beginning of a game, is asked for again."""
        if self.waiting is not None:
            await self._act(socket, self.waiting)
        elif self.now:
            await self._answer(socket)

    def _take_in(self, message: dict[str, Any]) -> bool:
        """A table as it is shown; false if events before those that came with it are missing."""
        before, self.now = self.now or message, message
        assert message["version"] >= before["version"], "something that was shown is gone"
        if message["version"] == before["version"]:
            assert shown(message) == shown(before), "something that was shown has changed"
        done = self.waiting
        if done is not None and message["version"] > done.version:
            self.acknowledged.append(done)
            self.waiting = None
        now, acknowledged = time.monotonic_ns(), None if self.waiting else done
        self.history.append(Shown(now, message["version"], digest(message), acknowledged))
        play = message["play"]
        if play is None or before["play"] is None or play["game"] != before["play"]["game"]:
            self.events = []
        if play is not None and play["events_from"] > len(self.events):
            self.events, self.now = [], {}
            return False
        if play is not None:
            self.events[play["events_from"] :] = play["events"]
        return True

    async def _answer(self, socket: ClientConnection) -> None:
        play = self.now["play"]
        if self.resting:
            return
        if play is None or play["over"] is not None:
            if self.seat == 0:
                await socket.send(json.dumps({"type": "begin"}))
        elif play["legal"] and self.waiting is None:
            careful = [a for a in play["legal"] if a["do"] != "play"]  # games that last
            action = self.rng.choice(careful or play["legal"])
            self.waiting = Sent(self.now["version"], action)
            self.history.append(Invoked(time.monotonic_ns(), self.waiting))
            for _ in range(2 if self.rng.random() < TWICE else 1):
                await self._act(socket, self.waiting)

    async def _act(self, socket: ClientConnection, sent: Sent) -> None:
        act = {"type": "act", "version": sent.version, "action": sent.action}
        await socket.send(json.dumps(act))

    async def leave(self) -> None:
        self.leaving = True
        if self.socket is not None:
            await self.socket.close()


def shown(table: dict[str, Any]) -> dict[str, Any]:
    """What follows from the log alone: not who is there, nor since when news are told."""
    play = table["play"] and {**table["play"], "events": None, "events_from": None}
    return {"play": play, **{key: table[key] for key in ("version", "settings", "you")}}


def digest(table: dict[str, Any]) -> bytes:
    """Stands for what a table shows, as far as it follows from the log."""
    return sha256(json.dumps(shown(table), sort_keys=True).encode()).digest()


def seated(ports: Sequence[int], tables: int, rng: random.Random) -> list[Client]:
    """People at their tables; the host of each is on seat 0, and at the last one is a bot."""
    clients = []
    for number in range(tables):
        people = PLAYERS - (number == tables - 1)
        visitors = [Visitor(rng.choice(ports)) for _ in range(people)]
        for visitor in visitors:
            visitor.ask("/api/bots")
        _, opened = visitors[0].ask("/api/tables", {"settings": {"players": PLAYERS}})
        for seat, visitor in enumerate(visitors):
            with visitor.join(opened["table"]) as socket:
                socket.send(json.dumps({"type": "sit", "seat": seat, "name": f"Player {seat}"}))
                while json.loads(socket.recv(timeout=PATIENCE))["you"] is None:
                    pass
                if seat == 0 and people < PLAYERS:
                    bot = {"type": "seat-bot", "seat": PLAYERS - 1, "bot": "cautious"}
                    socket.send(json.dumps(bot))
                    while json.loads(socket.recv(timeout=PATIENCE))["seats"][-1] is None:
                        pass
            own = random.Random(rng.random())  # noqa: S311 - tests
            clients.append(Client(visitor, ports, opened["table"], seat, own))
    return clients
