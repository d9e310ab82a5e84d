"""The store keeps what it has acknowledged, in order, and says plainly what it cannot do.

On both engines; what only one of them can do wrong is in files of their own.
"""

import asyncio
import random
import time
from contextlib import closing
from pathlib import Path

import pytest

from support.server.storing import APPENDING, NOW, bodies, child, in_one_group, locked, outcomes
from tamaya.server.store.derived_data import DerivedData, FinishedGame
from tamaya.server.store.engine import DatabaseConnection
from tamaya.server.store.migrations import VERSION
from tamaya.server.store.store import AppendConflict, Store, StoredGame, StoredRow, StoreError

KILLS = 12


# ---- what is written can be read


def test_rows_come_back_in_order_with_their_content(store: Store) -> None:
    async def play() -> tuple[StoredRow, ...]:
        await store.append("t", 0, [b"one", b""], NOW)
        await store.append("u", 0, [b"another table"], NOW)
        await store.append("t", 2, [bytes(range(256))], NOW + 5)
        return await store.load("t")

    assert asyncio.run(play()) == (
        StoredRow(0, NOW, b"one"),
        StoredRow(1, NOW, b""),
        StoredRow(2, NOW + 5, bytes(range(256))),
    )


def test_rows_outlive_the_store(database: Path | str) -> None:
    with closing(Store(database)) as first:
        asyncio.run(first.append("t", 0, [b"one"], NOW))
    with closing(Store(database)) as second:
        assert asyncio.run(second.load("t")) == (StoredRow(0, NOW, b"one"),)


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
    with pytest.raises(AppendConflict, match=f"'t' has 2 rows; row {place} cannot be the next"):
        asyncio.run(store.append("t", place, [b"no", b"no"], NOW))
    assert bodies(asyncio.run(store.load("t"))) == [b"one", b"two"]


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
    assert asyncio.run(results) == [None, AppendConflict, *[StoreError] * 3, None, None]
    assert bodies(asyncio.run(store.load("t"))) == [b"first", b"second"]
    assert bodies(asyncio.run(store.load("u"))) == [b"fine"]
    assert asyncio.run(store.tables()) == ("t", "u")
    with pytest.raises(StoreError, match="cannot read"):
        asyncio.run(store.load("\ud800"))


def test_of_two_stores_that_want_one_place_one_gets_it(store: Store, database: Path | str) -> None:
    async def race(rival: Store) -> None:
        for seq in range(30):
            results = await outcomes(
                store.append("t", seq, [b"ours"], NOW), rival.append("t", seq, [b"theirs"], NOW)
            )
            assert sorted(map(str, results)) == sorted(map(str, [None, AppendConflict]))
            winner = b"ours" if results[0] is None else b"theirs"
            for each in (store, rival):
                assert (await each.load("t"))[seq:] == (StoredRow(seq, NOW, winner),)

    with closing(Store(database)) as rival:
        asyncio.run(race(rival))


# ---- what follows from rows is written with them


def test_who_sits_where(store: Store) -> None:
    async def play() -> None:
        await store.append("a", 0, [b"x"], NOW, DerivedData(sitting=("ada", "bo")))
        await store.append("b", 0, [b"x"], NOW, DerivedData(sitting=("ada",)))
        await store.append("a", 1, [b"x"], NOW)  # as before
        assert await store.tables_of("ada") == ("a", "b")
        assert await store.tables_of("ada", 1) == ("a",)
        assert await store.tables_of("bo") == ("a",)
        await store.append("a", 2, [b"x"], NOW, DerivedData(sitting=("bo",)))
        await store.append("b", 1, [b"x"], NOW, DerivedData(sitting=()))
        assert await store.tables_of("ada") == ()
        assert await store.tables_of("bo") == ("a",)

    asyncio.run(play())


def test_games_are_found_by_their_address_and_by_their_players(store: Store) -> None:
    async def play() -> None:
        for seq, (game, at) in enumerate([("g1", NOW), ("g3", NOW + 2), ("g2", NOW + 1)]):
            held = (("ada", 1), ("ada", 0), ("bo", 2))[: 3 - seq]
            kept = FinishedGame(game, at, game.encode(), held)
            await store.append("t", seq, [b"x"], at, DerivedData(game=kept))
        assert await store.game("g1") == StoredGame("g1", b"g1", None)
        assert await store.game("g1", "ada") == StoredGame("g1", b"g1", 0)
        assert await store.game("g1", "bo") == StoredGame("g1", b"g1", 2)
        assert await store.game("g9", "ada") is None
        assert await store.games_of("ada") == (
            StoredGame("g3", b"g3", 0),
            StoredGame("g2", b"g2", 1),
            StoredGame("g1", b"g1", 0),
        )
        assert await store.games_of("ada", 2) == (
            StoredGame("g3", b"g3", 0),
            StoredGame("g2", b"g2", 1),
        )
        assert await store.games_of("ada", 0) == await store.games_of("ada", -1) == ()
        assert await store.games_of("bo") == (StoredGame("g1", b"g1", 2),)
        assert await store.games_of("nobody") == ()

    asyncio.run(play())


def test_a_game_from_elsewhere_is_nobodys(store: Store) -> None:
    asyncio.run(store.save_upload(FinishedGame("g", NOW, b"body")))
    assert asyncio.run(store.game("g", "ada")) == StoredGame("g", b"body", None)


def test_an_address_stands_for_one_game(store: Store) -> None:
    asyncio.run(store.save_upload(FinishedGame("g", NOW, b"first")))
    asyncio.run(store.save_upload(FinishedGame("g", NOW, b"second")))
    assert asyncio.run(store.game("g")) == StoredGame("g", b"first", None)


