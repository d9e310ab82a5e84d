"""Maintenance of a whole database: backup, restore, check, delete old data, export."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tamaya.formats.game import final_state
from tamaya.rules import result
from tamaya.server.room import log_rows, room
from tamaya.server.store import game_records, snapshots
from tamaya.server.store.engine import DatabaseConnection, DatabaseEngine, StoreError
from tamaya.server.store.sqlite import Sqlite
from tamaya.server.store.store import engine_of

# what a backup copies: a query for keys, one for the rows of a key, and the statement that inserts
# them; snapshots are left out, because they are made again from the logs
PARTS = (
    (
        "SELECT id FROM tables ORDER BY written",
        "SELECT id, written FROM tables WHERE id = ?",
        "INSERT INTO tables VALUES (?, ?)",
    ),
    (
        "SELECT id FROM tables ORDER BY written",
        "SELECT table_id, seq, at, body FROM log WHERE table_id = ? ORDER BY seq",
        "INSERT INTO log VALUES (?, ?, ?, ?)",
    ),
    (
        "SELECT id FROM tables ORDER BY written",
        "SELECT who, table_id FROM sitting WHERE table_id = ?",
        "INSERT INTO sitting VALUES (?, ?)",
    ),
    (
        "SELECT id FROM games ORDER BY at",
        "SELECT id, at, body FROM games WHERE id = ?",
        "INSERT INTO games VALUES (?, ?, ?)",
    ),
    (
        "SELECT id FROM games ORDER BY at",
        "SELECT who, game, seat FROM played WHERE game = ?",
        "INSERT INTO played VALUES (?, ?, ?)",
    ),
    (
        "SELECT DISTINCT who FROM devices",
        "SELECT who, id, name, since, seen, ended FROM devices WHERE who = ?",
        "INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?)",
    ),
    (
        "SELECT code FROM used_links",
        "SELECT code, until FROM used_links WHERE code = ?",
        "INSERT INTO used_links VALUES (?, ?)",
    ),
    (
        "SELECT game FROM uploads",
        "SELECT game, who, bytes FROM uploads WHERE game = ?",
        "INSERT INTO uploads VALUES (?, ?, ?)",
    ),
    (
        "SELECT name FROM secrets",
        "SELECT name, value FROM secrets WHERE name = ?",
        "INSERT INTO secrets VALUES (?, ?)",
    ),
)
LOG = "SELECT seq, body FROM log WHERE table_id = ? ORDER BY seq"
SITTING = "SELECT who FROM sitting WHERE table_id = ?"
SNAPSHOT = "SELECT seq, body FROM snapshots WHERE table_id = ? AND format = ?"
OLD_TABLES = "SELECT table_id FROM log GROUP BY table_id HAVING max(at) < ?"
OLD_GAMES = "SELECT id FROM games WHERE at < ?"
PATIENCE = 3600.0  # seconds for one statement: logs may be long, and no game waits
ReportProgress = Callable[[str], None]


# transactions


@contextmanager
def _opened(database: str) -> Iterator[tuple[DatabaseEngine, DatabaseConnection]]:
    """Open a database, and raise `StoreError` for all of its errors."""
    engine = engine_of(database, PATIENCE)
    connection, other = engine.connect()
    other.close()  # it reconnects by itself, and would then see another moment
    with closing(connection):
        try:
            yield engine, connection
        except engine.errors as error:
            raise StoreError(f"{engine.name}: {error}") from error


@contextmanager
def writing(database: str, tables: Iterable[str] = ()) -> Iterator[DatabaseConnection]:
    """Open a writing transaction that locks the logs of these tables."""
    with _opened(database) as (engine, writing):
        engine.begin(writing, tables)
        try:
            yield writing
        except BaseException:
            writing.rollback()
            raise
        writing.execute("COMMIT")


@contextmanager
def reading(database: str) -> Iterator[DatabaseConnection]:
    """Open a reading transaction, which sees the database at one moment."""
    with _opened(database) as (engine, connection):
        how = " ISOLATION LEVEL REPEATABLE READ READ ONLY" if engine.shared else ""
        connection.execute(f"BEGIN{how}")
        try:
            yield connection
        finally:
            connection.rollback()


def first_column(connection: DatabaseConnection, query: str, *values: Any) -> list[str]:
    """Return the first column of the result of a query."""
    return [name for name, *_ in connection.execute(query, values).fetchall()]


# backups


def backup(database: str, file: Path, report: ReportProgress) -> int:
    """Copy a database into a new file, and return the number of games."""
    if file.exists():
        raise StoreError(f"{file} exists already")
    part = file.with_name(f"{file.name}.part")
    for left in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
        left.unlink(missing_ok=True)
    with reading(database) as source, writing(str(part)) as target:
        copied = _copied(source, target, report)
    part.rename(file)
    return copied


def restore(file: Path, database: str, report: ReportProgress) -> int:
    """Copy a backup into an empty database, and return the number of games."""
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    with reading(str(file)) as source, writing(database) as target:
        if first_column(target, "SELECT id FROM tables LIMIT 1") or first_column(
            target, "SELECT id FROM games"
        ):
            raise StoreError("there are games in this database; restore into an empty one")
        target.execute("DELETE FROM secrets")
        copied = _copied(source, target, report)
        if engine_of(database).shared:
            target.execute(
                "SELECT setval('written_last', coalesce(max(written), 0) + 1) FROM tables"
            )
    return copied


def _copied(source: DatabaseConnection, target: DatabaseConnection, report: ReportProgress) -> int:
    count = 0
    for pieces, piece, put in PARTS:
        for number, name in enumerate(first_column(source, pieces)):
            target.executemany(put, source.execute(piece, (name,)).fetchall())
            count += "INTO games" in put
            if number % 1000 == 0:
                report(f"{put.split()[2]}: {number:,} …")
    return count


# checks


def check(database: str, report: ReportProgress) -> Iterator[str]:
    """Yield everything wrong with a database: damaged logs, and derived data that differ."""
    with reading(database) as connection:
        if isinstance(engine_of(database), Sqlite):
            for line in first_column(connection, "PRAGMA integrity_check"):
                if line != "ok":
                    yield f"the file is damaged: {line}"
        tables = first_column(connection, "SELECT id FROM tables")
        for number, table in enumerate(tables):
            if number % 100 == 0:
                report(f"{number:,} of {len(tables):,} tables …")
            yield from _table_faults(connection, table)
        for game in first_column(connection, "SELECT id FROM games"):
            if (fault := _game_fault(connection, game)) is not None:
                yield f"game {game}: {fault}"


def _table_faults(connection: DatabaseConnection, table: str) -> Iterator[str]:
    log = connection.execute(LOG, (table,)).fetchall()
    if [seq for seq, *_ in log] != list(range(len(log))):
        yield f"table {table}: rows are missing"
        return
    kept = connection.execute(SNAPSHOT, (table, snapshots.FORMAT)).fetchone()
    now: room.Room | None = None
    try:
        for now in room.fold_each(None, (log_rows.decode(bytes(body)) for _, body in log)):
            if kept and kept[0] == now.version and not _is_snapshot_of(now, kept[1]):
                yield f"table {table}: its snapshot is not what its log says"
    except Exception as error:  # noqa: BLE001 - any error is a finding
        seq = now.version if now else 0
        yield f"table {table}: row {seq} does not fit: {type(error).__name__}"
        return
    if kept and kept[0] > len(log):
        yield f"table {table}: its snapshot has more rows than its log"
    if now is not None and set(first_column(connection, SITTING, table)) != set(now.members()):
        yield f"table {table}: others sit there than its log says"


def _is_snapshot_of(now: room.Room, body: bytes) -> bool:
    try:
        return snapshots.decode(body) == now
    except Exception:  # noqa: BLE001 - likewise
        return False


def _game_fault(connection: DatabaseConnection, game: str) -> str | None:
    ((body,),) = connection.execute("SELECT body FROM games WHERE id = ?", (game,)).fetchall()
    try:
        record = game_records.decode_record(bytes(body))
        end = result(final_state(game_records.game_of(record)).table)
    except Exception as error:  # noqa: BLE001 - likewise
        return f"it cannot be read: {type(error).__name__}"
    return None if end == record.info.result else "it ends otherwise than it says"


# deletion and export


def delete_old(database: str, before: int, *, games: bool) -> tuple[int, int]:
    """Delete tables without activity since then (milliseconds), and old games if wanted."""
    with writing(database) as connection:
        tables = first_column(connection, OLD_TABLES, before)
        delete_tables(connection, tables)
        old = first_column(connection, OLD_GAMES, before) if games else []
        delete_games(connection, old)
    return len(tables), len(old)


def delete_tables(connection: DatabaseConnection, tables: Iterable[str]) -> None:
    """Delete tables with their logs."""
    for table in tables:
        for part in (
            "snapshots WHERE table_id",
            "sitting WHERE table_id",
            "log WHERE table_id",
            "tables WHERE id",
        ):
            connection.execute(f"DELETE FROM {part} = ?", (table,))  # noqa: S608 - our own words


def delete_games(connection: DatabaseConnection, games: Iterable[str]) -> None:
    """Delete finished games."""
    for game in games:
        connection.execute("DELETE FROM played WHERE game = ?", (game,))
        connection.execute("DELETE FROM uploads WHERE game = ?", (game,))
        connection.execute("DELETE FROM games WHERE id = ?", (game,))


def export(database: str) -> Iterator[dict[str, Any]]:
    """Yield all stored games in the format of replay files, the oldest first."""
    with reading(database) as connection:
        for game in first_column(connection, "SELECT id FROM games ORDER BY at, id"):
            found = connection.execute("SELECT body FROM games WHERE id = ?", (game,)).fetchone()
            with suppress(Exception):  # `check` reports those
                yield game_records.decode_record(bytes(found[0])).replay
