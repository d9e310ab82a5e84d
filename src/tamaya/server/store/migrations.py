"""Migrations: the SQL statements that bring a database from one version of the schema to the next.

They change the schema only and never read the logs. What is derived from the logs is rebuilt
afterwards: see `upgrade`.
"""

from tamaya.server.store.engine import DatabaseConnection, StoreError

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
DERIVED_TABLES = (  # derived from the logs, so that queries need not read them
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
OPERATIONS = (  # what a public server needs besides the games
    # derived from the log; missing or outdated snapshots are made again
    """CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        seq INTEGER NOT NULL,
        format INTEGER NOT NULL,
        body BLOB NOT NULL
    )""",
    # shared rate limits: the theoretical arrival time of each key (microseconds since 1970)
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
MIGRATIONS = (LOGS, DERIVED_TABLES, OPERATIONS)  # each brings a database one version further
VERSION = len(MIGRATIONS)
DERIVED_SINCE = 2  # the version that has the tables `games`, `played` and `sitting`


def migrate(connection: DatabaseConnection, version: int) -> None:
    """Bring a database of this version to the current one; the caller commits."""
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)


def version_of(connection: DatabaseConnection, names: set[str], where: str) -> int:
    """Return the version of a database with these tables, or raise `StoreError`.

    Databases of other programs and of newer versions are refused.
    """
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
