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
    """A game to be kept under its address, and the visitors' seats in it."""

    id: str
    at: int  # milliseconds since 1970
    body: bytes
    held: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table after the first rows of its log, derived from them."""

    seq: int  # how many rows
    format: int  # another one is not understood
    body: bytes


@dataclass(frozen=True, slots=True)
class DerivedData:
    """What follows from new rows of a table's log, written together with them."""

    sitting: tuple[str, ...] | None = None  # all who sit at the table now; none: as before
    game: FinishedGame | None = None
    snapshot: Snapshot | None = None


def write_derived(connection: DatabaseConnection, table: str, also: DerivedData) -> None:
    """Keep what follows from rows."""
    if also.sitting is not None:
        connection.execute(DELETE_SITTING, (table,))
        connection.executemany(INSERT_SITTING, ((visitor_id, table) for visitor_id in also.sitting))
    if also.game is not None:
        write_game(connection, also.game)
    if also.snapshot is not None:
        write_snapshot(connection, table, also.snapshot)


def write_snapshot(connection: DatabaseConnection, table: str, kept: Snapshot) -> None:
    """Keep a snapshot of a table instead of an older one."""
    connection.execute(UPSERT_SNAPSHOT, (table, kept.seq, kept.format, kept.body))


def write_game(connection: DatabaseConnection, game: FinishedGame) -> None:
    """Keep a game."""
    connection.execute(INSERT_GAME, (game.id, game.at, game.body))
    connection.executemany(
        INSERT_PLAYER, ((visitor_id, game.id, seat) for visitor_id, seat in game.held)
    )
