"""Scripted players that load a server: whole tables over real sockets, in one event loop."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from itertools import cycle
from random import Random
from typing import Any

import msgspec
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tamaya.bench.errors import BenchError
from tamaya.bench.server_process import HOST

TABLES_AT_ONCE = 16  # that are being set
SETUP_TIMEOUT = 30.0  # seconds for each step of that
ANSWER_TIMEOUT = 10.0  # seconds for the last answers
CHOICES = {"play": 4, "clue": 48, "discard": 48}  # weights: games of about 55 turns
LOST, UNANSWERED = "connection-lost", "unanswered"  # failures of our own, beside refusals
Action = dict[str, Any]


class GamePart(msgspec.Struct):
    """The part of a game's state that a scripted player reads."""

    legal: list[Action]
    over: dict[str, Any] | None


class ServerMessage(msgspec.Struct):
    """The part of a message from the server that a scripted player reads."""

    type: str
    version: int = 0
    you: int | None = None
    play: GamePart | None = None
    reason: str = ""


_decode = msgspec.json.Decoder(ServerMessage).decode


@dataclass(slots=True)
class LoadCounts:
    """Actions asked for, their failures and their latencies, in seconds."""

    asked: int = 0
    games: int = 0  # played to their end
    failed: Counter[str] = field(default_factory=Counter)  # by reason
    # latencies begin when an action is due, and end
    sent: list[float] = field(default_factory=list)  # when it is sent
    actor: list[float] = field(default_factory=list)  # when the actor receives the new table
    everyone: list[float] = field(default_factory=list)  # when everybody at the table has
    last: float = 0.0  # when everybody had received the last action


