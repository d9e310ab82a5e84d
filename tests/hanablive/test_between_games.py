"""Lost connections, next games, silence: what comes in the middle of a game, and after it."""

import socket
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from hanablive.conftest import Ports
from support.cli.running import PATIENCE
from support.hanablive.bot_program import Player, Program
from support.hanablive.mixed_table import Host, fill
from support.server.serving import free_port, in_this_process, say, serving, shown
from tamaya.hanablive.server.mount import HanabLiveMount
from tamaya.server.hub.tables import Pace
from tamaya.server.web.app import AppOptions, create_app


def table_for_two(socket: ClientConnection, bot: Program) -> Player:
    """A visitor and a program, who begins."""
    say(socket, "sit", seat=0, name="Ada")
    fill(socket, [(1, bot)], [])
    say(socket, "begin")
    return bot.begin()


def clue(game: Player) -> None:
    game.act(3, 0, next(rank for _, rank in game.hands[0].values()))
    game.listen()


def test_a_program_comes_back_in_the_middle_of_a_game(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=1)
    with host.joined() as hers:
        with Program(ports.bots, "lost-bot") as bot:
            game = table_for_two(hers, bot)
            bot.send("note", tableID=game.table, order=7, note="  playable \n " + "x" * 200)
            bot.send("note", tableID=game.table, order=0, note="known")
            clue(game)
            before = shown(hers, lambda told: told["play"] and told["play"]["legal"])
        shown(hers, lambda told: told["seats"][1].get("away"))
        with Program(ports.bots, "lost-bot") as bot:
            assert bot.welcome["playingAtTables"] == [game.table]
            bot.send("tableReattend", tableID=game.table)
            again = bot.begin()
            assert again.table == game.table
            assert again.told[: len(game.told)] == game.told
            notes = dict(bot.heard)["noteListPlayer"]["notes"]
            assert notes[0] == "known"
            assert notes[7].startswith("playable x")
            assert len(notes) == 50
            shown(hers, lambda told: not told["seats"][1].get("away"))
            say(hers, "act", version=before["version"], action=before["play"]["legal"][0])
            while again.to_move != 1:
                again.listen()
            clue(again)
            bot.send("tableUnattend", tableID=game.table)
            shown(hers, lambda told: told["seats"][1].get("away"))
            bot.send("tableReattend", tableID=game.table)
            assert bot.until("tableStart")["tableID"] == game.table


def test_one_game_after_the_other(ports: Ports) -> None:
    """The page begins the next game, and a program that looked away is told of it."""
    host = Host(ports.web, players=2, first=1)
    with host.joined() as hers, Program(ports.bots, "next-bot") as bot:
        game = table_for_two(hers, bot)
        numbers = [game.table]
        for same_deal in (True, False):
            now = shown(hers, lambda told: told["play"] and not told["play"]["over"])
            say(hers, "end", version=now["version"])
            while game.to_move != -1:
                game.listen()
            assert game.over["endCondition"] == 4
            game.end()
            bot.send("tableUnattend", tableID=game.table)
            over = shown(hers, lambda told: told["play"]["over"])
            assert not over["seats"][1].get("away"), "it is still there"
            say(hers, "begin", same_deal=same_deal)
            assert bot.until("joined")["tableID"] not in numbers
            game = bot.begin()
            assert game.init["hasCustomSeed"] is same_deal, "whether somebody knows the deal"
            numbers.append(game.table)
        assert len(set(numbers)) == 3


def test_a_game_that_is_over_is_told_with_the_names_of_those_who_played_it(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=1)
    with host.joined() as hers, Program(ports.bots, "memory-bot") as bot:
        game = table_for_two(hers, bot)
        say(hers, "end", version=shown(hers, lambda told: told["play"])["version"])
        while game.to_move != -1:
            game.listen()
        say(hers, "stand")
        say(hers, "sit", seat=0, name="Grace")
        shown(hers, lambda told: told["seats"][0] and told["seats"][0]["name"] == "Grace")
        bot.send("getGameInfo1", tableID=game.table)
        assert bot.until("init")["playerNames"] == game.init["playerNames"]
        assert "Grace" not in game.init["playerNames"]


