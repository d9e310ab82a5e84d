"""The server for real: a process, sockets, cookies, and games played to their end."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from server.serving import Server, Visitor, free_port, heard, say, serving


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data") / "games.sqlite") as running:
        yield running


def play_on(socket: ClientConnection, rng: random.Random, most: int = 1000) -> dict[str, Any]:
    """Play whatever is legal until the game is over, or so many moves were made."""
    table = heard(socket)
    while table["play"]["over"] is None and most:
        if table["play"]["legal"]:
            action = rng.choice(table["play"]["legal"])
            say(socket, "act", version=table["version"], action=action)
            most -= 1
        table = heard(socket)
        assert table["type"] == "table", table
    return table


@pytest.mark.parametrize(
    ("variant", "players"),
    [("base", 3), ("wild10+black+tiles", 5), ("own5+announce+bouquet", 2)],
)
def test_one_click_and_a_whole_game_with_bots(server: Server, variant: str, players: int) -> None:
    visitor = Visitor(server.port)
    status, answer = visitor.ask(
        "/api/play", {"name": "Ada", "variant": variant, "players": players}
    )
    assert status == 201
    with visitor.join(answer["table"]) as socket:
        over = play_on(socket, random.Random(variant))  # noqa: S311 - tests
    assert over["you"] == 0
    assert over["play"]["over"]["result"] in ("won", "scored", "lost")
    with visitor.join(answer["table"]) as socket:
        events = heard(socket)["play"]["events"]
    assert events[-1]["event"] == "ended"


def test_friends_at_a_table(server: Server) -> None:
    ada, bo = Visitor(server.port), Visitor(server.port)
    table = ada.ask("/api/tables", {"settings": {"players": 2, "first": 0}})[1]["table"]
    assert bo.ask("/api/bots")[0] == 200
    with ada.join(table) as hers, bo.join(table) as his:
        assert (heard(hers)["host"], heard(his)["host"]) == (True, False)
        say(hers, "sit", seat=0, name="Ada")
        assert heard(hers)["seats"][0] == heard(his)["seats"][0] | {"you": True}
        say(his, "sit", seat=1, name="Bo")
        assert heard(his)["you"] == 1
        heard(hers)
        say(his, "begin")
        assert heard(his)["reason"] == "not-host"
        say(hers, "begin")
        mine, yours = heard(hers), heard(his)
        assert mine["play"]["legal"]
        assert yours["play"]["legal"] == []
        assert all("suit" not in card for card in yours["play"]["hands"][1])
        say(hers, "act", version=mine["version"], action={"do": "value", "to": 1, "value": 1})
        say(hers, "act", version=mine["version"], action={"do": "value", "to": 1, "value": 1})
        assert heard(his)["play"]["clue_tokens"] == 7
        answers = [heard(hers), heard(hers)]
        assert sorted(answer["type"] for answer in answers) == ["refused", "table"]
        assert [a["reason"] for a in answers if a["type"] == "refused"] == ["stale"]


def test_the_same_browser_gets_its_seat_back(server: Server) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/play", {"name": "Ada"})[1]["table"]
    with visitor.join(table) as first:
        before = heard(first)
    with visitor.join(table, events_from=len(before["play"]["events"])) as second:
        assert heard(second)["you"] == 0
    stranger = Visitor(server.port)
    stranger.cookie = visitor.cookie[:-1] + ("0" if visitor.cookie[-1] != "0" else "1")
    with stranger.join(table) as socket:
        assert heard(socket)["you"] is None, "a cookie that we did not sign is nobody's"


@pytest.mark.parametrize(
    ("path", "body", "status", "reason"),
    [
        ("/api/play", {"name": ""}, 409, "bad-name"),
        ("/api/play", {"name": "A", "variant": "nonsense"}, 409, "bad-settings"),
        ("/api/play", {"name": "A", "players": 9}, 409, "bad-settings"),
        ("/api/play", {"name": "A", "bot": "hal"}, 409, "no-such-bot"),
        ("/api/play", {"name": "A", "more": 1}, 409, "not-understood"),
        ("/api/play", [], 409, "not-understood"),
        ("/api/tables", {"settings": {"watch": "all"}}, 409, "not-understood"),
        ("/api/tables", {"settings": {"variant": "x" * 5000}}, 409, "too-long"),
    ],
)
def test_requests_that_make_no_sense(
    server: Server, path: str, body: object, status: int, reason: str
) -> None:
    answer = Visitor(server.port).ask(path, body)
    assert (answer[0], answer[1]["reason"]) == (status, reason)


def test_other_pages_may_not_act_for_a_visitor(server: Server) -> None:
    visitor = Visitor(server.port)
    evil = {"Origin": "https://evil.example"}
    assert visitor.ask("/api/play", {"name": "A"}, evil)[0] == 403
    table = visitor.ask("/api/play", {"name": "A"})[1]["table"]
    with pytest.raises(InvalidStatus):
        visitor.join(table, headers=evil)
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert visitor.ask("/api/play", {"name": "A"}, own)[0] == 201


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"x"', '{"type":"fly"}', '{"type":"act"}', '{"type":"sit","seat":"0"}']
)
def test_messages_that_make_no_sense(server: Server, text: str) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/tables", {})[1]["table"]
    with visitor.join(table) as socket:
        heard(socket)
        socket.send(text)
        assert heard(socket)["reason"] == "not-understood"
        say(socket, "sit", seat=0, name="still here")
        assert heard(socket)["you"] == 0


def test_too_much_is_too_much(server: Server) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/tables", {})[1]["table"]
    with visitor.join(table) as socket:
        socket.send("x" * 5000)
        assert closing_code(socket) == 4429
    with visitor.join(table) as socket:
        for _ in range(60):
            say(socket, "stand")
        assert closing_code(socket) == 4429


def closing_code(socket: ClientConnection) -> int | None:
    """Listen until the server hangs up; why it did."""
    with suppress(ConnectionClosed):
        while True:
            heard(socket)
    return socket.close_code


def test_a_table_that_is_not_there(server: Server) -> None:
    with Visitor(server.port).join("nowhere") as socket:
        assert closing_code(socket) == 4404


def test_headers_that_guard_the_page(server: Server) -> None:
    import urllib.request  # noqa: PLC0415

    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/bots") as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        cookie = answer.headers["Set-Cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_server_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """What was shown was saved: after each kill the table is at least where it was seen last."""
    database, port, rng = tmp_path / "games.sqlite", free_port(), random.Random(7)  # noqa: S311
    server = Server(database, port)
    visitor = Visitor(port)
    table = visitor.ask("/api/play", {"name": "Ada", "variant": "base+clues=12"})[1]["table"]
    seen, kills = 0, 0
    try:
        while kills < 6:
            with visitor.join(table) as socket:
                now = heard(socket)
                assert now["version"] >= seen
                if now["play"]["over"] is not None:
                    say(socket, "begin")
                    now = heard(socket)
                seen = play_on_from(socket, now, rng, moves=1 + kills)
                server.kill()
                kills += 1
            server = Server(database, port)
    finally:
        server.stop()
    rows = sqlite3.connect(database).execute("SELECT seq FROM log ORDER BY seq").fetchall()
    assert [seq for (seq,) in rows] == list(range(len(rows)))
    assert len(rows) >= seen


def play_on_from(
    socket: ClientConnection, now: dict[str, Any], rng: random.Random, moves: int
) -> int:
    """Make some moves; the last version that was shown."""
    while moves and now["play"]["over"] is None:
        if now["play"]["legal"]:
            clues = [a for a in now["play"]["legal"] if a["do"] in ("colour", "value", "discard")]
            action = rng.choice(clues or now["play"]["legal"])
            say(socket, "act", version=now["version"], action=action)
            moves -= 1
        now = heard(socket)
    version: int = now["version"]
    return version
