"""Tables that are deleted or rewritten while a server has them in memory."""

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.held import HeldBack
from support.server.serving import Visitor, heard, newer, refusal, say, serving, shown
from tamaya.rules import parse_options
from tamaya.server.admin.forgetting import forget
from tamaya.server.admin.maintenance import check, delete_old, delete_tables, writing
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.tables import CHANCE, NoSuchTable, Pace, Tables
from tamaya.server.ops import metrics
from tamaya.server.room import decisions, log_rows, messages
from tamaya.server.room.log_rows import Seated
from tamaya.server.store.store import Store

FAR = 1 << 60  # later than all times


def who(visitor: Visitor) -> str:
    return visitor.who


async def until(so: Callable[[], bool]) -> None:
    begin = time.monotonic()
    while not so():
        assert time.monotonic() - begin < PATIENCE
        await asyncio.sleep(0.01)


def thoughts() -> float:
    return sum(
        sample.value
        for metric in metrics.BOT_SECONDS.collect()
        for sample in metric.samples
        if sample.name.endswith("_count")
    )


def test_a_bot_at_a_deleted_table_stops_thinking(database: Path | str) -> None:
    async def deleted(store: Store) -> tuple[float, LiveTable, Tables]:
        tables = Tables(store, pace=Pace(bots=0.2, again=0.2))
        live = await tables.open("ada", log_rows.Settings(players=2))
        tables.presence.connect(live, Viewer("ada"))  # bots rest where nobody is
        await store.append(live.id, 1, [log_rows.encode(row) for row in begun(live)], 0)
        await tables.catch_up([live])
        await until(lambda: len(live.room.actions) > 1)
        await asyncio.to_thread(delete_old, str(database), FAR, games=False)
        await until(lambda: live.deleted and live.bot_task is not None and live.bot_task.done())
        before = thoughts()
        await asyncio.sleep(1)
        with pytest.raises(NoSuchTable):
            await tables.find(live.id)
        tables.close()
        return thoughts() - before, live, tables

    with closing(Store(database)) as store:
        more, live, tables = asyncio.run(deleted(store))
    assert more == 0
    assert live.id not in tables.live


def begun(live: LiveTable) -> list[log_rows.Row]:
    """Two bots sit down, and the cards are dealt."""
    game = parse_options(live.room.settings.variant, 2)
    seats = [Seated(seat, f"Bot {seat}", bot="cautious") for seat in (0, 1)]
    return [*seats, decisions.deal_row(game, CHANCE.deal(game), 0, CHANCE)]


Friends = tuple[Visitor, ClientConnection, ClientConnection, dict[str, Any]]


def two_at_a_table(port: int, leaving: ExitStack) -> Friends:
    """Ada and Bo, with a game on; Ada is to move."""
    ada, bo = Visitor(port), Visitor(port)
    bo.ask("/api/bots")
    table = ada.ask("/api/tables", {"settings": {"players": 2, "first": 0}})[1]["table"]
    hers, his = (leaving.enter_context(one.join(table)) for one in (ada, bo))
    say(hers, "sit", seat=0, name="Adelheid")
    say(his, "sit", seat=1, name="Bo")
    shown(hers, lambda now: None not in now["seats"])
    say(hers, "begin")
    return ada, hers, his, shown(his, lambda now: now["play"] is not None)


def closed_with(socket: ClientConnection) -> int | None:
    try:
        while True:
            heard(socket)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def test_everybody_at_a_deleted_table_is_told(database: Path | str) -> None:
    with serving(database) as server, ExitStack() as leaving:
        _, hers, his, now = two_at_a_table(server.port, leaving)
        with closing(Store(database)) as store:
            tables = asyncio.run(store.tables())
        with writing(str(database)) as connection:
            delete_tables(connection, tables)
        say(hers, "end", version=now["version"])
        assert closed_with(hers) == closed_with(his) == 4404
        assert server.process.poll() is None


def test_who_is_forgotten_stays_so_while_the_server_runs(database: Path | str) -> None:
    with serving(database) as server, ExitStack() as leaving:
        ada, hers, his, now = two_at_a_table(server.port, leaving)
        assert forget(str(database), who(ada)).tables == 1
        say(his, "note", card=now["play"]["hands"][1][0]["id"], text="mine")
        after = newer(his, now)
        assert [seat["name"] for seat in after["seats"]] == ["Player A", "Bo"]
        assert shown(hers, lambda told: told["version"] >= after["version"])["you"] is None
        say(hers, "sit", seat=0, name="Adelheid")
        assert refusal(hers) == "seat-taken"
    with closing(Store(database)) as store:
        (table,) = asyncio.run(store.tables())
        written = b"".join(stored.body for stored in asyncio.run(store.load(table)))
        assert asyncio.run(store.tables_of(who(ada))) == ()
    assert b"Adelheid" not in written
    assert who(ada).encode() not in written
    assert list(check(str(database), lambda _: None)) == []


def test_a_table_that_is_read_again_twice_goes_on(database: Path | str) -> None:
    """Whoever read it before somebody acted must not take that back."""

    async def read_again(store: Store) -> list[int]:
        tables = Tables(store)
        live = await tables.open("ada", log_rows.Settings(players=2))
        rewritten = log_rows.encode(log_rows.LogRewritten())
        await store.append(live.id, 1, [rewritten], 0)
        held = HeldBack(tables)
        looking = asyncio.create_task(tables.catch_up([live]))
        await held.read()
        await tables.handle(live, "ada", messages.Sit(0, "Ada"))
        versions = [live.room.version]
        held.go()
        await looking
        tables.close()
        return [*versions, live.room.version]

    with closing(Store(database)) as store:
        assert asyncio.run(read_again(store)) == [3, 3]
