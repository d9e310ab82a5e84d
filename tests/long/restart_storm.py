"""Everybody comes back at once after a restart: how long until each has been sent their table."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from long.long_logs import for_other_people, long_log
from support.server.rooms import PEOPLE
from support.server.serving import Server, free_port
from tamaya.bench.server_process import raise_file_limit, resource_use
from tamaya.server.hub.tables import Tables
from tamaya.server.room import log_rows
from tamaya.server.store.derived_data import DerivedData
from tamaya.server.store.store import Store
from tamaya.server.web import identity

GAMES = 8  # different logs; more would only take longer to make
SOON = 120.0  # seconds, after which something hangs


@dataclass(frozen=True, slots=True)
class Storm:
    """What came of a restart."""

    tables: int
    rows: int
    clients: int
    half: float  # seconds from the server's first answer until half of the clients had their table
    last: float  # until all of them had
    cpu: float  # seconds of the server's processor from the first answer until then
    slowest_answer: float  # seconds for /healthz meanwhile


async def fill(
    database: Path | str, tables: int, length: int, players: int = 2, keep: int | None = None
) -> list[str]:
    """Tables in the middle of their games; their ids."""
    seeds = range(min(GAMES, tables))
    logs = [long_log(length, players=players, seed=seed, keep=keep) for seed in seeds]
    names = [f"table-{number}" for number in range(tables)]
    with closing(Store(database)) as store:
        await store.secret("cookie", identity.new_key)

        async def write(number: int) -> None:
            bodies = [
                for_other_people(log_rows.encode(row), number) for row in logs[number % len(logs)]
            ]
            sitting = tuple(f"{who}-{number}" for who in PEOPLE[:players])
            await store.append(names[number], 0, bodies, 0, DerivedData(sitting=sitting))

        await asyncio.gather(*map(write, range(tables)))
    return names


class _Client(asyncio.Protocol):
    """A browser that comes back to its table."""

    def __init__(self, uri: str, cookie: str) -> None:
        self.wire, self.cookie = ClientProtocol(parse_uri(uri), max_size=None), cookie
        self.shown = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        request = self.wire.connect()
        request.headers["Cookie"] = self.cookie
        self.wire.send_request(request)
        transport.write(b"".join(self.wire.data_to_send()))

    def data_received(self, data: bytes) -> None:
        self.wire.receive_data(data)
        for event in self.wire.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT and not self.shown.done():
                assert bytes(event.data).startswith(b'{"type":"table"'), event.data
                self.shown.set_result(time.monotonic())
        self.transport.write(b"".join(self.wire.data_to_send()))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.shown.done():
            self.shown.set_exception(ConnectionError(f"hung up: {exc}"))


async def _all_shown(port: int, tables: Sequence[str], key: bytes, players: int) -> list[float]:
    loop = asyncio.get_running_loop()

    async def come(number: int, seat: int) -> float:
        cookie = f"{identity.COOKIE}={identity.signed(f'{PEOPLE[seat]}-{number}', key)}"
        uri = f"ws://127.0.0.1:{port}/api/tables/{tables[number]}/ws"
        _, client = await loop.create_connection(lambda: _Client(uri, cookie), "127.0.0.1", port)
        clients.append(client)
        async with asyncio.timeout(SOON):
            return float(await client.shown)

    clients = list[_Client]()
    everybody = [come(number, seat) for seat in range(players) for number in range(len(tables))]
    try:
        return await asyncio.gather(*everybody)
    finally:
        for client in clients:
            client.transport.close()


async def _slowest(port: int) -> float:
    """The longest that a plain request took, again and again until cancelled."""
    slowest = 0.0
    try:
        while True:
            begin = time.monotonic()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                await reader.read()
            finally:  # also if it is cancelled meanwhile
                writer.close()
                await writer.wait_closed()
            slowest = max(slowest, time.monotonic() - begin)
            await asyncio.sleep(0.05)
    except asyncio.CancelledError:
        return slowest


def come_back(database: Path | str, names: Sequence[str], length: int, players: int = 2) -> Storm:
    """Start a server; all players of all tables are there at its first answer."""
    raise_file_limit(2 * players * len(names) + 1000)

    async def storm(server: Server, key: bytes) -> tuple[list[float], float]:
        asking = asyncio.create_task(_slowest(server.port))
        shown = await _all_shown(server.port, names, key, players)
        asking.cancel()
        return shown, await asking

    with closing(Store(database)) as store:
        key = asyncio.run(store.secret("cookie", identity.new_key))
    server = Server(database, free_port())
    try:
        begin, before = time.monotonic(), resource_use(server.process.pid)
        shown, slowest = asyncio.run(storm(server, key))
        after = resource_use(server.process.pid)
    finally:
        server.stop()
    waited = sorted(at - begin for at in shown)
    return Storm(
        len(names),
        length,
        len(waited),
        waited[len(waited) // 2],
        waited[-1],
        after.cpu - before.cpu if before and after else 0.0,
        slowest,
    )


async def _loaded(store: Store) -> float:
    tables, begin = Tables(store), time.process_time()
    await tables.find("table-0")
    spent = time.process_time() - begin
    await asyncio.gather(*tables.loader._saving)
    tables.close()
    return spent


def load(database: Path | str, length: int, keep: int) -> tuple[float, float]:
    """Seconds of CPU to load one table with a log of this length: without a snapshot, and with."""
    asyncio.run(fill(database, 1, length, keep=keep))
    with closing(Store(database)) as store:
        return asyncio.run(_loaded(store)), asyncio.run(_loaded(store))
