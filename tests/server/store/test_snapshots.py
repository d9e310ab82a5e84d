"""Snapshots beside the logs: never anything else than the log says, and never needed."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from zlib import crc32

import pytest
from msgspec.structs import asdict

from long.long_logs import long_log, rooms_of
from long.restart_storm import come_back, fill
from support.server.rooms import GUEST, HOST
from tamaya.deals import seeded
from tamaya.rules import parse_options
from tamaya.server.admin import forgetting, maintenance
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import DamagedTable, NoSuchTable, Pace, Tables
from tamaya.server.ops import metrics
from tamaya.server.room import log_rows, messages, room, wire
from tamaya.server.room.room import Room
from tamaya.server.store import snapshots
from tamaya.server.store.derived_data import Snapshot
from tamaya.server.store.engine import StoredRow
from tamaya.server.store.snapshots import FOLD_VERSION, FORMAT, ROWS_BETWEEN_SNAPSHOTS, DamagedLog
from tamaya.server.store.store import Store
from tamaya.text.labels import face_text

TABLE = "a-table"
NOW = 1_700_000_000_000
LOG = long_log(2 * ROWS_BETWEEN_SNAPSHOTS + 30, keep=25)
BODIES = [log_rows.encode(row) for row in LOG]
STORED = [StoredRow(seq, NOW, body) for seq, body in enumerate(BODIES)]
SNAPSHOTS = "SELECT table_id, seq, format, body FROM snapshots"


def saved(store: Store) -> list[tuple[str, int, int, bytes]]:
    return [tuple(row) for row in store._reading.execute(SNAPSHOTS).fetchall()]


def last_room() -> Room:
    *_, last = rooms_of(LOG)
    return last


async def loaded(store: Store, table: str = TABLE) -> Room:
    """A table as a server that has just started finds it."""
    tables = Tables(store)
    try:
        live = await tables.find(table)
        await asyncio.gather(*tables.loader._saving)
        return live.room
    finally:
        tables.close()


async def written(store: Store, length: int = len(LOG)) -> None:
    await store.append(TABLE, 0, BODIES[:length], NOW)


# ---- what a snapshot holds


@pytest.mark.parametrize(
    ("players", "seed", "keep"), [(2, 1, None), (2, 2, 20), (3, 3, None), (3, 4, 5)]
)
def test_a_snapshot_is_the_room_at_any_moment(players: int, seed: int, keep: int | None) -> None:
    log = long_log(300, players=players, seed=seed, keep=keep)
    stored = [StoredRow(seq, NOW, log_rows.encode(row)) for seq, row in enumerate(log)]
    *_, last = all_rooms = list(rooms_of(log))
    assert list(room.fold_each(None, log)) == all_rooms
    for now in all_rooms:
        kept = snapshots.make_snapshot(now)
        assert snapshots.decode(kept.body) == now
        if now.version % 17 == 0:
            assert snapshots.resume_from_snapshot(kept, stored[now.version - 1 :]) == last


def test_a_stopped_game_and_a_deal_that_was_set_are_in_it() -> None:
    ended = room.fold(next(one for one in rooms_of(LOG) if one.playing), log_rows.GameEnded(0))
    assert snapshots.decode(snapshots.encode(ended)) == ended
    assert ended.dealt is not None
    opened = room.fold(None, log_rows.TableCreated(HOST, log_rows.Settings(players=2), ended.dealt))
    assert snapshots.decode(snapshots.encode(opened)) == opened
    assert opened.game is None


def test_the_format_is_the_same_in_every_process() -> None:
    program = "from tamaya.server.store.snapshots import FORMAT; print(FORMAT)"
    for seed in ("1", "2"):
        ran = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(room.__file__).parents[3])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert int(ran.stdout) == FORMAT


def test_what_does_not_fit_is_not_used() -> None:
    kept = snapshots.make_snapshot(next(islice(rooms_of(LOG), ROWS_BETWEEN_SNAPSHOTS - 1, None)))
    since = STORED[ROWS_BETWEEN_SNAPSHOTS - 1 :]
    rewritten = StoredRow(len(LOG), NOW, log_rows.REWRITTEN)
    assert snapshots.resume_from_snapshot(kept, since) == last_room()
    for log in ((), since[1:], STORED, [*since, rewritten]):
        assert snapshots.resume_from_snapshot(kept, log) is None
    for body in (b"", b"\x00", kept.body[:-1], snapshots.encode(last_room())):
        assert (
            snapshots.resume_from_snapshot(Snapshot(ROWS_BETWEEN_SNAPSHOTS, FORMAT, body), since)
            is None
        )


# ---- written with the log


def test_a_snapshot_goes_with_every_so_many_rows(store: Store) -> None:
    async def play() -> Room:
        tables = Tables(store)
        live = await tables.open(HOST, log_rows.Settings(players=2, talk="chat"))
        await tables.handle(live, HOST, messages.Sit(0, "Ada"))
        for number in range(2 * ROWS_BETWEEN_SNAPSHOTS):
            if number == ROWS_BETWEEN_SNAPSHOTS - 5:
                assert saved(store) == []
            await tables.handle(live, HOST, messages.Say(f"{number}"))
        tables.close()
        return live.room

    now = asyncio.run(play())
    ((_, seq, number, body),) = saved(store)
    assert (seq, number) == (2 * ROWS_BETWEEN_SNAPSHOTS, FORMAT)
    assert snapshots.decode(bytes(body)).version == seq < now.version


def test_loading_costs_the_rows_since_the_snapshot(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(written(store, ROWS_BETWEEN_SNAPSHOTS + 20))
    assert saved(store) == []
    first = asyncio.run(loaded(store))  # a log from before there were snapshots gets one
    assert [one[1] for one in saved(store)] == [ROWS_BETWEEN_SNAPSHOTS + 20]
    asyncio.run(
        store.append(
            TABLE,
            ROWS_BETWEEN_SNAPSHOTS + 20,
            BODIES[ROWS_BETWEEN_SNAPSHOTS + 20 : ROWS_BETWEEN_SNAPSHOTS + 30],
            NOW,
        )
    )
    fold, folds = room.fold, list[log_rows.Row]()

    def counted(now: Room | None, row: log_rows.Row, *earlier: object) -> Room:
        folds.append(row)
        return fold(now, row, *earlier)  # type: ignore[arg-type]

    monkeypatch.setattr(room, "fold", counted)
    now = asyncio.run(loaded(store))
    assert len(folds) == 10
    assert first.version == ROWS_BETWEEN_SNAPSHOTS + 20
    assert now == next(islice(rooms_of(LOG), ROWS_BETWEEN_SNAPSHOTS + 29, None))


def test_without_snapshots_nothing_is_lost(store: Store) -> None:
    asyncio.run(written(store))
    assert asyncio.run(loaded(store)) == last_room()
    for statement in (
        "UPDATE snapshots SET format = format + 1",
        "UPDATE snapshots SET body = '{}'",
        "UPDATE snapshots SET seq = 7",
        "UPDATE snapshots SET seq = seq + 1",
        "DELETE FROM snapshots",
    ):
        store._writing.execute(statement)
        assert asyncio.run(loaded(store)) == last_room(), statement
        ((_, seq, number, body),) = saved(store)  # made again
        assert (seq, number) == (len(LOG), FORMAT)
        assert snapshots.decode(bytes(body)) == last_room()


def test_a_snapshot_that_comes_too_late_is_not_kept(store: Store) -> None:
    """The log may have been rewritten meanwhile; then it has one row more."""
    asyncio.run(written(store))
    old = snapshots.make_snapshot(next(islice(rooms_of(LOG), ROWS_BETWEEN_SNAPSHOTS - 1, None)))
    asyncio.run(store.save_snapshot(TABLE, old))
    asyncio.run(store.save_snapshot("deleted", old))
    assert saved(store) == []


# ---- who is forgotten, what is old, what is checked


def everything_saved(store: Store) -> bytes:
    return b"".join(bytes(body) for *_, body in saved(store))


def test_whoever_is_forgotten_is_in_no_snapshot(database: Path | str) -> None:
    with closing(Store(database)) as store:
        asyncio.run(written(store))
        asyncio.run(loaded(store))
        assert GUEST.encode() in everything_saved(store)
        forgetting.forget(str(database), GUEST)
        assert saved(store) == []
        now = asyncio.run(loaded(store))
        assert GUEST not in now.seated_visitors()
        assert HOST.encode() in everything_saved(store)
        assert GUEST.encode() not in everything_saved(store)
        assert b"perhaps" in everything_saved(store), "notes of the other player"


def test_whoever_is_forgotten_while_a_table_is_in_memory_is_in_no_snapshot(
    database: Path | str,
) -> None:
    async def play(store: Store) -> None:
        tables = Tables(store)
        live = await tables.find(TABLE)
        await asyncio.to_thread(forgetting.forget, str(database), GUEST)
        for number in range(ROWS_BETWEEN_SNAPSHOTS):
            await tables.handle(live, HOST, messages.Say(f"{number}"))
        await asyncio.gather(*tables.loader._saving)
        tables.close()

    with closing(Store(database)) as store:
        asyncio.run(written(store))
        asyncio.run(play(store))
        assert len(saved(store)) == 1
        assert GUEST.encode() not in everything_saved(store)


def test_tables_are_deleted_with_their_snapshots(database: Path | str) -> None:
    with closing(Store(database)) as store:
        asyncio.run(written(store))
        asyncio.run(loaded(store))
        assert maintenance.delete_old(str(database), NOW + 1, games=False) == (1, 0)
        assert saved(store) == []
        with pytest.raises(NoSuchTable):
            asyncio.run(loaded(store))


def faults(database: Path | str) -> list[str]:
    return list(maintenance.check(str(database), lambda _: None))


def test_check_compares_snapshots_with_the_log(database: Path | str) -> None:
    with closing(Store(database)) as store:
        asyncio.run(written(store))
        asyncio.run(loaded(store))
        sits = "INSERT INTO sitting VALUES (?, ?)"
        for who in last_room().members():
            store._writing.execute(sits, (who, TABLE))
        assert faults(database) == []
        wrong = f"table {TABLE}: its snapshot is not what its log says"
        other = snapshots.encode(next(rooms_of(LOG)))
        for body in (other, b"nonsense"):
            store._writing.execute("UPDATE snapshots SET body = ?", (body,))
            assert faults(database) == [wrong]
        store._writing.execute("UPDATE snapshots SET seq = 10000")
        assert faults(database) == [f"table {TABLE}: its snapshot has more rows than its log"]
        store._writing.execute("UPDATE snapshots SET format = format + 1")
        assert faults(database) == []


# ---- loads are shared


class Counted(Store):
    """A store that counts what is read."""

    reads = 0

    async def load_recent(
        self, table: str, snapshot_format: int
    ) -> tuple[Snapshot | None, tuple[StoredRow, ...]]:
        self.reads += 1
        return await super().load_recent(table, snapshot_format)


@pytest.fixture(name="counted")
def _counted(database: Path | str) -> Iterator[Counted]:
    with closing(Counted(database)) as opened:
        yield opened


def test_a_table_is_loaded_once_for_all_who_wait(counted: Counted) -> None:
    async def visit() -> set[LiveTable]:
        tables = Tables(counted, pace=Pace(away=60))
        impatient = asyncio.create_task(tables.find(TABLE))
        others = [asyncio.create_task(tables.find(TABLE)) for _ in range(20)]
        await asyncio.sleep(0)
        impatient.cancel()
        found = set(await asyncio.gather(*others))
        found.add(await tables.find(TABLE))
        tables.close()
        assert not tables._loading
        return found

    asyncio.run(written(counted))
    assert len(asyncio.run(visit())) == 1
    assert counted.reads == 1


def test_a_load_that_fails_is_tried_again(counted: Counted) -> None:
    async def visit() -> None:
        tables = Tables(counted, pace=Pace(away=60))
        for found in await asyncio.gather(
            *(tables.find(TABLE) for _ in range(3)), return_exceptions=True
        ):
            assert isinstance(found, NoSuchTable)
        await written(counted)
        assert (await tables.find(TABLE)).room == last_room()
        tables.close()

    asyncio.run(visit())


def test_everybody_comes_back_after_a_restart(database: Path | str) -> None:
    names = asyncio.run(fill(database, 6, ROWS_BETWEEN_SNAPSHOTS + 20, keep=20))
    storm = come_back(database, names, ROWS_BETWEEN_SNAPSHOTS + 20)
    assert storm.clients == 12
    with closing(Store(database)) as store:
        assert {name for name, *_ in saved(store)} == set(names)
    assert come_back(database, names, ROWS_BETWEEN_SNAPSHOTS + 20).clients == 12


# ---- damaged rows


def damage(store: Store, seq: int = 3, body: bytes = b"nonsense") -> None:
    store._writing.execute(
        "UPDATE log SET body = ? WHERE table_id = ? AND seq = ?", (body, TABLE, seq)
    )


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE log SET body = 'nonsense' WHERE seq = 3", 3),
        ("DELETE FROM log WHERE seq = 4", 4),
        ("DELETE FROM log WHERE seq = 0", 0),
        ('UPDATE log SET body = \'{"row":"left","seat":9}\' WHERE seq = 5', 5),
    ],
)
def test_a_damaged_row_is_found_in_its_place(tmp_path: Path, statement: str, place: int) -> None:
    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(written(store, 10))
        store._writing.execute(statement)
        with pytest.raises(DamagedLog) as found:
            snapshots.fold_log(asyncio.run(store.load(TABLE)))
    assert found.value.row == place


def test_a_damaged_table_is_reported_once_and_the_others_go_on(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit() -> None:
        tables = Tables(store)
        other = await tables.open(HOST, log_rows.Settings())
        for _ in range(3):
            with pytest.raises(DamagedTable) as refused:
                await tables.find(TABLE)
            assert refused.value.reason == "damaged"
        await tables.handle(other, HOST, messages.Sit(0, "Ada"))
        damage(store, 3, BODIES[3])
        tables.loader._damaged[TABLE] -= 60  # a while later
        assert (await tables.find(TABLE)).room == last_room()
        tables.close()

    before = metrics.DAMAGED._value.get()
    asyncio.run(written(store))
    damage(store)
    asyncio.run(visit())
    (record,) = caplog.records
    assert "row 3: DecodeError" in record.getMessage()
    assert TABLE not in record.getMessage()
    assert record.exc_info is None
    assert metrics.DAMAGED._value.get() == before + 1


def test_a_row_that_cannot_be_read_at_a_table_in_memory(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process, or an operator, has written something that this version does not know."""

    async def visit() -> None:
        tables = Tables(store)
        live = await tables.find(TABLE)
        await store.append(TABLE, 10, [b"nonsense"], NOW)
        for _ in range(3):
            await tables.catch_up([live])
            with pytest.raises(DamagedTable):
                await tables.handle(live, HOST, messages.Say("hello"))
        tables.close()

    asyncio.run(written(store, 10))
    asyncio.run(visit())
    assert ["row 10: DecodeError" in record.getMessage() for record in caplog.records] == [True]


