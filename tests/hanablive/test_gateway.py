"""The endpoints for bots, frame by frame, on a real server."""

import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from hanablive.conftest import Ports
from support.cli.running import PATIENCE
from support.hanablive.bot_program import PASSWORD, Program, cookie_of, login
from support.hanablive.mixed_table import Host, fill
from support.server.serving import Visitor, free_port, refusal, say, serving, shown
from tamaya.hanablive.protocol.codec import COMMAND_DECODERS
from tamaya.server.admin.forgetting import forget

SESAME = "sesame"
FIRST = ["userList", "tableList", "chatList", "chat", "gameHistory"]


# coming in


def test_login_and_the_first_frames(ports: Ports) -> None:
    with Program(ports.bots, "first-bot") as bot:
        assert bot.welcome["username"] == "first-bot"
        assert bot.first == FIRST
    assert login(ports.bots, "FIRST-BOT")[0] == 200, "names are compared without case"


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("x", "p", 400),
        ("x" * 16, "p", 400),
        ("a b", "p", 400),
        ("ab", "", 400),
        ("a\u202eb", "p", 400),
        ("plain\u200dbot", "p", 400),
        ("plain\ufe0fbot", "p", 400),
        ("\u3164\u3164", "p", 400),
        ("\uff50lain-bot", "p", 400),
        ("e\u0301tude", "p", 400),
    ],
)
def test_logins_that_make_no_sense(ports: Ports, name: str, password: str, status: int) -> None:
    assert login(ports.bots, name, password)[0] == status


def test_names_in_other_letters_are_welcome(ports: Ports) -> None:
    with Program(ports.bots, "\u00e9tude-ほのお") as bot:
        assert bot.welcome["username"] == "\u00e9tude-ほのお"


def test_a_new_name_does_not_look_like_anothers(ports: Ports) -> None:
    assert login(ports.bots, "alike")[0] == 200
    for name in ("\u0430like", "a1ike", "aIike", "\u0391LIKE"):
        assert login(ports.bots, name)[0] == 409, name
    assert login(ports.bots, "ALIKE")[0] == 200, "her own, in capitals"
    assert login(ports.bots, "x\u0336\u0337\u0338\u0335")[0] == 400, "too many marks"


def test_passwords_are_needed_and_cannot_be_tried_without_end(ports: Ports) -> None:
    assert login(ports.bots, "guarded")[0] == 200
    tried = [login(ports.bots, "Guarded", "wrong")[:2] for _ in range(12)]
    assert tried[0] == (401, "that is not the right password for this username")
    assert tried[-1][0] == 429
    assert login(ports.bots, "guarded")[0] == 429, "nor can one's luck be seen among them"


def test_without_the_cookie_nobody_comes_in(ports: Ports) -> None:
    good = cookie_of(ports.bots, "cookie-bot")
    assert good.startswith("hanabi.sid=")
    assert "; Path=/; Max-Age=" in good
    visitor = Visitor(ports.web)
    visitor.ask("/api/bots")
    bad = good.replace("=", "=0", 1)
    for cookie in ("", "hanabi.sid=1", bad, visitor.cookie.replace("tamaya", "hanabi.sid")):
        headers = {"Cookie": cookie}
        with (
            pytest.raises(InvalidStatus) as status,
            connect(f"ws://127.0.0.1:{ports.bots}/ws", additional_headers=headers),
        ):
            pass
        assert status.value.response.status_code == 401
    headers = {"Cookie": good, "Origin": "https://evil.example"}
    with (
        pytest.raises(InvalidStatus),
        connect(f"ws://127.0.0.1:{ports.bots}/ws", additional_headers=headers),
    ):
        pass


def comes_in(port: int, cookie: str) -> bool:
    """Return whether the server accepts a connection with this cookie."""
    headers = {"Cookie": cookie}
    try:
        with connect(f"ws://127.0.0.1:{port}/ws", additional_headers=headers):
            return True
    except InvalidStatus as status:
        return status.response.status_code != 401


