"""The database file: made, opened, and brought from an older version of the schema to this one."""

import sqlite3
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 10.0  # seconds to wait for another process that writes

DURABLE = (
    "PRAGMA synchronous = FULL",  # a commit waits for the disk
    "PRAGMA fullfsync = ON",  # on macOS nothing less reaches it
    "PRAGMA foreign_keys = ON",
)
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
IDS = "SELECT id FROM tables"
BODIES = "SELECT at, body FROM log WHERE table_id = ? ORDER BY seq"
KEEP_GAME = "INSERT INTO games VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
KEEP_PLAYER = "INSERT INTO played VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ALL_STAND = "DELETE FROM sitting WHERE table_id = ?"
SITS = "INSERT INTO sitting VALUES (?, ?)"


class StoreError(Exception):
    """The database cannot be used. What was asked for is not acknowledged."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game to be kept under its address, and the visitors' seats in it."""

    id: str
    at: int  # milliseconds since 1970
    body: bytes
    held: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Also:
    """What follows from new rows of a table's log, written together with them."""

    sitting: tuple[str, ...] | None = None  # all who sit at the table now; none: as before
    game: Finished | None = None


def write_also(connection: sqlite3.Connection, table: str, also: Also) -> None:
    """Keep what follows from rows."""
    if also.sitting is not None:
        connection.execute(ALL_STAND, (table,))
        connection.executemany(SITS, ((who, table) for who in also.sitting))
    if also.game is not None:
        write_game(connection, also.game)


def write_game(connection: sqlite3.Connection, game: Finished) -> None:
    """Keep a game."""
    connection.execute(KEEP_GAME, (game.id, game.at, game.body))
    connection.executemany(KEEP_PLAYER, ((who, game.id, seat) for who, seat in game.held))


# versions


def _logs(connection: sqlite3.Connection) -> None:
    for statement in LOGS:
        connection.execute(statement)


def _findings(connection: sqlite3.Connection) -> None:
    for statement in FINDINGS:
        connection.execute(statement)
    tables = connection.execute(IDS).fetchall()
    if not tables:
        return
    from tamaya.server.history import of_log  # noqa: PLC0415 - only an old file needs the rules

    for (table,) in tables:
        for also in of_log(connection.execute(BODIES, (table,)).fetchall()):
            write_also(connection, table, also)


VERSIONS = (_logs, _findings)  # each brings a file one version further
VERSION = len(VERSIONS)


# opening


def opened(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Two connections to a database of ours: one that writes, one that only reads."""
    with ExitStack() as both:
        try:
            _make_file(path)
            writing = both.enter_context(closing(_connect(path, "rw")))
            _prepare(writing, path)
            reading = both.enter_context(closing(_connect(path, "ro")))
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open {path}: {error}") from error
        both.pop_all()
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
        isolation_level=None,  # transactions begin where we say so
        check_same_thread=False,  # made here, used in one other thread
    )


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    _version(connection, path)  # refuses before anything is changed
    if _journal_mode(connection) != "wal":
        raise StoreError(f"cannot open {path}: no write-ahead log is possible there")
    for setting in DURABLE:
        connection.execute(setting)
    connection.execute("BEGIN IMMEDIATE")
    for further in VERSIONS[_version(connection, path) :]:
        further(connection)
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


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the schema, 0 for an empty file; what is not ours or too new is refused."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not names:
        return 0
    row = connection.execute("SELECT version FROM schema").fetchone() if "schema" in names else None
    version = row[0] if row else None
    if not isinstance(version, int) or version < 1:
        raise StoreError(f"cannot open {path}: it is a database of another program")
    if version > VERSION:
        raise StoreError(
            f"cannot open {path}: a newer Tamaya wrote it "
            f"(version {version} of the schema, this one knows {VERSION})"
        )
    return version
