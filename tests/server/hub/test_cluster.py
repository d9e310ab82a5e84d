"""Several processes over one PostgreSQL: every table is the same at each of them."""

import asyncio
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE, in_a_process
from support.server.backends import PostgresServer
from support.server.buses import BusKind
from support.server.held import HeldBack
from support.server.pooler import Pooler
from support.server.serving import (
    Server,
    Visitor,
    heard,
    newer,
    refusal,
    say,
    serving,
    shown,
)
from support.server.two_processes import AWAY, SOON, asked
from tamaya.server.hub import cluster
from tamaya.server.hub.bus import ClusterMessage
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.table_observer import NoObserver
from tamaya.server.hub.tables import Tables
from tamaya.server.room import messages
from tamaya.server.room.log_rows import Settings
from tamaya.server.store.store import Store

CLUE = {"do": "value", "to": 1, "value": 1}


def at(visitor: Visitor, server: Server) -> Visitor:
    """The same visitor at another process, as behind a load balancer."""
    moved = Visitor(server.port)
    moved.cookie = visitor.cookie
    return moved


@pytest.fixture(scope="module", name="shared")
def _shared(postgres: PostgresServer, bus: BusKind) -> str:
    """The database of the two."""
    del bus  # a new one for each
    return postgres.new()


@pytest.fixture(scope="module", name="two")
def _two(shared: str, bus: BusKind) -> Iterator[tuple[Server, Server]]:
    url, on = shared, (*bus.options, *SOON)
    with serving(url, None, *on) as one, serving(url, None, *on) as other:
        until_ready(one, "ready\n")
        until_ready(other, "ready\n")
        yield one, other


def test_who_comes_while_a_table_is_loaded_sees_what_they_have_seen(
    postgres: PostgresServer,
) -> None:
    """One visitor makes a process load a table; another, who has seen more, comes meanwhile."""
    url = postgres.new()

    async def both_come(here: Tables, there: Tables) -> tuple[int, int]:
        live = await here.open("ada", Settings(players=2))
        held = HeldBack(there)
        early = asyncio.create_task(there.find(live.id))
        await held.read()
        await here.handle(live, "ada", messages.Sit(0, "Ada"))
        late = asyncio.create_task(there.find(live.id))
        held.go()
        await early
        return (await late).room.version, live.room.version

    with closing(Store(url)) as one, closing(Store(url)) as other:
        seen, shown_elsewhere = asyncio.run(both_come(Tables(one), Tables(other)))
    assert seen == shown_elsewhere == 2


class Deaf:
    """A bus that seems to work, and loses everything."""

    up = True

    def publish(self, _: object) -> None:
        pass

    async def run(self, _: object) -> None:
        await asyncio.Event().wait()

    async def close(self) -> None:
        pass


def test_lost_news_are_made_up_for_while_others_keep_coming(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "POLL", 0.5)
    monkeypatch.setattr(cluster.Cluster, "_may_have_missed", lambda _: False)
    url = postgres.new()

    async def one_table_is_quiet(here: Tables, there: Tables) -> tuple[int, int]:
        quiet, busy = [await here.open("ada", Settings(players=2)) for _ in range(2)]
        for live in (quiet, busy):
            await there.find(live.id)
        shared = cluster.Cluster(there, cluster.ClusterPublisher(Deaf()), lambda _: None)
        running = asyncio.create_task(shared.run())
        await here.handle(quiet, "ada", messages.Sit(0, "Ada"))
        for _ in range(20):
            shared.handle(ClusterMessage("another", rows={busy.id: 1_000_000}))
            await asyncio.sleep(0.1)
        running.cancel()
        return there.live[quiet.id].room.version, quiet.room.version

    with closing(Store(url)) as one, closing(Store(url)) as other:
        seen, written = asyncio.run(one_table_is_quiet(Tables(one), Tables(other)))
    assert seen == written == 2


def until_ready(server: Server, words: str) -> None:
    until = time.monotonic() + PATIENCE
    while asked(server, "/readyz") != words:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture(name="friends")
def _friends(two: tuple[Server, Server]) -> Iterator["Friends"]:
    with ExitStack() as leaving:
        yield seated(leaving, *two)


Friends = tuple[ClientConnection, ClientConnection, str, dict[str, Any]]


