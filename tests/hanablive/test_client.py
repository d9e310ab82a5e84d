"""Our bots as programs: they see what they see here, and play on a server of ours."""

import os
import random
from pathlib import Path

import pytest

from hanablive.conftest import Ports
from support.cli.running import PATIENCE
from support.drivers import DRIVERS
from support.hanablive.bot_program import Program, login
from support.hanablive.mixed_table import Host
from support.hanablive.our_bots import our_bot, wait_for
from support.hidden import record
from support.server.serving import Server, Visitor, free_port, say, shown
from tamaya import deals
from tamaya.formats.hanablive.vocabulary import VARIANTS
from tamaya.hanablive.client.connection import LoginFailed, check_server_url
from tamaya.hanablive.client.frame_reader import (
    FRAME_TYPES,
    RawGameActionFrame,
    RawGameActionListFrame,
    decode_frame,
)
from tamaya.hanablive.client.game_tracker import GameTracker, decode_action
from tamaya.hanablive.client.private_messages import HELP, PrivateMessages
from tamaya.hanablive.protocol import codec, frames, game_frames
from tamaya.hanablive.protocol.game_actions import GameOverAction
from tamaya.hanablive.server.game_log import game_actions
from tamaya.hanablive.server.table_settings import table_options
from tamaya.rules import Seat, parse_options, start, view
from tamaya.rules.events import Ended
from tamaya.server.room.log_rows import Settings
from tamaya.server.room.projection import Viewpoint

GAMES = int(os.environ.get("TAMAYA_HANABLIVE", "3"))  # make hanablive plays 100


# what a bot sees


@pytest.mark.parametrize("variant", [v.ours for v in VARIANTS])
@pytest.mark.parametrize("players", range(2, 6))
def test_a_view_from_frames_is_the_view_of_the_seat(variant: str, players: int) -> None:
    rng, rules = random.Random(players), parse_options(variant, players)  # noqa: S311 - tests
    first = Seat(rng.randrange(players))
    dealt = start(rules, deals.seeded(rules, players), first)
    game = record(dealt, DRIVERS["lucky"], rng)
    told = table_options(Settings(variant, players), first)
    init = game_frames.InitFrame(7, tuple("abcde"[:players]), 1, options=told)
    board, heard = GameTracker(init), 0
    for state in game.states:
        now = game_actions(state, first, Viewpoint(Seat(1)))
        for action in now[heard:]:
            board.apply(action)
        heard = len(now)
        seen = view(state, Seat(1))
        if state.table.outcome is None:
            assert board.view() == seen
            assert board.is_our_turn == (state.table.to_move == 1)
        else:
            assert board.over
            assert isinstance(state.history[-1], Ended)
            assert any(isinstance(action, GameOverAction) for action in now)


def test_frames_that_are_strange_to_us_are_passed_over() -> None:
    assert decode_frame("soundLobby {}") is None
    assert decode_frame("gameAction {") is None
    assert decode_frame("table []") is None
    told = decode_frame('gameActionList {"tableID":1,"list":[{"type":"reorder"}]}')
    assert isinstance(told, RawGameActionListFrame)
    one = decode_frame('gameAction {"tableID":1,"action":{"type":"status","clues":1}}')
    assert isinstance(one, RawGameActionFrame)
    assert decode_action(one.action) is None, "a field is missing"
    assert decode_frame('warning {"warning":"no"}') == frames.WarningFrame("no")


@pytest.mark.parametrize("command", [*FRAME_TYPES])
@pytest.mark.parametrize("body", ["null", "[]", "[null]", "{}", "1", "", "[" * 9999])
def test_bodies_of_another_kind_are_passed_over(command: str, body: str) -> None:
    assert decode_frame(f"{command} {body}") in {
        None,
        (),
        frames.ChatListFrame(),
        game_frames.VoteChangeFrame(),
    }


def test_lists_that_are_null_are_empty() -> None:
    """As a server writes them that is made in another language."""
    welcome = decode_frame(
        'welcome {"userID":1,"username":"hana","playingAtTables":null,"friends":null}'
    )
    assert welcome == frames.WelcomeFrame(1, "hana")
    assert decode_frame("tableList null") == ()
    table = decode_frame(
        'table {"id":3,"players":null,"spectators":null,"options":{"maxPlayers":null}}'
    )
    assert table == frames.TableFrame(3)
    told = decode_frame('gameActionList {"tableID":3,"list":null}')
    assert told == RawGameActionListFrame(3)
    over = '{"type":"gameOver","endCondition":1,"playerIndex":0,"votes":null}'
    assert decode_action(
        decode_frame(f'gameAction {{"tableID":3,"action":{over}}}').action
    ) == GameOverAction(1, 0)


# what it is told


def answers(talker: PrivateMessages, text: str, who: str = "Ada") -> list[str]:
    return [codec.encode(one) for one in talker.answer(frames.ChatFrame(text, who))]


