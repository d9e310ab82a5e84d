"""The log of all tables in SQLite: one thread writes, and a call returns once its rows are safe."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Any

from tamaya.server.schema import Also, Finished, StoreError, opened, write_also, write_game

__all__ = ["Conflict", "Kept", "Store", "StoreError", "Stored"]

GROUP = 1000  # calls in one commit at most
APART = 0.005  # seconds between commits: under load more calls share each

COUNT = "SELECT coalesce(max(seq) + 1, 0) FROM log WHERE table_id = ?"
TOUCH = """INSERT INTO tables SELECT ?, coalesce(max(written), 0) + 1 FROM tables WHERE true
    ON CONFLICT (id) DO UPDATE SET written = excluded.written"""
INSERT = "INSERT INTO log VALUES (?, ?, ?, ?)"

# the same for several tables at once, with as many (…) as there are rows
LATE = """WITH new (id, seq) AS (VALUES {}) SELECT id FROM new WHERE seq <>
    (SELECT coalesce(max(log.seq) + 1, 0) FROM log WHERE table_id = id) LIMIT 1"""
TOUCH_ALL = """INSERT INTO tables
    SELECT column1, column2 + (SELECT coalesce(max(written), 0) FROM tables) FROM (VALUES {})
    WHERE true ON CONFLICT (id) DO UPDATE SET written = excluded.written"""
INSERT_ALL = "INSERT INTO log VALUES {}"

LOAD = "SELECT seq, at, body FROM log WHERE table_id = ? ORDER BY seq"
TABLES = "SELECT id FROM tables ORDER BY written DESC LIMIT ?"
TABLES_OF = """SELECT id FROM tables JOIN sitting ON table_id = id WHERE who = ?
    ORDER BY written DESC LIMIT ?"""
GAME = """SELECT body, (SELECT min(seat) FROM played WHERE who = ? AND game = id) FROM games
    WHERE id = ?"""
GAMES_OF = """SELECT body, seat FROM
    (SELECT game, min(seat) AS seat FROM played WHERE who = ? GROUP BY game) JOIN games ON id = game
    ORDER BY at DESC, games.rowid DESC LIMIT ?"""
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

NOTHING = Also()
Work = Callable[[sqlite3.Connection], object]
Row = tuple[str, int, int, bytes]  # as the log has it


class Conflict(Exception):
    """Another row already has that place in the log, or the place before it is empty."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of a table's log."""

    seq: int  # 0, 1, 2, ... without a gap
    at: int  # milliseconds since 1970
    body: bytes


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that is kept, and the seat that whoever asks had in it."""

    body: bytes
    seat: int | None


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """Something to write, and who waits for it."""

    work: Work
    done: asyncio.Future[None]
    row: Row | None = None  # if it is nothing but this


class Store:
    """The tables' logs in one file; several processes may hold the same file open."""

    def __init__(self, path: Path | str) -> None:
        """Open the file, or make it; a file that is not ours is refused and left as it is."""
        self.path = Path(path).absolute()
        self._writing, self._reading = opened(self.path)
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._wake = Condition()  # guards the two below
        self._queue: list[_Call] = []
        self._closed = False
        self._writer = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], at: int, also: Also = NOTHING
    ) -> None:
        """Add rows to a table's log, and what follows from them: all, or nothing and an error.

        Returns after the commit. Whoever stops waiting does not take the rows back.
        """
        rows = tuple((table, seq, at, body) for seq, body in enumerate(bodies, first_seq))
        alone = rows[0] if len(rows) == 1 and also == NOTHING else None
        await self._write(partial(_append, table, first_seq, rows, also), alone)

    async def load(self, table: str) -> tuple[Stored, ...]:
        """A table's whole log, in order; nothing if there is no such table."""
        return tuple(Stored(*row) for row in await self._read(LOAD, table))

    async def tables(self, limit: int = 100) -> tuple[str, ...]:
        """The tables' ids, the one written last first."""
        return tuple(name for (name,) in await self._read(TABLES, max(limit, 0)))

    async def tables_of(self, who: str, limit: int = 100) -> tuple[str, ...]:
        """The ids of the tables where a visitor sits, the one written last first."""
        return tuple(name for (name,) in await self._read(TABLES_OF, who, max(limit, 0)))

    async def keep(self, game: Finished) -> None:
        """Keep a game that was not played at a table here."""
        await self._write(lambda connection: write_game(connection, game))

    async def game(self, game: str, who: str = "") -> Kept | None:
        """The game at an address, if there is one."""
        rows = await self._read(GAME, who, game)
        return Kept(*rows[0]) if rows else None

    async def games_of(self, who: str, limit: int = 100) -> tuple[Kept, ...]:
        """The games that a visitor has played, the newest first."""
        return tuple(Kept(*row) for row in await self._read(GAMES_OF, who, max(limit, 0)))

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

    async def _write(self, work: Work, row: Row | None = None) -> None:
        call = _Call(work, asyncio.get_running_loop().create_future(), row)
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
            begin = monotonic()
            _tell(group, self._commit(group))
            sleep(max(0.0, begin + APART - monotonic()))

    def _next_group(self) -> list[_Call]:
        """What waits to be written; nothing once the store is closed and all is done."""
        with self._wake:
            self._wake.wait_for(lambda: self._queue or self._closed)
            group, self._queue = self._queue[:GROUP], self._queue[GROUP:]
        return group

    def _commit(self, group: list[_Call]) -> list[Exception | None]:
        """Write a group in one transaction: each call's error, known only after the commit."""
        try:
            try:
                return self._transaction(group, _together)
            except UNFIT:  # one by one, to find out whose fault it was
                return self._transaction(group, _none_together)
        except Exception as error:  # noqa: BLE001 - whatever happened, nobody waits for ever
            return [self._write_error(error) for _ in group]

    def _transaction(
        self, group: list[_Call], first: Callable[[sqlite3.Connection, list[_Call]], set[_Call]]
    ) -> list[Exception | None]:
        """All or nothing; what `first` has not written already goes one by one."""
        self._writing.execute("BEGIN IMMEDIATE")
        try:
            written = first(self._writing, group)
            errors = [None if call in written else self._attempt(call.work) for call in group]
            self._writing.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._writing.rollback()
            raise
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