def test_programs_alone_restart_their_table(ports: Ports) -> None:
    with Program(ports.bots, "again-a", 5) as one, Program(ports.bots, "again-b", 6) as two:
        one.send("tableCreate", name="again", maxPlayers=5)
        number = one.until("joined")["tableID"]
        one.send("chatPM", msg="/join", recipient="again-b", room="lobby")
        assert one.until("chat", lambda chat: chat["msg"] == "/join")["room"] == ""
        assert two.answer_invitation() == number
        one.send("tableStart", tableID=number)
        for _ in range(2):
            games = [one.begin(), two.begin()]
            assert games[0].init["options"]["emptyClues"] is False
            mover = games[games[0].to_move]
            other = games[1 - games[0].to_move]
            other.act(1, 0)
            assert other.program.until("warning")["warning"] == "it is another player's turn"
            mover.act(3, other.seat, 9)
            assert mover.program.until("warning")["warning"]
            one.send("action", tableID=games[0].table, type=4, target=0, value=0)
            for game in games:
                while game.to_move != -1:
                    game.listen()
                game.end()
            one.send("tableRestart", tableID=games[0].table, hidePregame=True)
        two.until("tableStart")
        two.send("tableJoin", tableID=number)
        assert two.until("joined")["tableID"] != number, "it sits there already"


def test_nothing_happens_while_a_program_asks_for_a_game_twice(ports: Ports) -> None:
    """As one of them does: the moves made meanwhile come once, after it has loaded."""
    host = Host(ports.web, players=2, first=0)
    with host.joined() as hers, Program(ports.bots, "twice-bot") as bot:
        say(hers, "sit", seat=0, name="Ada")
        fill(hers, [(1, bot)], [])
        say(hers, "begin")
        number = bot.until("tableStart")["tableID"]
        bot.send("getGameInfo2", tableID=number)
        bot.until("chatList")
        now = shown(hers, lambda told: told["play"] and told["play"]["legal"])
        say(hers, "act", version=now["version"], action=now["play"]["legal"][0])
        shown(hers, lambda told: told["play"]["turn"] == 2)
        bot.send("getGameInfo2", tableID=number)
        again = bot.until("gameActionList")["list"]
        assert again[-1] == {"type": "turn", "num": 1, "currentPlayerIndex": 1}
        bot.send("loaded", tableID=number)
        bot.send("action", tableID=number, type=1, target=9, value=None)
        assert bot.until("warning"), "all clue tokens are there"
        bot.send("action", tableID=number, type=3, target=0, value=bot_can_see(again))
        first = bot.until("gameAction")["action"]
        assert first["type"] == "clue"
        assert "gameAction" not in [command for command, _ in bot.heard[:-1]]


def bot_can_see(told: list[Any]) -> int:
    """The rank of a card in the other hand."""
    gone = [action["order"] for action in told if action["type"] in ("play", "discard")]
    drawn = [a for a in told if a["type"] == "draw" and a["order"] not in gone]
    rank: int = next(action["rank"] for action in drawn if action["playerIndex"] == 0)
    return rank


def test_a_program_that_never_says_it_has_loaded_hears_of_moves_all_the_same(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=0)
    with host.joined() as hers, Program(ports.bots, "never-bot") as bot:
        say(hers, "sit", seat=0, name="Ada")
        fill(hers, [(1, bot)], [])
        say(hers, "begin")
        number = bot.until("tableStart")["tableID"]
        bot.send("getGameInfo2", tableID=number)
        bot.until("chatList")
        now = shown(hers, lambda told: told["play"] and told["play"]["legal"])
        say(hers, "act", version=now["version"], action=now["play"]["legal"][0])
        bot.until("gameAction", lambda told: told["action"]["type"] == "turn")


def test_moves_are_not_taken_back_from_a_program(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=0, take_back=True)
    with host.joined() as hers, Program(ports.bots, "firm-bot") as bot:
        table_for_two(hers, bot)
        now = shown(hers, lambda told: told["play"] and told["play"]["legal"])
        say(hers, "act", version=now["version"], action=now["play"]["legal"][0])
        now = shown(hers, lambda told: told["may_take_back"])
        say(hers, "take-back", version=now["version"])
        told = shown(hers, lambda told: told["lines"] and told["lines"][-1]["kind"] == "declined")
        assert told["asking"] is None


def test_who_sits_down_elsewhere_gives_an_old_seat_up(ports: Ports) -> None:
    host = Host(ports.web, players=2, first=1)
    with host.joined() as hers, Program(ports.bots, "busy-bot") as bot:
        game = table_for_two(hers, bot)
        now = shown(hers, lambda told: told["play"])
        say(hers, "end", version=now["version"])
        while game.to_move != -1:
            game.listen()
        game.end()
        bot.send("tableUnattend", tableID=game.table)
        bot.send("tableCreate", name="mine", maxPlayers=2)
        assert bot.until("joined")["tableID"] != game.table
        shown(hers, lambda told: told["seats"][1] is None)


