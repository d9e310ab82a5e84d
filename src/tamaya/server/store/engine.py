"""What both database engines, SQLite and PostgreSQL, have to provide for the store."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tamaya.server.limits.rate_limits import SharedBuckets

LogEntry = tuple[str, int, int, bytes]  # a row of the table `log`: table id, seq, at, body


class DatabaseCursor(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any:
        """The next row, if there is one."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""


class DatabaseConnection(Protocol):
    """What the connections of both engines do alike."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> DatabaseCursor:
        """One statement; each ? stands for a value."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        """The same statement for many values."""

    def rollback(self) -> None:
        """Leave a transaction as if it had not begun."""

    def close(self) -> None:
        """Hang up."""


class ServerLock(Protocol):
    """What a server holds as long as it runs; it ends with the process, however that ends."""

    def close(self) -> None:
        """Let others have it."""


class DatabaseEngine(Protocol):
    """What differs between the engines that keep the log."""

    name: str  # for people: never with a password
    shared: bool  # whether other processes write there too
    errors: tuple[type[Exception], ...]  # what it raises
    unfit: tuple[type[Exception], ...]  # what a value raises that it cannot take
    touch: str  # the statement that makes a table the one written last

    def opened(self) -> tuple[DatabaseConnection, DatabaseConnection]:
        """Two connections to a database of ours: one that writes, one that only reads."""

    def claimed(self) -> "ServerLock | None":
        """The database for one server alone, where only one can use it; none where many can."""

    def begin(self, connection: DatabaseConnection, tables: Iterable[str]) -> None:
        """Begin a transaction that will write to these tables' logs."""

    def together(self, connection: DatabaseConnection, rows: Sequence[LogEntry]) -> bool:
        """Append rows of different tables with a few statements, if each is the next one."""

    def newer(
        self, connection: DatabaseConnection, tables: Sequence[tuple[str, int]]
    ) -> list[LogEntry]:
        """The rows of these tables from these places on, in order."""

    def buckets(self) -> SharedBuckets | None:
        """Rate limits that all processes share; none where there is only one."""


class StoreError(Exception):
    """The database cannot be used. What was asked for is not acknowledged."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One row of a table's log."""

    seq: int  # 0, 1, 2, ... without a gap
    at: int  # milliseconds since 1970
    body: bytes
