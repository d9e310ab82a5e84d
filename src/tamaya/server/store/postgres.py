"""The PostgreSQL engine: for any number of server processes on any number of machines."""

import os
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache
from threading import Lock, Thread
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tamaya.server.limits.rate_limits import BucketsUnavailable, Charge
from tamaya.server.store.engine import DatabaseConnection, DatabaseCursor, LogEntry, StoreError
from tamaya.server.store.migrations import version_of
from tamaya.server.store.upgrade import upgrade_database
from tamaya.server.store.urls import NOT_POSTGRES

ANSWER_TIMEOUT = 10.0  # seconds; then the connection counts as lost
CONNECT_TIMEOUT = 5  # seconds
RECONNECT_PAUSE = 1.0  # seconds between two attempts to connect; calls in between fail at once
UPGRADE_LOCK_ID = 7_309_011_297  # an arbitrary number
CONNECTION_SETTINGS: dict[str, Any] = {  # of libpq: notice a lost network
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "tamaya",
}
# rows of `tables` are updated all the time: leave space in pages, and no index to update too
POSTGRES_TUNING = (
    "CREATE SEQUENCE written_last",
    "DROP INDEX tables_written",
    "ALTER TABLE tables SET (fillfactor = 50)",
)
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
LOCKED = "SELECT 1 FROM tables WHERE id = ANY(?) ORDER BY id FOR UPDATE"
LATE = """SELECT id FROM unnest(?::text[], ?::bigint[]) AS new (id, seq) WHERE seq <>
    (SELECT coalesce(max(log.seq) + 1, 0) FROM log WHERE table_id = id) LIMIT 1"""
TOUCH_ALL = """INSERT INTO tables SELECT id, nextval('written_last') FROM unnest(?::text[]) AS id
    ON CONFLICT (id) DO UPDATE SET written = excluded.written"""
INSERT_ALL = """INSERT INTO log
    SELECT * FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::bytea[])"""
NEWER = """SELECT table_id, seq, at, body FROM unnest(?::text[], ?::bigint[]) AS have (id, version)
    JOIN log ON table_id = id AND seq >= version ORDER BY table_id, seq"""

MICROSECONDS = 1_000_000
CHARGE = """WITH clock (now) AS MATERIALIZED (
        SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint),
    found AS MATERIALIZED (
        SELECT place, key, now, increment, period, tat,
            greatest(least(coalesce(tat, now), now + period), now) + increment - period - now
                AS late
        FROM clock, unnest(?::text[], ?::bigint[], ?::bigint[])
            WITH ORDINALITY AS asked (key, increment, period, place)
        LEFT JOIN quotas USING (key)),
    clock_was_set_back AS (
        UPDATE quotas SET tat = now + period FROM found
            WHERE quotas.key = found.key AND found.tat > now + period),
    charged AS (
        INSERT INTO quotas SELECT key, now + increment FROM found
            WHERE NOT EXISTS (SELECT 1 FROM found WHERE late > 0) ORDER BY place
        ON CONFLICT (key) DO UPDATE SET tat =
            excluded.tat + greatest(quotas.tat - (SELECT now FROM clock), 0))
    SELECT late FROM found ORDER BY place"""
PRUNE = """DELETE FROM quotas WHERE key IN (
    SELECT key FROM quotas WHERE tat < (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    LIMIT 100000 FOR UPDATE SKIP LOCKED)"""


@lru_cache(maxsize=256)
def to_postgres_sql(sql: str) -> str:
    """Translate a statement from SQLite's dialect."""
    for ours, theirs in (("?", "%s"), (" WITHOUT ROWID", ""), ("BLOB", "BYTEA")):
        sql = sql.replace(ours, theirs)
    return sql.replace("INTEGER", "BIGINT")


