"""The SQLite engine: a file on one machine, for one server process."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import monotonic, sleep

from tamaya.server.store.engine import DatabaseConnection, LogEntry, StoreError
from tamaya.server.store.migrations import version_of
from tamaya.server.store.upgrade import upgrade_database

BUSY_TIMEOUT = 10.0  # seconds to wait while another process writes
LOCK_TIMEOUT = 1.0  # seconds to wait for another server that may be shutting down
TAKEN = "another server uses it; a file is for one server, PostgreSQL for several"

DURABLE = (
    "PRAGMA synchronous = FULL",  # a commit waits for the disk
    "PRAGMA fullfsync = ON",  # needed on macOS to reach the disk
    "PRAGMA foreign_keys = ON",
)

# for several tables at once, with one (…) for each row
LATE = """WITH new (id, seq) AS (VALUES {}) SELECT id FROM new WHERE seq <>
    (SELECT coalesce(max(log.seq) + 1, 0) FROM log WHERE table_id = id) LIMIT 1"""
TOUCH_ALL = """INSERT INTO tables
    SELECT column1, column2 + (SELECT coalesce(max(written), 0) FROM tables) FROM (VALUES {})
    WHERE true ON CONFLICT (id) DO UPDATE SET written = excluded.written"""
INSERT_ALL = "INSERT INTO log VALUES {}"
NEWER = "SELECT table_id, seq, at, body FROM log WHERE table_id = ? AND seq >= ? ORDER BY seq"


class Sqlite:
    """A database file. Several processes may open it, but only one server."""

    shared = False
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    value_errors: tuple[type[Exception], ...] = (
        sqlite3.DataError,
        sqlite3.IntegrityError,
        sqlite3.InterfaceError,
        sqlite3.ProgrammingError,
        OverflowError,
        TypeError,
        ValueError,
    )
    touch_sql = """INSERT INTO tables SELECT ?, coalesce(max(written), 0) + 1 FROM tables WHERE true
        ON CONFLICT (id) DO UPDATE SET written = excluded.written"""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path).absolute()
        self.name = str(self.path)

    def connect(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        """Open or create the file; one that another program wrote is refused and left as it is."""
        with ExitStack() as both:
            try:
                _make_file(self.path)
                writing = both.enter_context(closing(_connect(self.path, "rw")))
                _prepare(writing, self.name)
                reading = both.enter_context(closing(_connect(self.path, "ro")))
            except (OSError, sqlite3.Error) as error:
                raise StoreError(f"cannot open {self.path}: {error}") from error
            both.pop_all()
        return writing, reading

    def lock_for_server(self) -> sqlite3.Connection:
        """Lock the file for one server: a second one would not see what the first does.

        The lock is an SQLite lock on an empty file next to the database. It ends with the process,
        even if that is killed. Maintenance commands do not need it.
        """
        file = self.path.resolve()  # the same lock for all symbolic links to a file
        beside = file.with_name(f"{file.name}-server")
        try:
            _make_file(beside)
            claim = _connect(beside, "rw", LOCK_TIMEOUT)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open {beside}: {error}") from error
        try:
            claim.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            claim.close()
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
                raise StoreError(f"cannot use {self.path}: {TAKEN}") from error
            raise StoreError(f"cannot open {beside}: {error}") from error
        return claim

    def begin(self, connection: DatabaseConnection, tables: Iterable[str]) -> None:  # noqa: ARG002
        """Begin a transaction and keep other processes from writing."""
        connection.execute("BEGIN IMMEDIATE")

    def append_batch(self, connection: DatabaseConnection, rows: Sequence[LogEntry]) -> bool:
        """Append rows of different tables in a few statements; false if one is not the next row.

        Few statements matter: between two of them, the server's main thread takes Python's lock.
        """
        if len(rows) < 2:
            return False
        places = [value for row in rows for value in row[:2]]
        if connection.execute(LATE.format(_blanks(2, rows)), places).fetchone() is not None:
            return False
        names = [value for n, row in enumerate(rows, start=1) for value in (row[0], n)]
        connection.execute(TOUCH_ALL.format(_blanks(2, rows)), names)
        values = [value for row in rows for value in row]
        connection.execute(INSERT_ALL.format(_blanks(4, rows)), values)
        return True

    def rows_after(
        self, connection: DatabaseConnection, tables: Sequence[tuple[str, int]]
    ) -> list[LogEntry]:
        """Return the rows of these tables from these numbers on, in order."""
        return [row for have in tables for row in connection.execute(NEWER, have).fetchall()]

    def buckets(self) -> None:
        """Return none: a single process counts in memory."""

    def channel(self, name: str) -> None:
        """Return none: there are no other processes."""


def _blanks(columns: int, rows: Sequence[LogEntry]) -> str:
    one = f"({', '.join('?' * columns)})"
    return ", ".join([one] * len(rows))


# opening


def _make_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)  # it will contain hands and secrets
    if path.stat().st_size == 0:  # just created, here or by a process that was killed
        for folder in path.parents:
            _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Sync a folder to disk; SQLite does this only for the folder of its file."""
    with suppress(PermissionError):  # not our folder, or on Windows
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _connect(path: Path, mode: str, patience: float = BUSY_TIMEOUT) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=patience,
        isolation_level=None,  # transactions are explicit
        check_same_thread=False,  # created here, used in another thread
    )


def _prepare(connection: sqlite3.Connection, name: str) -> None:
    _version(connection, name)  # raises before anything is changed
    if _journal_mode(connection) != "wal":
        raise StoreError(f"cannot open {name}: no write-ahead log is possible there")
    for setting in DURABLE:
        connection.execute(setting)
    connection.execute("BEGIN IMMEDIATE")
    upgrade_database(connection, _version(connection, name))
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection, name: str) -> int:
    names = connection.execute("SELECT name FROM sqlite_master")
    return version_of(connection, {table for (table,) in names}, name)


def _journal_mode(connection: sqlite3.Connection) -> str:
    """Switch to the write-ahead log with retries: SQLite itself does not wait for this lock."""
    until = monotonic() + BUSY_TIMEOUT
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.005)
