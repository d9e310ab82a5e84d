"""Limits by visitor and by network address, on a real server and over both engines."""

import asyncio
import contextlib
import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from prometheus_client import REGISTRY
from websockets.exceptions import ConnectionClosed

from support.cli.running import PATIENCE
from support.formats import examples
from support.server.backends import PostgresServer
from support.server.buses import BusKind
from support.server.limited import limited, refused_since
from support.server.serving import (
    Visitor,
    free_port,
    heard,
    in_this_process,
    refusal,
    say,
    serving,
    shown,
)
from support.server.teams import uploaded
from tamaya.server.admin import forgetting, maintenance
from tamaya.server.hub import tables
from tamaya.server.hub.bus import ClusterMessage, merge
from tamaya.server.limits import quotas
from tamaya.server.limits.fair_thread import FairThread, QueueFull
from tamaya.server.limits.quotas import LimitExceeded, OpenSockets, Quota, Quotas
from tamaya.server.limits.rate_limits import BucketsUnavailable, Charge, RateLimit
from tamaya.server.store.store import Store
from tamaya.server.web import api_games, api_tables, middleware
from tamaya.server.web.app import AppOptions, create_app

SLOW = 1e6  # seconds: nothing comes back while a test runs
FEW = Quota("tables", RateLimit(2, SLOW), RateLimit(3, SLOW))


class From(Visitor):
    """Somebody whose proxy says where they are."""

    def __init__(self, port: int, address: str = "") -> None:
        super().__init__(port)
        self.address = address

    def ask(
        self, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        there = {"X-Forwarded-For": self.address} if self.address else {}
        return super().ask(path, body, {**there, **(headers or {})})


# ---- tables


def test_many_cookies_of_one_address_open_only_so_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_tables, "OPENED_TABLES", FEW)
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        before = limited(port)
        crowd = [From(port, "203.0.113.7") for _ in range(3)]
        for visitor in crowd:
            visitor.ask("/api/bots")
        opened = [visitor.ask("/api/tables", {}) for visitor in crowd for _ in range(2)]
        assert [status for status, _ in opened] == [201, 201, 201, 429, 429, 429]
        assert opened[-1][1]["reason"] == "too-much"
        neighbour = From(port, "203.0.113.8")
        assert neighbour.ask("/api/tables", {})[0] == 201
        assert refused_since(port, before) == {("tables", "address"): 3}


