"""The store in PostgreSQL: other processes write too, connections break, servers are killed."""

import asyncio
import os
import random
import socket
import time
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from support.server.backends import PostgresServer, postgres_server
from support.server.proxy import Proxy
from support.server.storing import APPENDING, NOW, bodies, child, in_one_group, outcomes
from tamaya.server.admin.maintenance import reading
from tamaya.server.store import postgres
from tamaya.server.store.derived_data import DerivedData
from tamaya.server.store.postgres import Postgres
from tamaya.server.store.postgres_connection import RECONNECT_PAUSE, PostgresConnection
from tamaya.server.store.store import MOST_CALLS_PER_COMMIT, AppendConflict, Store, StoreError

KILLS = 3
SOON = 0.5  # seconds of patience


@pytest.fixture(name="url")
def _url(postgres: PostgresServer) -> str:
    return postgres.new()


@pytest.fixture(name="store")
def _store(url: str) -> Iterator[Store]:
    with closing(Store(url)) as opened:
        yield opened


def test_what_others_added_is_read_in_one_go(store: Store, url: str) -> None:
    async def play(other: Store) -> None:
        for table, rows in (("a", 3), ("b", 2), ("c", 1)):
            await other.append(table, 0, [b"%d" % n for n in range(rows)], NOW)
        news = await store.load_newer({"a": 1, "b": 2, "c": 0, "nobody's": 0})
        assert {table: bodies(tuple(rows)) for table, rows in news.items()} == {
            "a": [b"1", b"2"],
            "c": [b"0"],
        }
        assert await store.load_newer({}) == {}

    with closing(Store(url)) as other:
        asyncio.run(play(other))


