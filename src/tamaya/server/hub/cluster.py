"""One process among several over one store: what others did, who is with them, whose bots think."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tamaya.server.hub.bus import Bus, ClusterMessage
from tamaya.server.hub.tables import LiveTable, Tables, random_token
from tamaya.server.limits.quotas import OpenSockets
from tamaya.server.store.engine import StoreError

BEAT = 2.0  # seconds between two reports of who is here; less where people are soon away
MISSED = 3  # beats without a word after which a process counts as gone
LOOK, LOOK_OFTEN = 3.0, 0.3  # seconds between two looks into the store, with and without a bus
log = logging.getLogger(__name__)

Listing = Callable[[LiveTable], Any]


class Cluster:
    """Keeps the tables of this process in step with all others."""

    def __init__(
        self, tables: Tables, bus: Bus, listing: Listing, sockets: OpenSockets | None = None
    ) -> None:
        self.tables = tables
        self.bus = bus
        self.listing = listing  # a table for the lists, or nothing
        self.sockets = sockets or OpenSockets()
        self.process = random_token()
        self.beat = min(BEAT, tables.pace.away / 4)
        self.listed: dict[str, tuple[Any, ...]] = {}  # tables for the lists, by process
        self._heard: dict[str, float] = {}  # when each process was heard last
        self._behind: set[str] = set()  # tables with news
        self._news = asyncio.Event()
        self._deaf = time.monotonic()  # when the bus was down last
        tables.told, tables.stirred, tables.thinks = self._told, self._stirred, self._thinks
        tables.process = self.process
        self.sockets.told = self._sockets

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as all_of_it:
            all_of_it.create_task(self.bus.run(self.hear))
            all_of_it.create_task(self._look())
            all_of_it.create_task(self._report())

    async def close(self) -> None:
        """Tell the others that this process ends, so that they need not find out."""
        self.bus.tell(ClusterMessage(self.process, bye=True))
        await self.bus.close()

    # what others have added

    async def _look(self) -> None:
        """Catch up where there are news; now and then everywhere, for news may be lost."""
        away, looked = False, time.monotonic()
        while True:
            interval = LOOK_OFTEN if self._may_have_missed() else LOOK
            with suppress(TimeoutError):
                async with asyncio.timeout(looked + interval - time.monotonic()):
                    await self._news.wait()
            if time.monotonic() >= looked + interval:  # whatever news there are
                self._behind, looked = set(self.tables.live), time.monotonic()
            self._news.clear()
            behind, self._behind = self._behind, set()
            try:
                await self.tables.catch_up(
                    self.tables.live[table] for table in behind if table in self.tables.live
                )
            except Exception as error:  # whatever it is, we go on looking
                if not isinstance(error, StoreError):
                    log.exception("a look into the database failed")
                elif not away:
                    log.warning("the database is away: %s", error)
                away = True
                await asyncio.sleep(LOOK_OFTEN)
            else:
                if away:
                    log.info("the database is back")
                away = False

    # what others tell

    def hear(self, news: ClusterMessage) -> None:
        """Take in the news of a process; one's own come back as well."""
        if news.process == self.process:
            return
        for table, version in news.rows.items():
            live = self.tables.live.get(table)
            if live is not None and live.room.version < version:
                self._behind.add(table)
                self._news.set()
        if news.bye:
            self._gone(news.process)
            return
        self._heard[news.process] = time.monotonic()
        for table, moved in news.thinks.items():
            if table in self.tables.live:
                self.tables.live[table].thinker = news.process, moved
        self._hear_who_is_there(news)

    def _hear_who_is_there(self, news: ClusterMessage) -> None:
        if news.all:
            self.listed[news.process] = news.listed
            self.sockets.elsewhere[news.process] = news.sockets
            for live in list(self.tables.live.values()):
                self._hear_of_table(live, news)
            return
        self.sockets.elsewhere.setdefault(news.process, {}).update(news.sockets)
        for table in news.here:
            if table in self.tables.live:
                self._hear_of_table(self.tables.live[table], news)

    def _hear_of_table(self, live: LiveTable, news: ClusterMessage) -> None:
        self.tables.elsewhere(live, news.process, news.here.get(live.id))
        self.tables.onlookers_elsewhere(live, news.process, news.onlookers.get(live.id, {}))

    def _gone(self, process: str) -> None:
        self._heard.pop(process, None)
        self.listed.pop(process, None)
        self.sockets.elsewhere.pop(process, None)
        for live in list(self.tables.live.values()):
            self.tables.elsewhere(live, process, None)
            self.tables.onlookers_elsewhere(live, process, {})

    # what others are told

    def _told(self, live: LiveTable) -> None:
        self.bus.tell(ClusterMessage(self.process, rows={live.id: live.room.version}))

    def _stirred(self, live: LiveTable) -> None:
        onlookers = {live.id: dict(self.tables.onlookers_here(live))}
        self.bus.tell(
            ClusterMessage(self.process, here={live.id: _people(live)}, onlookers=onlookers)
        )

    def _thinks(self, live: LiveTable) -> None:
        self.bus.tell(ClusterMessage(self.process, thinks={live.id: live.room.game_version}))

    def _sockets(self, more: dict[str, int]) -> None:
        self.bus.tell(ClusterMessage(self.process, sockets=more))

    async def _report(self) -> None:
        """Say who is here, again and again; who says nothing for long is gone."""
        while True:
            lives = list(self.tables.live.values())
            here = {live.id: _people(live) for live in lives}
            listed = tuple(filter(None, map(self.listing, lives)))
            onlookers = ((live.id, self.tables.onlookers_here(live)) for live in lives)
            self.bus.tell(
                ClusterMessage(
                    self.process,
                    here=here,
                    listed=listed,
                    sockets=self.sockets.report(),
                    onlookers={table: dict(counts) for table, counts in onlookers if counts},
                    all=True,
                )
            )
            await asyncio.sleep(self.beat)
            self._miss()

    def _may_have_missed(self) -> bool:
        """Whether nobody can be heard, or not for long."""
        if not self.bus.up:
            self._deaf = time.monotonic()
        return time.monotonic() - self._deaf < MISSED * self.beat

    def _miss(self) -> None:
        if self._may_have_missed():
            return
        long_ago = time.monotonic() - MISSED * self.beat
        for process in [one for one, at in self._heard.items() if at < long_ago]:
            log.info("another process is gone")
            self._gone(process)


def _people(live: LiveTable) -> tuple[str, ...]:
    return tuple({viewer.who for viewer in live.viewers if not viewer.asleep})