def seated(leaving: ExitStack, one: Server, other: Server, **settings: object) -> Friends:
    """Ada at one process and Bo at the other, at one table; their game has begun."""
    ada, bo = Visitor(one.port), Visitor(other.port)
    bo.ask("/api/bots")
    wanted = {"players": 2, "first": 0, "talk": "chat", **settings}
    table = ada.ask("/api/tables", {"settings": wanted})[1]["table"]
    hers = leaving.enter_context(ada.join(table))
    his = leaving.enter_context(bo.join(table))
    say(hers, "sit", seat=0, name="Ada")
    say(his, "sit", seat=1, name="Bo")
    shown(hers, lambda now: None not in now["seats"])
    say(hers, "begin")
    begun = shown(hers, lambda now: now["play"] is not None)
    shown(his, lambda now: now["version"] == begun["version"])
    return hers, his, table, begun


def play_on(hers: ClientConnection, his: ClientConnection, now: dict[str, Any], moves: int) -> None:
    """Both act in turn, each after having seen what the other did."""
    for number in range(moves):
        mine, yours = (hers, his) if number % 2 == 0 else (his, hers)
        clues = [a for a in now["play"]["legal"] if "to" in a] or now["play"]["legal"]
        say(mine, "act", version=now["version"], action=clues[0])
        newer(mine, now)
        now = newer(yours, now)


def test_friends_at_different_processes(friends: Friends) -> None:
    hers, his, _, begun = friends
    begin = time.monotonic()
    play_on(hers, his, begun, 8)
    assert time.monotonic() - begin < 2, "they are told, and need not look"


def test_who_comes_later_sees_the_newest(two: tuple[Server, Server], friends: Friends) -> None:
    """Each answer is as new as anything that was shown anywhere."""
    hers, _, table, now = friends
    for _ in range(5):
        say(hers, "say", text="hm")
        now = newer(hers, now)
        with Visitor(two[1].port).join(table) as onlooker:
            assert shown(onlooker)["version"] >= now["version"]


def test_both_at_once_lose_nothing(friends: Friends) -> None:
    """A message that lost a race is tried again: talk is never lost, a move never made twice."""
    hers, his, _, begun = friends
    for number in range(12):
        say(hers, "say", text=f"her {number}")
        say(his, "say", text=f"his {number}")
    said: list[str] = []
    while len(said) < 24:
        message = heard(hers)
        assert message["type"] == "table", message
        said += [line["text"] for line in message["lines"] if line["kind"] == "said"]
    assert sorted(said) == sorted(f"{who} {n}" for who in ("her", "his") for n in range(12))
    for who in ("her", "his"):
        own = [text for text in said if text.startswith(who)]
        assert own == [f"{who} {n}" for n in range(12)]
    say(hers, "act", version=begun["version"], action=CLUE)
    say(hers, "act", version=begun["version"], action=CLUE)
    assert refusal(hers) == "stale"


def test_who_sees_all_hands_and_leaves_at_once_is_told_of_everywhere(
    two: tuple[Server, Server],
) -> None:
    with ExitStack() as leaving:
        hers, his, table, _ = seated(leaving, *two, watch="hands")
        for number, server in enumerate(two, 1):
            eve = Visitor(server.port)
            eve.ask("/api/bots")
            with eve.join(table) as looks_on:
                hands = shown(looks_on)["play"]["hands"]
                assert all("suit" in card for hand in hands for card in hand)
            for socket in (hers, his):
                told = shown(socket, lambda now: now["lines"])
                assert [line["kind"] for line in told["lines"]] == ["watched"]
                assert told["watchers"]["seen_by"] == number


def named(process: str) -> NoObserver:
    observer = NoObserver()
    observer.process = process
    return observer