def test_one_visitor_opens_only_so_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the visitor goes: the cookie counts as well."""
    monkeypatch.setattr(api_tables, "OPENED_TABLES", FEW)
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        ada = From(port)
        ada.ask("/api/bots")
        statuses = []
        for n in range(3):
            ada.address = f"2001:db8:0:{n}::1"
            statuses.append(ada.ask("/api/play", {"name": "Ada"})[0])
        assert statuses == [201, 201, 429]


def test_a_refusal_says_when_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_tables, "OPENED_TABLES", Quota("tables", RateLimit(1, 90), None))
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        address = f"http://127.0.0.1:{port}/api/tables"
        urllib.request.urlopen(address, b"{}", timeout=PATIENCE).close()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address, b"{}", timeout=PATIENCE)
    assert refused.value.code == 429
    assert 80 < int(refused.value.headers["retry-after"]) <= 90
    assert json.loads(refused.value.read())["reason"] == "too-much"


def test_limits_by_address_can_be_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_tables, "OPENED_TABLES", FEW)
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite", AppOptions(address_limits=0)), port):
        for _ in range(5):
            visitor = Visitor(port)
            visitor.ask("/api/bots")
            assert visitor.ask("/api/tables", {})[0] == 201


def test_requests_that_change_something_count_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "REQUESTS", Quota("requests", None, RateLimit(4, SLOW)))
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        asked = [From(port, f"2001:db8::{n}").ask("/api/qr", {"path": "/"})[0] for n in range(6)]
        assert asked == [200] * 4 + [429] * 2
        assert From(port, "2001:db8:0:1::").ask("/api/qr", {"path": "/"})[0] == 200


# ---- new visitors


def test_an_address_gets_only_so_many_cookies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "NEW_VISITORS", Quota("new-visitors", None, RateLimit(3, SLOW)))
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        before = limited(port)
        crowd = [From(port, "203.0.113.7") for _ in range(5)]
        assert [visitor.ask("/api/bots")[0] for visitor in crowd] == [200] * 5
        assert [bool(visitor.cookie) for visitor in crowd] == [True] * 3 + [False] * 2
        assert crowd[0].ask("/api/tables", {})[0] == 201, "those who have one go on"
        status, answer = crowd[-1].ask("/api/play", {"name": "Mallory"})
        assert (status, answer["reason"]) == (429, "too-much")
        elsewhere = From(port, "203.0.113.8")
        assert elsewhere.ask("/api/play", {"name": "Ada"})[0] == 201
        assert refused_since(port, before) == {("new-visitors", "address"): 3}


# ---- uploads


def test_uploads_count_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_games, "UPLOADS", Quota("uploads", None, RateLimit(3, SLOW)))
    port, text = free_port(), examples.text(examples.PLAIN)
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        crowd = [Visitor(port) for _ in range(5)]
        for visitor in crowd:
            visitor.ask("/api/bots")
        assert [uploaded(one, text)["status"] for one in crowd] == [201] * 3 + [429] * 2


@pytest.mark.parametrize("whose", ["visitor", "all", "address"])
def test_uploads_take_only_so_much_space(
    database: Path | str, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """Also after the server was started again: what is kept is counted in the database."""
    text, size = examples.text(examples.PLAIN), _size(database)
    space = int(3.5 * size) if whose == "all" else 1 << 40
    if whose == "visitor":
        monkeypatch.setattr(api_games, "MAX_UPLOADED", int(2.5 * size))
    if whose == "address":
        a_day = Quota("upload-bytes", None, RateLimit(2.5 * size, SLOW))
        monkeypatch.setattr(api_games, "UPLOADED_BYTES", a_day)
    ada = Visitor(0)
    statuses, found = [], {}
    for _ in range(2):
        port = ada.port = free_port()
        with in_this_process(create_app(database, AppOptions(upload_space=space)), port):
            before = limited(port)
            ada.ask("/api/bots")
            statuses += [uploaded(ada, text) for _ in range(2)]
            found = refused_since(port, before)
    if whose == "address":  # counted by time: one process counts in memory
        assert statuses[1]["status"] == 201
        assert (statuses[2]["status"] == 429) == isinstance(database, str)
    else:
        status, reason = {"visitor": (409, "your-space-full"), "all": (507, "space-full")}[whose]
        assert [one["status"] for one in statuses] == [201, 201, status, status]
        assert statuses[-1]["reason"] == reason
        assert found == {("upload-space", whose): 2}


def _size(database: Path | str) -> int:
    """What a game takes; it is kept there, by somebody else."""
    port = free_port()
    with in_this_process(create_app(database), port):
        assert uploaded(Visitor(port), examples.text(examples.PLAIN))["status"] == 201
    return _kept(database)


# ---- replays


def test_reading_replays_counts_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_games, "READS", Quota("reads", None, RateLimit(3, SLOW)))
    port, text = free_port(), examples.text(examples.PLAIN)
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        game = uploaded(Visitor(port), text)["id"]
        paths = (f"/api/games/{game}/steps", f"/api/games/{game}/file") * 2
        assert [From(port, "203.0.113.7").ask(path)[0] for path in paths] == [200] * 3 + [429]
        assert From(port, "203.0.113.8").ask(paths[0])[0] == 200


def test_looking_back_counts_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_games, "READS", Quota("reads", None, RateLimit(3, SLOW)))
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        table = Visitor(port).ask("/api/play", {"name": "Ada"})[1]["table"]
        path = f"/api/tables/{table}/steps"
        crowd = [From(port, "203.0.113.7") for _ in range(5)]
        assert [one.ask(path)[0] for one in crowd] == [200] * 3 + [429] * 2
        assert From(port, "203.0.113.8").ask(path)[0] == 200


def test_a_queue_that_is_full_is_counted() -> None:
    async def fill(most_of_client: int, most: int) -> None:
        queue, gate = FairThread("games", most_of_client, most), Event()
        waiting = [asyncio.create_task(queue.run("here", gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)  # one is under way, and two wait
        try:
            with pytest.raises(QueueFull):
                await queue.run("here" if most_of_client == 2 else "there", gate.wait)
        finally:
            gate.set()
            await asyncio.gather(*waiting)
            queue.close()

    before = [_counted("games-queue", by) for by in ("address", "all")]
    asyncio.run(fill(2, 100))
    asyncio.run(fill(100, 2))
    assert [_counted("games-queue", by) for by in ("address", "all")] == [n + 1 for n in before]


def _counted(kind: str, by: str) -> float:
    return REGISTRY.get_sample_value("tamaya_limited_total", {"kind": kind, "by": by}) or 0


# ---- messages


def test_messages_to_tables_count_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many tables, connections and cookies there are."""
    monkeypatch.setattr(tables, "WRITES", Quota("writes", None, RateLimit(12, SLOW)))
    port = free_port()
    with (
        in_this_process(create_app(tmp_path / "games.sqlite"), port),
        contextlib.ExitStack() as leaving,
    ):
        before, refused = limited(port), 0
        for n in range(3):
            visitor = From(port, "203.0.113.7")
            table = visitor.ask("/api/tables", {"settings": {"talk": "chat"}})[1]["table"]
            there = {"X-Forwarded-For": "203.0.113.7"}
            socket = leaving.enter_context(visitor.join(table, headers=there))
            if n < 2:
                say(socket, "sit", seat=0, name="Eve")
                for line in range(5):
                    say(socket, "say", text=f"line {line}")
                shown(socket, lambda now: len(now["lines"]) + now["lines_from"] == 6)
            else:
                say(socket, "sit", seat=0, name="Eve")
                assert refusal(socket) == "too-much"
                refused += 1
        assert refused_since(port, before) == {("writes", "address"): refused}
        elsewhere = From(port, "203.0.113.8")
        table = elsewhere.ask("/api/tables", {})[1]["table"]
        there = {"X-Forwarded-For": "203.0.113.8"}
        socket = leaving.enter_context(elsewhere.join(table, headers=there))
        say(socket, "sit", seat=0, name="Ada")
        assert shown(socket, lambda now: now["seats"][0] is not None)


