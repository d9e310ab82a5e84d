"""Two visitors who play together on a real server, and plain requests."""

import json
import random
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import Any, Self

from support.cli.running import PATIENCE
from support.server.serving import Visitor, heard, say

SHORT = "base+mistakes=1"  # nobody plays safely here: soon over


def known(port: int) -> Visitor:
    """A visitor with a cookie: strangers of one address share what they may upload."""
    visitor = Visitor(port)
    visitor.ask("/api/bots")
    return visitor


class Team:
    """Two visitors at a table, who play whatever is legal and remember what they were sent."""

    def __init__(self, port: int, **settings: object) -> None:
        self.people = (known(port), known(port))
        self.rng = random.Random(5)  # noqa: S311 - tests
        wanted = {"variant": SHORT, "players": 2, "first": 0, **settings}
        self.table: str = self.people[0].ask("/api/tables", {"settings": wanted})[1]["table"]
        self.newest: list[Any] = [None, None]  # what each was sent last
        self.plays: list[list[Any]] = [[], []]  # all that each was sent of this game
        self.games: list[str] = []  # their addresses

    def __enter__(self) -> Self:
        self.join()
        for seat, name in enumerate(("Ada", "Bo")):
            say(self.sockets[seat], "sit", seat=seat, name=name)
        for seat in (0, 1):
            self.read(seat, lambda table: None not in table["seats"])
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def join(self) -> None:
        """Open new sockets and look at the table."""
        self.newest = [None, None]
        with ExitStack() as opened:
            self.sockets = [opened.enter_context(one.join(self.table)) for one in self.people]
            self.leave = opened.pop_all().close
        for seat in (0, 1):
            self.read(seat, lambda _: True)

    def read(self, seat: int, wanted: Any) -> None:
        """Read what a visitor is sent, until the table is as wanted."""
        while self.newest[seat] is None or not wanted(self.newest[seat]):
            table = self.newest[seat] = heard(self.sockets[seat])
            assert table["type"] == "table", table
            if table["play"]:
                self.plays[seat].append(table["play"])

    def say(self, seat: int, kind: str, **parts: object) -> Self:
        """Something that changes the table; both wait until they see it."""
        before = self.newest[seat]["version"]
        say(self.sockets[seat], kind, **parts)
        for one in (0, 1):
            self.read(one, lambda table: table["version"] > before)
        if self.newest[0]["play"]["over"] is not None:
            addresses = {table["play"]["address"] for table in self.newest}
            assert len(addresses) == 1
            self.games += addresses
        return self

    def begin(self) -> Self:
        self.plays = [[], []]
        return self.say(0, "begin")

    def end(self) -> Self:
        return self.say(0, "end", version=self.newest[0]["version"])

    def move(self, *, safely: bool = False) -> Self:
        """Do something legal; nothing that could end the game, if it has to be safe."""
        seat = self.newest[0]["play"]["to_move"]
        table = self.newest[seat]
        legal = [one for one in table["play"]["legal"] if not safely or one["do"] != "play"]
        return self.say(seat, "act", version=table["version"], action=self.rng.choice(legal))

    def play_out(self) -> Self:
        while self.newest[0]["play"]["over"] is None:
            self.move()
        return self

    def actions(self) -> int:
        """How many decisions were taken in the last game."""
        events: list[Any] = []
        for play in self.plays[0]:
            events[play["events_from"] :] = play["events"]
        return sum(event["event"] in ("clued", "discarded", "played") for event in events)


def fetched(
    visitor: Visitor,
    path: str,
    data: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """A request with a plain body: status, headers, and the answer as it came."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{visitor.port}{path}",
        data=data,
        headers={"Cookie": visitor.cookie, **(headers or {})},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            found = {name.lower(): value for name, value in answer.headers.items()}
            return answer.status, found, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {}, error.read()


def uploaded(visitor: Visitor, text: str) -> Any:
    """What an upload is answered with."""
    status, _, answer = fetched(visitor, "/api/games", text.encode())
    return {"status": status, **json.loads(answer)}
