"""/join leads to the table that is meant, whoever asks and wherever else they sit."""

from collections.abc import Iterator
from contextlib import contextmanager

from websockets.sync.client import ClientConnection

from hanablive.conftest import Ports
from support.hanablive.bot_program import Program
from support.hanablive.mixed_table import Host
from support.server.serving import Visitor, say, shown
from tamaya.hanablive.client.private_messages import PrivateMessages
from tamaya.hanablive.protocol import codec, frames


@contextmanager
def table_of(visitor: Visitor, **settings: object) -> Iterator[ClientConnection]:
    """Another table of the same visitor."""
    table = visitor.ask("/api/tables", {"settings": {"first": 0, **settings}})[1]["table"]
    with visitor.join(table) as socket:
        yield socket


def check_leads_here(socket: ClientConnection, bot: Program) -> str:
    """Invite a program, which finds one table only, and this one; who asked."""
    say(socket, "invite", seat=1, guest=bot.name)
    bot.answer_invitation()
    shown(socket, lambda told: told["seats"][1] and not told["seats"][1].get("away"))
    asked = [chat for command, chat in bot.heard if command == "chat" and chat["msg"] == "/join"]
    who: str = asked[-1]["who"]
    return who


def test_a_host_without_a_seat_invites(ports: Ports) -> None:
    host = Host(ports.web, players=3)
    with host.joined() as hers, Program(ports.bots, "lonely-bot") as bot:
        assert check_leads_here(hers, bot)
        seats = bot.until("game")["players"]
        assert [player["name"] for player in seats] == ["lonely-bot"], "nobody else is there"


def test_tables_with_bots_of_one_name(ports: Ports) -> None:
    """The first bot of ours has the same name at every table."""
    visitor = Host(ports.web).visitor
    with (
        Program(ports.bots, "double-bot") as bot,
        table_of(visitor, players=2, listed=True) as one,
        table_of(visitor, players=2, listed=True) as two,
    ):
        for socket in (one, two):
            say(socket, "seat-bot", seat=0, bot="random")
        for socket in (two, one):
            check_leads_here(socket, bot)


def test_a_person_at_two_tables(ports: Ports) -> None:
    visitor = Host(ports.web).visitor
    with (
        Program(ports.bots, "torn-bot") as bot,
        table_of(visitor, players=3) as one,
        table_of(visitor, players=3) as two,
        table_of(visitor, players=3, listed=True) as running,
    ):
        for socket in (one, two, running):
            say(socket, "sit", seat=0, name="Ada")
        for seat in (1, 2):
            say(running, "seat-bot", seat=seat, bot="random")
        say(running, "begin")
        shown(running, lambda told: told["play"])
        asked = [check_leads_here(socket, bot) for socket in (one, two)]
        assert asked[0] != asked[1]
        assert all(who.startswith("Ada") for who in asked)


def test_a_program_with_the_name_of_a_bot_of_ours(ports: Ports) -> None:
    host = Host(ports.web, players=2, listed=True)
    with host.joined() as hers:
        say(hers, "seat-bot", seat=0, bot="random")
        name = shown(hers, lambda told: told["seats"][0])["seats"][0]["name"]
        with Program(ports.bots, name) as asker, Program(ports.bots, "follow-bot") as bot:
            asker.send("tableCreate", name="mine", maxPlayers=2)
            number = asker.until("joined")["tableID"]
            asker.send("chatPM", msg="/join", recipient="follow-bot", room="lobby")
            assert bot.answer_invitation() == number


def test_a_program_at_two_tables_says_which(ports: Ports) -> None:
    with Program(ports.bots, "split-bot") as asker, Program(ports.bots, "which-bot") as bot:
        numbers = []
        for name in ("one", "two"):
            asker.send("tableCreate", name=name, maxPlayers=2)
            numbers.append(asker.until("joined")["tableID"])
        asker.send("chatPM", msg="/join", recipient="which-bot", room="lobby")
        assert "several tables" in asker.until("warning")["warning"]
        for said in (f"/join table{numbers[0]}", "what do you think?"):
            asker.send("chatPM", msg=said, recipient="which-bot", room="lobby")
        bot.until("chat", lambda chat: chat["msg"] == "what do you think?")
        heard = [chat["msg"] for command, chat in bot.heard if command == "chat"]
        assert f"/join table{numbers[0]}" in heard
        assert "/join" not in heard
        asker.send("tableLeave", tableID=numbers[0])
        asker.until("left")
        asker.send("chatPM", msg="/join", recipient="which-bot", room="lobby")
        assert bot.answer_invitation() == numbers[1]


# what a bot of ours makes of it


def talker(*tables: frames.TableFrame) -> PrivateMessages:
    one = PrivateMessages()
    one.tables = {table.id: table for table in tables}
    return one


def answers(talker: PrivateMessages, text: str, who: str = "Ada") -> list[str]:
    return [codec.encode(one) for one in talker.answer(frames.ChatFrame(text, who))]


def test_a_bot_of_ours_asks_back() -> None:
    one, two = (
        frames.TableFrame(n, name, players=("Ada", "Bo")) for n, name in ((4, "tea"), (5, ""))
    )
    asked = talker(one, two)
    (question,) = answers(asked, "/join")
    assert question.startswith("chatPM ")
    assert "You are at tea (table4), no name (table5). Which one? /join table5" in question
    assert answers(asked, "/join table4") == ['tableJoin {"tableID":4}']
    both = 'tableJoin {"tableID":5,"password":"open sesame"}'
    assert answers(asked, "/join table5 open sesame") == [both]
    assert "Which one?" in answers(asked, "/join sesame")[0]
    assert answers(asked, "/join", who="") == [], "nobody to ask back"


def test_a_bot_of_ours_goes_where_it_is_not_yet() -> None:
    here = frames.TableFrame(4, players=("Ada", "hana"), joined=True)
    there = frames.TableFrame(5, players=("Ada",))
    assert answers(talker(here, there), "/join") == ['tableJoin {"tableID":5}']
    assert answers(talker(here), "/join") == ['tableJoin {"tableID":4}']