# ---- the same rows have to fold into the same room as long as the format stays


CARDS = " ".join(
    face_text(parse_options("base", 2), face) for face in seeded(parse_options("base", 2), 1).cards
)
FIXED: tuple[log_rows.Row, ...] = (
    log_rows.TableCreated(HOST, log_rows.Settings(players=2, talk="chat", take_back=True)),
    log_rows.Seated(0, "Ada", HOST),
    log_rows.Seated(1, "Bo", GUEST),
    log_rows.TableLocked("salt", "digest"),
    log_rows.Admitted("somebody"),
    log_rows.HostChanged(GUEST),
    log_rows.Dealt(CARDS, first=0, bot_seed=7, id="address"),
    log_rows.Acted(0, wire.PlayCard(0)),
    log_rows.Noted(0, 1, "a five?"),
    log_rows.Arranged(1, (9, 8, 7, 6, 5), (9,)),
    log_rows.Said(1, "hm"),
    log_rows.Acted(1, wire.PlayCard(5), wire.MoveReason("helps", {"card": 5}, secret=True)),
    log_rows.Acted(0, wire.PlayCard(1)),
    log_rows.TakeBackAsked(0, 2),
    log_rows.TakeBackAnswered(1, yes=True),
    log_rows.TookBack(0, 2),
    log_rows.SeatLeft(1),
    log_rows.Seated(1, "Hana", bot="gone"),
    log_rows.BotReplaced(1, "cautious"),
    log_rows.TakeBackAsked(0, 1),
    log_rows.SettingsChanged(log_rows.Settings(players=2, talk="remarks", take_back=True)),
)
KNOWN = 1, 2368621212


def test_rows_fold_as_they_did_when_the_format_was_chosen() -> None:
    """If this fails, read the note at `snapshots.EDITION`, then write the new numbers here."""
    *_, last = room.fold_each(None, FIXED)
    carried = asdict(snapshots._decode(snapshots.encode(last)))
    told = {
        name: sorted(value, key=repr) if isinstance(value, frozenset) else value
        for name, value in carried.items()
    }
    assert (FOLD_VERSION, crc32(repr(told).encode())) == KNOWN
