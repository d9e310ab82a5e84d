"""The store: logs, games and devices in one database.

One thread writes. A call returns only after its data are committed.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep, time_ns
from typing import Any

from tamaya.server.limits.rate_limits import SharedBuckets
from tamaya.server.store import urls
from tamaya.server.store.derived_data import (
    DerivedData,
    FinishedGame,
    Snapshot,
    write_derived,
    write_game,
    write_snapshot,
)
from tamaya.server.store.engine import (
    DatabaseConnection,
    DatabaseEngine,
    LogEntry,
    PubSubChannel,
    ServerLock,
    StoredRow,
    StoreError,
)
from tamaya.server.store.linked_devices import COOKIE_LIFETIME, Device, LinkCode
from tamaya.server.store.sqlite import Sqlite

__all__ = ["AppendConflict", "Store", "StoreError", "StoredGame", "StoredRow", "engine_of"]

MOST_CALLS_PER_COMMIT = 1000
COMMIT_PAUSE = 0.005  # seconds; under load, more calls share a commit

COUNT = "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = ?"
INSERT = "INSERT INTO log VALUES (?, ?, ?, ?)"
LOAD = "SELECT seq, at, body FROM log WHERE table_id = ? ORDER BY seq"
RECENT = """SELECT -1, seq, body FROM snapshots WHERE table_id = ? AND format = ?
    UNION ALL SELECT seq, at, body FROM log WHERE table_id = ? AND seq >=
    coalesce((SELECT seq - 1 FROM snapshots WHERE table_id = ? AND format = ?), 0) ORDER BY 1"""
TABLES = "SELECT id FROM tables ORDER BY written DESC LIMIT ?"
TABLES_OF = """SELECT id FROM tables JOIN sitting ON table_id = id WHERE who = ?
    ORDER BY written DESC LIMIT ?"""
GAME = """SELECT id, body, (SELECT min(seat) FROM played WHERE who = ? AND game = id) FROM games
    WHERE id = ?"""
GAMES_OF = """SELECT id, body, seat FROM
    (SELECT game, min(seat) AS seat FROM played WHERE who = ? GROUP BY game) AS own
    JOIN games ON id = game ORDER BY at DESC, id LIMIT ?"""
INSERT_UPLOAD = "INSERT INTO uploads VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
UPLOADED = "SELECT coalesce(sum(bytes), 0) FROM uploads WHERE who = ?"
UPLOADED_BY_ALL = "SELECT coalesce(sum(bytes), 0) FROM uploads"
SECRET = "SELECT value FROM secrets WHERE name = ?"
WRITABLE = """INSERT INTO secrets VALUES ('ready', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
KEEP = "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING"
USE_LINK = "INSERT INTO used_links VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING code"
FORGET_LINKS = "DELETE FROM used_links WHERE until < ?"
DEVICES = """SELECT id, name, since, seen FROM devices WHERE who = ? AND ended IS NULL
    ORDER BY seen DESC, id"""
KEEP_DEVICE = """INSERT INTO devices VALUES (?, ?, ?, ?, ?, NULL)
    ON CONFLICT (who, id) DO UPDATE SET name = excluded.name, seen = excluded.seen"""
LOCK_DEVICE = """UPDATE devices SET seen = seen WHERE who = ? AND id = ? AND ended IS NULL
    RETURNING id"""  # signing it out in another process waits until this is committed
TOUCH_DEVICE = "UPDATE devices SET seen = ? WHERE who = ? AND id = ?"
SIGNED_OUT = "SELECT who, id FROM devices WHERE ended IS NOT NULL"
SIGN_OUT = "UPDATE devices SET ended = ? WHERE who = ? AND id = ? AND ended IS NULL"
SIGN_OUT_OTHERS = "UPDATE devices SET ended = ? WHERE who = ? AND id <> ? AND ended IS NULL"
FORGET_DEVICES = "DELETE FROM devices WHERE ended < ?"
SIGN_OUT_OLD = """INSERT INTO devices VALUES (?, '', '', ?, ?, ?)
    ON CONFLICT (who, id) DO UPDATE SET ended = excluded.ended"""

NO_DERIVED_DATA = DerivedData()
log = logging.getLogger(__name__)
Work = Callable[[DatabaseConnection], object]


class AppendConflict(Exception):
    """A row has a number that is already taken, or that leaves a gap in the log."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game, and the seat that the reader had in it."""

    id: str
    body: bytes
    seat: int | None


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """A write operation, and the future of its caller."""

    work: Work
    done: asyncio.Future[None]
    table: str = ""  # the table whose log it writes to, if any
    row: LogEntry | None = None  # set if the call only appends this row


def engine_of(database: Path | str, patience: float | None = None) -> DatabaseEngine:
    """Return the engine for a database: PostgreSQL for a URL, SQLite for the path of a file.

    `patience` is how many seconds a statement may take over a network; by default as long as
    suits a running game.
    """
    if not isinstance(database, str) or not urls.is_address(database):
        return Sqlite(database)
    if not urls.is_postgres(database):
        raise StoreError(urls.NOT_POSTGRES)
    try:
        from tamaya.server.store.postgres import Postgres  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise StoreError("PostgreSQL needs more packages: pip install 'tamaya[scale]'") from error
    return Postgres(database, patience)


class Store:
    """Everything that a server stores; several processes may share one database."""

    def __init__(
        self,
        database: Path | str | DatabaseEngine,
        *,
        on_commit: Callable[[float, int], object] | None = None,
        on_failure: Callable[[int], object] | None = None,
    ) -> None:
        """Open the database; one that another program wrote is refused and left as it is.

        The writer's thread calls `on_commit` after each transaction with its seconds and the
        number of calls in it, and `on_failure` with the number of calls that were not written.
        """
        self._engine = engine_of(database) if isinstance(database, Path | str) else database
        self.name, self.shared = self._engine.name, self._engine.shared
        self._writing, self._reading = self._engine.connect()
        self._on_commit, self._on_failure = on_commit, on_failure
        self._failures = 0  # failed calls since the last success
        self._server_lock: ServerLock | None = None
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._wake = Condition()  # guards the two below
        self._queue: list[_Call] = []
        self._closed = False
        self._writer = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    def lock_database(self) -> None:
        """Lock the database until the store closes; `StoreError` if another server has it."""
        self._server_lock = self._engine.lock_for_server()

    async def append(
        self,
        table: str,
        first_seq: int,
        bodies: Sequence[bytes],
        at: int,
        derived: DerivedData = NO_DERIVED_DATA,
    ) -> None:
        """Append rows to a table's log together with the data derived from them, all or nothing.

        Returns after the commit. Cancelling the call does not undo it.
        """
        rows = tuple((table, seq, at, body) for seq, body in enumerate(bodies, first_seq))
        alone = rows[0] if len(rows) == 1 and derived == NO_DERIVED_DATA else None
        await self._write(partial(self._append, table, first_seq, rows, derived), table, alone)

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        """Return a table's whole log; empty if there is no such table."""
        return tuple(StoredRow(*row) for row in await self._read(LOAD, table))

    async def load_recent(
        self, table: str, snapshot_format: int
    ) -> tuple[Snapshot | None, tuple[StoredRow, ...]]:
        """Return a table's snapshot, and its log from the last row in the snapshot on.

        Both are of the same moment. Without a snapshot of this format, it is the whole log.
        """
        which = table, snapshot_format
        found = await self._read(RECENT, *which, table, *which)
        if found and found[0][0] == -1:
            _, seq, body = found.pop(0)
            kept = Snapshot(seq, snapshot_format, body)
        else:
            kept = None
        return kept, tuple(StoredRow(*row) for row in found)

    async def save_snapshot(self, table: str, kept: Snapshot) -> None:
        """Save a snapshot, unless the table's log has grown since."""

        def write(connection: DatabaseConnection) -> None:
            if connection.execute(COUNT, (table,)).fetchone() == (kept.seq,):
                write_snapshot(connection, table, kept)

        await self._write(write, table)

    async def load_newer(self, have: Mapping[str, int]) -> dict[str, list[StoredRow]]:
        """Return the rows, by table, that were added after those the caller has."""
        found: dict[str, list[StoredRow]] = {}
        tables = list(have.items())
        for table, *row in await self._ask(lambda: self._engine.rows_after(self._reading, tables)):
            found.setdefault(table, []).append(StoredRow(*row))
        return found

    async def tables(self, limit: int = 100) -> tuple[str, ...]:
        """Return the ids of tables, the last one written first."""
        return tuple(name for (name,) in await self._read(TABLES, max(limit, 0)))

    async def tables_of(self, visitor_id: str, limit: int = 100) -> tuple[str, ...]:
        """Return the ids of the tables where a visitor sits, the last one written first."""
        return tuple(name for (name,) in await self._read(TABLES_OF, visitor_id, max(limit, 0)))

    async def save_upload(self, game: FinishedGame, uploader: str = "") -> None:
        """Save an uploaded game."""

        def work(connection: DatabaseConnection) -> None:
            write_game(connection, game)
            connection.execute(INSERT_UPLOAD, (game.id, uploader, len(game.body)))

        await self._write(work)

    async def uploaded_bytes(self, visitor_id: str) -> tuple[int, int]:
        """Return the bytes of all games that a visitor has uploaded, and of all uploaded games."""
        own, everybody = await self._read(UPLOADED, visitor_id), await self._read(UPLOADED_BY_ALL)
        return int(own[0][0]), int(everybody[0][0])

    def buckets(self) -> SharedBuckets | None:
        """Return rate limits that all processes share; none if there is only one process."""
        return self._engine.buckets()

    def channel(self, name: str) -> PubSubChannel | None:
        """Return a channel to the other processes; none if there is only one process."""
        return self._engine.channel(name)

    async def game(self, game: str, visitor_id: str = "") -> StoredGame | None:
        """Return the game at an address, if there is one."""
        rows = await self._read(GAME, visitor_id, game)
        return StoredGame(*rows[0]) if rows else None

    async def games_of(self, visitor_id: str, limit: int = 100) -> tuple[StoredGame, ...]:
        """Return the games that a visitor has played, the newest first."""
        return tuple(
            StoredGame(*row) for row in await self._read(GAMES_OF, visitor_id, max(limit, 0))
        )

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the secret of this name; the first call makes and stores it."""
        rows = await self._read(SECRET, name)
        if not rows:
            new = make()
            await self._write(lambda connection: connection.execute(KEEP, (name, new)))
            rows = await self._read(SECRET, name)
        return bytes(rows[0][0])

    async def claim_link(self, link: LinkCode, device: str, name: str, at: int) -> bool:
        """Use a personal link for a new device, and return whether it was valid.

        It is invalid if it was used before, or if the device that made it has been signed out.
        Other processes learn of a sign-out a few seconds later, so it is checked here.
        """
        found = list[Any]()

        def claim(connection: DatabaseConnection) -> None:
            connection.execute(FORGET_LINKS, (at // 1000,))
            made_by = (link.visitor, link.device)
            if not connection.execute(LOCK_DEVICE, made_by).fetchall():
                return
            found[:] = connection.execute(USE_LINK, (link.digest, link.until)).fetchall()
            if found:
                connection.execute(KEEP_DEVICE, (link.visitor, device, name, at, at))

        await self._write(claim)
        return bool(found)

    async def devices_of(self, visitor_id: str) -> tuple[Device, ...]:
        """Return a visitor's devices that joined by a personal link, the last one seen first."""
        return tuple(Device(*row) for row in await self._read(DEVICES, visitor_id))

    async def keep_device(self, visitor_id: str, device: str, name: str, at: int) -> None:
        """Save a device."""
        row = (visitor_id, device, name, at, at)
        await self._write(lambda connection: connection.execute(KEEP_DEVICE, row))

    async def touch_device(self, visitor_id: str, device: str, at: int) -> None:
        """Save when a device was last seen, if the device is stored."""
        await self._write(
            lambda connection: connection.execute(TOUCH_DEVICE, (at, visitor_id, device))
        )

    async def devices_signed_out(self) -> frozenset[tuple[str, str]]:
        """Return all devices that were signed out, each with its visitor."""
        return frozenset(
            (visitor_id, device) for visitor_id, device in await self._read(SIGNED_OUT)
        )

    async def sign_out_devices(
        self, visitor_id: str, keep: str, device: str | None, at: int
    ) -> None:
        """Sign one device out; if none is given, all but `keep`, and cookies without one."""

        def sign_out(connection: DatabaseConnection) -> None:
            connection.execute(FORGET_DEVICES, (at - 1000 * COOKIE_LIFETIME,))
            if device is not None:
                connection.execute(SIGN_OUT, (at, visitor_id, device))
                return
            connection.execute(SIGN_OUT_OTHERS, (at, visitor_id, keep))
            connection.execute(SIGN_OUT_OLD, (visitor_id, at, at, at))

        await self._write(sign_out)

    async def ready(self) -> None:
        """Return if the database can be read and written, or raise `StoreError`."""
        await self._read("SELECT 1")
        now = str(time_ns()).encode()
        await self._write(lambda connection: connection.execute(WRITABLE, (now,)))

    def close(self) -> None:
        """Finish all waiting writes, then close."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._writer.join()
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()  # last, so that it removes the write-ahead log
        if self._server_lock is not None:
            self._server_lock.close()

    async def _read(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        return await self._ask(lambda: self._reading.execute(query, values).fetchall())

    async def _ask(self, work: Callable[[], list[Any]]) -> list[Any]:
        try:
            rows = asyncio.get_running_loop().run_in_executor(self._reader, work)
        except RuntimeError as error:  # the reader has been shut down
            raise self._closed_error() from error
        try:
            return await rows
        except (*self._engine.errors, *self._engine.value_errors) as error:
            raise StoreError(f"cannot read {self.name}: {error}") from error

    async def _write(self, work: Work, table: str = "", row: LogEntry | None = None) -> None:
        call = _Call(work, asyncio.get_running_loop().create_future(), table, row)
        with self._wake:
            if self._closed:
                raise self._closed_error()
            self._queue.append(call)
            self._wake.notify()
        await call.done

    def _closed_error(self) -> StoreError:
        return StoreError(f"{self.name} has been closed")

    def _write_all(self) -> None:
        """Run the writer's thread: while one group of calls is committed, the next one gathers."""
        while group := self._next_group():
            begin = monotonic()
            _resolve_calls(group, self._commit(group))
            if self._on_commit is not None:
                self._on_commit(monotonic() - begin, len(group))
            sleep(max(0.0, begin + COMMIT_PAUSE - monotonic()))

    def _next_group(self) -> list[_Call]:
        """Wait for calls and return them; none when the store is closed and all is written."""
        with self._wake:
            self._wake.wait_for(lambda: self._queue or self._closed)
            group, self._queue = (
                self._queue[:MOST_CALLS_PER_COMMIT],
                self._queue[MOST_CALLS_PER_COMMIT:],
            )
        return group

    def _commit(self, group: list[_Call]) -> list[Exception | None]:
        """Write a group in one transaction, and return the error of each call after the commit."""
        try:
            try:
                return self._transaction(group, _single_rows(group))
            except self._engine.value_errors:  # one by one, to find out which call failed
                return self._transaction(group, [])
        except Exception as error:  # noqa: BLE001 - every caller has to get an answer
            self._note_failure(error, len(group))
            return [self._write_error(error) for _ in group]

    def _transaction(self, group: list[_Call], alone: list[LogEntry]) -> list[Exception | None]:
        """Run one transaction; calls that cannot be batched run one by one."""
        try:
            self._engine.begin(self._writing, (call.table for call in group if call.table))
            at_once = self._engine.append_batch(self._writing, alone)
            errors = [
                None if at_once and call.row is not None else self._attempt(call.work)
                for call in group
            ]
            self._writing.execute("COMMIT")
        except BaseException:
            with suppress(*self._engine.errors):
                self._writing.rollback()
            raise
        self._note_success()
        return errors

    def _note_failure(self, error: Exception, calls: int) -> None:
        """Log when writing begins to fail: the disk may be full, or the database unreachable."""
        if self._on_failure is not None:
            self._on_failure(calls)
        if not self._failures:  # only the first line: the others may contain data
            first_line = (str(error).splitlines() or [""])[0]
            log.error("nothing can be written: %s: %s", type(error).__name__, first_line)
        self._failures += calls

    def _note_success(self) -> None:
        if self._failures:
            log.warning("writing works again; %d writes have failed", self._failures)
        self._failures = 0

    def _attempt(self, work: Work) -> Exception | None:
        """Run one call in a savepoint, so that its own error does not fail the group."""
        fault: Exception | None = None
        self._writing.execute("SAVEPOINT call")
        try:
            work(self._writing)
        except AppendConflict as error:
            fault = error
        except self._engine.value_errors as error:
            fault = self._write_error(error)
        if fault is not None:
            self._writing.execute("ROLLBACK TO call")
        self._writing.execute("RELEASE call")
        return fault

    def _append(
        self,
        table: str,
        first_seq: int,
        rows: tuple[LogEntry, ...],
        derived: DerivedData,
        connection: DatabaseConnection,
    ) -> None:
        if rows:  # first, because it waits for other processes that write to this table
            connection.execute(self._engine.touch_sql, (table,))
        (count,) = connection.execute(COUNT, (table,)).fetchone()
        if first_seq != count:
            raise AppendConflict(
                f"table {table!a} has {count} rows; row {first_seq} cannot be the next"
            )
        connection.executemany(INSERT, rows)
        write_derived(connection, table, derived)

    def _write_error(self, error: Exception) -> StoreError:
        return StoreError(f"cannot write to {self.name}: {error}")


def _single_rows(group: list[_Call]) -> list[LogEntry]:
    """Return the rows of calls that append one row; none if two are of the same table."""
    rows = [call.row for call in group if call.row is not None]
    return rows if len({table for table, *_ in rows}) == len(rows) else []


def _resolve_calls(group: list[_Call], errors: list[Exception | None]) -> None:
    """Resolve the futures of calls on their event loops, with one wake-up for each loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Call, Exception | None]]] = {}
    for call, error in zip(group, errors, strict=True):
        by_loop.setdefault(call.done.get_loop(), []).append((call, error))
    for loop, answers in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_set_results, answers)


def _set_results(answers: list[tuple[_Call, Exception | None]]) -> None:
    for call, error in answers:
        if error is not None and not call.done.done():
            call.done.set_exception(error)
        elif not call.done.done():  # otherwise cancelled
            call.done.set_result(None)
