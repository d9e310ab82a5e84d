"""What the database holds, whichever engine keeps it: its versions, and what follows from rows."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tamaya.server.limits.rate_limits import SharedBuckets

COOKIE_LIFETIME = 400 * 24 * 3600  # seconds; browsers keep no cookie longer

LOGS = (
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
    "INSERT INTO schema VALUES (1)",
)
FINDINGS = (  # what follows from the logs, kept so that it is found without reading them
    "CREATE TABLE games (id TEXT PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL)",
    """CREATE TABLE played (
        who TEXT NOT NULL,
        game TEXT NOT NULL REFERENCES games (id),
        seat INTEGER NOT NULL,
        PRIMARY KEY (who, game, seat)
    ) WITHOUT ROWID""",
    """CREATE TABLE sitting (
        who TEXT NOT NULL,
        table_id TEXT NOT NULL REFERENCES tables (id),
        PRIMARY KEY (who, table_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX sitting_table ON sitting (table_id)",
    "UPDATE schema SET version = 2",
)
OPERATIONS = (  # what running a public server needs beside the games
    # derived from the log: a snapshot that is missing or of another format is made again
    """CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        seq INTEGER NOT NULL,
        format INTEGER NOT NULL,
        body BLOB NOT NULL
    )""",
    # rate limits that all processes share: by key, when it is paid for (microseconds since 1970)
    "CREATE TABLE quotas (key TEXT PRIMARY KEY, tat INTEGER NOT NULL)",
    # uploaded games count against a limit in bytes
    """CREATE TABLE uploads (
        game TEXT PRIMARY KEY REFERENCES games (id),
        who TEXT NOT NULL,
        bytes INTEGER NOT NULL
    )""",
    "CREATE INDEX uploads_who ON uploads (who, bytes)",
    # a visitor's other devices, and personal links that have been used
    """CREATE TABLE devices (
        who TEXT NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        ended INTEGER,
        PRIMARY KEY (who, id)
    )""",
    "CREATE TABLE used_links (code TEXT PRIMARY KEY, until INTEGER NOT NULL)",
    "UPDATE schema SET version = 3",
)
IDS = "SELECT id FROM tables"
BODIES = "SELECT at, body FROM log WHERE table_id = ? ORDER BY seq"
KEEP_GAME = "INSERT INTO games VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_UPLOAD = "INSERT INTO uploads VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_PLAYER = "INSERT INTO played VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ALL_STAND = "DELETE FROM sitting WHERE table_id = ?"
SITS = "INSERT INTO sitting VALUES (?, ?)"
KEEP_SNAPSHOT = """INSERT INTO snapshots VALUES (?, ?, ?, ?) ON CONFLICT (table_id)
    DO UPDATE SET seq = excluded.seq, format = excluded.format, body = excluded.body"""

Row = tuple[str, int, int, bytes]  # as the log has it


class Cursor(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any:
        """The next row, if there is one."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""


class Connection(Protocol):
    """What the connections of both engines do alike."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Cursor:
        """One statement; each ? stands for a value."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        """The same statement for many values."""

    def rollback(self) -> None:
        """Leave a transaction as if it had not begun."""

    def close(self) -> None:
        """Hang up."""


class Claim(Protocol):
    """What a server holds as long as it runs; it ends with the process, however that ends."""

    def close(self) -> None:
        """Let others have it."""


class Engine(Protocol):
    """What differs between the engines that keep the log."""

    name: str  # for people: never with a password
    shared: bool  # whether other processes write there too
    errors: tuple[type[Exception], ...]  # what it raises
    unfit: tuple[type[Exception], ...]  # what a value raises that it cannot take
    touch: str  # the statement that makes a table the one written last

    def opened(self) -> tuple[Connection, Connection]:
        """Two connections to a database of ours: one that writes, one that only reads."""

    def claimed(self) -> "Claim | None":
        """The database for one server alone, where only one can use it; none where many can."""

    def begin(self, connection: Connection, tables: Iterable[str]) -> None:
        """Begin a transaction that will write to these tables' logs."""

    def together(self, connection: Connection, rows: Sequence[Row]) -> bool:
        """Append rows of different tables with a few statements, if each is the next one."""

    def newer(self, connection: Connection, tables: Sequence[tuple[str, int]]) -> list[Row]:
        """The rows of these tables from these places on, in order."""

    def buckets(self) -> SharedBuckets | None:
        """Rate limits that all processes share; none where there is only one."""


class StoreError(Exception):
    """The database cannot be used. What was asked for is not acknowledged."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game to be kept under its address, and the visitors' seats in it."""

    id: str
    at: int  # milliseconds since 1970
    body: bytes
    held: tuple[tuple[str, int], ...] = ()


class LinkCode(NamedTuple):
    """What the code of a personal link says."""

    visitor: str
    device: str  # that made it: once that is signed out, the link is not valid any more
    until: int  # seconds since 1970
    digest: str  # what is kept of a code that was used


@dataclass(frozen=True, slots=True)
class Stored:
    """One row of a table's log."""

    seq: int  # 0, 1, 2, ... without a gap
    at: int  # milliseconds since 1970
    body: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table after the first rows of its log, derived from them."""

    seq: int  # how many rows
    format: int  # another one is not understood
    body: bytes


@dataclass(frozen=True, slots=True)
class Also:
    """What follows from new rows of a table's log, written together with them."""

    sitting: tuple[str, ...] | None = None  # all who sit at the table now; none: as before
    game: Finished | None = None
    snapshot: Snapshot | None = None


def write_also(connection: Connection, table: str, also: Also) -> None:
    """Keep what follows from rows."""
    if also.sitting is not None:
        connection.execute(ALL_STAND, (table,))
        connection.executemany(SITS, ((who, table) for who in also.sitting))
    if also.game is not None:
        write_game(connection, also.game)
    if also.snapshot is not None:
        write_snapshot(connection, table, also.snapshot)


def write_snapshot(connection: Connection, table: str, kept: Snapshot) -> None:
    """Keep a snapshot of a table instead of an older one."""
    connection.execute(KEEP_SNAPSHOT, (table, kept.seq, kept.format, kept.body))


def write_game(connection: Connection, game: Finished) -> None:
    """Keep a game."""
    connection.execute(KEEP_GAME, (game.id, game.at, game.body))
    connection.executemany(KEEP_PLAYER, ((who, game.id, seat) for who, seat in game.held))


# versions


def logs(connection: Connection) -> None:
    """The first version."""
    for statement in LOGS:
        connection.execute(statement)


def findings(connection: Connection) -> None:
    """The second version: what follows from the logs is kept beside them."""
    for statement in FINDINGS:
        connection.execute(statement)
    tables = connection.execute(IDS).fetchall()
    if not tables:
        return
    from tamaya.server.store.game_records import of_log  # noqa: PLC0415 - only an old file needs the rules

    for (table,) in tables:
        for also in of_log(connection.execute(BODIES, (table,)).fetchall()):
            write_also(connection, table, also)


def operations(connection: Connection) -> None:
    """The third version: snapshots, rate limits, uploads and devices."""
    for statement in OPERATIONS:
        connection.execute(statement)


Step = Callable[[Connection], None]
VERSIONS: tuple[Step, ...] = (
    logs,
    findings,
    operations,
)  # each brings a database one version further
VERSION = len(VERSIONS)


def version_of(connection: Connection, names: set[str], where: str) -> int:
    """The version of a database with these tables; what is not ours or too new is refused."""
    if not names:
        return 0
    row = connection.execute("SELECT version FROM schema").fetchone() if "schema" in names else None
    version = row[0] if row else None
    if not isinstance(version, int) or version < 1:
        raise StoreError(f"cannot open {where}: it is a database of another program")
    if version > VERSION:
        raise StoreError(
            f"cannot open {where}: a newer Tamaya wrote it "
            f"(version {version} of the schema, this one knows {VERSION})"
        )
    return version