def test_nothing_follows_from_rows_that_are_refused(store: Store) -> None:
    game = DerivedData(sitting=("ada",), game=FinishedGame("g", NOW, b"body", (("ada", 0),)))
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    with pytest.raises(AppendConflict):
        asyncio.run(store.append("t", 0, [b"late"], NOW, game))
    unfit = DerivedData(sitting=("ada",), game=FinishedGame("g", 1 << 70, b"body"))
    with pytest.raises(StoreError):
        asyncio.run(store.append("t", 1, [b"two"], NOW, unfit))
    assert bodies(asyncio.run(store.load("t"))) == [b"one"]
    assert asyncio.run(store.game("g")) is None
    assert asyncio.run(store.tables_of("ada")) == ()


# ---- one commit for many calls, and nobody is told before it


def test_a_call_waits_for_its_commit_and_the_loop_does_not(store: Store) -> None:
    async def play() -> None:
        with locked(store):
            call = asyncio.create_task(store.append("t", 0, [b"one"], NOW))
            for _ in range(10):
                await asyncio.sleep(0.005)
                assert not call.done()
            assert await store.load("t") == ()  # readers do not wait for writers
        await call
        assert bodies(await store.load("t")) == [b"one"]

    asyncio.run(play())


def test_giving_up_waiting_harms_nobody(store: Store) -> None:
    async def play() -> None:
        with locked(store):
            given_up = asyncio.create_task(store.append("t", 0, [b"one"], NOW))
            patient = asyncio.create_task(store.append("u", 0, [b"one"], NOW))
            await asyncio.sleep(0.02)
            given_up.cancel()
        await patient

    asyncio.run(play())
    assert bodies(asyncio.run(store.load("t"))) == [b"one"]


def test_a_loop_that_has_gone_harms_nobody(store: Store) -> None:
    async def leave() -> None:
        task = asyncio.create_task(store.append("t", 0, [b"one"], NOW))
        await asyncio.sleep(0)
        task.cancel()

    with locked(store):
        asyncio.run(leave())
    asyncio.run(store.append("u", 0, [b"one"], NOW))
    assert asyncio.run(store.tables()) == ("u", "t")


# ---- durable


def test_what_was_acknowledged_survives_kill_9(database: Path | str) -> None:
    rng = random.Random(7)  # noqa: S311 - when to kill
    acknowledged = dict.fromkeys("abc", -1)
    for _ in range(KILLS):
        with child(APPENDING, database) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(rng.randint(1, 60))]
            time.sleep(rng.random() / 200)
            process.kill()
            lines += process.stdout.readlines()
        assert lines[0], "it died by itself"
        told = (line.split() for line in lines if line.endswith("\n"))  # the last may be cut
        acknowledged |= {table: int(seq) for table, seq in told}
        with closing(Store(database)) as store:
            for table, last in acknowledged.items():
                rows = asyncio.run(store.load(table))
                assert len(rows) > last
                assert len(rows) % 2 == 0, "half a call was written"
                assert bodies(rows) == [b"%d" % number for number in range(len(rows))]
    assert sum(acknowledged.values()) > 2 * KILLS


def test_no_failure_stops_the_writer(store: Store) -> None:
    def fail(connection: DatabaseConnection) -> None:
        connection.execute("INSERT INTO tables VALUES ('half done', 1)")
        raise MemoryError("no memory")

    with pytest.raises(StoreError, match="no memory"):
        asyncio.run(store._write(fail))
    asyncio.run(store.append("t", 0, [b"one"], NOW))
    assert asyncio.run(store.tables()) == ("t",)


# ---- what cannot be opened


def test_a_newer_schema_is_refused(database: Path | str) -> None:
    with closing(Store(database)) as store:
        store._writing.execute("UPDATE schema SET version = ?", (VERSION + 1,))
    newer = rf"a newer Tamaya wrote it .version {VERSION + 1} .* knows {VERSION}"
    with pytest.raises(StoreError, match=newer):
        Store(database)


# ---- closing


def test_close_finishes_the_queue(database: Path | str) -> None:
    async def play() -> list[type | None]:
        store = Store(database)
        calls = (store.append(f"t{number}", 0, [b"x"], NOW) for number in range(300))
        results = asyncio.create_task(outcomes(*calls))
        await asyncio.sleep(0)  # the calls are about to be made
        await asyncio.sleep(0)
        store.close()
        return await results

    assert asyncio.run(play()) == [None] * 300
    if isinstance(database, Path):
        assert sorted(file.name for file in database.parent.iterdir()) == ["log.db"]
    with closing(Store(database)) as again:
        assert len(asyncio.run(again.tables(1000))) == 300


def test_a_closed_store_says_so(database: Path | str) -> None:
    store = Store(database)
    store.close()
    store.close()
    for call in (store.append("t", 0, [b"x"], NOW), store.load("t"), store.tables()):
        with pytest.raises(StoreError, match="has been closed"):
            asyncio.run(call)


# ---- secrets


def test_a_secret_is_made_once(database: Path | str) -> None:
    made: list[bytes] = []

    def make() -> bytes:
        made.append(b"key %d" % len(made))
        return made[-1]

    for _ in range(2):
        with closing(Store(database)) as store:
            assert asyncio.run(store.secret("cookies", make)) == b"key 0"
    assert made == [b"key 0"]
    with closing(Store(database)) as store:
        assert asyncio.run(store.secret("another", make)) == b"key 1"


def test_two_who_ask_first_get_the_same_secret(store: Store, database: Path | str) -> None:
    async def ask(rival: Store) -> tuple[bytes, bytes]:
        return await asyncio.gather(
            store.secret("cookies", lambda: b"ours"), rival.secret("cookies", lambda: b"theirs")
        )

    with closing(Store(database)) as rival:
        first, second = asyncio.run(ask(rival))
    assert first == second
