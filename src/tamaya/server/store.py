"""The log of all tables in SQLite: one thread writes, and a call returns once its rows are safe."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Any

VERSION = 1  # of the schema below
PATIENCE = 10.0  # seconds to wait for another process that writes
GROUP = 1000  # calls in one commit at most

SCHEMA = (
    "CREATE TABLE schema (version INTEGER NOT NULL)",
    "CREATE TABLE tables (id TEXT PRIMARY KEY, written INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX tables_written ON tables (written)",
    """CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID""",
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
)
DURABLE = (
    "PRAGMA synchronous = FULL",  # a commit waits for the disk
    "PRAGMA fullfsync = ON",  # on macOS nothing less reaches it
    "PRAGMA foreign_keys = ON",
)
COUNT = "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = ?"
TOUCH = """INSERT INTO tables SELECT ?, coalesce(max(written), 0) + 1 FROM tables WHERE true
    ON CONFLICT (id) DO UPDATE SET written = excluded.written"""
INSERT = "INSERT INTO log VALUES (?, ?, ?, ?)"
LOAD = "SELECT seq, at, body FROM log WHERE table_id = ? ORDER BY seq"
TABLES = "SELECT id FROM tables ORDER BY written DESC LIMIT ?"
SECRET = "SELECT value FROM secrets WHERE name = ?"
KEEP = "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING"

UNFIT = (  # what a value raises that SQLite cannot take; other errors are the database's
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    TypeError,
    ValueError,
)

Work = Callable[[sqlite3.Connection], object]


class Conflict(Exception):
    """Another row already has that place in the log, or the place before it is empty."""


class StoreError(Exception):
    """The database cannot be used. What was asked for is not acknowledged."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of a table's log."""

    seq: int  # 0, 1, 2, ... without a gap
    at: int  # milliseconds since 1970
    body: bytes


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """Something to write, and who waits for it."""

    work: Work
    done: asyncio.Future[None]


