"""The number of a game that is over does not steer the game that is on now."""

import time
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from hanablive.conftest import Ports
from support.cli.running import PATIENCE
from support.hanablive.bot_program import Player, Program
from support.hanablive.mixed_table import Host, fill
from support.server.serving import free_port, in_this_process, say, shown
from tamaya.hanablive.server import numeric_ids
from tamaya.hanablive.server.mount import HanabLiveMount
from tamaya.server.hub.tables import Pace
from tamaya.server.web.app import AppOptions, create_app

STEERING = [
    "tableReattend",
    "tableSpectate",
    "tableStart",
    "tableRestart",
    "tableTerminate",
    "getGameInfo1",
    "getGameInfo2",
]


def second_game(hers: ClientConnection, bot: Program) -> tuple[int, Player]:
    """A visitor and a program in their second game; the number of the first."""
    say(hers, "sit", seat=0, name="Ada")
    fill(hers, [(1, bot)], [])
    say(hers, "begin")
    first = bot.begin()
    now = shown(hers, lambda told: told["play"])
    say(hers, "end", version=now["version"])
    while first.to_move != -1:
        first.listen()
    first.end()
    say(hers, "begin")
    return first.table, bot.begin()


def answered(bot: Program) -> list[str]:
    """The commands that came before the answer to a word to oneself."""
    before = len(bot.heard)
    bot.send("chatPM", msg="and now?", recipient=bot.name, room="lobby")
    bot.until("chat", lambda chat: chat["msg"] == "and now?")
    return [command for command, _ in bot.heard[before:]]


def test_what_comes_too_late_is_passed_over(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=1)
    with host.joined() as hers, Program(ports.bots, "tardy-bot") as bot:
        old, game = second_game(hers, bot)
        for order in ("tableUnattend", "tableLeave", "loaded"):
            bot.send(order, tableID=old)
            assert not {"warning", "left"} & {*answered(bot)}
        game.move()
        while game.to_move != 0:
            assert game.listen(), "the game goes on, and it is told"
        now = shown(hers, lambda told: told["play"] and told["play"]["legal"])
        assert not now["seats"][1].get("away")
        bot.send("tableJoin", tableID=old)
        assert bot.until("joined") == {"tableID": game.table}


@pytest.mark.parametrize("order", STEERING)
def test_orders_about_a_game_of_the_past(ports: Ports, order: str) -> None:
    host = Host(ports.web, players=2, first=1)
    with host.joined() as hers, Program(ports.bots, "past-bot") as bot:
        old, game = second_game(hers, bot)
        bot.send(order, tableID=old)
        assert bot.until("warning")["warning"] == "no game is on at this table"
        game.move()
        while game.to_move != 0:
            assert game.listen(), "the game goes on"


def test_moves_notes_and_words_for_a_game_of_the_past(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=1, talk="chat")
    with host.joined() as hers, Program(ports.bots, "bygone-bot") as bot:
        old, game = second_game(hers, bot)
        bot.send("action", tableID=old, type=0, target=5)
        assert bot.until("warning")["warning"] == "no game is on at this table"
        bot.send("note", tableID=old, order=5, note="red")
        assert bot.until("warning")["warning"] == "no game is on at this table"
        bot.send("chat", msg="good game", room=f"table{old}")
        assert bot.until("warning")["warning"] == "no game is on at this table"
        game.move()
        now = shown(hers, lambda told: told["play"] and told["play"]["turn"] == 2)
        assert not [line for line in now["lines"] if line["kind"] == "said"]


def test_leaving_the_last_game_is_no_leaving_of_the_next(ports: Ports) -> None:
    """Who has joined the table for its next game is not led away by a late word."""
    with Program(ports.bots, "stays-a") as one, Program(ports.bots, "stays-b") as two:
        one.send("tableCreate", name="stay", maxPlayers=2)
        number = one.until("joined")["tableID"]
        two.send("tableJoin", tableID=number)
        two.until("joined")
        one.send("tableStart", tableID=number)
        game = two.begin()
        one.send("tableTerminate", tableID=number)
        while game.to_move != -1:
            game.listen()
        game.end()
        two.send("tableJoin", tableID=number)
        following = two.until("joined")["tableID"]
        assert following != number
        two.send("tableLeave", tableID=number)
        two.send("tableUnattend", tableID=number)
        assert "left" not in answered(two)
        one.send("tableRestart", tableID=number)
        assert two.begin().table == following


def test_numbers_of_tables_that_are_gone_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numeric_ids, "MAX_NUMBERS", 4)
    port, app = free_port(), create_app(tmp_path / "games.sqlite", AppOptions(pace=Pace(0, 0.1)))
    mount = HanabLiveMount(app, [])
    with in_this_process(mount, port), Program(port, "many-bot") as bot:
        for _ in range(10):
            bot.send("tableCreate", name="one of many", maxPlayers=2)
            number = bot.until("joined")["tableID"]
            bot.send("tableLeave", tableID=number)
            bot.until("left")
        bot.send("tableCreate", name="to stay", maxPlayers=2)
        number = bot.until("joined")["tableID"]
        until = time.monotonic() + PATIENCE
        while len(mount.endpoints.state.gateway.directory.numbers) > 4:
            assert time.monotonic() < until, "they are forgotten"
            time.sleep(0.05)
        bot.send("chat", msg="hello?", room=f"table{number}")
        assert bot.until("chat", lambda chat: chat["room"] == f"table{number}")
