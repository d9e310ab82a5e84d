"""The list of tables: what users are told of it, whatever else goes on."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from hanablive.conftest import Ports
from support.cli.running import PATIENCE
from support.hanablive.bot_program import Player, Program
from support.hanablive.mixed_table import Host
from support.server.serving import free_port, in_this_process, say
from tamaya.hanablive.protocol import commands
from tamaya.hanablive.server.command_handlers import handle_command
from tamaya.hanablive.server.gateway import Gateway
from tamaya.hanablive.server.mount import HanabLiveMount
from tamaya.hanablive.server.refusals import CommandRefused
from tamaya.hanablive.server.table_poller import TablePoller
from tamaya.hanablive.server.user import User
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.tables import Pace, Tables
from tamaya.server.room import messages
from tamaya.server.room.log_rows import Settings
from tamaya.server.store.store import Store
from tamaya.server.web.app import AppOptions, create_app


def test_a_table_that_cannot_be_told_does_not_hide_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port, app = free_port(), create_app(tmp_path / "games.sqlite", AppOptions(pace=Pace(0, 20)))
    with in_this_process(HanabLiveMount(app, []), port), Program(port, "calm-bot") as bot:
        odd = Host(port, players=2, listed=True)
        live = app.state.tables.live[odd.table]
        strange = replace(live.room.settings, variant="of a newer version")
        live.room = replace(live.room, settings=strange, version=99)
        with odd.joined():
            good = Host(port, players=3, listed=True)
            with good.joined() as hers:
                bot.until("table", lambda table: table["maxPlayers"] == 3)
                say(hers, "sit", seat=0, name="Ada")
                bot.until("table", lambda table: table["players"] == ["Ada"])
                say(hers, "invite", seat=1, guest="calm-bot")
                bot.answer_invitation()
    said = [one for one in caplog.records if "could not be sent" in one.message]
    assert len(said) == 1, "it is said, but not ten times a second"


def test_an_order_that_fails_does_not_end_the_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port, app = free_port(), create_app(tmp_path / "games.sqlite")
    with in_this_process(HanabLiveMount(app, []), port), Program(port, "steady-bot") as bot:
        bot.send("tableCreate", name="odd", maxPlayers=2)
        number = bot.until("joined")["tableID"]
        (live,) = app.state.tables.live.values()
        strange = replace(live.room.settings, variant="of a newer version")
        live.room = replace(live.room, settings=strange, version=99)
        bot.send("tableStart", tableID=number)
        assert "something is wrong" in bot.until("warning")["warning"]
        bot.send("tableCreate", name="as usual", maxPlayers=2)
        assert bot.until("joined")["tableID"] != number
    assert "a command of a hanab.live client failed" in caplog.text


def test_a_table_that_cannot_be_read_keeps_nobody_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port, app = free_port(), create_app(tmp_path / "games.sqlite", AppOptions(pace=Pace(0, 0.1)))
    with in_this_process(HanabLiveMount(app, []), port):
        with Program(port, "back-again") as one, Program(port, "back-too") as two:
            game, _ = table_of_two(one, two)
        until = time.monotonic() + PATIENCE
        while app.state.tables.live:
            assert time.monotonic() < until, "the table is put aside"
            time.sleep(0.05)
        with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
            database.execute("UPDATE log SET body = ? WHERE seq = 2", (b'{"row":"of tomorrow"}',))
            database.commit()
        with Program(port, "back-again") as one:
            assert one.welcome["playingAtTables"] == []
            one.send("tableReattend", tableID=game.table)
            assert one.until("warning")["warning"] == "there is no such table"
    assert "cannot be read" in caplog.text


def test_a_machine_that_was_busy_otherwise_makes_the_door_look_no_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[float]()

    def poll_once(_: TablePoller) -> None:
        looks.append(time.monotonic())
        if len(looks) == 1:
            time.sleep(0.5)  # as if others had the processor

    monkeypatch.setattr(TablePoller, "poll_once", poll_once)
    port, app = free_port(), create_app(tmp_path / "games.sqlite")
    with in_this_process(HanabLiveMount(app, []), port), Program(port, "calm-too"):
        until = time.monotonic() + PATIENCE
        while len(looks) < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
    assert looks[1] - looks[0] < 3


def test_a_table_with_a_bad_password_is_not_even_opened(tmp_path: Path) -> None:
    port, app = free_port(), create_app(tmp_path / "games.sqlite")
    with in_this_process(HanabLiveMount(app, []), port), Program(port, "wordy-bot") as bot:
        bot.send("tableCreate", name="too long", maxPlayers=2, password="x" * 101)
        warned = bot.until("warning")["warning"]
        assert warned == "a password has at most 100 characters"
        assert not app.state.tables.live, "no table is left behind"
        bot.send("tableCreate", name="as it should be", maxPlayers=2, password="x" * 100)
        assert bot.until("game")["passwordProtected"]


def table_of_two(one: Program, two: Program) -> tuple[Player, Player]:
    """Two programs in a game of their own."""
    one.send("tableCreate", name="theirs", maxPlayers=2)
    number = one.until("joined")["tableID"]
    two.send("tableJoin", tableID=number)
    two.until("joined")
    one.send("tableStart", tableID=number)
    return one.begin(), two.begin()


def test_who_is_there_is_told_by_seat(ports: Ports) -> None:
    with Program(ports.bots, "there-a") as one:
        with Program(ports.bots, "there-b") as two:
            game, other = table_of_two(one, two)
            assert dict(two.heard)["connected"] == {"tableID": other.table, "list": [True, True]}
            two.send("tableUnattend", tableID=other.table)
            gone = one.until("connected", lambda told: not all(told["list"]))
            assert gone == {"tableID": game.table, "list": [True, False]}
            two.send("tableReattend", tableID=other.table)
            assert one.until("connected")["list"] == [True, True]
        assert one.until("connected")["list"] == [True, False], "the connection is lost"
        one.send("tableTerminate", tableID=game.table)
        one.until("tableGone")
        assert one.until("connected")["list"] == [True, False]


def test_how_far_a_game_has_come_is_told_to_all(ports: Ports) -> None:
    with (
        Program(ports.bots, "far-a") as one,
        Program(ports.bots, "far-b") as two,
        Program(ports.bots, "far-away") as watcher,
    ):
        game, other = table_of_two(one, two)
        running = watcher.until("table", lambda table: table["running"])
        assert (running["id"], running["progress"]) == (game.table, 20)
        one.send("action", tableID=game.table, type=0, target=0)
        assert watcher.until("tableProgress") == {"tableID": game.table, "progress": 22}
        while other.to_move != 1:
            other.listen()
        two.send("action", tableID=game.table, type=0, target=5)
        assert watcher.until("tableProgress") == {"tableID": game.table, "progress": 24}
        again = [body for command, body in watcher.heard if command == "table"]
        assert again[-1] == running, "nothing else about the table is told again"


# the list and the games on it


@asynccontextmanager
async def in_a_game(folder: Path) -> AsyncIterator[tuple[Gateway, User, LiveTable]]:
    """A user who plays with a bot of ours that never moves, without a network."""
    store = Store(folder / "games.sqlite")
    gateway = Gateway(Tables(store, pace=Pace(60, 60)))
    try:
        user = User("order-bot")
        await gateway.connect(user)
        live = await gateway.tables.open(user.player_id, Settings(players=2, first=0, listed=True))
        await handle_command(
            gateway, user, commands.TableJoinCommand(number := gateway.directory.table_number(live))
        )
        await gateway.tables.handle(live, user.player_id, messages.SeatBot(1, "cautious"))
        await handle_command(gateway, user, commands.TableStartCommand(number))
        await handle_command(gateway, user, commands.GetGameInfo2Command(number))
        yield gateway, user, live
    finally:
        gateway.close()
        gateway.tables.close()
        store.close()


def heard(user: User) -> list[str]:
    """The commands, and the kinds of actions, that wait to be sent."""
    frames = [user.outbox.get_nowait() or "" for _ in range(user.outbox.qsize())]
    told = [text.partition(" ")[0::2] for text in frames]
    return [json.loads(body)["action"]["type"] if c == "gameAction" else c for c, body in told]


def test_a_table_is_gone_after_the_last_that_happened_there(tmp_path: Path) -> None:
    async def asked() -> list[str]:
        async with in_a_game(tmp_path) as (gateway, user, live):
            await handle_command(gateway, user, commands.LoadedCommand(1))
            heard(user)
            await gateway.tables.handle(live, user.player_id, messages.End(live.room.version))
            gateway.updates.send_all(user)  # as when somebody writes to the user at that moment
            return heard(user)

    told = asyncio.run(asked())
    last = ["status", "gameOver", "turn", "tableGone", "connected", "cardIdentities"]
    assert told[: len(last)] == last
    assert told.count("tableGone") == 1


def test_a_table_stays_on_the_list_while_its_game_is_loaded(tmp_path: Path) -> None:
    async def asked() -> tuple[list[str], list[str]]:
        async with in_a_game(tmp_path) as (gateway, user, live):
            heard(user)
            await gateway.tables.handle(live, user.player_id, messages.End(live.room.version))
            gateway.updates.send_all(user)
            before = heard(user)
            await handle_command(gateway, user, commands.LoadedCommand(1))
            return before, heard(user)

    before, after = asyncio.run(asked())
    assert not {"tableGone", "table", "turn"} & {*before}
    assert after[:4] == ["status", "gameOver", "turn", "tableGone"]


def test_a_table_that_too_many_look_at_sends_onlookers_away_but_never_players(
    tmp_path: Path,
) -> None:
    async def asked() -> None:
        async with in_a_game(tmp_path) as (gateway, user, live):
            number, looks_on, late = 1, User("looks-on", "192.0.2.1"), User("late", "192.0.2.1")
            for one in (looks_on, late):
                await gateway.connect(one)
            gateway.tables.presence.max_onlookers = 1
            await handle_command(gateway, looks_on, commands.TableSpectateCommand(number))
            session = looks_on.sessions[live.id]
            assert (session.viewer.name, session.viewer.address) == ("looks-on", "192.0.2.1")
            with pytest.raises(CommandRefused, match="many people"):
                await handle_command(gateway, late, commands.TableSpectateCommand(number))
            assert gateway.tables.presence.admit(live, Viewer(user.player_id))
            session.viewer.evicted = True
            session.viewer.changed.set()
            await asyncio.sleep(0.01)
            assert not looks_on.sessions

    asyncio.run(asked())