def test_onlookers_of_all_processes_count_together(tmp_path: Path) -> None:
    def come(here: Tables, live: LiveTable, address: str, number: int) -> int:
        """How many of them get in."""
        came = 0
        for _ in range(number):
            viewer = Viewer(f"{address} {len(live.viewers)}", address=address)
            if here.presence.admit(live, viewer):
                here.presence.connect(live, viewer)
                came += 1
        return came

    async def visit(one: Tables, other: Tables) -> None:
        here = await one.open("ada", Settings(players=2))
        there = await other.find(here.id)
        assert come(one, here, "192.0.2.1", 7) == 6
        other.presence.set_onlookers_elsewhere(there, "a", one.presence.onlookers_here(here))
        assert come(other, there, "192.0.2.1", 3) == 0, "there are enough of this address"
        assert come(other, there, "192.0.2.2", 2) == 2, "but others get in"
        one.presence.set_onlookers_elsewhere(here, "b", other.presence.onlookers_here(there))
        assert one.presence.onlookers_here(here).total() == 4, "and those give way who are too many"
        other.presence.set_onlookers_elsewhere(there, "a", one.presence.onlookers_here(here))
        assert other.presence.onlookers_here(there).total() == 2
        one.presence.set_onlookers_elsewhere(here, "b", {})
        assert come(one, here, "192.0.2.1", 5) == 2, "the other process is gone"
        one.close()
        other.close()

    with closing(Store(tmp_path / "log.db")) as store:
        one, other = (Tables(store, observer=named(name), max_onlookers=6) for name in ("a", "b"))
        asyncio.run(visit(one, other))


def test_too_many_onlookers_at_another_process_are_too_many(
    postgres: PostgresServer, bus: BusKind
) -> None:
    url, on = postgres.new(), (*bus.options, "--onlookers", "3")
    with ExitStack() as leaving:
        one, other = (leaving.enter_context(serving(url, None, *on)) for _ in range(2))
        for server in (one, other):
            until_ready(server, "ready\n")
        hers, _, table, _ = seated(leaving, one, other)
        for _ in range(3):
            shown(leaving.enter_context(Visitor(one.port).join(table)))
        shown(hers, lambda now: now["onlookers"] == 3)
        time.sleep(0.5)
        with Visitor(other.port).join(table) as another:
            assert refusal(another) == "too-many-onlookers"


def test_who_is_there_is_known_everywhere(two: tuple[Server, Server]) -> None:
    with ExitStack() as leaving:
        hers, his, table, _ = seated(leaving, *two)
        time.sleep(2 * AWAY)
        with Visitor(two[0].port).join(table) as onlooker:
            seats = shown(onlooker)["seats"]
            assert not any(seat.get("away") for seat in seats), "they are at two processes"
            assert shown(his, lambda now: now["onlookers"] == 1)
        assert shown(his, lambda now: now["onlookers"] == 0)
        hers.close()
        gone = shown(his, lambda now: now["seats"][0].get("away"))
        assert gone["host"] is True, "the powers pass on"


def test_tables_are_listed_everywhere(two: tuple[Server, Server]) -> None:
    ada, bo = Visitor(two[0].port), Visitor(two[1].port)
    table = ada.ask("/api/tables", {"settings": {"listed": True}})[1]["table"]
    with ada.join(table):
        until = time.monotonic() + PATIENCE
        while table not in [one["table"] for one in bo.ask("/api/tables")[1]["open"]]:
            assert time.monotonic() < until
            time.sleep(0.1)


def thoughts(server: Server) -> int:
    """How often a bot has thought at a process."""
    counted = re.compile(r"^tamaya_bot_seconds_count{.*} ([\d.]+)$", re.MULTILINE)
    found = counted.findall(asked(server, "/metrics"))
    return sum(int(float(number)) for number in found)


def test_one_process_thinks_for_a_bot(two: tuple[Server, Server]) -> None:
    ada, before = Visitor(two[0].port), sum(map(thoughts, two))
    table = ada.ask("/api/play", {"name": "Ada", "variant": "base+clues=12"})[1]["table"]
    moves = 0
    with ada.join(table) as hers, at(ada, two[1]).join(table) as there:
        now = shown(hers)
        for turn in range(6):
            acting = (hers, there)[turn % 2]
            clues = [a for a in now["play"]["legal"] if "to" in a] or now["play"]["legal"]
            say(acting, "act", version=now["version"], action=clues[0])
            later = now["version"]
            now = shown(hers, lambda told: told["version"] > later and told["play"]["legal"])  # noqa: B023
            moves += 2
    assert sum(map(thoughts, two)) - before == moves, "nobody thinks twice"


def test_a_process_that_dies_is_not_missed(
    postgres: PostgresServer, bus: BusKind, two: tuple[Server, Server]
) -> None:
    """Its people go on elsewhere, and so do its bots."""
    del two  # theirs is another database, on the same Redis or PostgreSQL
    url, on = postgres.new(), (*bus.options, "--bot-pace", "1", *SOON)
    with serving(url, None, *on) as other, serving(url, None, *on) as first:
        ada = Visitor(first.port)
        table = ada.ask("/api/play", {"name": "Ada", "variant": "base+clues=12"})[1]["table"]
        with at(ada, other).join(table) as there, ada.join(table) as hers:
            now = shown(hers)
            say(hers, "act", version=now["version"], action=now["play"]["legal"][-1])
            acted = newer(hers, now)["version"]
            first.kill()  # it was about to think
            shown(there, lambda told: told["version"] > acted and told["play"]["legal"])


