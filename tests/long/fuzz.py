"""Hostile visitors: frames and requests that make no sense, beside an honest game."""

import asyncio
import json
import random
import re
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from support.server.hostile import BODIES, METHODS, ODD, PATHS, frame, harmless, nonsense, spoiled
from support.server.serving import NO_ADDRESS_LIMITS, Server, Visitor, free_port, newer, say, shown
from tamaya.bench.server_process import resource_use
from tamaya.server.admin.maintenance import check

# the limits that end such a visit after thirty messages are out of the way
UNLIMITED = """
from tamaya.server.web import middleware
from tamaya.server.web import websocket_protocol
from tamaya.server.web import websocket
from tamaya.server.limits.quotas import Quota
websocket_protocol.BURST = websocket.BURST = 1 << 40
middleware.REQUESTS = Quota("requests", None, None)
from tamaya.cli.main import main
main()
"""


@dataclass(slots=True)
class Fuzzed:
    """What came of it."""

    frames: int = 0
    raw: int = 0  # frames below messages: pings, fragments, nonsense
    handled: int = 0  # of them, as the server counts
    requests: int = 0
    answers: Counter[str] = field(default_factory=Counter)  # reasons, and statuses of HTTP
    honest: int = 0  # actions of the honest game beside it
    memory: list[float] = field(default_factory=list)  # MB, from time to time


STEADY = 0.4  # MB from one twelfth of an attack to the next


