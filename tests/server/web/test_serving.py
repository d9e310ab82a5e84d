"""The server for real: a process, sockets, cookies, and games played to their end."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from support.server.serving import (
    Server,
    Visitor,
    free_port,
    heard,
    newer,
    refusal,
    say,
    serving,
    shown,
)


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data") / "games.sqlite") as running:
        yield running


SESAME = "open sesame"


def play_on(
    socket: ClientConnection, now: dict[str, Any], rng: random.Random, most: int = 1000
) -> dict[str, Any]:
    """Play whatever is legal until the game is over, or so many moves were made."""
    while now["play"]["over"] is None and most:
        if now["play"]["legal"]:
            say(socket, "act", version=now["version"], action=rng.choice(now["play"]["legal"]))
            most -= 1
        now = newer(socket, now)
    return now


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
        over = play_on(socket, shown(socket), random.Random(variant))  # noqa: S311 - tests
    assert over["you"] == 0
    assert over["play"]["over"]["result"] in ("won", "scored", "lost")
    with visitor.join(answer["table"]) as socket:
        events = shown(socket)["play"]["events"]
    assert events[-1]["event"] == "ended"
    moves = [event for event in events if event["event"] in ("clued", "discarded", "played")]
    assert all(("why" in event) == (event["seat"] != 0) for event in moves), "bots say why"


def test_friends_at_a_table(server: Server) -> None:
    ada, bo = Visitor(server.port), Visitor(server.port)
    table = ada.ask("/api/tables", {"settings": {"players": 2, "first": 0}})[1]["table"]
    assert bo.ask("/api/bots")[0] == 200
    with ada.join(table) as hers, bo.join(table) as his:
        assert (shown(hers)["host"], shown(his)["host"]) == (True, False)
        say(hers, "sit", seat=0, name="Ada")
        told = shown(hers, lambda told: told["you"] == 0)
        there = shown(his, lambda told: told["seats"][0] is not None)
        assert told["seats"][0] == there["seats"][0] | {"you": True}
        say(his, "sit", seat=1, name="Bo")
        assert shown(his, lambda told: told["seats"][1] is not None)["you"] == 1
        say(his, "begin")
        assert refusal(his) == "not-host"
        say(hers, "begin")
        mine = shown(hers, lambda told: told["play"] is not None)
        yours = shown(his, lambda told: told["play"] is not None)
        assert mine["play"]["legal"]
        assert yours["play"]["legal"] == []
        assert all("suit" not in card for card in yours["play"]["hands"][1])
        clue = {"do": "value", "to": 1, "value": 1}
        say(hers, "act", version=mine["version"], action=clue)
        say(hers, "act", version=mine["version"], action=clue)
        assert refusal(hers) == "stale"
        assert shown(his, lambda told: told["play"]["events"])["play"]["clue_tokens"] == 7


def test_all_that_can_be_done_beside_the_game(server: Server) -> None:
    """Every kind of message once, over the wire."""
    ada, bo = Visitor(server.port), Visitor(server.port)
    wanted = {"players": 2, "first": 0, "talk": "chat", "take_back": True}
    table = ada.ask("/api/tables", {"settings": wanted})[1]["table"]
    bo.ask("/api/bots")
    right = "sesame"
    with ada.join(table) as hers, bo.join(table) as his:
        say(hers, "lock", password=right)
        while heard(his)["type"] != "closed":
            pass
        say(his, "sit", seat=1, name="Bo")
        assert refusal(his) == "locked"
        say(his, "knock", password=right[:-1])
        assert refusal(his) == "wrong-password"
        say(his, "knock", password=right)
        assert shown(his)["locked"] is True
        say(hers, "sit", seat=0, name="Ada")
        say(his, "sit", seat=1, name="Bo")
        shown(hers, lambda told: None not in told["seats"])
        say(hers, "begin")
        begun = shown(his, lambda told: told["play"] is not None)
        say(his, "arrange", order=[9, 8, 7, 6, 5], turned=[7])
        say(his, "note", card=7, text="mine")
        say(his, "say", text="hello <b>")
        noted = shown(his, lambda told: told["lines"] and told["lines"][-1]["kind"] == "said")
        assert [card["id"] for card in noted["play"]["hands"][1]] == [9, 8, 7, 6, 5]
        assert noted["play"]["hands"][1][2] == begun["play"]["hands"][1][2] | {
            "turned": True,
            "note": "mine",
        }
        clue = {"do": "value", "to": 1, "value": 1}
        say(hers, "act", version=begun["version"], action=clue)
        now = shown(hers, lambda told: told["play"] and told["play"]["events"])
        say(hers, "take-back", version=now["version"])
        asked = shown(his, lambda told: told["asking"] is not None)
        assert asked["asking"] == {"seat": 0, "actions": 1, "waits_for_you": True}
        say(his, "answer", version=asked["version"], yes=True)
        back = shown(hers, lambda told: told["play"]["taken_back"] == 1)
        assert (back["play"]["events"], back["play"]["clue_tokens"]) == ([], 8)


def test_the_same_browser_gets_its_seat_back(server: Server) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/play", {"name": "Ada"})[1]["table"]
    with visitor.join(table) as first:
        before = shown(first)
    assert before["settings"]["first"] == 0, "and whoever clicked begins"
    with visitor.join(table, events_from=len(before["play"]["events"])) as second:
        assert shown(second)["you"] == 0
    stranger = Visitor(server.port)
    stranger.cookie = visitor.cookie[:-1] + ("0" if visitor.cookie[-1] != "0" else "1")
    with stranger.join(table) as socket:
        assert shown(socket)["you"] is None, "a cookie that we did not sign is nobody's"


def test_events_that_a_client_has_are_of_a_game_that_it_names(server: Server) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/play", {"name": "Ada", "players": 2})[1]["table"]
    with visitor.join(table) as first:
        now = shown(first)
        say(first, "act", version=now["version"], action=now["play"]["legal"][0])
        shown(first, lambda told: told["play"]["turn"] > 1)
    with visitor.join(table, events_from=1, more="&game=1&taken_back=0") as same:
        assert shown(same)["play"]["events_from"] == 1
    for other in ("&game=2&taken_back=0", "&game=1&taken_back=1"):
        with visitor.join(table, events_from=1, more=other) as socket:
            assert shown(socket)["play"]["events_from"] == 0


def test_everybody_is_told_who_comes_and_goes(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", None, "--away-after", "0.2") as server:
        ada, bo, cy = (Visitor(server.port) for _ in range(3))
        table = ada.ask("/api/tables", {"settings": {"players": 2, "first": 0}})[1]["table"]
        for one in (bo, cy):
            one.ask("/api/bots")
        with bo.join(table) as his:
            with ada.join(table) as hers:
                say(hers, "sit", seat=0, name="Ada")
                say(his, "sit", seat=1, name="Bo")
                shown(hers, lambda told: None not in told["seats"])
                say(hers, "begin")
                assert shown(his, lambda told: told["play"])["host"] is False
                with cy.join(table) as theirs:
                    assert shown(theirs)["you"] is None
                    assert shown(his, lambda told: told["onlookers"] == 1)
                shown(his, lambda told: told["onlookers"] == 0)
                say(his, "seat-bot", seat=0, bot="cautious")
                assert refusal(his) == "not-host"
            gone = shown(his, lambda told: told["seats"][0].get("away"))
            assert gone["host"] is True, "the powers pass on"
            say(his, "seat-bot", seat=0, bot="cautious")
            bot = shown(his, lambda told: "bot" in told["seats"][0])
            assert bot["seats"][1]["host"] is True
            now = shown(his, lambda told: told["play"]["legal"])
            (mine,) = ada.ask("/api/me")[1]["tables"]
            assert (mine["table"], mine["turn"]) == (table, False), "she may come back"
            assert (mine["turns"], mine["score"]) == (now["play"]["turn"], now["play"]["score"])
            with ada.join(table) as hers:
                now = shown(hers)
                assert (now["you"], now["kept"]) == (None, [0]), "a bot plays for her"
                say(hers, "come-back", seat=0)
                assert shown(hers, lambda told: told["you"] == 0)["seats"][0]["name"] == "Ada"


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
    "text",
    [
        "",
        "{",
        "[]",
        '"x"',
        '{"type":"fly"}',
        '{"type":"act"}',
        '{"type":"sit","seat":"0"}',
        f'{{"x":{"[" * 1900}{"]" * 1900},"type":"stand"}}',
    ],
    ids=range(8),
)
def test_messages_that_make_no_sense(server: Server, text: str) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/tables", {})[1]["table"]
    with visitor.join(table) as socket:
        socket.send(text)
        assert refusal(socket) == "not-understood"
        say(socket, "sit", seat=0, name="still here")
        assert shown(socket, lambda told: told["seats"][0] is not None)["you"] == 0


def test_too_much_is_too_much(server: Server) -> None:
    visitor = Visitor(server.port)
    table = visitor.ask("/api/tables", {})[1]["table"]
    with visitor.join(table) as socket:
        socket.send("x" * 5000)
        assert closing_code(socket) == 4429
    with visitor.join(table) as socket:
        with suppress(ConnectionClosed):  # the server need not wait for the last of them
            for _ in range(60):
                say(socket, "stand")
        assert closing_code(socket) == 4429
    with visitor.join(table) as socket:
        socket.send(b"bytes")
        assert closing_code(socket) == 4429


def test_strangers_are_counted_together(server: Server) -> None:
    table = Visitor(server.port).ask("/api/tables", {})[1]["table"]
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(Visitor(server.port).join(table)) for _ in range(41)]
        assert closing_code(sockets[-1]) == 4429


def test_passwords_cannot_be_tried_without_end(server: Server) -> None:
    host = Visitor(server.port)
    table = host.ask("/api/tables", {})[1]["table"]
    with host.join(table) as hers, Visitor(server.port).join(table) as his:
        say(hers, "lock", password=SESAME)
        shown(hers, lambda told: told["locked"])
        for _ in range(20):
            say(his, "knock", password=SESAME[::-1])
        reasons = [refusal(his) for _ in range(20)]
        assert set(reasons) == {"wrong-password", "too-much"}
        assert reasons.count("wrong-password") < 15


def test_a_refused_game_leaves_no_table_behind(server: Server) -> None:
    visitor = Visitor(server.port)
    visitor.ask("/api/bots")
    for wrong in ({"name": "Ada", "bot": "hal"}, {"name": "\n"}, {"name": "A", "variant": "x"}):
        assert visitor.ask("/api/play", wrong)[0] == 409
    assert visitor.ask("/api/me")[1] == {"tables": []}


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
                now = shown(socket)
                assert now["version"] >= seen
                if now["play"]["over"] is not None:
                    say(socket, "begin")
                    now = shown(socket, lambda told: told["play"]["over"] is None)
                seen = play_on(socket, now, rng, most=1 + kills)["version"]
                server.kill()
                kills += 1
            server = Server(database, port)
    finally:
        server.stop()
    rows = sqlite3.connect(database).execute("SELECT seq FROM log ORDER BY seq").fetchall()
    assert [seq for (seq,) in rows] == list(range(len(rows)))
    assert len(rows) >= seen