class ScriptedPlayer(asyncio.Protocol):
    """One seat of a table, with its WebSocket connection."""

    def __init__(self, table: "ScriptedTable", seat: int, cookie: str, port: int) -> None:
        self.table = table
        self.seat = seat
        self.cookie = cookie
        self.port = port
        self.last = ServerMessage("")
        self.transport: asyncio.Transport | None = None
        uri = f"ws://{HOST}:{port}/api/tables/{table.id}/ws"
        offered = [ClientPerMessageDeflateFactory(client_max_window_bits=True)]  # as browsers do
        self.protocol = ClientProtocol(parse_uri(uri), extensions=offered)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - TCP has no other
        self.transport = transport
        request = self.protocol.connect()
        request.headers["Cookie"] = self.cookie
        self.protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Decode what has arrived; the server sends each message in one frame."""
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.table.message_received(self, _decode(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """The connection has ended, from either side."""
        self.table.connection_lost()

    def send(self, kind: str, **parts: object) -> None:
        """Send a message."""
        self.protocol.send_text(msgspec.json.encode({"type": kind, **parts}))
        self._flush()

    def _flush(self) -> None:
        data = self.protocol.data_to_send()
        if data and self.transport is not None:
            self.transport.write(b"".join(data))


class ScriptedTable:
    """A table of scripted players, who act when `act_at` says so."""

    def __init__(
        self,
        name: str,
        cookies: Sequence[str],
        ports: Sequence[int],
        counts: LoadCounts,
        rng: Random,
    ) -> None:
        self.id = name
        self.counts = counts
        self.rng = rng
        self.players = [
            ScriptedPlayer(self, seat, cookie, port)
            for (seat, cookie), port in zip(enumerate(cookies), cycle(ports), strict=False)
        ]
        self.changed = asyncio.Event()
        self.clock = asyncio.get_running_loop().time
        self.due: deque[float] = deque()  # when actions are due; the first may have been sent
        self.actor: ScriptedPlayer | None = None  # who acted last; None after a new deal
        self.version = 0  # of the table when the last message was sent
        self.waiting: set[ScriptedPlayer] = set()
        self.leaving = self.broken = False

    # sitting down

    async def sit_down(self) -> None:
        """Everybody connects and takes a seat, and the first game is dealt."""
        loop = asyncio.get_running_loop()
        for player in self.players:
            await loop.create_connection(partial(_same, player), HOST, player.port)
        await self._until(lambda player: player.last.version > 0)
        for player in self.players:
            player.send("sit", seat=player.seat, name=f"Player {player.seat}")
        await self._until(lambda player: player.last.you is not None)
        self.players[0].send("begin")
        await self._until(lambda player: player.last.play is not None)

    async def _until(self, is_so: Callable[[ScriptedPlayer], bool]) -> None:
        while not all(is_so(player) for player in self.players):
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), SETUP_TIMEOUT)
            except TimeoutError:
                raise BenchError("the server does not answer while tables are set") from None
            if self.counts.failed:
                raise BenchError(f"a table could not be set: {', '.join(self.counts.failed)}")

    # playing

    def act_at(self, due: float) -> None:
        """Make an action now, or once everybody has received the ones before it."""
        self.counts.asked += 1
        self.due.append(due)
        if self.broken:
            self._fail(LOST)
        elif not self.waiting:
            self._next()

    def _next(self) -> None:
        """Deal again after a game, or make the action that is due."""
        over = self.players[0].last.play
        if over is not None and over.over is not None:
            self.counts.games += 1
            self._send(None, self.players[0], "begin")
        elif self.due:
            self.counts.sent.append(self.clock() - self.due[0])
            self._act()

    def _act(self) -> None:
        for player in self.players:
            if player.last.play is not None and player.last.play.legal:
                action = self._chosen(player.last.play.legal)
                version = player.last.version
                self._send(player, player, "act", version=version, action=action)
                return
        self._fail("nobody-to-move")

    def _chosen(self, legal: list[Action]) -> Action:
        wanted = self.rng.choices(list(CHOICES), list(CHOICES.values()))[0]
        fit = [a for a in legal if a["do"] == wanted or (wanted == "clue" and "to" in a)]
        return self.rng.choice(fit or legal)

    def _send(
        self, actor: ScriptedPlayer | None, sender: ScriptedPlayer, kind: str, **parts: object
    ) -> None:
        self.actor, self.version, self.waiting = actor, sender.last.version, set(self.players)
        sender.send(kind, **parts)

    def message_received(self, player: ScriptedPlayer, message: ServerMessage) -> None:
        """A player has received a message."""
        self.changed.set()
        if message.type == "refused":
            self._fail(message.reason)
        elif message.type == "table":
            player.last = message
            if player in self.waiting and message.version > self.version:
                self._received_by(player)

    def _received_by(self, player: ScriptedPlayer) -> None:
        self.waiting.discard(player)
        now = self.clock()
        if player is self.actor:
            self.counts.actor.append(now - self.due[0])
        if self.waiting:
            return
        if self.actor is not None:
            self.counts.everyone.append(now - self.due.popleft())
            self.counts.last = now
        self._next()

    def _fail(self, reason: str) -> None:
        self.counts.failed[reason] += 1
        self.waiting.clear()
        if self.due:
            self.due.popleft()

    def connection_lost(self) -> None:
        """A connection was lost: the table cannot go on."""
        self.changed.set()
        if not self.leaving and not self.broken:
            self.broken = True
            self._fail(LOST)

    def give_up(self) -> None:
        """Count all actions without an answer as failed."""
        while self.due:
            self._fail(UNANSWERED)

    def leave(self) -> None:
        """Close all connections."""
        self.leaving = True
        for player in self.players:
            if player.transport is not None:
                player.transport.close()


def _same(player: ScriptedPlayer) -> ScriptedPlayer:
    """The protocol factory that asyncio asks for."""
    return player


def _ignore(_text: str) -> None:
    """Report no progress."""


async def seat_players(
    ports: Sequence[int],
    tables: int,
    players: int,
    counts: LoadCounts,
    report: Callable[[str], None] = _ignore,
) -> list[ScriptedTable]:
    """Set all tables and deal a game at each; players connect to the processes in turn."""
    ready: list[ScriptedTable] = []
    numbers = iter(range(tables))

    async def some() -> None:
        for number in numbers:
            turn = number % len(ports)
            here = [*ports[turn:], *ports[:turn]]
            name, *cookies = await asyncio.to_thread(_open_table, here[0], players)
            table = ScriptedTable(name, cookies, here, counts, Random(number))  # noqa: S311 - no secret
            await table.sit_down()
            ready.append(table)
            report(f"{len(ready):,} of {tables:,} tables are set …")

    await asyncio.gather(*(some() for _ in range(TABLES_AT_ONCE)))
    return ready


def _open_table(port: int, players: int) -> list[str]:
    """Open a table: its id and its players' cookies, the host's first."""
    connection = HTTPConnection(HOST, port, timeout=SETUP_TIMEOUT)
    try:
        cookies = [_request(connection, "GET", "/api/bots")[1] for _ in range(players)]
        settings = {"settings": {"players": players}}
        opened, _ = _request(connection, "POST", "/api/tables", settings, cookies[0])
    finally:
        connection.close()
    return [opened["table"], *cookies]


def _request(
    connection: HTTPConnection, method: str, path: str, body: object = None, cookie: str = ""
) -> tuple[Any, str]:
    """The decoded answer to a request, and the cookie that came with it."""
    connection.request(method, path, msgspec.json.encode(body), {"Cookie": cookie})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 400:
        raise BenchError(f"the server answers {answer.status}: {content.decode()}")
    given = answer.getheader("Set-Cookie") or ""
    return msgspec.json.decode(content), given.split(";")[0]


async def generate_load(
    tables: Sequence[ScriptedTable],
    rate: float,
    seconds: float,
    begin: float,
    report: Callable[[str], None] = _ignore,
) -> None:
    """Let each table act `rate` times a second, all actions evenly spread in time."""
    clock, counts = asyncio.get_running_loop().time, tables[0].counts
    apart = 1 / (len(tables) * rate)
    for number in range(round(seconds / apart)):
        due = begin + number * apart
        if due > clock():
            await asyncio.sleep(due - clock())
        tables[number % len(tables)].act_at(due)
        if due // 0.5 > (due - apart) // 0.5:
            report(f"{due - begin:.0f} of {seconds:g} s, {len(counts.everyone):,} actions …")
    until = clock() + ANSWER_TIMEOUT
    while any(table.due for table in tables) and clock() < until:
        await asyncio.sleep(0.01)
    for table in tables:
        table.give_up()
