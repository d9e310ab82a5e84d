"""The PostgreSQL engine: for any number of server processes on any number of machines."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tamaya.server.limits.rate_limits import BucketsUnavailable, Charge
from tamaya.server.store.engine import DatabaseConnection, LogEntry, StoreError
from tamaya.server.store.migrations import version_of
from tamaya.server.store.postgres_channel import PostgresChannel
from tamaya.server.store.postgres_connection import PostgresConnection
from tamaya.server.store.upgrade import upgrade_database
from tamaya.server.store.urls import NOT_POSTGRES

ANSWER_TIMEOUT = 10.0  # seconds; then the connection counts as lost
UPGRADE_LOCK_ID = 7_309_011_297  # an arbitrary number
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
# GCRA. A bucket that is full later than a period from now was used before the clock was set back:
# nobody knows what is left in it, and it counts as full. The clocks that two transactions have
# looked at differ by less than `skew`
CHARGE = """WITH clock (now, skew) AS MATERIALIZED (
        SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, 10 * 1000000),
    found AS MATERIALIZED (
        SELECT place, key, now, skew, increment, period,
            CASE WHEN tat > now + period + skew THEN now
                ELSE greatest(least(coalesce(tat, now), now + period), now) END
                + increment - period - now AS late
        FROM clock, unnest(?::text[], ?::bigint[], ?::bigint[])
            WITH ORDINALITY AS asked (key, increment, period, place)
        LEFT JOIN quotas USING (key)),
    charged AS (
        INSERT INTO quotas SELECT key, now + increment FROM found
            WHERE NOT EXISTS (SELECT 1 FROM found WHERE late > 0) ORDER BY place
        ON CONFLICT (key) DO UPDATE SET tat = excluded.tat + (
            SELECT CASE WHEN quotas.tat > now + period + skew THEN 0
                ELSE greatest(quotas.tat - now, 0) END
            FROM found WHERE found.key = excluded.key))
    SELECT late FROM found ORDER BY place"""
PRUNE = """DELETE FROM quotas WHERE key IN (
    SELECT key FROM quotas WHERE tat < (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
    LIMIT 100000 FOR UPDATE SKIP LOCKED)"""


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

    def connect(self) -> tuple[PostgresConnection, PostgresConnection]:
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

    def channel(self, name: str) -> PostgresChannel:
        """Return the channel of this name, with connections of its own."""
        return PostgresChannel(self.url, name, self.patience)


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

    def __init__(self, link: PostgresConnection) -> None:
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
