"""Data derived from the logs and stored next to them: who sits where, finished games, snapshots."""

from dataclasses import dataclass

from tamaya.server.store.engine import DatabaseConnection

INSERT_GAME = "INSERT INTO games VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
INSERT_PLAYER = "INSERT INTO played VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
DELETE_SITTING = "DELETE FROM sitting WHERE table_id = ?"
INSERT_SITTING = "INSERT INTO sitting VALUES (?, ?)"
UPSERT_SNAPSHOT = """INSERT INTO snapshots VALUES (?, ?, ?, ?) ON CONFLICT (table_id)
    DO UPDATE SET seq = excluded.seq, format = excluded.format, body = excluded.body"""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game to be stored under its address, and the visitors' seats in it."""

    id: str
    at: int  # milliseconds since 1970
    body: bytes
    seats_held: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The encoded room after the first `seq` rows of a log."""

    seq: int  # the number of rows
    format: int  # snapshots of another format are ignored
    body: bytes


@dataclass(frozen=True, slots=True)
class DerivedData:
    """Data derived from new rows of a table's log, written together with them."""

    sitting: tuple[str, ...] | None = None  # everybody at the table; none if unchanged
    game: FinishedGame | None = None
    snapshot: Snapshot | None = None


def write_derived(connection: DatabaseConnection, table: str, derived: DerivedData) -> None:
    """Write derived data."""
    if derived.sitting is not None:
        connection.execute(DELETE_SITTING, (table,))
        connection.executemany(
            INSERT_SITTING, ((visitor_id, table) for visitor_id in derived.sitting)
        )
    if derived.game is not None:
        write_game(connection, derived.game)
    if derived.snapshot is not None:
        write_snapshot(connection, table, derived.snapshot)


def write_snapshot(connection: DatabaseConnection, table: str, kept: Snapshot) -> None:
    """Write a snapshot of a table, replacing an older one."""
    connection.execute(UPSERT_SNAPSHOT, (table, kept.seq, kept.format, kept.body))


def write_game(connection: DatabaseConnection, game: FinishedGame) -> None:
    """Write a finished game, unless it is there already."""
    connection.execute(INSERT_GAME, (game.id, game.at, game.body))
    connection.executemany(
        INSERT_PLAYER, ((visitor_id, game.id, seat) for visitor_id, seat in game.seats_held)
    )
