"""Adds rows to the logs of tables, and applies the rows that other processes have added."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace as with_parts
from typing import Protocol

from tamaya.server.hub.live_table import LiveTable, apply_new_rows
from tamaya.server.hub.table_loader import DamagedTable, NoSuchTable, TableLoader
from tamaya.server.hub.table_observer import TableObserver
from tamaya.server.room import log_rows, room
from tamaya.server.room.room import Room
from tamaya.server.store import game_records, snapshots
from tamaya.server.store.engine import StoreError
from tamaya.server.store.snapshots import DamagedLog
from tamaya.server.store.store import AppendConflict, Store

MAX_ROWS = 50_000  # in the log of a table
MAX_ATTEMPTS = 20  # to add rows before other processes do


class TableListener(Protocol):
    """Is notified when a table's room is replaced."""

    def table_changed(self, live: LiveTable) -> None:
        """Rows were added, by this process or another."""

    def table_reloaded(self, live: LiveTable) -> None:
        """The table was read again from its log, which had been rewritten."""

    def table_deleted(self, live: LiveTable) -> None:
        """The table is no longer in the store."""


def is_full(now: Room) -> bool:
    """Return whether a table's log takes no more rows."""
    return now.version >= MAX_ROWS


class TableLog:
    """The logs of the tables in memory. Rows go into the store first, then into memory."""

    def __init__(
        self,
        store: Store,
        loader: TableLoader,
        listener: TableListener,
        observer: TableObserver,
        now: Callable[[], float],
    ) -> None:
        self.store = store
        self.loader = loader
        self.listener = listener
        self.observer = observer
        self.now = now

    async def append(
        self, table: str, before: Room | None, after: Room, added: Sequence[log_rows.Row]
    ) -> None:
        """Write rows to the log, with what follows from them."""
        at, seq = int(self.now() * 1000), before.version if before else 0
        also = game_records.derive(before, after, at)
        if snapshots.is_due(seq, after.version):
            also = with_parts(also, snapshot=snapshots.make_snapshot(after))
        await self.store.append(table, seq, [log_rows.encode(row) for row in added], at, also)

    async def commit(self, live: LiveTable, before: Room, added: Sequence[log_rows.Row]) -> bool:
        """Add rows to a table that is as it was `before`.

        Return False if its log has changed meanwhile: the new rows have then been applied.
        """
        if not added:
            return True
        now = before
        for row in added:
            now = room.fold(now, row)
        try:
            await self.append(live.id, before, now, added)
        except AppendConflict:
            await self.catch_up([live])
            if live.room is before:  # there is nothing new: something must be missing
                await self._reload(live)
            return False
        if now.version >= live.room.version:  # it may have been read, with more, by now
            live.room, live.wrote_last_row = now, True
        self.listener.table_changed(live)
        self.observer.rows_added(live)
        return True

    async def catch_up(self, tables: Iterable[LiveTable]) -> None:
        """Apply the rows that other processes have added."""
        here = {live.id: live for live in tables}
        if not here:
            return
        versions = {table: live.room.version for table, live in here.items()}
        newer = await self.store.load_newer(versions)
        for table, added in newer.items():
            live = here[table]
            try:
                if any(stored.body == log_rows.REWRITTEN for stored in added):
                    await self._reload(live)
                    continue
                is_new = apply_new_rows(live, added)
            except StoreError:
                raise
            except DamagedTable:  # reported already
                continue
            except Exception as error:  # noqa: BLE001 - such as rows of a newer version
                damage = DamagedLog(live.room.version, type(error).__name__)
                self.loader.report_damage(table, damage)
                continue
            if is_new:
                self.listener.table_changed(live)

    async def _reload(self, live: LiveTable) -> None:
        """Read a table again from its log; it may have been deleted."""
        before = live.room
        try:
            loaded = await self.loader.load(live.id)
        except NoSuchTable:
            live.deleted = True
            self.listener.table_deleted(live)
            return
        if live.room is not before and live.room.version > loaded.version:
            return  # another task has reloaded it, and added rows
        live.replace_room(loaded, wrote_last_row=not self.store.shared)
        self.listener.table_reloaded(live)


class HandsWatchedLog:
    """Writes the rows that say who has seen all hands without having a seat."""

    def __init__(self, table_log: TableLog) -> None:
        self.table_log = table_log
        self._writing = set[asyncio.Task[None]]()

    def close(self) -> None:
        """Write nothing more."""
        for task in self._writing:
            task.cancel()

    def update(self, live: LiveTable) -> None:
        """Write a row about new watchers of hands, now or as soon as one is due."""
        live.record_hands_watchers(live.viewers)
        if live.hands_watched.row(live.room) is None:
            return
        loop = asyncio.get_running_loop()
        wait = live.hands_watched.wait(live.room, loop.time())
        if not wait:
            self._start_writing(live)
        elif live.hands_watched_timer is None:
            live.hands_watched_timer = loop.call_later(wait, self._start_writing, live)

    def _start_writing(self, live: LiveTable) -> None:
        if live.hands_watched_timer is not None:
            live.hands_watched_timer.cancel()
            live.hands_watched_timer = None
        task = asyncio.create_task(self._write(live))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write(self, live: LiveTable) -> None:
        """Write the row; if that fails, the next row counts these watchers too."""
        try:
            async with live.lock:
                for _ in range(MAX_ATTEMPTS):
                    row = live.hands_watched.row(live.room)
                    if row is None or live.deleted or is_full(live.room):
                        return
                    if await self.table_log.commit(live, live.room, (row,)):
                        live.hands_watched.written(row, asyncio.get_running_loop().time())
                        return
        except (StoreError, DamagedTable):
            return
