"""Scripted players to measure a server with: whole tables over real sockets, in one event loop."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import cycle
from random import Random
from typing import Any

import msgspec
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tamaya.cli.bench_process import HOST
from tamaya.cli.console import CommandError, progress

AT_ONCE = 16  # tables that sit down together
SETTING = 30.0  # seconds for any step of that
PATIENCE = 10.0  # seconds for answers that are still on their way at the end
CHOICES = {"play": 4, "clue": 48, "discard": 48}  # weights: games of about 55 turns
LOST, UNANSWERED = "connection-lost", "unanswered"  # beside the server's reasons
Action = dict[str, Any]


class Game(msgspec.Struct):
    """What a scripted player looks at of a game."""

    legal: list[Action]
    over: dict[str, Any] | None


class Heard(msgspec.Struct):
    """What a scripted player looks at of any message."""

    type: str
    version: int = 0
    you: int | None = None
    play: Game | None = None
    reason: str = ""


_decode = msgspec.json.Decoder(Heard).decode


@dataclass(slots=True)
class Tally:
    """What was asked, what came of it and when. Times are in seconds."""

    asked: int = 0
    games: int = 0  # played to their end
    failed: Counter[str] = field(default_factory=Counter)  # by reason
    sent: list[float] = field(default_factory=list)  # from when an action was due until it was sent
    actor: list[float] = field(default_factory=list)  # until the actor had the new table
    everyone: list[float] = field(default_factory=list)  # until everybody at the table had it
    last: float = 0.0  # when the last action had been seen by everyone


class Player(asyncio.Protocol):
    """One seat of a table, and its connection."""

    def __init__(self, table: "Table", seat: int, cookie: str, port: int) -> None:
        self.table = table
        self.seat = seat
        self.cookie = cookie
        self.port = port
        self.last = Heard("")
        self.transport: asyncio.Transport | None = None
        uri = f"ws://{HOST}:{port}/api/tables/{table.id}/ws"
        offered = [ClientPerMessageDeflateFactory(client_max_window_bits=True)]  # as browsers do
        self.wire = ClientProtocol(parse_uri(uri), extensions=offered)

    def itself(self) -> "Player":
        """What asyncio asks for when it has a connection."""
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - TCP has no other
        self.transport = transport
        request = self.wire.connect()
        request.headers["Cookie"] = self.cookie
        self.wire.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Some bytes, perhaps with a message; the server sends each in one frame."""
        self.wire.receive_data(data)
        for event in self.wire.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.table.heard(self, _decode(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        """The server hung up, or we did."""
        self.table.lost()

    def say(self, kind: str, **parts: object) -> None:
        """Send a message."""
        self.wire.send_text(msgspec.json.encode({"type": kind, **parts}))
        self._flush()

    def _flush(self) -> None:
        data = self.wire.data_to_send()
        if data and self.transport is not None:
            self.transport.write(b"".join(data))


class Table:
    """A table of scripted players who act when they are told to."""

    def __init__(
        self, name: str, cookies: Sequence[str], ports: Sequence[int], tally: Tally, rng: Random
    ) -> None:
        self.id = name
        self.tally = tally
        self.rng = rng
        self.players = [
            Player(self, seat, cookie, port)
            for (seat, cookie), port in zip(enumerate(cookies), cycle(ports), strict=False)
        ]
        self.news = asyncio.Event()
        self.clock = asyncio.get_running_loop().time
        self.due: deque[float] = deque()  # actions to be made; the first may be on its way
        self.actor: Player | None = None  # who waits to see the effect of a message
        self.version = 0  # that the message was sent at
        self.waiting: set[Player] = set()
        self.leaving = self.broken = False

    # sitting down

    async def sit_down(self) -> None:
        """Everybody connects and takes a seat, and the first game is dealt."""
        loop = asyncio.get_running_loop()
        for player in self.players:
            await loop.create_connection(player.itself, HOST, player.port)
        await self._until(lambda player: player.last.version > 0)
        for player in self.players:
            player.say("sit", seat=player.seat, name=f"Player {player.seat}")
        await self._until(lambda player: player.last.you is not None)
        self.players[0].say("begin")
        await self._until(lambda player: player.last.play is not None)

    async def _until(self, so: Callable[[Player], bool]) -> None:
        while not all(so(player) for player in self.players):
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), SETTING)
            except TimeoutError:
                raise CommandError("the server does not answer while tables are set") from None
            if self.tally.failed:
                raise CommandError(f"a table could not be set: {', '.join(self.tally.failed)}")

    # playing

    def act_at(self, due: float) -> None:
        """It is time for an action: made now, or once the ones before it have been seen."""
        self.tally.asked += 1
        self.due.append(due)
        if self.broken:
            self._fail(LOST)
        elif not self.waiting:
            self._next()

    def _next(self) -> None:
        """Do what comes next: deal again after a game, or make the action that is due."""
        over = self.players[0].last.play
        if over is not None and over.over is not None:
            self.tally.games += 1
            self._send(None, self.players[0], "begin")
        elif self.due:
            self.tally.sent.append(self.clock() - self.due[0])
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

    def _send(self, actor: Player | None, sender: Player, kind: str, **parts: object) -> None:
        self.actor, self.version, self.waiting = actor, sender.last.version, set(self.players)
        sender.say(kind, **parts)

    def heard(self, player: Player, message: Heard) -> None:
        """A player has received something."""
        self.news.set()
        if message.type == "refused":
            self._fail(message.reason)
        elif message.type == "table":
            player.last = message
            if player in self.waiting and message.version > self.version:
                self._seen_by(player)

    def _seen_by(self, player: Player) -> None:
        self.waiting.discard(player)
        now = self.clock()
        if player is self.actor:
            self.tally.actor.append(now - self.due[0])
        if self.waiting:
            return
        if self.actor is not None:
            self.tally.everyone.append(now - self.due.popleft())
            self.tally.last = now
        self._next()

    def _fail(self, reason: str) -> None:
        self.tally.failed[reason] += 1
        self.waiting.clear()
        if self.due:
            self.due.popleft()

    def lost(self) -> None:
        """A connection has gone, and with it the table."""
        self.news.set()
        if not self.leaving and not self.broken:
            self.broken = True
            self._fail(LOST)

    def give_up(self) -> None:
        """What has not been seen by now never will be."""
        while self.due:
            self._fail(UNANSWERED)

    def leave(self) -> None:
        """Everybody hangs up."""
        self.leaving = True
        for player in self.players:
            if player.transport is not None:
                player.transport.close()


