"""The store keeps what it has acknowledged, in order, and says plainly what it cannot do."""

import asyncio
import random
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tamaya.server.schema import Also, Finished
from tamaya.server.store import GROUP, Conflict, Kept, Store, Stored, StoreError

NOW = 1_700_000_000_000
KILLS = 12

APPENDING = """
import asyncio, sys
from tamaya.server.store import Store

async def play(store, table):
    seq = len(await store.load(table))
    while True:
        await store.append(table, seq, [b"%d" % seq, b"%d" % (seq + 1)], seq)
        print(table, seq + 1, flush=True)
        seq += 2

async def main():
    store = Store(sys.argv[1])
    await asyncio.gather(*(play(store, table) for table in "abc"))

asyncio.run(main())
"""

# a real failure of the commit: no file may grow, so the write-ahead log cannot be written
NO_ROOM = """
import asyncio, resource, sys
from tamaya.server.store import Store, StoreError

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
from tamaya.server.store import Store
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


def bodies(rows: tuple[Stored, ...]) -> list[bytes]:
    return [row.body for row in rows]


async def outcomes(*calls: Coroutine[Any, Any, None]) -> list[type | None]:
    """What each call came to, all of them made at once: nothing, or the error's type."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [None if result is None else type(result) for result in results]


async def in_one_group(store: Store, *calls: Coroutine[Any, Any, None]) -> list[type | None]:
    """What calls came to that were waiting together while the writer was busy."""
    with locked(store.path):
        before = asyncio.create_task(store.append("before", 0, [], NOW))
        await asyncio.sleep(0)
        while store._queue:
            await asyncio.sleep(0.001)
        results = asyncio.create_task(outcomes(*calls))
        while len(store._queue) < len(calls):
            await asyncio.sleep(0.001)
    await before
    return await results


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process is in the middle of writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def child(program: str, *arguments: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", program, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


# ---- what is written can be read


def test_rows_come_back_in_order_with_their_content(store: Store) -> None:
    async def play() -> tuple[Stored, ...]:
        await store.append("t", 0, [b"one", b""], NOW)
        await store.append("u", 0, [b"another table"], NOW)
        await store.append("t", 2, [bytes(range(256))], NOW + 5)
        return await store.load("t")

    assert asyncio.run(play()) == (
        Stored(0, NOW, b"one"),
        Stored(1, NOW, b""),
        Stored(2, NOW + 5, bytes(range(256))),
    )


def test_rows_outlive_the_store(path: Path) -> None:
    with closing(Store(path)) as first:
        asyncio.run(first.append("t", 0, [b"one"], NOW))
    with closing(Store(str(path))) as second:
        assert asyncio.run(second.load("t")) == (Stored(0, NOW, b"one"),)


def test_an_unknown_table_has_no_rows(store: Store) -> None:
    assert asyncio.run(store.load("nobody's")) == ()
    assert asyncio.run(store.tables()) == ()


def test_tables_are_listed_by_their_last_row(store: Store) -> None:
    async def play() -> None:
        for table in ("a", "b", "c"):
            await store.append(table, 0, [b"x"], NOW)  # the clock does not decide
        await store.append("a", 1, [b"x"], NOW - 1)
        await store.append("b", 1, [], NOW)  # nothing is written
        await store.append("new", 0, [], NOW)
        assert await store.tables() == ("a", "c", "b")
        assert await store.tables(2) == ("a", "c")
        assert await store.tables(0) == await store.tables(-1) == ()

    asyncio.run(play())


# ---- one place, one row


@pytest.mark.parametrize("place", [-1, 0, 1, 3, 1000])
def test_a_taken_place_and_a_gap_are_conflicts(store: Store, place: int) -> None:
    asyncio.run(store.append("t", 0, [b"one", b"two"], NOW))
    with pytest.raises(Conflict, match=f"'t' has 2 rows; row {place} cannot be the next"):
        asyncio.run(store.append("t", place, [b"no", b"no"], NOW))
    assert bodies(asyncio.run(store.load("t"))) == [b"one", b"two"]


def test_the_file_itself_refuses_a_second_row_at_one_place(store: Store) -> None:
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        store._writing.execute("INSERT INTO log VALUES ('t', 0, 0, x'00')")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store._writing.execute("INSERT INTO log VALUES ('no table', 0, 0, x'00')")


def test_a_refused_call_does_not_disturb_its_group(store: Store) -> None:
    results = in_one_group(
        store,
        store.append("t", 0, [b"first"], NOW),
        store.append("t", 0, [b"too late"], NOW),
        store.append("u", 0, [b"fine", None], NOW),  # type: ignore[list-item]
        store.append("v", 0, [b"fine"], 1 << 70),
        store.append("\ud800", 0, [b"no such letter"], NOW),
        store.append("u", 0, [b"fine"], NOW),
        store.append("t", 1, [b"second"], NOW),
    )
    assert asyncio.run(results) == [None, Conflict, *[StoreError] * 3, None, None]
    assert bodies(asyncio.run(store.load("t"))) == [b"first", b"second"]
    assert bodies(asyncio.run(store.load("u"))) == [b"fine"]
    assert asyncio.run(store.tables()) == ("t", "u")
    with pytest.raises(StoreError, match="cannot read"):
        asyncio.run(store.load("\ud800"))


def test_of_two_stores_that_want_one_place_one_gets_it(store: Store, path: Path) -> None:
    async def race(rival: Store) -> None:
        for seq in range(30):
            results = await outcomes(
                store.append("t", seq, [b"ours"], NOW), rival.append("t", seq, [b"theirs"], NOW)
            )
            assert sorted(map(str, results)) == sorted(map(str, [None, Conflict]))
            winner = b"ours" if results[0] is None else b"theirs"
            for each in (store, rival):
                assert (await each.load("t"))[seq:] == (Stored(seq, NOW, winner),)

    with closing(Store(path)) as rival:
        asyncio.run(race(rival))


# ---- what follows from rows is written with them


def test_who_sits_where(store: Store) -> None:
    async def play() -> None:
        await store.append("a", 0, [b"x"], NOW, Also(sitting=("ada", "bo")))
        await store.append("b", 0, [b"x"], NOW, Also(sitting=("ada",)))
        await store.append("a", 1, [b"x"], NOW)  # as before
        assert await store.tables_of("ada") == ("a", "b")
        assert await store.tables_of("ada", 1) == ("a",)
        assert await store.tables_of("bo") == ("a",)
        await store.append("a", 2, [b"x"], NOW, Also(sitting=("bo",)))
        await store.append("b", 1, [b"x"], NOW, Also(sitting=()))
        assert await store.tables_of("ada") == ()
        assert await store.tables_of("bo") == ("a",)

    asyncio.run(play())


def test_games_are_found_by_their_address_and_by_their_players(store: Store) -> None:
    async def play() -> None:
        for seq, (game, at) in enumerate([("g1", NOW), ("g3", NOW + 2), ("g2", NOW + 1)]):
            held = (("ada", 1), ("ada", 0), ("bo", 2))[: 3 - seq]
            kept = Finished(game, at, game.encode(), held)
            await store.append("t", seq, [b"x"], at, Also(game=kept))
        assert await store.game("g1") == Kept(b"g1", None)
        assert await store.game("g1", "ada") == Kept(b"g1", 0)
        assert await store.game("g1", "bo") == Kept(b"g1", 2)
        assert await store.game("g9", "ada") is None
        assert await store.games_of("ada") == (Kept(b"g3", 0), Kept(b"g2", 1), Kept(b"g1", 0))
        assert await store.games_of("ada", 2) == (Kept(b"g3", 0), Kept(b"g2", 1))
        assert await store.games_of("ada", 0) == await store.games_of("ada", -1) == ()
        assert await store.games_of("bo") == (Kept(b"g1", 2),)
        assert await store.games_of("nobody") == ()

    asyncio.run(play())


def test_a_game_from_elsewhere_is_nobodys(store: Store) -> None:
    asyncio.run(store.keep(Finished("g", NOW, b"body")))
    assert asyncio.run(store.game("g", "ada")) == Kept(b"body", None)


def test_an_address_stands_for_one_game(store: Store) -> None:
    asyncio.run(store.keep(Finished("g", NOW, b"first")))
    asyncio.run(store.keep(Finished("g", NOW, b"second")))
    assert asyncio.run(store.game("g")) == Kept(b"first", None)


def test_nothing_follows_from_rows_that_are_refused(store: Store) -> None:
    game = Also(sitting=("ada",), game=Finished("g", NOW, b"body", (("ada", 0),)))
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    with pytest.raises(Conflict):
        asyncio.run(store.append("t", 0, [b"late"], NOW, game))
    unfit = Also(sitting=("ada",), game=Finished("g", 1 << 70, b"body"))
    with pytest.raises(StoreError):
        asyncio.run(store.append("t", 1, [b"two"], NOW, unfit))
    assert bodies(asyncio.run(store.load("t"))) == [b"one"]
    assert asyncio.run(store.game("g")) is None
    assert asyncio.run(store.tables_of("ada")) == ()


# ---- one commit for many calls, and nobody is told before it


def test_concurrent_calls_share_commits(store: Store) -> None:
    statements: list[str] = []
    store._writing.set_trace_callback(statements.append)
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
    store._writing.set_trace_callback(statements.append)
    calls = (store.append(f"t{number}", 0, [b"x"], NOW) for number in range(2 * GROUP + 1))
    assert set(asyncio.run(in_one_group(store, *calls))) == {None}
    assert statements.count("COMMIT") == 1 + 3


def test_a_call_waits_for_its_commit_and_the_loop_does_not(store: Store, path: Path) -> None:
    async def play() -> None:
        with locked(path):
            call = asyncio.create_task(store.append("t", 0, [b"one"], NOW))
            for _ in range(10):
                await asyncio.sleep(0.005)
                assert not call.done()
            assert await store.load("t") == ()  # readers do not wait for writers
        await call
        assert bodies(await store.load("t")) == [b"one"]

    asyncio.run(play())


def test_giving_up_waiting_harms_nobody(store: Store, path: Path) -> None:
    async def play() -> None:
        with locked(path):
            given_up = asyncio.create_task(store.append("t", 0, [b"one"], NOW))
            patient = asyncio.create_task(store.append("u", 0, [b"one"], NOW))
            await asyncio.sleep(0.02)
            given_up.cancel()
        await patient

    asyncio.run(play())
    assert bodies(asyncio.run(store.load("t"))) == [b"one"]


def test_a_loop_that_has_gone_harms_nobody(store: Store, path: Path) -> None:
    async def leave() -> None:
        task = asyncio.create_task(store.append("t", 0, [b"one"], NOW))
        await asyncio.sleep(0)
        task.cancel()

    with locked(path):
        asyncio.run(leave())
    asyncio.run(store.append("u", 0, [b"one"], NOW))
    assert asyncio.run(store.tables()) == ("u", "t")


# ---- durable


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
    assert store._writing.execute(f"PRAGMA {setting}").fetchone() == (value,)


def test_the_reading_connection_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store._reading.execute("DELETE FROM log")


def test_what_was_acknowledged_survives_kill_9(path: Path) -> None:
    rng = random.Random(7)  # noqa: S311 - when to kill
    acknowledged = dict.fromkeys("abc", -1)
    for _ in range(KILLS):
        with child(APPENDING, path) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(rng.randint(1, 60))]
            time.sleep(rng.random() / 200)
            process.kill()
            lines += process.stdout.readlines()
        assert lines[0], "it died by itself"
        told = (line.split() for line in lines if line.endswith("\n"))  # the last may be cut
        acknowledged |= {table: int(seq) for table, seq in told}
        with closing(Store(path)) as store:
            for table, last in acknowledged.items():
                rows = asyncio.run(store.load(table))
                assert len(rows) > last
                assert len(rows) % 2 == 0, "half a call was written"
                assert bodies(rows) == [b"%d" % number for number in range(len(rows))]
    assert sum(acknowledged.values()) > 2 * KILLS


