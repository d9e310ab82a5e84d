"""Tables in memory: bots move by themselves and say why; what nobody looks at is put aside."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from support.cli.running import PATIENCE
from support.parts import require
from support.server.slow_bots import slow_think
from tamaya.bots import REASONS
from tamaya.rules import View, parse_options
from tamaya.server.hub import bot_workers
from tamaya.server.hub.bot_workers import UNKNOWN, BotMove, BotWorkers, compute_move
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.table_observer import NoObserver
from tamaya.server.hub.tables import CHANCE, Pace, Tables
from tamaya.server.limits.fair_queue import Share
from tamaya.server.limits.quotas import PASSWORD_TRIES
from tamaya.server.room import decisions, log_rows, messages, refusals, room
from tamaya.server.room.room import Room
from tamaya.server.store.store import Store

TABLE = "a table"
QUICK = Pace(bots=0, slow_bots=0)


def opening(*bots: str, variant: str = "black+tiles") -> list[log_rows.Row]:
    """The log of a table where only bots sit, dealt."""
    game = parse_options(variant, len(bots))
    return [
        log_rows.TableCreated("somebody", log_rows.Settings(variant, len(bots))),
        *(log_rows.Seated(seat, f"Bot {seat}", bot=bot) for seat, bot in enumerate(bots)),
        decisions.deal_row(game, CHANCE.deal(game), 0, CHANCE),
    ]


@asynccontextmanager
async def at_table(
    store: Store, log: list[log_rows.Row], pace: Pace = QUICK, **parts: Any
) -> AsyncIterator[tuple[Tables, LiveTable]]:
    """The table of this log, with its bots playing and somebody looking on."""
    await store.append(TABLE, 0, [log_rows.encode(row) for row in log], 0)
    tables = Tables(store, pace=pace, **parts)
    try:
        live = await tables.find(TABLE)
        tables.presence.connect(live, Viewer("somebody"))
        yield tables, live
    finally:
        tables.close()


async def until(live: LiveTable, so: Callable[[Room], bool]) -> Room:
    begin = time.monotonic()
    while not so(live.room):
        assert time.monotonic() - begin < PATIENCE
        await asyncio.sleep(0.01)
    return live.room


async def played(store: Store, log: list[log_rows.Row]) -> Room:
    """The room when its bots have played to the end."""
    async with at_table(store, log) as (_, live):
        return await until(live, lambda now: not now.playing)


def saved(store: Store) -> list[log_rows.Row]:
    return [log_rows.decode(stored.body) for stored in asyncio.run(store.load(TABLE))]


def test_bots_play_to_the_end_and_say_why(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(played(store, opening("cautious", "cautious", "random")))
        first, *rest = saved(store)
    assert reduce(room.fold, rest, room.fold(None, first)) == over
    assert {act.seat for act in over.actions} == {0, 1, 2}
    for act in over.actions:
        if act.seat == 2:
            assert act.why is None
        else:
            assert act.why is not None
            assert act.why.code in REASONS


def test_a_bot_that_searches_plays_to_the_end_in_its_own_process(tmp_path: Path) -> None:
    require("torch")

    async def play(store: Store) -> Room:
        log = opening("search:4", "cautious", variant="base+noempty")
        async with at_table(store, log) as (tables, live):
            over = await until(live, lambda now: not now.playing)
            slow, quick = tables.bots.workers.slow, tables.bots.workers.quick
            used = [pool._workers[0]._running for pool in (slow.pool, quick.pool)]
            assert None not in used
            return over

    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(play(store))
    assert not any(line.kind == "replaced" for line in over.lines)
    reasons = [act.why for act in over.actions if act.seat == 0]
    for why in reasons:
        assert why is not None
        assert why.secret
        assert why.code.startswith("search-")
    assert {act.public_why.code for act in over.actions if act.public_why} <= {*REASONS} - {
        why.code for why in reasons if why
    }, "nothing of it is said while the game is on"


def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(played(store, opening("random", "a bot of long ago")))
        kinds = Counter(type(row) for row in saved(store))
    assert kinds[log_rows.BotReplaced] == 1
    assert kinds[log_rows.Acted] == len(over.actions) > 0
    assert over.seats[1] == room.Sitter("Bot 1", bot="cautious")
    assert [line.name for line in over.lines if line.kind == "replaced"] == ["Bot 1"]


def test_a_thinker_that_is_killed_is_not_missed(tmp_path: Path) -> None:
    async def play(store: Store) -> Room:
        async with at_table(store, opening("cautious", "cautious")) as (tables, live):
            await until(live, lambda now: len(now.actions) > 3)
            workers = [one._running for one in tables.bots.workers.quick.pool._workers]
            (worker,) = (one for one in workers if one is not None)
            worker.process.kill()
            return await until(live, lambda now: not now.playing)

    with closing(Store(tmp_path / "log.db")) as store:
        over = asyncio.run(play(store))
    assert not any(line.kind == "replaced" for line in over.lines), "it was not the bot's fault"


# bots and who is there


def test_bots_rest_at_a_table_of_their_own_when_everybody_has_left(tmp_path: Path) -> None:
    """They go on for whoever comes, here or at another process."""

    async def leave_and_return(store: Store) -> None:
        opened, pace = opening("cautious", "cautious", "random"), Pace(bots=0.01, away=0.1)
        async with at_table(store, opened, pace) as (tables, live):
            await until(live, lambda now: len(now.actions) > 1)
            (viewer,) = live.viewers
            tables.presence.disconnect(live, viewer)
            while live.bot_task is None or not live.bot_task.done():
                await asyncio.sleep(0.01)
            rested = len(live.room.actions)
            await asyncio.sleep(0.05)
            assert len(live.room.actions) == rested
            tables.presence.set_viewers_elsewhere(live, "another process", ("bo",))
            await until(live, lambda now: len(now.actions) > rested)
            tables.presence.set_viewers_elsewhere(live, "another process", None)
            await asyncio.sleep(0.2)
            assert not tables.live, "it is put aside, though a bot is to move"
            again = await tables.find(TABLE)
            rested = len(again.room.actions)
            await asyncio.sleep(0.05)
            assert len(again.room.actions) == rested
            tables.presence.connect(again, Viewer("bo"))
            await until(again, lambda now: not now.playing)

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(leave_and_return(store))


def test_where_people_sit_bots_go_on_until_it_is_their_turn(tmp_path: Path) -> None:
    """Whoever is away finds that it is their turn."""

    game = parse_options("base", 2)
    log: list[log_rows.Row] = [
        log_rows.TableCreated("ada", log_rows.Settings("base", 2)),
        log_rows.Seated(0, "Hana", bot="cautious"),
        log_rows.Seated(1, "Ada", who="ada"),
        decisions.deal_row(game, CHANCE.deal(game), 0, CHANCE),
    ]

    async def leave(store: Store) -> None:
        await store.append(TABLE, 0, [log_rows.encode(row) for row in log], 0)
        tables = Tables(store, pace=Pace(bots=0))
        live = await tables.find(TABLE)
        await until(live, lambda now: len(now.actions) == 1)
        tables.close()

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(leave(store))


def test_many_tables_of_one_visitor_do_not_hold_up_the_bots_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables where only bots play are watched by one visitor, and another plays with a bot.

    One process has more to think than it can, so that everybody waits in a queue.
    """
    many, few = 40, 3  # few: a thought under way, and what is committed meanwhile
    monkeypatch.setattr(bot_workers, "compute_move", slow_think)

    async def play(store: Store) -> int:
        tables, hostile = Tables(store, pace=QUICK, bot_workers=BotWorkers(1)), list[LiveTable]()
        for _ in range(many):
            live = await tables.open("eve", log_rows.Settings(players=2))
            hostile.append(live)
            tables.presence.connect(live, Viewer("eve", address="192.0.2.1"))
            for seat in range(2):
                await tables.handle(live, "eve", messages.SeatBot(seat, "cautious"))
            await tables.handle(live, "eve", messages.Begin())
        mine = await tables.open("ada", log_rows.Settings(players=2, first=1))
        tables.presence.connect(mine, Viewer("ada", address="192.0.2.2"))
        await tables.handle(mine, "ada", messages.Sit(0, "Ada"))
        await tables.handle(mine, "ada", messages.SeatBot(1, "cautious"))
        for live in hostile:
            await until(live, lambda now: len(now.actions) > 0)
        await tables.handle(mine, "ada", messages.Begin())
        before = sum(len(live.room.actions) for live in hostile)
        await until(mine, lambda now: len(now.actions) > 0)
        moved = sum(len(live.room.actions) for live in hostile) - before
        assert all(live.room.playing for live in hostile)
        tables.close()
        return moved

    with closing(Store(tmp_path / "log.db")) as store:
        assert asyncio.run(play(store)) <= few