def test_a_program_that_stops_answering_is_away_and_can_be_replaced(tmp_path: Path) -> None:
    port = free_port()
    app = create_app(tmp_path / "games.sqlite", AppOptions(pace=Pace(0, 20)))
    with in_this_process(HanabLiveMount(app, [], away_after=0.3), port):
        host = Host(port, players=2, first=1)
        with host.joined() as hers, Program(port, "slow-bot") as bot:
            game = table_for_two(hers, bot)
            shown(hers, lambda told: told["seats"][1].get("away"))
            clue(game)
            shown(hers, lambda told: not told["seats"][1].get("away"))
            now = shown(hers, lambda told: told["play"]["legal"])
            say(hers, "act", version=now["version"], action=now["play"]["legal"][0])
            shown(hers, lambda told: told["seats"][1].get("away"))
            say(hers, "seat-bot", seat=1, bot="cautious")
            assert bot.until("left") == {"tableID": game.table}
            bot.send("action", tableID=game.table, type=1, target=5)
            assert bot.until("warning")
            say(hers, "clear", seat=1)


def test_nobody_waits_at_a_table_that_all_people_have_left(tmp_path: Path) -> None:
    port, bot_port = free_port(), free_port()
    app = create_app(tmp_path / "games.sqlite", AppOptions(pace=Pace(0, 0.1)))
    mount = HanabLiveMount(app, [socket.create_server(("127.0.0.1", bot_port))])
    with in_this_process(mount, port), Program(bot_port, "loyal-bot") as bot:
        host = Host(port, players=2, first=1)
        with host.joined() as hers:
            game = table_for_two(hers, bot)
            say(hers, "end", version=shown(hers, lambda told: told["play"])["version"])
            while game.to_move != -1:
                game.listen()
            game.end()
        until = time.monotonic() + PATIENCE
        while app.state.tables.live:
            assert time.monotonic() < until, "the table is put aside"
            time.sleep(0.05)
        with host.joined() as hers:
            bot.answer_invitation()
            say(hers, "begin")
            assert bot.begin().table != game.table


def test_a_server_that_was_ended_is_found_again(tmp_path: Path) -> None:
    web, bot_port, database = free_port(), free_port(), tmp_path / "games.sqlite"
    host = None
    with serving(database, web, "--hanablive-port", str(bot_port)):
        host = Host(web, players=2, first=1)
        with host.joined() as hers, Program(bot_port, "patient-bot") as bot:
            game = table_for_two(hers, bot)
            clue(game)
    with (
        serving(database, web, "--hanablive-port", str(bot_port)),
        Program(bot_port, "patient-bot") as bot,
    ):
        (number,) = bot.welcome["playingAtTables"]
        bot.send("tableReattend", tableID=number)
        again = bot.begin()
        assert again.told[: len(game.told)] == game.told


def test_silence_before_a_game_is_no_answer(ports: Ports) -> None:
    host = Host(ports.web, players=2)
    with host.joined() as hers, Program(ports.bots, "mute-bot") as bot:
        say(hers, "sit", seat=0, name="Ada")
        say(hers, "invite", seat=1, guest="mute-bot")
        bot.until("chat", lambda chat: chat["msg"] == "/join")
        shown(hers, lambda told: told["seats"][1] and told["seats"][1].get("away"))
        say(hers, "clear", seat=1)
        bot.until("left")
        time.sleep(0.3)
        say(hers, "invite", seat=1, guest="mute-bot")
        bot.answer_invitation()
        shown(hers, lambda told: told["seats"][1] and not told["seats"][1].get("away"))


@pytest.mark.parametrize(
    "order", ["getGameInfo1", "getGameInfo2", "tableReattend", "tableSpectate"]
)
def test_there_is_no_game_yet(ports: Ports, order: str) -> None:
    with Program(ports.bots, "early-bot") as bot:
        bot.send("tableCreate", name="early", maxPlayers=2)
        number = bot.until("joined")["tableID"]
        bot.send(order, tableID=number)
        assert bot.until("warning")["warning"] == "no game is on at this table"
        bot.send("tableLeave", tableID=number)
        bot.until("left")
