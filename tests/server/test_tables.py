"""Tables in memory: bots move by themselves and say why; what nobody looks at is put aside."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import reduce
from pathlib import Path

import pytest

from cli.running import PATIENCE
from tamaya.bots import REASONS
from tamaya.rules import options
from tamaya.server import decisions, messages, room, rows
from tamaya.server.room import Room
from tamaya.server.store import Store
from tamaya.server.tables import CHANCE, Live, Pace, Tables, Viewer

TABLE = "a table"


def opening(*bots: str) -> list[rows.Row]:
    """The log of a table where only bots sit, dealt."""
    game = options("black+tiles", len(bots))
    return [
        rows.Opened("somebody", rows.Settings("black+tiles", len(bots))),
        *(rows.Seated(seat, f"Bot {seat}", bot=bot) for seat, bot in enumerate(bots)),
        decisions.dealt(game, CHANCE.deal(game), 0, CHANCE),
    ]


@asynccontextmanager
async def at_table(store: Store, log: list[rows.Row]) -> AsyncIterator[tuple[Tables, Live]]:
    """The table of this log, with its bots playing."""
    await store.append(TABLE, 0, [rows.encode(row) for row in log], 0)
    tables = Tables(store, pace=Pace(bots=0))
    try:
        yield tables, await tables.find(TABLE)
    finally:
        tables.close()


async def until(live: Live, so: Callable[[Room], bool]) -> Room:
    begin = time.monotonic()
    while not so(live.room):
        assert time.monotonic() - begin < PATIENCE
        await asyncio.sleep(0.01)
    return live.room


async def played(store: Store, log: list[rows.Row]) -> Room:
    """The room when its bots have played to the end."""
    async with at_table(store, log) as (_, live):
        return await until(live, lambda now: not now.playing)


def saved(store: Store) -> list[rows.Row]:
    return [rows.decode(stored.body) for stored in asyncio.run(store.load(TABLE))]


def test_bots_play_to_the_end_and_say_why(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(played(store, opening("cautious", "cautious", "random")))
        first, *rest = saved(store)
    assert reduce(room.fold, rest, room.fold(None, first)) == over
    assert {act.seat for act in over.acts} == {0, 1, 2}
    for act in over.acts:
        if act.seat == 2:
            assert act.why is None
        else:
            assert act.why is not None
            assert act.why.code in REASONS


def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(played(store, opening("random", "a bot of long ago")))
        kinds = Counter(type(row) for row in saved(store))
    assert kinds[rows.Replaced] == 1
    assert kinds[rows.Acted] == len(over.acts) > 0
    assert over.seats[1] == room.Sitter("Bot 1", bot="cautious")
    assert [line.name for line in over.lines if line.kind == "replaced"] == ["Bot 1"]


def test_a_thinker_that_is_killed_is_not_missed(tmp_path: Path) -> None:
    async def play(store: Store) -> Room:
        async with at_table(store, opening("cautious", "cautious")) as (tables, live):
            await until(live, lambda now: len(now.acts) > 3)
            (thinker,) = tables.thinkers._thinkers
            (process,) = thinker.pool._processes.values()
            process.kill()
            return await until(live, lambda now: not now.playing)

    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(play(store))
    assert not any(line.kind == "replaced" for line in over.lines), "it was not the bot's fault"


# tables in memory


def test_a_table_that_nobody_looks_at_is_put_aside(tmp_path: Path) -> None:
    async def opened(store: Store) -> bool:
        tables = Tables(store, pace=Pace(away=0.05))
        live = await tables.open("somebody", rows.Settings())
        assert tables.live == {live.id: live}
        await asyncio.sleep(0.2)
        left = bool(tables.live)
        assert (await tables.find(live.id)).room == live.room
        tables.close()
        return left

    with closing(Store(tmp_path / "log.db")) as store:
        assert asyncio.run(opened(store)) is False


def test_a_table_that_was_put_aside_and_came_back_stays(tmp_path: Path) -> None:
    """Nobody is left alone at a second copy of the table."""

    async def visit(store: Store) -> None:
        tables = Tables(store, pace=Pace(away=0.02))
        live = await tables.open("somebody", rows.Settings())
        ada, bo = Viewer("ada"), Viewer("bo")
        for viewer in (ada, bo):
            tables.come(live, viewer)
        tables.go(live, ada)
        tables.pace = Pace(away=0.3)
        tables.go(live, bo)
        while tables.live:  # until ada is away and the table is put aside
            await asyncio.sleep(0.01)
        again = await tables.find(live.id)
        tables.come(again, Viewer("ada"))
        await asyncio.sleep(0.4)  # until bo is away too
        assert await tables.find(live.id) is again
        tables.close()

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(visit(store))


def test_a_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(store: Store) -> None:
        tables = Tables(store)
        live = await tables.open("somebody", rows.Settings())
        await tables.handle(live, "somebody", messages.Sit(0, "Ada"))
        await tables.handle(live, "somebody", messages.Stand())
        with pytest.raises(decisions.Refused) as refused:
            await tables.handle(live, "somebody", messages.Sit(2, "Ada"))
        assert refused.value.reason == "too-much"
        tables.close()

    monkeypatch.setattr("tamaya.server.tables.MOST_ROWS", 3)
    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(visit(store))


def test_a_refusal_keeps_nothing_of_the_one_before(tmp_path: Path) -> None:
    """An error that is raised again keeps all the frames it has ever passed through."""

    async def knock(store: Store) -> None:
        tables, refusals = Tables(store), list[decisions.Refused]()
        live = await tables.open("somebody", rows.Settings())
        live.knocks.burst = live.knocks.per_second = 0
        for _ in range(2):
            with pytest.raises(decisions.Refused) as refused:
                await tables.handle(live, "another", messages.Knock("sesame"))
            refusals.append(refused.value)
        assert [refusal.reason for refusal in refusals] == ["too-much"] * 2
        assert refusals[0] is not refusals[1]
        tables.close()

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(knock(store))
