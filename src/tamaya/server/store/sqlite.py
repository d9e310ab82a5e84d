"""The log in a file of SQLite: one machine, one process, nothing to install."""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import monotonic, sleep

from tamaya.server.store.engine import DatabaseConnection, LogEntry, StoreError
from tamaya.server.store.migrations import version_of
from tamaya.server.store.upgrade import upgrade_database

BUSY_TIMEOUT = 10.0  # seconds to wait for another process that writes
LOCK_TIMEOUT = 1.0  # seconds to wait for another server that may be about to end
TAKEN = "another server uses it; a file is for one server, PostgreSQL for several"

DURABLE = (
    "PRAGMA synchronous = FULL",  # a commit waits for the disk
    "PRAGMA fullfsync = ON",  # on macOS nothing less reaches it
    "PRAGMA foreign_keys = ON",
)

# for several tables at once, with as many (…) as there are rows
LATE = """WITH new (id, seq) AS (VALUES {}) SELECT id FROM new WHERE seq <>
    (SELECT coalesce(max(log.seq) + 1, 0) FROM log WHERE table_id = id) LIMIT 1"""
TOUCH_ALL = """INSERT INTO tables
    SELECT column1, column2 + (SELECT coalesce(max(written), 0) FROM tables) FROM (VALUES {})
    WHERE true ON CONFLICT (id) DO UPDATE SET written = excluded.written"""
INSERT_ALL = "INSERT INTO log VALUES {}"
NEWER = "SELECT table_id, seq, at, body FROM log WHERE table_id = ? AND seq >= ? ORDER BY seq"


class Sqlite:
    """A file; several processes may hold it open, one of them a server."""

    shared = False
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    unfit: tuple[type[Exception], ...] = (
        sqlite3.DataError,
        sqlite3.IntegrityError,
        sqlite3.InterfaceError,
        sqlite3.ProgrammingError,
        OverflowError,
        TypeError,
        ValueError,
    )
    touch = """INSERT INTO tables SELECT ?, coalesce(max(written), 0) + 1 FROM tables WHERE true
        ON CONFLICT (id) DO UPDATE SET written = excluded.written"""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path).absolute()
        self.name = str(self.path)

    def opened(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        """Open the file, or make it; one that is not ours is refused and left as it is."""
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

    def claimed(self) -> sqlite3.Connection:
        """The file for one server alone: a second one would not know what the first does.

        The claim is a lock of SQLite on an empty file beside the database. It is gone with the
        process, even one that was killed; programs that only look after the file do not ask for it.
        """
        file = self.path.resolve()  # one file is one, whatever links lead to it
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
        """Nobody else writes from now on."""
        connection.execute("BEGIN IMMEDIATE")

    def together(self, connection: DatabaseConnection, rows: Sequence[LogEntry]) -> bool:
        """Append rows of different tables with a few statements, if each is the next one.

        Python's threads take turns, and between any two statements the server's own comes first.
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

    def newer(
        self, connection: DatabaseConnection, tables: Sequence[tuple[str, int]]
    ) -> list[LogEntry]:
        """The rows of these tables from these places on, in order."""
        return [row for have in tables for row in connection.execute(NEWER, have).fetchall()]

    def buckets(self) -> None:
        """One process counts in its memory."""


def _blanks(columns: int, rows: Sequence[LogEntry]) -> str:
    one = f"({', '.join('?' * columns)})"
    return ", ".join([one] * len(rows))


# opening


def _make_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)  # hands and secrets will be in there
    if path.stat().st_size == 0:  # just made, here or by somebody who got no further
        for folder in path.parents:
            _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk; SQLite does so for its own folder only."""
    with suppress(PermissionError):  # no folder of ours, or Windows, where none can be opened
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
        isolation_level=None,  # transactions begin where we say so
        check_same_thread=False,  # made here, used in one other thread
    )


def _prepare(connection: sqlite3.Connection, name: str) -> None:
    _version(connection, name)  # refuses before anything is changed
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
    """Ask for the write-ahead log, patiently: SQLite does not wait here if another asks too."""
    until = monotonic() + BUSY_TIMEOUT
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.005)