def test_a_group_is_one_commit(store: Store) -> None:
    calls = (
        store.append(f"t{number}", 0, [b"x"], NOW) for number in range(MOST_CALLS_PER_COMMIT // 4)
    )
    assert set(asyncio.run(in_one_group(store, *calls))) == {None}
    query = "SELECT count(DISTINCT xmin::text) FROM log"
    assert store._reading.execute(query).fetchone() == (1,)


def test_two_processes_never_wait_for_each_other_in_a_circle(store: Store, url: str) -> None:
    """Both write to the same tables in many orders; who loses a race hears of it, nobody dies."""
    tables = [f"t{number}" for number in range(6)]

    async def play(mine: Store, rng: random.Random) -> int:
        won = 0
        for _ in range(40):
            chosen = rng.sample(tables, 4)
            rows = await mine.load_newer(dict.fromkeys(chosen, 0))
            results = await outcomes(
                *(
                    mine.append(
                        table, len(rows.get(table, ())), [b"x"], NOW, DerivedData(sitting=("a",))
                    )
                    for table in chosen
                )
            )
            assert set(results) <= {None, AppendConflict}, results
            won += results.count(None)
        return won

    async def both(other: Store) -> None:
        for table in tables:  # by one of them, as in life: nobody else knows its name yet
            await store.append(table, 0, [b"x"], NOW)
        first, second = random.Random(1), random.Random(2)  # noqa: S311 - tests
        won = sum(await asyncio.gather(play(store, first), play(other, second)))
        rows = await store.load_newer(dict.fromkeys(tables, 0))
        assert sum(map(len, rows.values())) == len(tables) + won

    with closing(Store(url)) as other:
        asyncio.run(both(other))


def test_the_database_itself_refuses_a_second_row_at_one_place(store: Store, url: str) -> None:
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    with psycopg.connect(url) as other:
        with pytest.raises(psycopg.errors.UniqueViolation):
            other.execute("INSERT INTO log VALUES ('t', 0, 0, '')")
        other.rollback()
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            other.execute("INSERT INTO log VALUES ('no table', 0, 0, '')")


def test_the_reading_connection_cannot_write(store: Store) -> None:
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        store._reading.execute("DELETE FROM log")


def test_a_password_is_never_told() -> None:
    hidden = "pass" + "word7"
    engine = Postgres(f"postgresql://ada:{hidden}@127.0.0.1:1/games")
    assert engine.name == "postgresql://ada@127.0.0.1:1/games"
    with pytest.raises(StoreError, match=r"127\.0\.0\.1") as error:
        Store(engine)
    assert hidden not in str(error.value)
    with pytest.raises(StoreError, match="a database is a file, or like"):
        Store("postgresql://%%%")


def test_a_database_of_another_program_is_refused(url: str) -> None:
    with psycopg.connect(url) as other:
        other.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(StoreError, match="another program"):
        Store(url)


# ---- connections that break


def test_a_connection_that_was_ended_is_made_again(store: Store, url: str) -> None:
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    asyncio.run(store.load("t"))
    with psycopg.connect(url) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    time.sleep(0.1)
    assert bodies(asyncio.run(store.load("t"))) == [b"one"]
    asyncio.run(store.append("t", 1, [b"two"], NOW))  # nothing was under way: nobody notices
    assert bodies(asyncio.run(store.load("t"))) == [b"one", b"two"]


def test_a_network_that_is_cut_and_one_that_says_nothing(postgres: PostgresServer) -> None:
    direct = postgres.new()
    with Proxy(postgres.port) as proxy:
        through = direct.replace(f":{postgres.port}/", f":{proxy.port}/")
        with closing(Store(Postgres(through, SOON))) as store:
            asyncio.run(store.append("t", 0, [b"one"], NOW))
            for fault in (proxy.cut, proxy.hold):
                fault()
                begin = time.monotonic()
                with pytest.raises(StoreError, match="cannot write"):
                    asyncio.run(store.append("t", 1, [b"not acknowledged"], NOW))
                with pytest.raises(StoreError, match="cannot read"):
                    asyncio.run(store.load("t"))
                assert time.monotonic() - begin < 30
                proxy.mend()
                time.sleep(1.1 * RECONNECT_PAUSE)
                assert bodies(asyncio.run(store.load("t"))) == [b"one"]
            asyncio.run(store.append("t", 1, [b"two"], NOW))
            assert bodies(asyncio.run(store.load("t"))) == [b"one", b"two"]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_too_many_open_files_are_told_as_any_lost_connection(url: str, left: int) -> None:
    """A connection needs a file, and a second one to be broken off with."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = [os.dup(0) for _ in range(left + 1)]  # the lowest ones
    for file in free:
        os.close(file)
    with closing(PostgresConnection(url, SOON)) as link:
        resource.setrlimit(resource.RLIMIT_NOFILE, (free[left], limits[1]))
        try:
            if left < 2:
                with pytest.raises(psycopg.OperationalError):
                    link.execute("SELECT 1")
            else:
                assert link.execute("SELECT 1").fetchone() == (1,)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        time.sleep(1.1 * RECONNECT_PAUSE)
        assert link.execute("SELECT 1").fetchone() == (1,)


def test_upkeep_has_more_patience_than_games(
    url: str, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    monkeypatch.setattr(postgres, "ANSWER_TIMEOUT", SOON)
    slow = "SELECT 1 FROM pg_sleep(2)"
    with reading(url) as connection:
        assert connection.execute(slow).fetchone() == (1,)
    with closing(Store(url)) as hasty, pytest.raises(psycopg.OperationalError):
        hasty._writing.execute(slow)


def test_what_was_acknowledged_survives_kill_9_of_the_database() -> None:
    with postgres_server("-c", "shared_buffers=16MB") as server:
        url, rng = server.new(), random.Random(7)  # noqa: S311 - when to kill
        acknowledged = dict.fromkeys("abc", -1)
        for _ in range(KILLS):
            with child(APPENDING, url) as process:
                assert process.stdout is not None
                lines = [process.stdout.readline() for _ in range(rng.randint(20, 60))]
                server.kill()
                process.wait(20)
                lines += process.stdout.readlines()
            told = (line.split() for line in lines if line.endswith("\n"))
            acknowledged |= {table: int(seq) for table, seq in told}
            server.start()
            with closing(Store(url)) as store:
                for table, last in acknowledged.items():
                    rows = asyncio.run(store.load(table))
                    assert len(rows) > last
                    assert bodies(rows) == [b"%d" % number for number in range(len(rows))]


def test_an_address_where_nobody_answers_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(StoreError, match="cannot open"):
        Store(f"postgresql://127.0.0.1:{port}/games")