class Postgres:
    """A PostgreSQL database. If two processes append the same row number, only one succeeds."""

    shared = True
    errors: tuple[type[Exception], ...] = (psycopg.Error,)
    value_errors: tuple[type[Exception], ...] = (
        psycopg.DataError,
        psycopg.IntegrityError,
        psycopg.ProgrammingError,
        OverflowError,
        TypeError,
        ValueError,
    )
    touch_sql = """INSERT INTO tables VALUES (?, nextval('written_last'))
        ON CONFLICT (id) DO UPDATE SET written = excluded.written"""

    def __init__(self, url: str, patience: float | None = None) -> None:
        self.url = url
        self.patience = ANSWER_TIMEOUT if patience is None else patience
        self.name = _without_password(url)

    def connect(self) -> tuple["PostgresConnection", "PostgresConnection"]:
        """Connect, upgrade the schema, and return a writing and a reading connection."""
        with ExitStack() as both:
            try:
                writing = both.enter_context(closing(PostgresConnection(self.url, self.patience)))
                _prepare(writing, self.name)
                reading = both.enter_context(
                    closing(PostgresConnection(self.url, self.patience, reads=True))
                )
            except psycopg.Error as error:
                raise StoreError(f"cannot open {self.name}: {error}") from error
            both.pop_all()
        return writing, reading

    def lock_for_server(self) -> None:
        """Return none: any number of servers may use the database."""

    def begin(self, connection: DatabaseConnection, tables: Iterable[str]) -> None:
        """Begin a transaction and lock the tables, always in the same order: no deadlocks."""
        try:
            connection.execute("BEGIN")
        except psycopg.OperationalError:  # the connection was lost; nothing has been sent yet
            connection.rollback()
            connection.execute("BEGIN")
        plain = {table for table in tables if table.isascii() and table.isprintable()}
        connection.execute(LOCKED, (sorted(plain),))

    def append_batch(self, connection: DatabaseConnection, rows: Sequence[LogEntry]) -> bool:
        """Append rows of different tables in a few statements; false if one is not the next row."""
        if not rows:
            return False
        tables, seqs, ats, bodies = map(list, zip(*rows, strict=True))
        if connection.execute(LATE, (tables, seqs)).fetchone() is not None:
            return False
        connection.execute(TOUCH_ALL, (tables,))
        connection.execute(INSERT_ALL, (tables, seqs, ats, bodies))
        return True

    def rows_after(
        self, connection: DatabaseConnection, tables: Sequence[tuple[str, int]]
    ) -> list[LogEntry]:
        """Return the rows of these tables from these numbers on, in order."""
        ids, versions = [table for table, _ in tables], [version for _, version in tables]
        return connection.execute(NEWER, (ids, versions)).fetchall()

    def buckets(self) -> "PostgresBuckets":
        """Return rate limits that all processes share, with a connection of their own."""
        return PostgresBuckets(PostgresConnection(self.url, self.patience, durable=False))


def _without_password(url: str) -> str:
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:  # its message may contain the password
        raise StoreError(NOT_POSTGRES) from None
    user = f"{parts['user']}@" if "user" in parts else ""
    port = f":{parts['port']}" if "port" in parts else ""
    return f"postgresql://{user}{parts.get('host') or ''}{port}/{parts.get('dbname') or ''}"


def _prepare(connection: DatabaseConnection, name: str) -> None:
    _version(connection, name)  # raises before anything is changed
    connection.execute("BEGIN")
    connection.execute("SELECT pg_advisory_xact_lock(?)", (UPGRADE_LOCK_ID,))
    version = _version(connection, name)
    upgrade_database(connection, version)
    if version == 0:
        for statement in POSTGRES_TUNING:
            connection.execute(statement)
    connection.execute("COMMIT")


def _version(connection: DatabaseConnection, name: str) -> int:
    names = connection.execute(TABLES).fetchall()
    return version_of(connection, {table for (table,) in names}, name)


