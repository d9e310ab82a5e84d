"""Bots where several processes have one table: two may think, and one of them moves."""

import asyncio
from contextlib import closing

import pytest

from support.cli.running import PATIENCE
from support.server.backends import PostgresServer
from support.server.buses import BusKind
from tamaya.rules import View
from tamaya.server.hub import bot_turns
from tamaya.server.hub.bot_workers import UNKNOWN, BotMove, BotWorkers
from tamaya.server.hub.cluster import Cluster, ClusterPublisher
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.tables import Pace, Tables
from tamaya.server.limits.fair_queue import Share
from tamaya.server.room import log_rows, messages
from tamaya.server.room.log_rows import Settings
from tamaya.server.store.store import Store


def test_two_processes_that_think_for_one_bot_do_no_harm(
    postgres: PostgresServer,
    bus: BusKind,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Where bots queue up for longer than others wait, two think: one of them has its move."""
    monkeypatch.setattr(bot_turns, "OTHER_PROCESS_TIMEOUT", 0.3)
    url, thoughts = postgres.new(), list[tuple[int, int]]()

    class Queue(BotWorkers):
        async def choose_move(
            self, bot: str, seed: int, view: View, share: Share = UNKNOWN
        ) -> BotMove | None:
            thoughts.append((id(self), view.table.turns))
            await asyncio.sleep(1)  # others come first
            return await super().choose_move(bot, seed, view, share)

    async def both_think(stores: list[Store]) -> list[LiveTable]:
        pace = Pace(bots=0, again=0.1)
        publishers = [ClusterPublisher(bus.connect(url, "bots")) for _ in stores]
        both = [
            Tables(store, pace=pace, bot_workers=Queue(), observer=publisher)
            for store, publisher in zip(stores, publishers, strict=True)
        ]
        shared = [
            Cluster(one, publisher, lambda _: None)
            for one, publisher in zip(both, publishers, strict=True)
        ]
        running = [asyncio.create_task(one.run()) for one in shared]
        live = await both[0].open("ada", Settings(players=2))
        for seat in (0, 1):
            await both[0].handle(live, "ada", messages.SeatBot(seat, "cautious"))
        await asyncio.sleep(1)  # until both have heard of each other
        lives = [live, await both[1].find(live.id)]
        for one, seen in zip(both, lives, strict=True):
            one.presence.connect(seen, Viewer("ada"))
        await both[0].handle(live, "ada", messages.Begin())
        async with asyncio.timeout(PATIENCE):
            while min(len(one.room.actions) for one in lives) < 6:
                await asyncio.sleep(0.05)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for process in shared:
            await process.close()
        for one in both:
            one.close()
        return lives

    with closing(Store(url)) as first, closing(Store(url)) as second:
        here, there = asyncio.run(both_think([first, second]))
        written = asyncio.run(first.load(here.id))
    both = {turn for turn in range(6) if len({who for who, at in thoughts if at == turn}) == 2}
    assert both, "two have thought about one move"
    log = [log_rows.decode(stored.body) for stored in written]
    acts = [row for row in log if isinstance(row, log_rows.Acted)]
    assert acts[:6] == list(here.room.actions[:6]) == list(there.room.actions[:6])
    assert caplog.records == []