def test_a_connection_that_floods_is_counted(tmp_path: Path) -> None:
    port = free_port()
    with in_this_process(create_app(tmp_path / "games.sqlite"), port):
        before, visitor = limited(port), Visitor(port)
        table = visitor.ask("/api/tables", {})[1]["table"]
        with visitor.join(table) as socket:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(100):
                    say(socket, "stand")
            with contextlib.suppress(ConnectionClosed):
                while True:
                    heard(socket)
            assert socket.close_code == 4429
        assert refused_since(port, before) == {("messages", "connection"): 1}


def test_processes_count_leases_together(postgres: PostgresServer) -> None:
    """Few charges reach the database, and all processes together stay within the limit."""
    database, quota = postgres.new(), Quota("writes", None, RateLimit(400, SLOW))
    stores = [Store(database), Store(database)]
    two = [Quotas(b"key", shared=store.buckets()) for store in stores]
    asked = 0

    async def count(one: Quotas) -> int:
        nonlocal asked
        usual, taken = one.charge, 0

        async def counted(*what: Any, **how: Any) -> None:
            nonlocal asked
            asked += 1
            await usual(*what, **how)

        one.charge = counted  # type: ignore[method-assign]  # to count
        with contextlib.suppress(LimitExceeded):
            for _ in range(1000):
                await one.charge_leased(quota, "here")
                taken += 1
        await one.charge_leased(quota, "there")
        return taken

    async def both() -> int:
        return sum(await asyncio.gather(*map(count, two)))

    assert 400 <= asyncio.run(both()) <= 400 + quotas.LEASE
    assert asked <= 400 / quotas.LEASE + 6
    for one, store in zip(two, stores, strict=True):
        one.close()
        store.close()


# ---- sockets


def test_an_address_has_only_so_many_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "SOCKETS_OF_ADDRESS", 3)
    port = free_port()
    with (
        in_this_process(create_app(tmp_path / "games.sqlite"), port),
        contextlib.ExitStack() as leaving,
    ):
        table = Visitor(port).ask("/api/tables", {})[1]["table"]
        crowd = [From(port) for _ in range(4)]
        for visitor in crowd:
            visitor.ask("/api/bots")
        there = {"X-Forwarded-For": "203.0.113.7"}
        first = [leaving.enter_context(one.join(table, headers=there)) for one in crowd]
        with pytest.raises(ConnectionClosed) as closed:
            heard(first[-1])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        elsewhere = {"X-Forwarded-For": "203.0.113.8"}
        assert heard(leaving.enter_context(crowd[3].join(table, headers=elsewhere)))
        first[0].close()
        for _ in range(100):  # the server hears of it a moment later
            with (
                crowd[3].join(table, headers=there) as again,
                contextlib.suppress(ConnectionClosed),
            ):
                assert heard(again)
                break
        else:
            pytest.fail("a socket that was closed still counts")