def test_a_full_disk_is_told_to_everyone_and_passes(store: Store) -> None:
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
    store._writing.execute(f"PRAGMA max_page_count = {pages}")
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

    store._writing.execute("PRAGMA max_page_count = 1000000")
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


def test_no_failure_stops_the_writer(store: Store) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO tables VALUES ('half done', 1)")
        raise MemoryError("no memory")

    with pytest.raises(StoreError, match="no memory"):
        asyncio.run(store._write(fail))
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    assert asyncio.run(store.tables()) == ("t",)


# ---- what cannot be opened


def test_a_newer_schema_is_refused(path: Path) -> None:
    Store(path).close()
    with closing(sqlite3.connect(path)) as newer, newer:
        newer.execute("UPDATE schema SET version = 3")
    with pytest.raises(StoreError, match=r"a newer Tamaya wrote it .version 3 .* knows 2"):
        Store(path)


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

    monkeypatch.setattr("tamaya.server.schema._connect", connect)
    with pytest.raises(StoreError, match="no write-ahead log"):
        Store(path)


def test_a_file_that_another_program_holds_is_refused_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.server.schema.PATIENCE", 0.02)
    path = tmp_path / "held.db"
    with locked(path), pytest.raises(StoreError, match="database is locked"):
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


# ---- closing