def test_short_and_long_thoughts_are_shown_at_the_same_pace(tmp_path: Path) -> None:
    """How long a bot thinks may depend on hands that a reader must not learn about."""
    pace, long, acted = 0.2, 0.15, list[float]()

    class Uneven(BotWorkers):
        async def choose_move(
            self,
            bot: str,
            seed: int,
            view: View,
            share: Share = UNKNOWN,  # noqa: ARG002 - theirs
        ) -> BotMove | None:
            await asyncio.sleep(long * (len(acted) % 2))
            return compute_move(bot, seed, view)

    class Clock(NoObserver):
        def rows_added(self, live: LiveTable) -> None:  # noqa: ARG002 - theirs
            acted.append(time.monotonic())

    async def play(store: Store) -> None:
        parts = {"bot_workers": Uneven(), "observer": Clock()}
        opened = opening("cautious", "cautious")
        async with at_table(store, opened, Pace(bots=pace), **parts) as (_, live):
            await until(live, lambda now: len(now.actions) > 7)

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(play(store))
    after_short, after_long = (
        [acted[n] - acted[n - 1] for n in range(first, len(acted), 2)] for first in (2, 1)
    )
    assert min(after_short + after_long) >= pace - 0.01
    assert min(after_long) < pace + long, "a long thought does not come on top"