def test_a_cookie_does_not_outlive_its_account(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "games.sqlite"
    with serving(database, port, "--hanablive-port", str(port)):
        first = cookie_of(port, "gone-bot")
        assert comes_in(port, first)
        forget(str(database), "guest:gone-bot")
        assert not comes_in(port, first)
        headers = login(port, "gone-bot", "of somebody else")[2]
        assert comes_in(port, dict(headers)["Set-Cookie"])
        assert not comes_in(port, first), "the name is another's now"


def test_the_doors_cookie_is_nobody_on_the_page(ports: Ports) -> None:
    value = cookie_of(ports.bots, "sly-bot").split(";")[0].split("=")[1]
    sly = Visitor(ports.web)
    sly.cookie = f"tamaya={value}"
    assert sly.ask("/api/me/link", {})[0] == 409, "the page does not know it"


def test_a_second_connection_ends_the_first(ports: Ports) -> None:
    with Program(ports.bots, "twin-bot") as first, Program(ports.bots, "twin-bot") as second:
        assert "somewhere else" in first.until("error")["error"]
        first.closed()
        second.send("chatPM", msg="hi", recipient="twin-bot", room="lobby")
        said = second.until("chat", lambda chat: chat["who"] == "twin-bot")
        assert (said["msg"], said["room"], said["recipient"]) == ("hi", "", "twin-bot")


def test_private_messages_name_the_account_as_it_is_spelled(ports: Ports) -> None:
    with Program(ports.bots, "Spelled-Bot") as one, Program(ports.bots, "typist") as two:
        two.send("chatPM", msg="hi", recipient="SPELLED-bot", room="lobby")
        for program in (one, two):
            said = program.until("chat", lambda chat: chat["msg"] == "hi")
            assert (said["who"], said["recipient"]) == ("typist", "Spelled-Bot")


# frames


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "action",
        "action {",
        "action []",
        'action {"tableID":"1"}',
        "fly {}",
        'tableJoin {"tableID":1e400}',
        'tableJoin {"tableID":99999}',
        'getGameInfo1 {"tableID":99999}',
        f'chat {{"msg":{"[" * 3000}{"]" * 3000},"room":"lobby"}}',
        'chat {"msg":"x","room":"table-1"}',
        'chat {"msg":"x","room":"table²"}',
        f'chat {{"msg":"x","room":"table{"9" * 5000}"}}',
        'tableCreate {"options":{"variantName":"Nothing Known"}}',
        'tableCreate {"options":{"variantName":"Null (6 Suits)"}}',
        'tableCreate {"options":{"deckPlays":true}}',
        'tableCreate {"options":{"oneExtraCard":true}}',
    ],
    ids=range(18),
)
def test_frames_that_make_no_sense_are_answered_with_a_warning(ports: Ports, text: str) -> None:
    with Program(ports.bots, "odd-bot") as bot:
        bot.socket.send(text)
        assert bot.until("warning")["warning"]
        bot.send("chatPM", msg="still here", recipient="odd-bot", room="lobby")
        bot.until("chat", lambda chat: chat["msg"] == "still here")


def test_lists_and_nothing_where_an_object_belongs_are_answered(ports: Ports) -> None:
    with Program(ports.bots, "shape-bot") as bot:
        for command in COMMAND_DECODERS:
            for body in ("null", "[]", "[null]", '"x"', '{"tableID":null,"options":null,"msg":[]}'):
                bot.socket.send(f"{command} {body}")
                assert bot.until("warning")["warning"].startswith(f"{command}: ")


@pytest.mark.parametrize("frame", [b"bytes", "x" * 9000])
def test_frames_that_are_too_long_or_no_text_end_the_connection(
    ports: Ports, frame: str | bytes
) -> None:
    with Program(ports.bots, "loud-bot") as bot:
        bot.socket.send(frame)
        assert "8192" in bot.until("error")["error"]
        bot.closed()


def test_frames_of_no_meaning_here_are_passed_over(ports: Ports) -> None:
    with Program(ports.bots, "quiet-bot") as bot:
        bot.send("inactive", inactive=False)
        bot.send("chatRead", tableID=1)
        bot.send("chat", msg="hello all", room="lobby")
        assert bot.until("chat", lambda chat: chat["room"] == "lobby")["msg"] == "hello all"
        assert "warning" not in [command for command, _ in bot.heard]


# tables from either side


