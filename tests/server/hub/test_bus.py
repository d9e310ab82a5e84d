"""The bus between processes, over PostgreSQL and over Redis: up, merged, lost and back."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import psycopg
import pytest

from support.cli.running import PATIENCE
from support.server.backends import PostgresServer, RedisServer, redis_server
from support.server.buses import BusKind
from support.server.pooler import Pooler
from support.server.proxy import Proxy
from tamaya.server.hub import bus as bus_module
from tamaya.server.hub.bus import ClusterMessage, PubSubBus

TERMINATE = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'tamaya'"""


class Process:
    """One end of a bus, and a heartbeat."""

    def __init__(self, name: str, bus: PubSubBus) -> None:
        self.name, self.bus = name, bus
        self.heard: list[ClusterMessage] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run for a while."""
        tasks = [asyncio.create_task(self.bus.run(self.heard.append))]
        tasks.append(asyncio.create_task(self._beat()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.bus.close()

    async def _beat(self) -> None:
        while True:
            self.bus.publish(ClusterMessage(self.name))
            await asyncio.sleep(0.1)

    def rows(self) -> dict[str, int]:
        """What it has been told of the logs of tables."""
        return {table: rows for message in self.heard for table, rows in message.rows.items()}


async def until(condition: Callable[[], object]) -> float:
    """Wait for it: how many seconds it took."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() - begin < PATIENCE
        await asyncio.sleep(0.005)
    return time.monotonic() - begin


@asynccontextmanager
async def pair(
    kind: BusKind, database: str, other_database: str | None = None
) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes whose bus is up."""
    one, other = (
        Process(name, kind.connect(where, "talk"))
        for name, where in (("one", database), ("other", other_database or database))
    )
    async with one.running(), other.running():
        await until(lambda: one.bus.up and other.bus.up)
        yield one, other


def test_everybody_hears_everything(postgres: PostgresServer, bus: BusKind) -> None:
    async def talk() -> None:
        async with pair(bus, postgres.new()) as (one, other):
            one.bus.publish(ClusterMessage("one", rows={"table": 3}))
            await until(lambda: one.rows() == other.rows() == {"table": 3})
            assert {message.process for message in other.heard} == {"one", "other"}

    asyncio.run(talk())


def test_a_message_of_any_size_arrives(postgres: PostgresServer, bus: BusKind) -> None:
    """More tables than any process has."""
    rows = {f"a table of Zoë {number:08}": number for number in range(50_000)}

    async def talk() -> None:
        async with pair(bus, postgres.new()) as (one, other):
            one.bus.publish(ClusterMessage("one", rows=rows))
            await until(lambda: other.rows() == rows)
            await until(lambda: one.rows() == rows)

    asyncio.run(talk())


def test_two_databases_are_two_buses(postgres: PostgresServer) -> None:
    async def talk() -> None:
        async with pair(BusKind(), postgres.new(), postgres.new()) as (one, other):
            one.bus.publish(ClusterMessage("one", rows={"table": 3}))
            await until(one.rows)
            assert {message.process for message in other.heard} == {"other"}

    asyncio.run(talk())


class SlowChannel:
    """A channel that takes its time, and tells when it is asked to send."""

    broker = "a test"

    def __init__(self) -> None:
        self.sent = list[bytes]()
        self.go = asyncio.Event()

    async def send(self, message: bytes) -> None:
        self.sent.append(message)
        await self.go.wait()

    @asynccontextmanager
    async def subscribe(self) -> AsyncIterator[AsyncIterator[bytes]]:
        yield self._messages()

    async def _messages(self) -> AsyncIterator[bytes]:
        done = 0
        while True:
            await asyncio.sleep(0.001)
            for message in self.sent[done:] if self.go.is_set() else ():
                yield message
                done += 1

    async def close(self) -> None:
        pass


def test_while_a_message_is_sent_the_next_ones_are_merged() -> None:
    async def talk() -> None:
        channel, heard = SlowChannel(), list[ClusterMessage]()
        slow = PubSubBus(channel)
        running = asyncio.create_task(slow.run(heard.append))
        await asyncio.sleep(0.01)
        for number in range(100):
            slow.publish(ClusterMessage("one", rows={f"table {number % 2}": number}))
            await asyncio.sleep(0)
        assert len(channel.sent) == 1
        assert not slow.up, "nothing has come back"
        channel.go.set()
        await until(lambda: len(heard) == 2)
        assert slow.up
        assert heard[-1].rows == {"table 0": 98, "table 1": 99}
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        slow.publish(ClusterMessage("one", bye=True))
        await slow.close()
        assert b"bye" in channel.sent[-1]

    asyncio.run(talk())


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bus of one process has logged, without the cause."""
    return [record.getMessage().partition(":")[0] for record in caplog.records]