class PostgresBuckets:
    """Token buckets in the table `quotas`, measured by the database's clock.

    They have their own connection, and each charge is its own transaction: there are no deadlocks,
    and writers of logs never wait for them. Two processes that charge a key at the same moment
    may both get its last token.
    """

    def __init__(self, link: "PostgresConnection") -> None:
        self._link = link

    def charge(self, charges: Sequence[Charge]) -> list[float]:
        """Take all charges or none, and return the seconds to wait for each, 0 if it fits."""
        keys = [one.key for one in charges]
        increments = [round(one.increment * MICROSECONDS) for one in charges]
        periods = [round(one.limit.period * MICROSECONDS) for one in charges]
        try:
            found = self._link.execute(CHARGE, (keys, increments, periods)).fetchall()
        except psycopg.Error as error:
            self._link.rollback()
            raise BucketsUnavailable(f"rate limits cannot be counted: {error}") from error
        return [max(0, late) / MICROSECONDS for (late,) in found]

    def prune(self) -> None:
        """Delete keys whose buckets are full."""
        try:
            self._link.execute(PRUNE)
        except psycopg.Error as error:
            self._link.rollback()
            raise BucketsUnavailable(f"rate limits cannot be forgotten: {error}") from error

    def close(self) -> None:
        """Close the connection."""
        self._link.close()


class PostgresConnection:
    """A connection that opens when it is needed, and again after it was lost."""

    def __init__(
        self, url: str, patience: float, *, reads: bool = False, durable: bool = True
    ) -> None:
        self._url, self._patience, self._reads, self._durable = url, patience, reads, durable
        self._open: psycopg.Connection[Any] | None = None
        self._guard = Lock()  # for the two below
        self._socket: socket.socket | None = None  # to abort a call that takes too long
        self._since: float | None = None  # when the current call began
        self._failed = -RECONNECT_PAUSE  # when connecting failed last
        self._closed = False
        Thread(target=self._watch, name="database-watch", daemon=True).start()

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> DatabaseCursor:
        """Execute a statement; reads are tried again on a new connection."""
        try:
            return self._execute(sql, values)
        except psycopg.OperationalError:
            if not self._reads:
                raise
            self._drop()
            return self._execute(sql, values)

    def _execute(self, sql: str, values: Sequence[Any]) -> DatabaseCursor:
        with self._watched() as connection:
            return connection.execute(to_postgres_sql(sql), values)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each of many rows of values."""
        with self._watched() as connection, connection.cursor() as cursor:
            cursor.executemany(to_postgres_sql(sql), values)

    def rollback(self) -> None:
        """Roll the transaction back; a lost connection is opened again later."""
        if self._open is None:
            return
        try:
            with self._watched() as connection:
                connection.rollback()
        except psycopg.Error:
            self._drop()

    def close(self) -> None:
        """Close the connection."""
        self._closed = True
        self._drop()

    @contextmanager
    def _watched(self) -> Iterator[psycopg.Connection[Any]]:
        if self._open is None:
            self._connect()
        assert self._open is not None
        self._since = time.monotonic()
        try:
            yield self._open
        finally:
            self._since = None

    def _connect(self) -> None:
        if time.monotonic() - self._failed < RECONNECT_PAUSE:
            raise psycopg.OperationalError("it did not answer just now")
        soon = min(CONNECT_TIMEOUT, max(2, int(self._patience / 2)))
        try:
            self._open = psycopg.connect(
                self._url, autocommit=True, connect_timeout=soon, **CONNECTION_SETTINGS
            )
            if self._reads:
                self._open.execute("SET default_transaction_read_only = on")
            if not self._durable:  # do not wait for the disk; a crash may lose the last moment
                self._open.execute("SET synchronous_commit = off")
            with self._guard:
                self._socket = socket.socket(fileno=os.dup(self._open.fileno()))
        except (psycopg.Error, OSError) as error:
            self._failed = time.monotonic()
            self._drop()
            if isinstance(error, OSError):  # there may be too many open files
                raise psycopg.OperationalError(str(error)) from error
            raise

    def _drop(self) -> None:
        with self._guard:
            if self._socket is not None:
                self._socket.close()
            self._socket = None
        if self._open is not None:
            with suppress(psycopg.Error):
                self._open.close()
        self._open = None

    def _watch(self) -> None:
        """Abort calls that take too long, because a lost network may not be reported."""
        while not self._closed:
            time.sleep(min(1.0, self._patience / 10))
            since = self._since
            if since is None or time.monotonic() - since < self._patience:
                continue
            with self._guard, suppress(OSError):
                if self._socket is not None:
                    self._socket.shutdown(socket.SHUT_RDWR)
