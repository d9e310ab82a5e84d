"""Loads tables from the store: a snapshot, if there is one, and the rows of the log after it."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from tamaya.server.ops import metrics
from tamaya.server.room.refusals import Refusal
from tamaya.server.room.room import Room
from tamaya.server.store import snapshots
from tamaya.server.store.derived_data import Snapshot
from tamaya.server.store.snapshots import DamagedLog
from tamaya.server.store.store import Store, StoredRow, StoreError

LOADERS = 2  # tables loaded at once; more threads would only take turns on one interpreter
DAMAGED_FOR = 10.0  # seconds before a damaged table is read again
log = logging.getLogger(__name__)


class NoSuchTable(Refusal):
    """There is no table with this id."""

    def __init__(self) -> None:
        super().__init__("no-such-table", "there is no such table", status=404)


class DamagedTable(Refusal):
    """The log of this table cannot be read; other tables are not affected."""

    def __init__(self) -> None:
        words = "this table cannot be shown: its record is damaged"
        super().__init__("damaged", words, status=500)


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A table from the store, and its snapshot if a new one is worth keeping."""

    room: Room | None  # None: the snapshot does not fit, and the whole log is needed
    snapshot: Snapshot | None = None


def _load(saved: Snapshot | None, rows: Sequence[StoredRow]) -> _Loaded:
    """Fold what is stored of a table; many rows take a while."""
    now = snapshots.fold_log(rows) if saved is None else snapshots.resume_from_snapshot(saved, rows)
    due = now is not None and len(rows) > snapshots.ROWS_BETWEEN_SNAPSHOTS
    return _Loaded(now, snapshots.make_snapshot(now) if now and due else None)


class TableLoader:
    """Reads tables in threads of its own, and remembers which of them are damaged."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._threads = ThreadPoolExecutor(LOADERS, "table-loader")
        self._saving = set[asyncio.Task[None]]()  # snapshots on their way to the store
        self._damaged: dict[str, float] = {}  # when a damaged table was last read

    def close(self) -> None:
        """Stop loading."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def load(self, table: str) -> Room:
        """Return a table as the store has it; save a snapshot if there was much to read."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._damaged.get(table, -DAMAGED_FOR) + DAMAGED_FOR:
            raise DamagedTable
        saved, rows = await self.store.load_recent(table, snapshots.FORMAT)
        if not rows and saved is None:
            raise NoSuchTable
        try:
            loaded = await loop.run_in_executor(self._threads, _load, saved, rows)
            if loaded.room is None:
                whole = await self.store.load(table)
                loaded = await loop.run_in_executor(self._threads, _load, None, whole)
        except DamagedLog as damage:
            self.report_damage(table, damage)
            raise DamagedTable from damage
        if loaded.room is None:
            raise NoSuchTable
        self._damaged.pop(table, None)
        if loaded.snapshot is not None:
            self._save(table, loaded.snapshot)
        return loaded.room

    def report_damage(self, table: str, damage: Exception) -> None:
        """Log a damaged table once, without its id: `tamaya admin check` shows that."""
        if table not in self._damaged:
            metrics.DAMAGED.inc()
            log.error("a table cannot be read (%s); `tamaya admin check` says which", damage)
        self._damaged[table] = asyncio.get_running_loop().time()

    def _save(self, table: str, snapshot: Snapshot) -> None:
        """Save a snapshot in the background; without it the next load only takes longer."""

        async def save() -> None:
            with suppress(StoreError):
                await self.store.save_snapshot(table, snapshot)

        saving = asyncio.create_task(save())
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)