async def seated(ports: Sequence[int], tables: int, players: int, tally: Tally) -> list[Table]:
    """All tables, with everybody seated at the next process in turn, and a game dealt."""
    ready: list[Table] = []
    numbers = iter(range(tables))

    async def some() -> None:
        for number in numbers:
            turn = number % len(ports)
            here = [*ports[turn:], *ports[:turn]]
            name, *cookies = await asyncio.to_thread(_introduced, here[0], players)
            table = Table(name, cookies, here, tally, Random(number))  # noqa: S311 - no secret
            await table.sit_down()
            ready.append(table)
            progress(f"{len(ready):,} of {tables:,} tables are set …")

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return ready


def _introduced(port: int, players: int) -> list[str]:
    """The id of a new table, and the cookies of those who will sit there, the host first."""
    connection = HTTPConnection(HOST, port, timeout=SETTING)
    try:
        cookies = [_asked(connection, "GET", "/api/bots")[1] for _ in range(players)]
        settings = {"settings": {"players": players}}
        opened, _ = _asked(connection, "POST", "/api/tables", settings, cookies[0])
    finally:
        connection.close()
    return [opened["table"], *cookies]


def _asked(
    connection: HTTPConnection, method: str, path: str, body: object = None, cookie: str = ""
) -> tuple[Any, str]:
    """The answer to a request, and the cookie that came with it."""
    connection.request(method, path, msgspec.json.encode(body), {"Cookie": cookie})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 400:
        raise CommandError(f"the server answers {answer.status}: {content.decode()}")
    given = answer.getheader("Set-Cookie") or ""
    return msgspec.json.decode(content), given.split(";")[0]


async def play(tables: Sequence[Table], rate: float, seconds: float, begin: float) -> None:
    """Each table acts so many times a second for a while, all of them evenly spread in time."""
    clock, tally = asyncio.get_running_loop().time, tables[0].tally
    apart = 1 / (len(tables) * rate)
    for number in range(round(seconds / apart)):
        due = begin + number * apart
        if due > clock():
            await asyncio.sleep(due - clock())
        tables[number % len(tables)].act_at(due)
        if due // 0.5 > (due - apart) // 0.5:
            progress(f"{due - begin:.0f} of {seconds:g} s, {len(tally.everyone):,} actions …")
    until = clock() + PATIENCE
    while any(table.due for table in tables) and clock() < until:
        await asyncio.sleep(0.01)
    for table in tables:
        table.give_up()
