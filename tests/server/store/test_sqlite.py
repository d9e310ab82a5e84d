"""The store in a file: durable settings, groups, full disks, and files that are not ours."""

import asyncio
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from support.server.storing import NOW, bodies, child, in_one_group
from tamaya.server.store.store import MOST_CALLS_PER_COMMIT, Store, StoreError

# a real failure of the commit: no file may grow, so the write-ahead log cannot be written
NO_ROOM = """
import asyncio, resource, sys
from tamaya.server.store.store import Store, StoreError

async def main():
    store = Store(sys.argv[1])
    await store.append("t", 0, [b"first"], 0)
    statements = []
    store._writing.set_trace_callback(statements.append)
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, unlimited[1]))
    try:
        await store.append("t", 1, [b"second"], 0)
    except StoreError as error:
        print(f"refused in {statements[-1]}: {error}")
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    print(len(await store.load("t")))
    await store.append("t", 1, [b"third"], 0)
    print([row.body for row in await store.load("t")])
    store.close()

asyncio.run(main())
"""

OPENING = """
import sys
from pathlib import Path
from tamaya.server.store.store import Store
print(flush=True)
sys.stdin.readline()
for number in range(10):
    Store(Path(sys.argv[1]) / f"{number}.db").close()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(Store(path)) as opened:
        yield opened


def writing(store: Store) -> sqlite3.Connection:
    """The connection that writes."""
    assert isinstance(store._writing, sqlite3.Connection)
    return store._writing


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program is in the middle of writing to a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_the_file_itself_refuses_a_second_row_at_one_place(store: Store) -> None:
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        writing(store).execute("INSERT INTO log VALUES ('t', 0, 0, x'00')")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        writing(store).execute("INSERT INTO log VALUES ('no table', 0, 0, x'00')")


def test_concurrent_calls_share_commits(store: Store) -> None:
    statements: list[str] = []
    writing(store).set_trace_callback(statements.append)
    tables, rows = 200, 5

    async def one(table: str) -> None:
        for seq in range(rows):
            await store.append(table, seq, [b"x"], NOW)

    async def play() -> None:
        await asyncio.gather(*(one(f"t{number}") for number in range(tables)))
        assert len(await store.tables(tables + 1)) == tables

    asyncio.run(play())
    assert rows <= statements.count("COMMIT") <= tables * rows / 10


def test_a_group_is_bounded(store: Store) -> None:
    statements: list[str] = []
    writing(store).set_trace_callback(statements.append)
    calls = (
        store.append(f"t{number}", 0, [b"x"], NOW)
        for number in range(2 * MOST_CALLS_PER_COMMIT + 1)
    )
    assert set(asyncio.run(in_one_group(store, *calls))) == {None}
    assert statements.count("COMMIT") == 1 + 3


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("fullfsync", 1),
        ("foreign_keys", 1),
        ("busy_timeout", 10_000),
    ],
)
def test_the_writing_connection_is_durable(store: Store, setting: str, value: object) -> None:
    assert writing(store).execute(f"PRAGMA {setting}").fetchone() == (value,)


def test_the_reading_connection_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store._reading.execute("DELETE FROM log")


def test_a_full_disk_is_told_to_everyone_and_passes(store: Store) -> None:
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    (pages,) = writing(store).execute("PRAGMA page_count").fetchone()
    writing(store).execute(f"PRAGMA max_page_count = {pages}")
    results = in_one_group(
        store,
        store.append("u", 0, [b"small"], NOW),
        store.append("u", 0, [b"too late, were the first one there"], NOW),
        store.append("t", 1, [bytes(100_000)], NOW),
        store.append("v", 0, [b"small"], NOW),
    )
    assert asyncio.run(results) == [StoreError] * 4
    assert asyncio.run(store.tables()) == ("t",)
    assert bodies(asyncio.run(store.load("t"))) == [b"one"]
    with pytest.raises(StoreError, match=r"cannot write to .*log\.db: database or disk is full"):
        asyncio.run(store.append("t", 1, [bytes(100_000)], NOW))

    writing(store).execute("PRAGMA max_page_count = 1000000")
    asyncio.run(store.append("t", 1, [bytes(100_000)], NOW))
    assert bodies(asyncio.run(store.load("t"))) == [b"one", bytes(100_000)]


def test_a_commit_that_fails_is_not_acknowledged(path: Path) -> None:
    pytest.importorskip("resource")
    with child(NO_ROOM, path) as process:
        assert process.stdout is not None
        refused, count, after = process.stdout.read().splitlines()
    assert refused.startswith("refused in COMMIT: cannot write to")
    assert count == "1"
    assert after == "[b'first', b'third']"


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(letter)
    assert letter.read_text() == "Dear aunt, " * 100
    assert list(tmp_path.iterdir()) == [letter]


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE recipes (name)", "CREATE TABLE schema (version)"]
)
def test_a_database_of_another_program_is_refused_and_left_alone(
    tmp_path: Path, statement: str
) -> None:
    theirs = tmp_path / "theirs.db"
    with closing(sqlite3.connect(theirs)) as other, other:
        other.execute(statement)
    before = theirs.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(theirs)
    assert theirs.read_bytes() == before


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for bad in (tmp_path, tmp_path / "file" / "log.db"):
        with pytest.raises(StoreError, match="cannot open"):
            Store(bad)


@pytest.mark.skipif(sys.platform == "win32", reason="another file system layer there")
def test_where_no_write_ahead_log_can_be_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(path: Path, mode: str) -> sqlite3.Connection:
        """As on a network drive: without memory that processes share."""
        return sqlite3.connect(f"{path.as_uri()}?vfs=unix-dotfile&mode={mode}", uri=True)

    monkeypatch.setattr("tamaya.server.store.sqlite._connect", connect)
    with pytest.raises(StoreError, match="no write-ahead log"):
        Store(path)


def test_a_file_that_another_program_holds_is_refused_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.server.store.sqlite.BUSY_TIMEOUT", 0.02)
    path = tmp_path / "held.db"
    with held(path), pytest.raises(StoreError, match="database is locked"):
        Store(path)
    Store(path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes there")
def test_only_its_owner_reads_the_file(store: Store, path: Path) -> None:
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_processes_may_make_the_file_together(tmp_path: Path) -> None:
    processes = [child(OPENING, tmp_path) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        process.communicate("go\n")
    assert [process.returncode for process in processes] == [0, 0, 0]
