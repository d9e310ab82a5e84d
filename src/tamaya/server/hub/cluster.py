"""One process among several over one store: it tells the others what it does, and hears of them."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from tamaya.server.hub.bus import Bus, ClusterMessage
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import Tables, random_token
from tamaya.server.limits.quotas import OpenSockets
from tamaya.server.store.engine import StoreError

HEARTBEAT = 2.0  # seconds between two reports; less where people soon count as away
MISSED_HEARTBEATS = 3  # after which a process counts as gone
POLL, POLL_WITHOUT_BUS = 3.0, 0.3  # seconds between two polls of the store
log = logging.getLogger(__name__)

Listing = Callable[[LiveTable], Any]


class ClusterPublisher:
    """Tells the other processes what happens here: a `TableObserver`, and one of sockets."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.process = random_token()

    def rows_added(self, live: LiveTable) -> None:
        """Publish the length of a table's log."""
        self.bus.publish(ClusterMessage(self.process, rows={live.id: live.room.version}))

    def presence_changed(self, live: LiveTable, onlookers: Mapping[str, int]) -> None:
        """Publish who is connected to a table."""
        here = {live.id: tuple(live.visitors_here())}
        counts = {live.id: dict(onlookers)}
        self.bus.publish(ClusterMessage(self.process, here=here, onlookers=counts))

    def bot_started(self, live: LiveTable) -> None:
        """Publish the move that a bot of this process is choosing."""
        self.bus.publish(ClusterMessage(self.process, thinks={live.id: live.room.game_version}))

    def sockets_opened(self, counts: dict[str, int]) -> None:
        """Publish how many sockets some visitors or addresses have open here."""
        self.bus.publish(ClusterMessage(self.process, sockets=counts))

    async def close(self) -> None:
        """Tell the others that this process ends, so that they need not find out."""
        self.bus.publish(ClusterMessage(self.process, bye=True))
        await self.bus.close()


class Cluster:
    """Keeps the tables of this process in step with all others."""

    def __init__(
        self,
        tables: Tables,
        publisher: ClusterPublisher,
        listing: Listing,
        sockets: OpenSockets | None = None,
    ) -> None:
        self.tables = tables
        self.publisher = publisher
        self.bus = publisher.bus
        self.process = publisher.process
        self.listing = listing  # a table's entry in the lists, or None
        self.sockets = sockets or OpenSockets()
        self.heartbeat = min(HEARTBEAT, tables.pace.away / 4)
        self.listed: dict[str, tuple[Any, ...]] = {}  # tables for the lists, by process
        self._heard: dict[str, float] = {}  # when each process was last heard of
        self._behind: set[str] = set()  # tables with rows that have not been read
        self._news = asyncio.Event()
        self._bus_was_down = time.monotonic()  # when the bus was last down

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.bus.run(self.handle))
            tasks.create_task(self._poll())
            tasks.create_task(self._report())

    async def close(self) -> None:
        """Tell the others that this process ends."""
        await self.publisher.close()

    # rows of other processes

    async def _poll(self) -> None:
        """Read new rows where there are some; now and then at all tables: messages may be lost."""
        away, polled = False, time.monotonic()
        while True:
            interval = POLL_WITHOUT_BUS if self._may_have_missed() else POLL
            with suppress(TimeoutError):
                async with asyncio.timeout(polled + interval - time.monotonic()):
                    await self._news.wait()
            if time.monotonic() >= polled + interval:
                self._behind, polled = set(self.tables.live), time.monotonic()
            self._news.clear()
            behind, self._behind = self._behind, set()
            try:
                await self.tables.catch_up(
                    self.tables.live[table] for table in behind if table in self.tables.live
                )
            except Exception as error:  # whatever it is, polling goes on
                if not isinstance(error, StoreError):
                    log.exception("a look into the database failed")
                elif not away:
                    log.warning("the database is away: %s", error)
                away = True
                await asyncio.sleep(POLL_WITHOUT_BUS)
            else:
                if away:
                    log.info("the database is back")
                away = False

    # messages of other processes

    def handle(self, message: ClusterMessage) -> None:
        """Handle a message of a process; a process also receives its own."""
        if message.process == self.process:
            return
        for table, version in message.rows.items():
            live = self.tables.live.get(table)
            if live is not None and live.room.version < version:
                self._behind.add(table)
                self._news.set()
        if message.bye:
            self._forget(message.process)
            return
        self._heard[message.process] = time.monotonic()
        for table, game_version in message.thinks.items():
            if table in self.tables.live:
                self.tables.live[table].bot_elsewhere = message.process, game_version
        self._update_presence(message)

    def _update_presence(self, message: ClusterMessage) -> None:
        if message.all:
            self.listed[message.process] = message.listed
            self.sockets.elsewhere[message.process] = message.sockets
            for live in list(self.tables.live.values()):
                self._update_table(live, message)
            return
        self.sockets.elsewhere.setdefault(message.process, {}).update(message.sockets)
        for table in message.here:
            if table in self.tables.live:
                self._update_table(self.tables.live[table], message)

    def _update_table(self, live: LiveTable, message: ClusterMessage) -> None:
        process, presence = message.process, self.tables.presence
        presence.set_viewers_elsewhere(live, process, message.here.get(live.id))
        presence.set_onlookers_elsewhere(live, process, message.onlookers.get(live.id, {}))

    def _forget(self, process: str) -> None:
        """Forget a process that has ended."""
        self._heard.pop(process, None)
        self.listed.pop(process, None)
        self.sockets.elsewhere.pop(process, None)
        for live in list(self.tables.live.values()):
            self.tables.presence.set_viewers_elsewhere(live, process, None)
            self.tables.presence.set_onlookers_elsewhere(live, process, {})

    # reports to other processes

    async def _report(self) -> None:
        """Say who is here at every heartbeat, and forget processes that have stopped doing so."""
        while True:
            self.bus.publish(self._whole_report())
            await asyncio.sleep(self.heartbeat)
            self._forget_silent_processes()

    def _whole_report(self) -> ClusterMessage:
        tables = list(self.tables.live.values())
        onlookers = ((live.id, self.tables.presence.onlookers_here(live)) for live in tables)
        return ClusterMessage(
            self.process,
            here={live.id: tuple(live.visitors_here()) for live in tables},
            listed=tuple(filter(None, map(self.listing, tables))),
            sockets=self.sockets.report(),
            onlookers={table: dict(counts) for table, counts in onlookers if counts},
            all=True,
        )

    def _may_have_missed(self) -> bool:
        """Whether the bus is down, or was until a short while ago."""
        if not self.bus.up:
            self._bus_was_down = time.monotonic()
        return time.monotonic() - self._bus_was_down < MISSED_HEARTBEATS * self.heartbeat

    def _forget_silent_processes(self) -> None:
        if self._may_have_missed():
            return
        long_ago = time.monotonic() - MISSED_HEARTBEATS * self.heartbeat
        for process in [one for one, at in self._heard.items() if at < long_ago]:
            log.info("another process is gone")
            self._forget(process)