def _none_together(_: sqlite3.Connection, __: list[_Call]) -> set[_Call]:
    return set()


def _together(connection: sqlite3.Connection, group: list[_Call]) -> set[_Call]:
    """Append the rows of different tables with a few statements: each one waits for its turn.

    Python's threads take turns, and between any two statements the server's own comes first.
    """
    calls = {call for call in group if call.row is not None}
    rows = [call.row for call in group if call.row is not None]
    if len(rows) < 2 or len({table for table, *_ in rows}) < len(rows):
        return set()
    places = [value for row in rows for value in row[:2]]
    if connection.execute(LATE.format(_blanks(2, rows)), places).fetchone() is not None:
        return set()
    names = [value for n, row in enumerate(rows, start=1) for value in (row[0], n)]
    connection.execute(TOUCH_ALL.format(_blanks(2, rows)), names)
    values = [value for row in rows for value in row]
    connection.execute(INSERT_ALL.format(_blanks(4, rows)), values)
    return calls


def _blanks(columns: int, rows: list[Row]) -> str:
    one = f"({', '.join('?' * columns)})"
    return ", ".join([one] * len(rows))


def _append(
    table: str,
    first_seq: int,
    rows: tuple[Row, ...],
    also: Also,
    connection: sqlite3.Connection,
) -> None:
    (count,) = connection.execute(COUNT, (table,)).fetchone()
    if first_seq != count:
        raise Conflict(f"table {table!a} has {count} rows; row {first_seq} cannot be the next")
    if rows:
        connection.execute(TOUCH, (table,))
    connection.executemany(INSERT, rows)
    write_also(connection, table, also)


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