def test_tables_are_seen_on_both_sides(ports: Ports) -> None:
    with Program(ports.bots, "maker-bot") as maker, Program(ports.bots, "other-bot") as other:
        maker.send("tableCreate", name="my table", maxPlayers=3, options={"emptyClues": True})
        number = maker.until("joined")["tableID"]
        game = maker.until("game")
        assert [p["name"] for p in game["players"]] == ["maker-bot"]
        listed = other.until("table", lambda table: table["id"] == number)
        assert (listed["name"], listed["joined"], listed["maxPlayers"]) == ("my table", False, 3)
        ada = Visitor(ports.web)
        (mine,) = [t for t in ada.ask("/api/tables")[1]["open"] if "maker-bot" in t["names"]]
        with ada.join(mine["table"]) as hers:
            say(hers, "sit", seat=1, name="Ada")
            maker.until("game", lambda told: len(told["players"]) == 2)
            other.until("table", lambda table: table["players"] == ["maker-bot", "Ada"])
            maker.send("chat", msg="/setvariant Rainbow (6 Suits)", room=f"table{number}")
            shown(hers, lambda told: told["settings"]["variant"] == "wild10")
            options = {"variantName": "6 Suits", "emptyClues": False}
            maker.send("tableSetVariant", tableID=number, options=options)
            shown(hers, lambda told: told["settings"]["variant"] == "own10+noempty")
            say(hers, "say", text="hello bot")
            said = maker.until("chat", lambda chat: chat["room"] == f"table{number}")
            assert (said["who"], said["msg"]) == ("Ada", "hello bot")
            maker.send("chat", msg="hello Ada", room=f"table{number}")
            lines = shown(hers, lambda told: told["lines"] and "bot" in told["lines"][-1]["name"])
            assert lines["lines"][-1]["text"] == "hello Ada"
            maker.send("tableStart", tableID=number)
            begun = shown(hers, lambda told: told["play"])
            assert begun["settings"]["players"] == 2, "for those who sit"
            other.until("table", lambda table: table["id"] == number and table["running"])
            maker.send("tableTerminate", tableID=number)
            shown(hers, lambda told: told["play"]["over"])
            other.until("tableGone", lambda gone: gone["tableID"] == number)


def test_tables_of_the_page_that_programs_do_not_see(ports: Ports) -> None:
    unlisted = Host(ports.web)
    strange = Host(ports.web, listed=True, variant="base+tiles")
    open_one = Host(ports.web, listed=True, variant="black", players=5)
    with (
        unlisted.joined(),
        strange.joined() as odd,
        open_one.joined(),
        Program(ports.bots, "looking-bot") as bot,
    ):
        tables = dict(bot.heard)["tableList"]
        assert "White Reversed (6 Suits)" in [table["variant"] for table in tables]
        assert all(table["maxPlayers"] == 5 for table in tables), "the only one that is listed"
        say(odd, "invite", seat=0, guest="looking-bot")
        assert refusal(odd) == "not-for-guests"
        say(odd, "invite", seat=0, guest="nobody")
        assert refusal(odd) == "no-such-bot"


def test_joining_and_leaving(ports: Ports) -> None:
    with Program(ports.bots, "lock-bot") as one, Program(ports.bots, "key-bot") as two:
        one.send("tableCreate", name="locked", maxPlayers=2, password=SESAME)
        number = one.until("joined")["tableID"]
        assert two.until("table", lambda table: table["id"] == number)["passwordProtected"]
        two.send("tableJoin", tableID=number)
        assert two.until("warning")["warning"] == "that is not the password"
        two.send("tableJoin", tableID=number, password=SESAME)
        assert two.until("joined") == {"tableID": number}
        with Program(ports.bots, "late-bot") as three:
            three.send("tableJoin", tableID=number, password=SESAME)
            assert "taken" in three.until("warning")["warning"]
        two.send("tableStart", tableID=number)
        assert two.until("warning")["warning"] == "only the host can do that"
        two.send("tableLeave", tableID=number)
        assert two.until("left") == {"tableID": number}
        one.until("game", lambda told: len(told["players"]) == 1)
        one.send("tableStart", tableID=number)
        assert one.until("warning")["warning"] == "a seat is still free"


def test_who_is_invited_to_a_locked_table_needs_no_password(ports: Ports) -> None:
    host = Host(ports.web, players=2)
    with host.joined() as hers, Program(ports.bots, "asked-in") as bot:
        say(hers, "sit", seat=0, name="Ada")
        say(hers, "lock", password=SESAME)
        say(hers, "invite", seat=1, guest="asked-in")
        number = bot.answer_invitation()
        listed = [body for command, body in bot.heard if command == "table"]
        assert not next(t["passwordProtected"] for t in listed if t["id"] == number)


def test_fields_that_are_nothing(ports: Ports) -> None:
    with Program(ports.bots, "null-bot") as bot:
        bot.send("tableCreate", name=None, maxPlayers=None, password=None)
        number = bot.until("joined")["tableID"]
        assert bot.until("game")["maxPlayers"] == 5
        bot.send("tableLeave", tableID=number)
        bot.until("left")


def test_a_program_never_takes_a_visitors_seat_or_name(ports: Ports) -> None:
    host = Host(ports.web, players=2, listed=True)
    with host.joined() as hers, Program(ports.bots, "Ada") as bot:
        say(hers, "sit", seat=0, name="Ada")
        table = bot.until("table", lambda t: "".join(t["players"]).startswith("Ada-"))
        bot.send("tableJoin", tableID=table["id"])
        assert bot.until("warning")["warning"] == "somebody at this table has that name"
        assert shown(hers, lambda told: told["seats"][0])["seats"][0]["you"]


