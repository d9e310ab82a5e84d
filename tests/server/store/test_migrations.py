"""A database of an older version is brought to this one: whole, once, with all that was in it."""

import asyncio
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from support.server.rooms import GUEST, HOST, STRANGER, chance
from tamaya.server.room import decisions, log_rows, messages, room
from tamaya.server.store import game_records, upgrade
from tamaya.server.store.derived_data import DerivedData
from tamaya.server.store.migrations import VERSION
from tamaya.server.store.postgres import POSTGRES_TUNING
from tamaya.server.store.postgres_connection import to_postgres_sql
from tamaya.server.store.store import Store, StoreError

VERSION_1 = (  # as it was written then
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
    "PRAGMA journal_mode = WAL",
)
BEGIN = (HOST, messages.Sit(0, "Ada")), (GUEST, messages.Sit(1, "Bo")), (HOST, messages.Begin())


def log_of(*said: tuple[str, messages.FromClient], with_ids: bool = True) -> list[bytes]:
    """The log of a table of two after some messages."""
    luck = chance()
    log: list[log_rows.Row] = [decisions.open_table(HOST, log_rows.Settings(players=2, first=0))]
    now = room.fold(None, log[0])
    for who, message in said:
        for row in decisions.decide(now, who, message, luck):
            if isinstance(row, log_rows.Dealt) and not with_ids:
                row = log_rows.Dealt(row.cards, row.first, row.bot_seed)  # noqa: PLW2901
            log.append(row)
            now = room.fold(now, row)
    return [log_rows.encode(row) for row in log]


def ended(log: Iterable[bytes]) -> messages.End:
    """A message that ends the game of a log."""
    return messages.End(len(list(log)))


PLAYED = log_of(*BEGIN, (HOST, ended(log_of(*BEGIN))))
OLD = log_of(*BEGIN, (HOST, ended(log_of(*BEGIN))), with_ids=False)
RUNNING = log_of(*BEGIN)
LEFT = log_of((STRANGER, messages.Sit(0, "Cy")), (STRANGER, messages.Stand()))
TABLES = {"played": PLAYED, "old": OLD, "running": RUNNING, "left": LEFT, "odd": [b"one", b"two"]}


@pytest.fixture(name="old")
def _old(database: Path | str) -> Path | str:
    """A database of the first version."""
    if isinstance(database, str):
        with psycopg.connect(database) as theirs, theirs.cursor() as cursor:
            for statement in (*VERSION_1[:-1], *POSTGRES_TUNING):
                cursor.execute(to_postgres_sql(statement))
            _fill(cursor)
        return database
    database.parent.mkdir()
    with closing(sqlite3.connect(database)) as old, old:
        for statement in VERSION_1:
            old.execute(statement)
        _fill(old)
    return database


def _fill(old: sqlite3.Connection | psycopg.Cursor) -> None:
    def execute(sql: str, *values: object) -> None:
        old.execute(sql if isinstance(old, sqlite3.Connection) else to_postgres_sql(sql), values)

    for number, (table, log) in enumerate(TABLES.items()):
        execute("INSERT INTO tables VALUES (?, ?)", table, number)
        for seq, body in enumerate(log):
            execute("INSERT INTO log VALUES (?, ?, ?, ?)", table, seq, 1000 + seq, body)
    execute("INSERT INTO secrets VALUES ('cookie', ?)", b"\1\2")


def version(database: Path | str) -> int:
    if isinstance(database, str):
        with psycopg.connect(database) as theirs:
            row = theirs.execute("SELECT version FROM schema").fetchone()
            assert row is not None
            return int(row[0])
    with closing(sqlite3.connect(database)) as file:
        found: int = file.execute("SELECT version FROM schema").fetchone()[0]
        return found


async def check(store: Store) -> None:
    """All that was in the logs, and what follows from them."""
    for table, log in TABLES.items():
        assert [row.body for row in await store.load(table)] == log
    assert await store.tables() == tuple(reversed(TABLES))
    assert await store.secret("cookie", bytes) == b"\1\2"
    assert await store.tables_of(HOST) == ("running", "old", "played")
    assert await store.tables_of(GUEST) == ("running", "old", "played")
    assert await store.tables_of(STRANGER) == ()
    for who, seat in ((HOST, 0), (GUEST, 1)):
        (game,) = await store.games_of(who)
        info = game_records.decode_info(game.body, game.seat)
        assert (info.your_seat, info.names, info.at) == (
            seat,
            ("Ada", "Bo"),
            1000 + len(PLAYED) - 1,
        )
        assert await store.game(info.id, who) == game
    assert await store.games_of(STRANGER) == ()


def test_version_1_is_brought_to_this_version_once(old: Path | str) -> None:
    """Games that were dealt before games had addresses get none."""
    for _ in range(2):
        with closing(Store(old)) as store:
            asyncio.run(check(store))
        assert version(old) == VERSION == 3


def test_it_goes_on_after_that(old: Path | str) -> None:
    with closing(Store(old)) as store:
        asyncio.run(
            store.append("running", len(RUNNING), [b"x"], 5, DerivedData(sitting=(STRANGER,)))
        )
        assert asyncio.run(store.tables_of(STRANGER)) == ("running",)
        assert asyncio.run(store.tables_of(HOST)) == ("old", "played")


def test_a_new_database_and_an_old_one_have_the_same_schema(
    old: Path | str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if isinstance(old, str):
        new: Path | str = request.getfixturevalue("postgres").new()
        query = """SELECT table_name, column_name, data_type, is_nullable, indexdef
            FROM information_schema.columns JOIN pg_indexes ON tablename = table_name
            WHERE table_schema = 'public' ORDER BY 1, 2, 5"""
    else:
        new = tmp_path / "new.db"
        query = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    found = []
    for database in (old, new):
        with closing(Store(database)) as store:
            found.append(store._reading.execute(query).fetchall())
    assert found[0] == found[1] != []


def test_processes_that_come_together_bring_it_there_once(old: Path | str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(Store, [old] * 4):
            asyncio.run(check(store))
            store.close()


def test_a_step_that_fails_changes_nothing(
    old: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(log: object) -> None:
        kind = psycopg if isinstance(old, str) else sqlite3
        raise kind.OperationalError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(upgrade, "derive_from_log", fail)
        with pytest.raises(StoreError, match="disk full"):
            Store(old)
    assert version(old) == 1
    with closing(Store(old)) as store:
        asyncio.run(check(store))


def test_derived_data_can_be_rebuilt_at_any_time(old: Path | str) -> None:
    for _ in range(2):
        with closing(Store(old)) as store:
            asyncio.run(store._write(upgrade.rebuild_derived))
            asyncio.run(check(store))
