"""A connection to PostgreSQL that is opened again after it was lost, and never waits for ever."""

import os
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from threading import Lock, Thread
from typing import Any

import psycopg

from tamaya.server.store.engine import DatabaseCursor

CONNECT_TIMEOUT = 5  # seconds
RECONNECT_PAUSE = 1.0  # seconds between two attempts to connect; calls in between fail at once
CONNECTION_SETTINGS: dict[str, Any] = {  # of libpq: notice a lost network
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "tamaya",
}


@lru_cache(maxsize=256)
def to_postgres_sql(sql: str) -> str:
    """Translate a statement from SQLite's dialect."""
    for ours, theirs in (("?", "%s"), (" WITHOUT ROWID", ""), ("BLOB", "BYTEA")):
        sql = sql.replace(ours, theirs)
    return sql.replace("INTEGER", "BIGINT")


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
