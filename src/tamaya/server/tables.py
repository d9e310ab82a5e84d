"""Tables in this process: each a room with its log, viewers and bots. The shell of `room`."""

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process

from tamaya import deals
from tamaya.bots import make
from tamaya.rules import Action, Seat, View, view
from tamaya.server import messages, room, rows, wire
from tamaya.server.room import Chance, Refused, Room, Sitter
from tamaya.server.store import Conflict, Store

FALLBACK = "cautious"  # takes the place of a bot that fails
PATIENCE = 30.0  # seconds that a bot may think
CHANCE = Chance(deals.secret, secrets.randbelow)
STALE = Refused(room.Why.STALE.value, room.WORDS[room.Why.STALE])


class NoSuchTable(LookupError):
    """There is no table with this id."""


def think(bot: str, seed: int, seen: View) -> Action:
    """A bot's move; runs in a process of its own."""
    return make(bot, seed).act(seen)


def _end_with_the_server() -> None:
    """In a thinker's process: do not outlive a server that was killed."""
    server = parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@dataclass(eq=False, slots=True)
class Viewer:
    """A connection that looks at a table: told that something changed, it asks for the newest."""

    who: str
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: list[messages.Refused] = field(default_factory=list)  # still to be sent

    def refuse(self, refusal: messages.Refused) -> None:
        """Tell this viewer alone."""
        self.refusals.append(refusal)
        self.changed.set()


@dataclass(eq=False, slots=True)
class Live:
    """One table in memory."""

    id: str
    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    bots: asyncio.Task[None] | None = None


class Tables:
    """All tables that this process has in memory, over the store that has them all."""

    def __init__(
        self,
        store: Store,
        *,
        pace: float = 0.2,
        chance: Chance = CHANCE,
        workers: int = 1,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.pace = pace  # seconds before a bot moves; pages show moves at reading pace themselves
        self.chance = chance
        self.now = now
        self.live: dict[str, Live] = {}
        self.opening = asyncio.Lock()
        self.thinkers = ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_end_with_the_server
        )

    def close(self) -> None:
        """Stop the bots. Whatever was acknowledged is in the store."""
        for live in self.live.values():
            if live.bots is not None:
                live.bots.cancel()
        self.thinkers.shutdown(wait=False, cancel_futures=True)

    async def open(self, host: str, settings: rows.Settings) -> Live:
        """A new table."""
        row = room.opened(host, settings)
        table = secrets.token_urlsafe(9)
        await self._append(table, 0, [row])
        self.live[table] = Live(table, room.fold(None, row))
        return self.live[table]

    async def find(self, table: str) -> Live:
        """A table, from memory or from the store."""
        async with self.opening:
            if table not in self.live:
                self.live[table] = Live(table, await self._loaded(table))
                self._wake_bots(self.live[table])
        return self.live[table]

    async def _loaded(self, table: str) -> Room:
        folded: Room | None = None
        for stored in await self.store.load(table):
            folded = room.fold(folded, rows.decode(stored.body))
        if folded is None:
            raise NoSuchTable(table)
        return folded

    async def handle(self, live: Live, who: str, message: messages.FromClient) -> None:
        """A visitor's message: decided, committed, then shown; refused if it may not be."""
        async with live.lock:
            await self._commit(live, room.decide(live.room, who, message, self.chance))

    async def _commit(self, live: Live, added: Sequence[rows.Row]) -> None:
        """Rows into the log first, then into memory, then to the viewers."""
        if not added:
            return
        try:
            await self._append(live.id, live.room.version, added)
        except Conflict:  # another process was faster: see what it did
            live.room = await self._loaded(live.id)
            self._show(live)
            raise STALE from None
        for row in added:
            live.room = room.fold(live.room, row)
        self._show(live)

    async def _append(self, table: str, seq: int, added: Sequence[rows.Row]) -> None:
        bodies = [rows.encode(row) for row in added]
        await self.store.append(table, seq, bodies, int(self.now() * 1000))

    def _show(self, live: Live) -> None:
        for viewer in live.viewers:
            viewer.changed.set()
        self._wake_bots(live)

    # bots

    def _wake_bots(self, live: Live) -> None:
        resting = live.bots is None or live.bots.done()
        if resting and room.bot_to_move(live.room) is not None:
            live.bots = asyncio.create_task(self._bots_move(live))

    async def _bots_move(self, live: Live) -> None:
        """Move for bots until a person is to move."""
        while (turn := room.bot_to_move(live.room)) is not None:
            seat, bot, seed = turn
            version, game = live.room.version, live.room.game
            assert game is not None  # somebody is to move
            await asyncio.sleep(self.pace)
            action = await self._thought(bot, seed + version, view(game, seat))
            async with live.lock:
                if live.room.version == version:
                    with suppress(Refused):
                        await self._commit(live, self._moved(live.room, seat, bot, action))

    async def _thought(self, bot: str, seed: int, seen: View) -> Action | None:
        """What a bot wants to do; nothing if it fails or thinks too long."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                return await loop.run_in_executor(self.thinkers, think, bot, seed, seen)
        except Exception:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
            return None

    def _moved(
        self, now: Room, seat: Seat, bot: str, action: Action | None
    ) -> tuple[rows.Row, ...]:
        """The row of a bot's move; a bot that fails, or breaks a rule, is replaced."""
        if action is not None:
            with suppress(Refused):
                return room.acted(now, seat, wire.from_rules(action))
        sitter = now.seats[seat] or Sitter(bot)
        return (rows.Seated(seat, sitter.name, bot=FALLBACK),)