def grows(memory: Sequence[float]) -> bool:
    """Whether memory grows all the time, or very much.

    Room for a burst larger than any before comes in a few steps, with nothing between them; what
    is never given back comes everywhere: then hardly a step is small.
    """
    part = len(memory) // 12
    levels = [median(memory[n * part : (n + 1) * part]) for n in range(3, 12)]
    steps = sorted(later - before for before, later in pairwise(levels))
    return steps[len(steps) // 3] > STEADY or levels[-1] > 1.5 * levels[0] + 10


class Unlimited(Server):
    """A server that lets everybody ask as much as they like."""

    def __init__(self, database: Path | str, port: int, said: Path) -> None:
        self.port, self.said = port, said
        command = [sys.executable, "-c", UNLIMITED, "serve", "--port", str(port), "--log", "json"]
        with said.open("wb") as output:
            self.process = subprocess.Popen(  # noqa: S603 - our own command
                [*command, "--database", str(database), "--bot-pace", "0", *NO_ADDRESS_LIMITS],
                stdout=subprocess.DEVNULL,
                stderr=output,
            )
        self._wait()


class Witness:
    """Two honest people at a table of their own, who must not notice anything."""

    def __init__(self, port: int, leaving: ExitStack) -> None:
        self.host, guest = Visitor(port), Visitor(port)
        guest.ask("/api/bots")
        wanted = {"players": 2, "first": 0, "watch": "table"}
        self.table = self.host.ask("/api/tables", {"settings": wanted})[1]["table"]
        self.hers = leaving.enter_context(self.host.join(self.table))
        self.his = leaving.enter_context(guest.join(self.table))
        say(self.hers, "sit", seat=0, name="Ada")
        say(self.his, "sit", seat=1, name="Bo")
        shown(self.hers, lambda now: None not in now["seats"])
        say(self.hers, "begin")
        self.now = shown(self.hers, lambda now: now["play"])
        self.acts = 0
        self.names = [seat["name"] for seat in self.now["seats"]]

    def act(self) -> None:
        """One more move; nothing else has changed since the last one."""
        mover, theirs = self.hers, self.now
        if self.now["play"]["to_move"] == 1:
            mover = self.his
            theirs = shown(mover, lambda now: now["version"] == self.now["version"])
        careful = [a for a in theirs["play"]["legal"] if a["do"] != "play"]
        say(mover, "act", version=theirs["version"], action=careful[0])
        self.acts += 1
        before = self.now
        self.now = newer(self.hers, before)
        assert self.now["version"] == before["version"] + 1, "somebody else did something here"
        assert [seat["name"] for seat in self.now["seats"]] == self.names
        if self.now["play"]["over"]:
            say(self.hers, "begin")
            self.now = newer(self.hers, self.now)


def nothing_hidden(message: dict[str, Any]) -> None:
    """An onlooker of a running game is shown no face in any hand."""
    play = message.get("play")
    if play is not None and play["over"] is None:
        assert not any("suit" in card for hand in play["hands"] for card in hand), "a leak"


async def _hear(socket: ClientConnection, found: Fuzzed, *, onlooker: bool) -> None:
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "refused":
            found.answers[message["reason"]] += 1
        elif onlooker and message["type"] == "table":
            nothing_hidden(message)


async def attack(url: str, cookie: str, frames: int, rng: random.Random, found: Fuzzed) -> None:
    """Send so many hostile frames to a table, through as many connections as it takes."""
    left = frames
    while left > 0:
        with suppress(OSError, WebSocketException):
            async with connect(
                url, additional_headers={"Cookie": cookie}, max_queue=None, close_timeout=5
            ) as socket:
                hearing = asyncio.create_task(_hear(socket, found, onlooker=not cookie))
                try:
                    for _ in range(min(left, 2000)):
                        kind = rng.random()
                        if kind < 0.02:
                            socket.transport.write((harmless if kind > 0.004 else nonsense)(rng))
                            found.raw += 1
                        await socket.send(frame(rng))
                        left -= 1
                        found.frames += 1
                    await socket.close()
                    await hearing
                finally:
                    hearing.cancel()
                    with suppress(asyncio.CancelledError, WebSocketException):
                        await hearing


def request(connection: HTTPConnection, table: str, rng: random.Random, found: Fuzzed) -> None:
    """One hostile request."""
    odd = "".join(c for c in str(rng.choice(ODD)) if c.isascii() and c.isprintable() and c != " ")
    path = rng.choice(PATHS).replace("TABLE", table).replace("ODD", odd[:80] or "x")
    body = json.dumps(spoiled(rng.choice(BODIES), rng)).encode()
    if rng.random() < 0.2:
        body = rng.randbytes(rng.randrange(300)) * rng.choice([1, 1, 1, 30])
    headers = {
        "Cookie": rng.choice(
            ["", "tamaya=x.y", f"tamaya={'z' * 500}.0", "tamaya", "a=b; tamaya=."]
        ),
        "Origin": rng.choice([*[""] * 9, "null", "https://evil.example"]),
    }
    try:
        connection.request(rng.choice(METHODS), path, body, {k: v for k, v in headers.items() if v})
        answer = connection.getresponse()
        answer.read()
        found.answers[str(answer.status)] += 1
        assert answer.status < 500 or answer.status == 503, (path, answer.status)
    except (HTTPException, OSError, UnicodeEncodeError):
        connection.close()
        found.answers["hung up"] += 1
    found.requests += 1


def requests(port: int, table: str, number: int, rng: random.Random, found: Fuzzed) -> None:
    """So many of them."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    for _ in range(number):
        request(connection, table, rng, found)
    connection.close()


def fuzzed(server: Server, frames: int, requested: int, seed: int = 1) -> Fuzzed:
    """Attack a server: an own table, a stranger's, and everything over HTTP."""
    found, rng = Fuzzed(), random.Random(seed)  # noqa: S311 - tests
    mallory = Visitor(server.port)
    own = mallory.ask("/api/tables", {"settings": {"players": 2}})[1]["table"]
    with ExitStack() as leaving:
        witness = Witness(server.port, leaving)
        while found.handled < frames:
            share = max(frames // 80, 1)
            asyncio.run(_round(server.port, own, witness, mallory.cookie, share, rng, found))
            some = min(requested // 20 + 1, requested - found.requests)
            requests(server.port, witness.table, some, rng, found)
            witness.act()
            now = resource_use(server.process.pid)
            assert now is not None, "it died"
            found.memory.append(now.memory / 1e6)
            found.handled = _handled(server.port)
    found.honest = witness.acts
    return found


def _handled(port: int) -> int:
    """How many messages the server has looked at, by its own numbers."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        text = answer.read().decode()
    counts = re.findall(
        r"^tamaya_(?:message_seconds_count|refused_total){.*} (.+)$", text, re.MULTILINE
    )
    return sum(int(float(number)) for number in counts)


async def _round(  # noqa: PLR0917 - what an attack needs
    port: int,
    own: str,
    witness: Witness,
    cookie: str,
    share: int,
    rng: random.Random,
    found: Fuzzed,
) -> None:
    """Four attackers at once: two at a table of their own, two at the honest one."""
    await asyncio.gather(
        *(
            attack(f"ws://127.0.0.1:{port}/api/tables/{table}/ws", cookie, share, one, found)
            for table, cookie, one in (
                (own, cookie, random.Random(rng.random())),  # noqa: S311 - tests
                (own, cookie, random.Random(rng.random())),  # noqa: S311 - tests
                (witness.table, cookie, random.Random(rng.random())),  # noqa: S311 - tests
                (witness.table, "", random.Random(rng.random())),  # noqa: S311 - tests
            )
        )
    )


def attacked(database: Path | str, folder: Path, frames: int, requests: int) -> Fuzzed:
    """Attack a server and see that all is well with it and its database."""
    server = Unlimited(database, free_port(), folder / "said")
    try:
        found = fuzzed(server, frames, requests)
        assert server.process.poll() is None
    finally:
        server.stop()
    said = server.said.read_text()
    assert "Traceback" not in said, said
    assert list(check(str(database), lambda _: None)) == []
    return found