def test_private_messages() -> None:
    talker = PrivateMessages()
    talker.name = "hana"
    assert answers(talker, "hello") == []
    assert HELP in answers(talker, "/help")[0]
    assert "I do not know /dance" in answers(talker, "/dance")[0]
    assert "at no table" in answers(talker, "/leave")[0]
    assert "Sit down" in answers(talker, "/join")[0]
    talker.tables[3] = frames.TableFrame(3, players=("Ada",), running=True)
    assert "begun" in answers(talker, "/join")[0]
    talker.tables[4] = frames.TableFrame(4, players=("Bo",), password_protected=True)
    assert "/join PASSWORD" in answers(talker, "/join", "Bo")[0]
    assert answers(talker, "/join sesame", "Bo") == ['tableJoin {"tableID":4,"password":"sesame"}']
    strange = frames.TableOptions(variant_name="Null (6 Suits)")
    talker.tables[5] = frames.TableFrame(5, players=("Cleo",), options=strange)
    assert "cannot play" in answers(talker, "/join", "Cleo")[0]
    talker.tables[6] = frames.TableFrame(6, players=("Ada",))
    talker.at = 2
    assert answers(talker, "/join") == ['tableLeave {"tableID":2}', 'tableJoin {"tableID":6}']
    assert answers(talker, "/create") == ['tableCreate {"name":"hana"}']
    for word in ("leave", "start", "restart", "terminate"):
        expected = f'table{word.capitalize()} {{"tableID":2}}'
        assert answers(talker, f"/{word}") == [expected]
    (variant,) = answers(talker, "/setvariant 6 Suits")
    assert variant == 'tableSetVariant {"tableID":2,"options":{"variantName":"6 Suits"}}'
    assert '{"variantName":"No Variant"}' in answers(talker, "/setvariant No Variant")[0]


@pytest.mark.parametrize("url", ["", "ftp://x", "example.org", "file:///etc/passwd"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(LoginFailed):
        check_server_url(url)


# on a server


def test_partner_plays_game_after_game_without_a_warning(ports: Ports) -> None:
    """All player counts and shared variants in turn; with our bots of the server."""
    with our_bot("partner", ports.bots, "hana-bot") as process:
        cases = [(v.ours, players) for v in VARIANTS for players in range(2, 6)]
        for number in range(GAMES):
            variant, players = cases[7 * number % len(cases)]
            host = Host(ports.web, variant=variant, players=players, first=number % players)
            wait_for(host.visitor, "hana-bot")
            with host.joined() as socket:
                say(socket, "invite", seat=number % players, guest="hana-bot")
                for seat in set(range(players)) - {number % players}:
                    say(socket, "seat-bot", seat=seat, bot="partner")
                shown(socket, lambda told: None not in told["seats"])
                say(socket, "begin")
                over = shown(socket, lambda told: told["play"] and told["play"]["over"])
                assert over["play"]["over"]["reason"] != "ended-by-players"
                seat = number % players
                moves = [e for e in over["play"]["events"] if e.get("seat") == seat]
                assert moves, "it moved"
        process.terminate()
        said = process.communicate(timeout=PATIENCE)[1]
    warnings = sum("warns" in line for line in said.splitlines())
    print(f"{GAMES} games, {warnings} warnings")  # for make hanablive
    assert warnings == 0, said
    assert said.startswith("partner is at")


def test_a_bot_of_ours_comes_back_and_plays_on(tmp_path: Path) -> None:
    web, bot_port, database = free_port(), free_port(), tmp_path / "games.sqlite"
    more = ("--hanablive-port", str(bot_port))
    server = Server(database, web, *more)
    try:
        with our_bot("cautious", bot_port, "back-bot"):
            host = Host(web, players=2, first=0)
            wait_for(host.visitor, "back-bot")
            with host.joined() as socket:
                say(socket, "sit", seat=0, name="Ada")
                say(socket, "invite", seat=1, guest="back-bot")
                shown(socket, lambda told: told["seats"][1])
                say(socket, "begin")
                now = shown(socket, lambda told: told["play"] and told["play"]["legal"])
                server.kill()
            server = Server(database, web, *more)
            wait_for(host.visitor, "back-bot")
            with host.joined() as socket:
                now = shown(socket)
                say(socket, "act", version=now["version"], action=now["play"]["legal"][0])
                shown(socket, lambda told: told["play"]["turn"] == 3)
    finally:
        server.stop()


def test_a_person_of_the_protocol_asks_a_bot_of_ours(ports: Ports) -> None:
    with our_bot("cautious", ports.bots, "asked-bot"), Program(ports.bots, "asker") as asker:
        wait_for(Visitor(ports.web), "asked-bot")
        asker.send("tableCreate", name="mine", maxPlayers=2)
        number = asker.until("joined")["tableID"]
        asker.send("chatPM", msg="/join", recipient="asked-bot", room="lobby")
        asker.until("game", lambda told: len(told["players"]) == 2)
        asker.send("tableStart", tableID=number)
        game = asker.begin()
        game.play_out()
        assert game.end()[-1] == "databaseID"
        asker.send("chatPM", msg="/leave", recipient="asked-bot", room="lobby")
        asker.send("chatPM", msg="/help", recipient="asked-bot", room="lobby")
        asker.until("chat", lambda chat: chat["who"] == "asked-bot" and "/join" in chat["msg"])


def test_a_bot_that_is_not_let_in_says_so(ports: Ports) -> None:
    assert login(ports.bots, "taken-bot", "other")[0] == 200
    with our_bot("cautious", ports.bots, "taken-bot") as process:
        said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert said.startswith("tamaya: http://127.0.0.1:")
    assert "not the right password" in said
    assert len(said.splitlines()) == 1