def test_sockets_are_counted_together() -> None:
    sockets = OpenSockets()
    for _ in range(30):
        sockets.open("ada", "here")
    assert sockets.report() == {"ada": 30, "here": 30}
    sockets.elsewhere["another process"] = {"ada": 10}
    with pytest.raises(LimitExceeded):
        sockets.open("ada", "here")
    sockets.open("bo", "here")
    assert sockets.report() == {"ada": 30, "here": 31}, "only of those who have many"
    sockets.close("bo", "here")
    del sockets.elsewhere["another process"]
    sockets.open("ada", "here")


def test_other_processes_are_told_at_once_who_opens_many() -> None:
    told = list[dict[str, int]]()
    sockets = OpenSockets(report_more=told.append)
    for n in range(16):
        sockets.open(f"visitor {n}", "here")
    assert told == [{"here": 8}, {"here": 16}]
    news = ClusterMessage("one", sockets={"here": 8})
    merge(news, ClusterMessage("one", sockets={"here": 16, "there": 8}))
    assert news.sockets == {"here": 16, "there": 8}
    merge(news, ClusterMessage("one", sockets={"there": 9}, all=True))
    assert news.sockets == {"there": 9}


# ---- several processes


def test_processes_count_together(postgres: PostgresServer, bus: BusKind) -> None:
    database = postgres.new()
    limits = "--address-limits", "0.02"  # 12 tables, 10 new visitors, 8 sockets
    with (
        serving(database, None, *limits, *bus.options) as one,
        serving(database, None, *limits, *bus.options) as other,
    ):
        ports, visitors = (one.port, other.port), [Visitor(one.port), Visitor(other.port)]
        crowd = [*visitors, *(Visitor(port) for _ in range(2) for port in ports)]
        for visitor in crowd:
            visitor.ask("/api/bots")
        assert all(visitor.cookie for visitor in crowd)
        posted = [Visitor(ports[n % 2]).ask("/api/qr", {"path": "/"})[0] for n in range(8)]
        assert posted[:4] == [200] * 4
        assert posted.count(200) in (4, 5), "requests of strangers bring cookies too"
        assert posted[-1] == 429
        late = [Visitor(port) for port in ports]
        for visitor in late:
            assert visitor.ask("/api/bots")[0] == 200
        assert not all(visitor.cookie for visitor in late)
        asked = [visitor.ask("/api/tables", {}) for _ in range(8) for visitor in visitors]
        opened, answers = [status for status, _ in asked], [answer for _, answer in asked]
        assert opened.count(201) in (12, 13)
        assert opened[13:] == [429] * 3
        table = next(iter(answers))["table"]
        with contextlib.ExitStack() as there:
            for _ in range(8):
                there.enter_context(visitors[0].join(table))
            codes = (_close_code(visitors[1], table) for _ in range(100))
            assert 4429 in codes, "it does not know of the sockets elsewhere"
        with psycopg.connect(database) as connection:
            keys = connection.execute("SELECT key FROM quotas").fetchall()
    assert keys
    assert not any("127.0.0.1" in key for (key,) in keys)


def _close_code(visitor: Visitor, table: str) -> int | None:
    """Why a socket is closed at once; none if it is not."""
    with visitor.join(table) as socket:
        try:
            heard(socket)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
    return None


