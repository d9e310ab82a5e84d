"""What both database engines, SQLite and PostgreSQL, have to provide for the store."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from tamaya.server.limits.rate_limits import SharedBuckets

LogEntry = tuple[str, int, int, bytes]  # a row of the table `log`: table id, seq, at, body


class DatabaseCursor(Protocol):
    """The result of a statement."""

    def fetchone(self) -> Any:
        """Return the next row, or none."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""


class DatabaseConnection(Protocol):
    """What the connections of both engines have in common."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> DatabaseCursor:
        """Execute a statement; each `?` is a placeholder for a value."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        """Execute a statement once for each of many rows of values."""

    def rollback(self) -> None:
        """Roll the transaction back."""

    def close(self) -> None:
        """Close the connection."""


class ServerLock(Protocol):
    """A lock on the database for one server; it is released when the process ends in any way."""

    def close(self) -> None:
        """Release the lock."""


class PubSubChannel(Protocol):
    """Carries messages to all processes that have subscribed, the sender among them."""

    broker: str  # what carries them, for the log

    async def send(self, message: bytes) -> None:
        """Send a message; it may be lost without an error."""

    def subscribe(self) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Return the messages that arrive from now on; an error ends them."""

    async def close(self) -> None:
        """Close the connection that sends."""


class DatabaseEngine(Protocol):
    """What differs between SQLite and PostgreSQL."""

    name: str  # for messages: never contains a password
    shared: bool  # whether several servers may use the database
    errors: tuple[type[Exception], ...]  # raised if the database fails
    value_errors: tuple[type[Exception], ...]  # raised for values that the database cannot store
    touch_sql: str  # the statement that marks a table as the last one written

    def connect(self) -> tuple[DatabaseConnection, DatabaseConnection]:
        """Open and upgrade the database, and return a writing and a reading connection."""

    def lock_for_server(self) -> "ServerLock | None":
        """Lock the database for one server; none if several may use it."""

    def begin(self, connection: DatabaseConnection, tables: Iterable[str]) -> None:
        """Begin a transaction that writes to the logs of these tables."""

    def append_batch(self, connection: DatabaseConnection, rows: Sequence[LogEntry]) -> bool:
        """Append rows of several tables in few statements; false if one is not the next row."""

    def rows_after(
        self, connection: DatabaseConnection, tables: Sequence[tuple[str, int]]
    ) -> list[LogEntry]:
        """Return the rows of these tables from these numbers on, in order."""

    def buckets(self) -> SharedBuckets | None:
        """Return rate limits that all processes share; none if there is only one process."""

    def channel(self, name: str) -> "PubSubChannel | None":
        """Return the channel of this name; none if there is only one process."""


class StoreError(Exception):
    """The database cannot be used, and the operation was not confirmed."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One row of a table's log."""

    seq: int  # 0, 1, 2, ... without a gap
    at: int  # milliseconds since 1970
    body: bytes