def test_a_connection_that_is_ended_is_made_again(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, bus_module.__name__)

    async def talk() -> None:
        url = postgres.new()
        async with pair(BusKind(), url) as (one, other):
            with psycopg.connect(url) as connection:
                connection.execute(TERMINATE)
            await until(lambda: not one.bus.up and not other.bus.up)
            await until(lambda: one.bus.up and other.bus.up)
            one.bus.publish(ClusterMessage("one", rows={"table": 3}))
            await until(other.rows)

    asyncio.run(talk())
    away = "the bus over PostgreSQL is away, tables are polled"
    assert (
        lines(caplog)
        == ["the bus over PostgreSQL is there"] * 2
        + [away] * 2
        + ["the bus over PostgreSQL is there"] * 2
    )


def test_a_broker_that_is_away_for_longer_is_logged_once(
    postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, bus_module.__name__)

    async def talk(server: RedisServer) -> None:
        process = Process("one", BusKind(server.url).connect("", "talk"))
        server.kill()
        async with process.running():
            await asyncio.sleep(2.5 * bus_module.RECONNECT_AFTER)
            assert not process.bus.up
            await asyncio.to_thread(server.start)
            await until(lambda: process.bus.up)

    with redis_server() as server:
        asyncio.run(talk(server))
    away, there = "the bus over Redis is away, tables are polled", "the bus over Redis is there"
    assert lines(caplog) == [away, there]


@pytest.mark.parametrize("fault", [Proxy.hold, Proxy.hold_answers])
def test_a_silent_network_is_noticed(
    postgres: PostgresServer,
    bus: BusKind,
    fault: Callable[[Proxy], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bus_module, "SILENCE", 1.0)
    url = postgres.new()

    async def talk(kind: BusKind, through: str, proxy: Proxy) -> None:
        async with pair(kind, url, through) as (one, other):
            fault(proxy)
            await until(lambda: not other.bus.up)
            assert one.bus.up or bus.redis, "its own connection is another one"
            proxy.mend()
            await until(lambda: one.bus.up and other.bus.up)
            one.bus.publish(ClusterMessage("one", rows={"table": 3}))
            await until(other.rows)

    port = int((bus.redis or url).rpartition(":")[2].partition("/")[0])
    with Proxy(port) as proxy:
        old, new = f":{port}/", f":{proxy.port}/"
        kind = BusKind(bus.redis and bus.redis.replace(old, new))
        asyncio.run(talk(kind, url.replace(old, new), proxy))


def test_a_process_that_hears_only_others_is_not_up(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_module, "SILENCE", 1.0)

    async def lose(_: bytes) -> None:
        pass

    async def talk() -> None:
        async with pair(BusKind(), postgres.new()) as (one, other):
            monkeypatch.setattr(other.bus._channel, "send", lose)
            await until(lambda: not other.bus.up)
            assert one.bus.up

    asyncio.run(talk())


def test_behind_a_pooler_that_drops_notifications_it_is_never_up(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bus_module, "SILENCE", 1.0)

    async def talk(pooler: Pooler) -> None:
        process = Process("one", BusKind().connect(pooler.url(postgres.new()), "talk"))
        async with process.running():
            begin = time.monotonic()
            while time.monotonic() - begin < 3.0:
                assert not process.bus.up
                await asyncio.sleep(0.05)
        assert process.heard == []
        assert pooler.dropped > 0

    with Pooler(postgres.port) as pooler:
        asyncio.run(talk(pooler))
    assert lines(caplog) == ["the bus over PostgreSQL is away, tables are polled"]