def test_the_table_of_quotas(postgres: PostgresServer) -> None:
    database = postgres.new()
    store, other = Store(database), Store(database)
    two = [Quotas(b"key", shared=one.buckets(), address_factor=0.5) for one in (store, other)]
    quota = Quota("tables", RateLimit(3, 1.5), RateLimit(8, SLOW))

    async def charge() -> list[bool]:
        taken = []
        for n in range(5):
            with contextlib.suppress(LimitExceeded):
                await two[n % 2].charge(quota, "ada", "here")
                taken.append(True)
                continue
            taken.append(False)
        return taken

    async def all_of_it() -> None:
        assert await charge() == [True] * 3 + [False] * 2
        await asyncio.sleep(0.6)
        assert await charge() == [True] + [False] * 4  # one came back; the address has none left
        await asyncio.sleep(0.6)
        with pytest.raises(LimitExceeded) as refused:
            await two[0].charge(quota, "bo", "here")
        assert (refused.value.retry_after or 0) > 1000
        await two[0].charge(quota, "bo", "there")
        await asyncio.sleep(1.2)
        shared = store.buckets()
        assert shared is not None
        with psycopg.connect(database) as connection:
            before = connection.execute("SELECT count(*) FROM quotas").fetchall()
            shared.prune()
            after = connection.execute("SELECT count(*) FROM quotas").fetchall()
        assert (before, after) == ([(4,)], [(2,)]), "those of the visitors are full again"
        shared.close()

    asyncio.run(all_of_it())
    for one in two:
        one.close()
    store.close()
    other.close()


def test_a_clock_that_was_set_back_refuses_nobody(postgres: PostgresServer) -> None:
    """A bucket that was used before counts as full, and is counted as before from then on."""
    database = postgres.new()
    store = Store(database)
    shared = store.buckets()
    assert shared is not None
    ada = Charge("ada", RateLimit(10, 60.0))
    for _ in range(10):
        assert shared.charge([ada]) == [0]
    assert shared.charge([ada])[0] > 0
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE quotas SET tat = tat + 3600000000")
    for _ in range(10):
        assert shared.charge([ada]) == [0]
    assert shared.charge([ada])[0] > 0
    shared.close()
    store.close()


def test_a_clock_that_differs_for_a_moment_fills_no_bucket(postgres: PostgresServer) -> None:
    """Two transactions may have looked at the clock in another order than they were written."""
    database = postgres.new()
    store = Store(database)
    shared = store.buckets()
    assert shared is not None
    ada = Charge("ada", RateLimit(10, 60.0))
    for _ in range(10):
        assert shared.charge([ada]) == [0]
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE quotas SET tat = tat + 5000000")
    (wait,) = shared.charge([ada])
    assert 0 < wait <= ada.increment
    shared.close()
    store.close()


@pytest.mark.parametrize("silent", [True, False])
def test_while_the_database_is_away_a_process_counts_for_itself(
    monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    monkeypatch.setattr(quotas, "ANSWER_WITHIN", 0.02)

    class Away:
        def charge(self, _: Sequence[Charge], /) -> list[float]:
            if silent:
                time.sleep(0.1)
            raise BucketsUnavailable("away")

        def prune(self) -> None:
            raise BucketsUnavailable("away")

        def close(self) -> None:
            pass

    async def charge() -> None:
        here = Quotas(shared=Away())
        for _ in range(2):
            await here.charge(FEW, "ada", "here")
        with pytest.raises(LimitExceeded):
            await here.charge(FEW, "ada", "here")
        here.close()

    asyncio.run(charge())


# ---- upkeep


def test_uploads_are_counted_on_in_a_copy(database: Path | str, tmp_path: Path) -> None:
    size, copy, back = _size(database), tmp_path / "copy.sqlite", tmp_path / "back.sqlite"
    maintenance.backup(str(database), copy, lambda _: None)
    maintenance.restore(copy, str(back), lambda _: None)
    assert _kept(back) == size
    assert maintenance.delete_old(str(back), 1 << 60, games=True)[1] == 1
    assert _kept(back) == 0


def test_whoever_is_forgotten_has_uploaded_nothing(database: Path | str) -> None:
    port, ada = free_port(), Visitor(0)
    with in_this_process(create_app(database), port):
        ada.port = port
        ada.ask("/api/bots")
        assert uploaded(ada, examples.text(examples.PLAIN))["status"] == 201
    who = ada.who
    assert _kept(database, who) > 0
    forgetting.forget(str(database), who)
    assert _kept(database, who) == 0
    assert _kept(database) > 0


def _kept(database: Path | str, who: str | None = None) -> int:
    """The bytes of all uploads, or of one visitor's."""
    store = Store(database)
    try:
        own, everybody = asyncio.run(store.uploaded_bytes(who or ""))
    finally:
        store.close()
    return everybody if who is None else own
