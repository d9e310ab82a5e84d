"""Bringing an older database up to date: the migrations, then the data derived from the logs."""

from tamaya.server.store.derived_data import write_derived
from tamaya.server.store.engine import DatabaseConnection
from tamaya.server.store.game_records import derive_from_log
from tamaya.server.store.migrations import DERIVED_SINCE, migrate

TABLE_IDS = "SELECT id FROM tables"
LOG = "SELECT at, body FROM log WHERE table_id = ? ORDER BY seq"


def upgrade_database(connection: DatabaseConnection, version: int) -> None:
    """Bring a database of this version to the current one; the caller commits.

    A database from before the derived tables gets their contents from its logs.
    """
    migrate(connection, version)
    if 0 < version < DERIVED_SINCE:
        rebuild_derived(connection)


def rebuild_derived(connection: DatabaseConnection) -> None:
    """Write who sits where, and all finished games, as the logs have them.

    It may be called at any time: what is there already stays the same.
    """
    for (table,) in connection.execute(TABLE_IDS).fetchall():
        for derived in derive_from_log(connection.execute(LOG, (table,)).fetchall()):
            write_derived(connection, table, derived)