def test_who_looks_on_sees_what_onlookers_see(ports: Ports) -> None:
    host = Host(ports.web, players=2, listed=True)
    with host.joined() as hers, Program(ports.bots, "watch-bot") as bot:
        say(hers, "sit", seat=0, name="Ada")
        fill(hers, [], [1])
        say(hers, "begin")
        table = bot.until("table", lambda t: t["running"] and t["players"][0].startswith("Ada"))
        bot.send("tableSpectate", tableID=table["id"], shadowingPlayerIndex=0)
        assert bot.until("warning")
        bot.send("tableSpectate", tableID=table["id"], shadowingPlayerIndex=-1)
        number = bot.until("tableStart")["tableID"]
        bot.send("getGameInfo1", tableID=number)
        assert bot.until("init")["spectating"] is True
        bot.send("getGameInfo2", tableID=number)
        told = bot.until("gameActionList")["list"]
        assert {a["rank"] for a in told if a["type"] == "draw"} == {-1}
        bot.send("action", tableID=number, type=1, target=0)
        assert bot.until("warning")["warning"] == "you have no seat at this table"
        bot.send("tableUnattend", tableID=number)


def test_tables_of_others_are_not_found_by_their_numbers(ports: Ports) -> None:
    """A table that is not listed has a number as soon as one program sits there."""
    host = Host(ports.web, players=3, talk="chat")
    with (
        host.joined() as hers,
        Program(ports.bots, "in-bot") as inside,
        Program(ports.bots, "out-bot") as outside,
    ):
        say(hers, "sit", seat=0, name="Ada")
        fill_one(hers, inside)
        number = max(t["id"] for command, t in inside.heard if command == "table")
        for order in ("tableJoin", "tableSpectate", "tableReattend", "getGameInfo2"):
            outside.send(order, tableID=number)
            assert outside.until("warning")["warning"] == "there is no such table"
        outside.send("chat", msg="hello?", room=f"table{number}")
        assert outside.until("warning")["warning"] == "there is no such table"
        assert not [t for command, t in outside.heard if command == "table" and t["id"] == number]


def fill_one(hers: ClientConnection, bot: Program) -> None:
    say(hers, "invite", seat=1, guest=bot.name)
    bot.answer_invitation()


def test_a_door_that_is_locked_shuts_onlookers_out(ports: Ports) -> None:
    host = Host(ports.web, players=2, listed=True, watch="hands")
    with host.joined() as hers, Program(ports.bots, "late-bot") as bot:
        say(hers, "sit", seat=0, name="Ada")
        fill(hers, [], [1])
        say(hers, "begin")
        shown(hers, lambda told: told["play"])
        table = bot.until("table", lambda t: t["running"] and len(t["players"]) == 2)
        bot.send("tableSpectate", tableID=table["id"])
        bot.until("tableStart")
        say(hers, "lock", password=PASSWORD)
        bot.until("left")
        bot.send("getGameInfo2", tableID=table["id"])
        assert bot.until("warning")["warning"] in {
            "you are not at this table",
            "there is no such table",
        }


def test_onlookers_see_nothing_where_the_table_shows_nothing(ports: Ports) -> None:
    host = Host(ports.web, players=2, listed=True, watch="nothing")
    with host.joined() as hers, Program(ports.bots, "nosy-bot") as bot:
        say(hers, "sit", seat=0, name="Ada")
        fill(hers, [], [1])
        say(hers, "begin")
        now = shown(hers, lambda told: told["play"])
        table = bot.until("table", lambda t: t["running"] and len(t["players"]) == 2)
        bot.send("tableSpectate", tableID=table["id"])
        assert bot.until("warning")["warning"] == "no game is on at this table"
        bot.send("getGameInfo2", tableID=table["id"])
        assert bot.until("warning")["warning"] == "you are not at this table"
        assert now["settings"]["watch"] == "nothing"


def test_what_is_missing_is_said_in_one_line(tmp_path: Path) -> None:
    start = "import sys; sys.modules['argon2'] = None; from tamaya.cli.main import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", str(free_port())]
    command += ["--hanablive-port", str(free_port()), "--database", str(tmp_path / "g.sqlite")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603
    assert ran.returncode == 1
    assert ran.stderr == (
        "tamaya: --hanablive-port needs argon2: pip install 'tamaya[hanablive]'\n"
    )


def test_the_door_on_the_same_port(tmp_path: Path) -> None:
    port = free_port()
    with (
        serving(tmp_path / "games.sqlite", port, "--hanablive-port", str(port)),
        Program(port, "same-bot") as bot,
    ):
        assert bot.first == FIRST
        assert Visitor(port).ask("/api/guests") == (200, ["same-bot"])