def test_close_finishes_the_queue(path: Path) -> None:
    async def play() -> list[type | None]:
        store = Store(path)
        calls = (store.append(f"t{number}", 0, [b"x"], NOW) for number in range(300))
        results = asyncio.create_task(outcomes(*calls))
        await asyncio.sleep(0)  # the calls are about to be made
        await asyncio.sleep(0)
        store.close()
        return await results

    assert asyncio.run(play()) == [None] * 300
    assert sorted(file.name for file in path.parent.iterdir()) == ["log.db"]
    with closing(Store(path)) as again:
        assert len(asyncio.run(again.tables(1000))) == 300


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    for call in (store.append("t", 0, [b"x"], NOW), store.load("t"), store.tables()):
        with pytest.raises(StoreError, match="has been closed"):
            asyncio.run(call)


# ---- secrets


def test_a_secret_is_made_once(path: Path) -> None:
    made: list[bytes] = []

    def make() -> bytes:
        made.append(b"key %d" % len(made))
        return made[-1]

    for _ in range(2):
        with closing(Store(path)) as store:
            assert asyncio.run(store.secret("cookies", make)) == b"key 0"
    assert made == [b"key 0"]
    with closing(Store(path)) as store:
        assert asyncio.run(store.secret("another", make)) == b"key 1"


def test_two_who_ask_first_get_the_same_secret(store: Store, path: Path) -> None:
    async def ask(rival: Store) -> tuple[bytes, bytes]:
        return await asyncio.gather(
            store.secret("cookies", lambda: b"ours"), rival.secret("cookies", lambda: b"theirs")
        )

    with closing(Store(path)) as rival:
        first, second = asyncio.run(ask(rival))
    assert first == second