def test_an_end_that_is_announced(postgres: PostgresServer, bus: BusKind) -> None:
    url, on = postgres.new(), (*bus.options, "--log", "json")
    with ExitStack() as leaving:
        other, first = (leaving.enter_context(serving(url, None, *on)) for _ in range(2))
        hers, his, _, begun = seated(leaving, first, other)
        for _ in range(3):
            say(hers, "say", text="is it safe?")
        first.process.send_signal(signal.SIGTERM)
        with suppress(ConnectionClosed):
            while True:
                heard(hers)
        assert hers.close_code == 1012, "come again"
        out, err = first.process.communicate(timeout=PATIENCE)
        assert first.process.returncode in (0, -signal.SIGTERM), (out, err)
        assert shown(his, lambda now: now["version"] == begun["version"] + 3)


def test_where_notifications_are_dropped_tables_are_polled(postgres: PostgresServer) -> None:
    """As by a connection pooler in transaction mode."""
    with Pooler(postgres.port) as pooler, ExitStack() as leaving:
        url = pooler.url(postgres.new())
        one, other = (leaving.enter_context(serving(url)) for _ in range(2))
        hers, his, _, begun = seated(leaving, one, other)
        play_on(hers, his, begun, 4)
        until_ready(one, "ready, without a bus\n")
        assert pooler.dropped > 0


def test_workers_share_a_port(postgres: PostgresServer, bus: BusKind) -> None:
    url = postgres.new()
    with serving(url, None, *bus.options, "--workers", "2") as server, ExitStack() as all_:
        hers, his, _, begun = seated(all_, server, server)
        play_on(hers, his, begun, 4)
        assert "tamaya_connections 2.0" in asked(server, "/metrics")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--database", "FILE", "--workers", "2"), "need --database postgresql://"),
        (("--database", "FILE", "--redis", "redis://127.0.0.1"), "need --database postgresql://"),
        (("--database", "postgresql://ada@127.0.0.1:1/x"), "cannot open postgresql://ada@127"),
        (("--database", "URL", "--redis", "what"), "--redis: an address of Redis is like"),
        (("--log", "xml"), "--log is text or json"),
    ],
)
def test_what_does_not_go_together_is_said(
    tmp_path: Any, postgres: PostgresServer, options: tuple[str, ...], words: str
) -> None:
    real = {"FILE": str(tmp_path / "games.sqlite"), "URL": postgres.new()}
    ran = in_a_process("serve", "--port", "0", *(real.get(word, word) for word in options))
    assert ran.status != 0
    assert words in ran.complaint()


def test_news_that_make_no_sense_do_no_harm(
    two: tuple[Server, Server], shared: str, bus: BusKind, friends: Friends
) -> None:
    """Another version may tell other things; and a row that is not understood stops one table."""
    hers, his, _, begun = friends
    for odd in (b"", b"{", b"[]", b'{"process": 1}', b'{"process": "x", "rows": {"t": "y"}}'):
        bus.tell_servers(shared, odd)
    play_on(hers, his, begun, 4)
    assert [asked(server, "/readyz") for server in two] == ["ready\n"] * 2


def test_lists_of_another_version_do_no_harm(
    two: tuple[Server, Server], shared: str, bus: BusKind, friends: Friends
) -> None:
    del friends  # their processes are heard on the channel
    ada = Visitor(two[0].port)
    table = ada.ask("/api/tables", {"settings": {"listed": True}})[1]["table"]
    odd = ClusterMessage(
        "another", listed=(5, {}, {"table": "t"}, {"table": 1, "players": "x"}), all=True
    )
    with ada.join(table):
        bus.tell_servers(shared, msgspec.json.encode(odd))
        until = time.monotonic() + PATIENCE
        found: list[str] = []
        while table not in found:
            assert time.monotonic() < until
            status, lists = Visitor(two[1].port).ask("/api/tables")
            assert status == 200
            found = [one["table"] for one in lists["open"]]