# tables in memory


def test_a_table_that_nobody_looks_at_is_put_aside(tmp_path: Path) -> None:
    async def opened(store: Store) -> bool:
        tables = Tables(store, pace=Pace(away=0.05))
        live = await tables.open("somebody", log_rows.Settings())
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
        live = await tables.open("somebody", log_rows.Settings())
        ada, bo = Viewer("ada"), Viewer("bo")
        for viewer in (ada, bo):
            tables.presence.connect(live, viewer)
        tables.presence.disconnect(live, ada)
        tables.pace = Pace(away=0.3)
        tables.presence.disconnect(live, bo)
        while tables.live:  # until ada is away and the table is put aside
            await asyncio.sleep(0.01)
        again = await tables.find(live.id)
        tables.presence.connect(again, Viewer("ada"))
        await asyncio.sleep(0.4)  # until bo is away too
        assert await tables.find(live.id) is again
        tables.close()

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(visit(store))


def test_a_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(store: Store) -> None:
        tables = Tables(store)
        live = await tables.open("somebody", log_rows.Settings())
        await tables.handle(live, "somebody", messages.Sit(0, "Ada"))
        await tables.handle(live, "somebody", messages.Stand())
        with pytest.raises(refusals.Refusal) as refused:
            await tables.handle(live, "somebody", messages.Sit(2, "Ada"))
        assert refused.value.reason == "too-much"
        tables.close()

    monkeypatch.setattr("tamaya.server.hub.table_log.MAX_ROWS", 3)
    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(visit(store))


def test_a_refusal_keeps_nothing_of_the_one_before(tmp_path: Path) -> None:
    """An error that is raised again keeps all the frames it has ever passed through."""

    async def knock(store: Store) -> None:
        tables, raised = Tables(store), list[refusals.Refusal]()
        live = await tables.open("somebody", log_rows.Settings())
        await tables.handle(live, "somebody", messages.Lock("open"))
        tries = PASSWORD_TRIES.visitor
        assert tries is not None
        for _ in range(int(tries.burst)):
            with pytest.raises(refusals.Refusal, match="password"):
                await tables.handle(live, "another", messages.Knock("sesame"))
        for _ in range(2):
            with pytest.raises(refusals.Refusal) as refused:
                await tables.handle(live, "another", messages.Knock("sesame"))
            raised.append(refused.value)
        assert [refusal.reason for refusal in raised] == ["too-much"] * 2
        assert raised[0] is not raised[1]
        tables.close()

    with closing(Store(tmp_path / "log.db")) as store:
        asyncio.run(knock(store))