class Store:
    """The tables' logs in one file; several processes may hold the same file open."""

    def __init__(self, path: Path | str) -> None:
        """Open the file, or make it; a file that is not ours is refused and left as it is."""
        self.path = Path(path).absolute()
        self._writing, self._reading = _open(self.path)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._wake = Condition()  # guards the two below
        self._queue: list[_Call] = []
        self._closed = False
        self._writer = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def append(self, table: str, first_seq: int, bodies: Sequence[bytes], at: int) -> None:
        """Add rows to a table's log: all of them, or none and an error.

        Returns after the commit. Whoever stops waiting does not take the rows back.
        """
        await self._write(partial(_append, table, first_seq, tuple(bodies), at))

    async def load(self, table: str) -> tuple[Stored, ...]:
        """A table's whole log, in order; nothing if there is no such table."""
        return tuple(Stored(*row) for row in await self._read(LOAD, table))

    async def tables(self, limit: int = 100) -> tuple[str, ...]:
        """The tables' ids, the one written last first."""
        return tuple(name for (name,) in await self._read(TABLES, max(limit, 0)))

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The secret of this name; made by the first who asks, and kept."""
        rows = await self._read(SECRET, name)
        if not rows:
            new = make()
            await self._write(lambda connection: connection.execute(KEEP, (name, new)))
            rows = await self._read(SECRET, name)
        return bytes(rows[0][0])

    def close(self) -> None:
        """Finish what is waiting, then stop."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._writer.join()
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()  # last, so that it tidies the write-ahead log away

    async def _read(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            rows = asyncio.get_running_loop().run_in_executor(
                self._reader, lambda: self._reading.execute(query, values).fetchall()
            )
        except RuntimeError as error:  # the reader has been shut down
            raise self._closed_error() from error
        try:
            return await rows
        except (sqlite3.Error, *UNFIT) as error:
            raise StoreError(f"cannot read {self.path}: {error}") from error

    async def _write(self, work: Work) -> None:
        call = _Call(work, asyncio.get_running_loop().create_future())
        with self._wake:
            if self._closed:
                raise self._closed_error()
            self._queue.append(call)
            self._wake.notify()
        await call.done

    def _closed_error(self) -> StoreError:
        return StoreError(f"{self.path} has been closed")

    def _write_all(self) -> None:
        """The writer's thread: while one group is committed, the next one gathers."""
        while group := self._next_group():
            _tell(group, self._commit(group))

    def _next_group(self) -> list[_Call]:
        """What waits to be written; nothing once the store is closed and all is done."""
        with self._wake:
            self._wake.wait_for(lambda: self._queue or self._closed)
            group, self._queue = self._queue[:GROUP], self._queue[GROUP:]
        return group

    def _commit(self, group: list[_Call]) -> list[Exception | None]:
        """Write a group in one transaction: each call's error, known only after the commit."""
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            errors = [self._attempt(call.work) for call in group]
            self._writing.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever happened, nobody waits for ever
            with suppress(sqlite3.Error):
                self._writing.rollback()
            return [self._write_error(error) for _ in group]
        return errors

    def _attempt(self, work: Work) -> Exception | None:
        """Do one call's work; if the fault is its own, the group goes on without it."""
        fault: Exception | None = None
        self._writing.execute("SAVEPOINT call")
        try:
            work(self._writing)
        except Conflict as error:
            fault = error
        except UNFIT as error:
            fault = self._write_error(error)
        if fault is not None:
            self._writing.execute("ROLLBACK TO call")
        self._writing.execute("RELEASE call")
        return fault

    def _write_error(self, error: Exception) -> StoreError:
        return StoreError(f"cannot write to {self.path}: {error}")


def _append(
    table: str, first_seq: int, bodies: tuple[bytes, ...], at: int, connection: sqlite3.Connection
) -> None:
    (count,) = connection.execute(COUNT, (table,)).fetchone()
    if first_seq != count:
        raise Conflict(f"table {table!a} has {count} rows; row {first_seq} cannot be the next")
    if bodies:
        connection.execute(TOUCH, (table,))
    rows = ((table, seq, at, body) for seq, body in enumerate(bodies, first_seq))
    connection.executemany(INSERT, rows)


def _tell(group: list[_Call], errors: list[Exception | None]) -> None:
    """Tell those who wait, on their own event loop; one wake-up for each loop."""
    told: dict[asyncio.AbstractEventLoop, list[tuple[_Call, Exception | None]]] = {}
    for call, error in zip(group, errors, strict=True):
        told.setdefault(call.done.get_loop(), []).append((call, error))
    for loop, answers in told.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(_answer, answers)


def _answer(answers: list[tuple[_Call, Exception | None]]) -> None:
    for call, error in answers:
        if error is not None and not call.done.done():
            call.done.set_exception(error)
        elif not call.done.done():  # done already: given up
            call.done.set_result(None)


def _open(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Two connections to a database of ours: one that writes, one that only reads."""
    with ExitStack() as opened:
        try:
            _make_file(path)
            writing = opened.enter_context(closing(_connect(path, "rw")))
            _prepare(writing, path)
            reading = opened.enter_context(closing(_connect(path, "ro")))
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open {path}: {error}") from error
        opened.pop_all()
    return writing, reading


def _make_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)  # hands and secrets will be in there


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,  # transactions begin where this file says so
        check_same_thread=False,  # made here, used in one other thread
    )


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    _is_new(connection, path)  # refuses before anything is changed
    if _journal_mode(connection) != "wal":
        raise StoreError(f"cannot open {path}: no write-ahead log is possible there")
    for setting in DURABLE:
        connection.execute(setting)
    connection.execute("BEGIN IMMEDIATE")
    if _is_new(connection, path):
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute("INSERT INTO schema VALUES (?)", (VERSION,))
    connection.execute("COMMIT")


def _journal_mode(connection: sqlite3.Connection) -> str:
    """Ask for the write-ahead log, patiently: SQLite does not wait here if another asks too."""
    until = monotonic() + PATIENCE
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.005)


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the database is still empty; one that is not ours or too new is refused."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names:
        return True
    row = connection.execute("SELECT version FROM schema").fetchone() if "schema" in names else None
    version = row[0] if row else None
    if not isinstance(version, int):
        raise StoreError(f"cannot open {path}: it is a database of another program")
    if version > VERSION:
        raise StoreError(
            f"cannot open {path}: a newer Tamaya wrote it "
            f"(version {version} of the schema, this one knows {VERSION})"
        )
    return False
