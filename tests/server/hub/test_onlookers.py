"""Onlookers: players notice little of their coming and going, and know who sees all hands."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import UNSET
from websockets.exceptions import ConnectionClosed

from support.server.rooms import GUEST, HOST, STRANGER, acts, after, playing
from support.server.serving import Visitor, heard, say, serving, shown
from tamaya.server.hub import hands_watched
from tamaya.server.hub.hands_watched import MAX_LINES, MAX_LINES_PER_ADDRESS
from tamaya.server.hub.live_table import LiveTable, TableUpdate, Viewer
from tamaya.server.hub.tables import Pace, Tables
from tamaya.server.room import log_rows, messages, wire
from tamaya.server.room.log_rows import Settings
from tamaya.server.room.messages import Lock, Watchers
from tamaya.server.store.store import Store, StoreError

COUNTED = 0.5  # seconds between two rows that only count
SOON = 0.05  # seconds until everybody is told of onlookers


def at_a_table(
    folder: Path,
    visit: Callable[[Tables, LiveTable], Awaitable[None]],
    watch: log_rows.Watch = "table",
) -> None:
    """Two people play, one of them connected."""

    async def visited(store: Store) -> None:
        here = Tables(store, pace=Pace(onlookers=SOON))
        live = await here.open(HOST, Settings(players=2, first=0, watch=watch))
        here.presence.connect(live, Viewer(HOST))
        for seat, (who, name) in enumerate(((HOST, "Ada"), (GUEST, "Bo"))):
            await here.handle(live, who, messages.Sit(seat, name))
        await here.handle(live, HOST, messages.Begin())
        try:
            await visit(here, live)
        finally:
            here.close()

    with closing(Store(folder / "log.db")) as store:
        asyncio.run(visited(store))


def player(live: LiveTable) -> Viewer:
    return next(viewer for viewer in live.viewers if viewer.visitor_id == HOST)


def told(live: LiveTable, who: str = HOST) -> messages.TableView:
    """What somebody who has just come is shown."""
    table = Viewer(who).next_message(live)
    assert isinstance(table, messages.TableView)
    return table


# coming and going


def test_onlookers_who_come_and_go_make_few_messages_for_players(tmp_path: Path) -> None:
    async def churn(here: Tables, live: LiveTable) -> None:
        ada, sent = player(live), 0
        ada.next_message(live)
        for n in range(200):
            onlooker = Viewer(f"onlooker {n}")
            here.presence.connect(live, onlooker)
            assert onlooker.next_message(live) is not None, "newcomers are shown the table at once"
            sent += ada.next_message(live) is not None
            if n % 2:
                here.presence.disconnect(live, onlooker)
        assert sent == 0
        await asyncio.sleep(2 * SOON)
        assert ada.changed.is_set()
        news = ada.next_message(live)
        assert isinstance(news, messages.TableView)
        assert news.onlookers == 100

    at_a_table(tmp_path, churn)


def test_players_who_come_and_go_are_told_of_at_once(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        ada, bo = player(live), Viewer(GUEST)
        ada.next_message(live)
        here.presence.connect(live, Viewer(STRANGER))
        here.presence.connect(live, bo)
        news = ada.next_message(live)
        assert isinstance(news, messages.TableView)
        assert news.onlookers == 1, "and of the onlookers as well"
        await asyncio.sleep(2 * SOON)
        assert ada.next_message(live) is None, "once is enough"

    at_a_table(tmp_path, visit)


# one message for all


def test_onlookers_are_all_sent_the_same_bytes_and_players_their_own() -> None:
    table = LiveTable("a table", playing())
    many = [Viewer(f"onlooker {n}") for n in range(3)]
    first = [viewer.next_update(table) for viewer in many]
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    later = [viewer.next_update(table) for viewer in many]
    for made in (first, later):
        assert made[0] is not None
        assert all(one is made[0] for one in made), "made once"
    late, ada = Viewer("late").next_update(table), Viewer(HOST).next_update(table)
    assert isinstance(late, TableUpdate)
    assert isinstance(ada, TableUpdate)
    assert late is not later[0], "it lacks the first event"
    assert ada.message != late.message


def test_what_is_made_for_onlookers_is_not_for_those_before_a_closed_door() -> None:
    table = LiveTable("a table", after(playing(), (HOST, Lock("please"))))
    assert Viewer(STRANGER).next_message(table) == messages.PasswordNeeded()
    table.room = after(table.room, (STRANGER, messages.Knock("please")))
    assert isinstance(Viewer(STRANGER).next_message(table), messages.TableView)
    assert Viewer("another").next_message(table) == messages.PasswordNeeded()


# as many as there is room for


def test_players_and_the_host_always_get_in_and_addresses_share_the_room(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        here.presence.max_onlookers = 4
        crowd = [Viewer(f"eve {n}", address="192.0.2.1") for n in range(4)]
        for viewer in crowd:
            assert here.presence.admit(live, viewer)
            here.presence.connect(live, viewer)
        assert not here.presence.admit(live, Viewer("eve 5", address="192.0.2.1"))
        for who in (HOST, GUEST):
            assert here.presence.admit(live, Viewer(who, address="192.0.2.1"))
        for n in range(2):
            other = Viewer(f"friend {n}", address="192.0.2.2")
            assert here.presence.admit(live, other)
            here.presence.connect(live, other)
            sent_away = [viewer for viewer in crowd if viewer.evicted]
            assert len(sent_away) == n + 1
            assert sent_away[-1].changed.is_set()
        assert not here.presence.admit(live, Viewer("friend 3", address="192.0.2.2")), (
            "half is theirs"
        )

    at_a_table(tmp_path, visit)


def test_too_many_onlookers_are_refused_in_words_and_a_player_comes_in(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", None, "--onlookers", "1") as server:
        ada, stranger = Visitor(server.port), Visitor(server.port)
        table = ada.ask("/api/play", {"name": "Ada"})[1]["table"]
        with ada.join(table) as hers, stranger.join(table) as his:
            shown(his)
            with stranger.join(table) as another:
                refused = heard(another)
                assert (refused["type"], refused["reason"]) == ("refused", "too-many-onlookers")
                with pytest.raises(ConnectionClosed) as closed:
                    heard(another)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4409
            with ada.join(table) as again:
                assert shown(again)["you"] == 0
            assert shown(hers)["you"] == 0


# those who see all hands


def test_who_watches_hands_is_counted_and_named_as_far_as_known(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        assert told(live).watchers == Watchers(0, 0, host=False, names=())
        here.presence.connect(live, Viewer(GUEST))
        here.presence.connect(live, Viewer(STRANGER))
        here.presence.connect(live, Viewer(STRANGER))
        here.presence.connect(live, Viewer("guest:will", name="Will"))
        here.presence.set_viewers_elsewhere(live, "another process", ("bo", GUEST))
        for who in (HOST, GUEST, STRANGER):
            assert told(live, who).watchers == Watchers(3, 3, host=False, names=("Will",))
        await here.handle(live, HOST, messages.End(live.room.version))
        assert told(live).watchers is UNSET

    at_a_table(tmp_path, visit, "hands")


def test_a_host_without_a_seat_who_sees_all_hands_is_counted(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        await here.handle(live, HOST, messages.End(live.room.version))
        await here.handle(live, HOST, messages.Stand())
        await here.handle(live, HOST, messages.SeatBot(0, "random"))
        here.pace = Pace(bots=60)
        await here.handle(live, HOST, messages.Begin())
        assert told(live, GUEST).watchers == Watchers(1, 1, host=True, names=())

    at_a_table(tmp_path, visit, "hands")


def watched(live: LiveTable) -> int:
    return sum(line.kind == "watched" for line in live.room.lines)


def test_a_line_tells_of_whoever_comes_to_see_all_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        viewers = [Viewer(f"onlooker {n}") for n in range(3)]
        for expected, viewer in enumerate(viewers, 1):
            here.presence.connect(live, viewer)
            await asyncio.sleep(3 * SOON)
            assert watched(live) == min(expected, 2), "no log grows without bounds"
        here.presence.disconnect(live, viewers[0])
        here.presence.connect(live, viewers[0])
        await asyncio.sleep(3 * SOON)
        assert watched(live) == 2, "once for each"
        await here.handle(live, HOST, messages.End(live.room.version))
        await here.handle(live, HOST, messages.Begin())
        await asyncio.sleep(SOON)
        assert [line.game for line in live.room.lines if line.kind == "watched"] == [1, 1, 2]

    monkeypatch.setattr(hands_watched, "MAX_LINES", 2)
    at_a_table(tmp_path, visit, "hands")


def test_where_hands_are_hidden_no_line_tells_of_onlookers(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        here.presence.connect(live, Viewer(STRANGER))
        await asyncio.sleep(3 * SOON)
        assert watched(live) == 0

    at_a_table(tmp_path, visit)


# those who leave at once


def peeks(here: Tables, live: LiveTable, viewer: Viewer) -> None:
    """Come, see all hands and be gone again before anything else happens."""
    here.presence.connect(live, viewer)
    table = viewer.next_message(live)
    assert isinstance(table, messages.TableView)
    assert table.play is not None
    assert all(card.suit is not None for hand in table.play.hands for card in hand)
    here.presence.disconnect(live, viewer)


def seen_by(live: LiveTable) -> int:
    watchers = told(live).watchers
    assert isinstance(watchers, Watchers)
    return watchers.seen_by


def test_who_sees_all_hands_and_leaves_at_once_is_told_of(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        ada = player(live)
        ada.next_message(live)
        for number in range(1, 4):
            peeks(here, live, Viewer(f"cookie {number}", address=f"192.0.2.{number}"))
            ada.changed.clear()
            await asyncio.sleep(3 * SOON)
            assert ada.changed.is_set(), "told, not only if asked"
            assert (watched(live), seen_by(live)) == (number, number)
        peeks(here, live, Viewer("cookie 1", address="192.0.2.1"))
        await asyncio.sleep(3 * SOON)
        assert (watched(live), seen_by(live)) == (3, 3), "known already"
        await here.handle(live, HOST, messages.End(live.room.version))
        await here.handle(live, HOST, messages.Begin())
        assert seen_by(live) == 0, "of the new game nothing was seen yet"

    at_a_table(tmp_path, visit, "hands")


def test_a_look_in_the_last_second_of_a_game_is_told_of(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        peeks(here, live, Viewer(STRANGER))
        await here.handle(live, HOST, messages.End(live.room.version))
        await asyncio.sleep(3 * SOON)
        assert [line.game for line in live.room.lines if line.kind == "watched"] == [1]

    at_a_table(tmp_path, visit, "hands")


def test_new_cookies_of_one_address_do_not_use_up_the_lines(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        for number in range(30):
            peeks(here, live, Viewer(f"eve {number}", address="192.0.2.1"))
            await asyncio.sleep(1.5 * SOON)
        assert watched(live) == MAX_LINES_PER_ADDRESS
        assert seen_by(live) == 30, "all of them are counted all the same"
        assert live.room.version < 30, "few rows tell of them"
        peeks(here, live, Viewer("will", address="192.0.2.2"))
        await asyncio.sleep(3 * SOON)
        assert watched(live) == MAX_LINES_PER_ADDRESS + 1
        assert seen_by(live) == live.room.hands_seen_by == 31, "and the log has them all now"

    at_a_table(tmp_path, visit, "hands")


def test_strangers_without_a_cookie_are_known_by_their_address(tmp_path: Path) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        for number in range(5):
            stranger = Viewer(f"new id {number}", address="192.0.2.1", stranger=True)
            peeks(here, live, stranger)
            await asyncio.sleep(1.5 * SOON)
        assert (watched(live), seen_by(live)) == (1, 1)

    at_a_table(tmp_path, visit, "hands")


def test_after_the_last_line_everybody_still_sees_how_many_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        ada = player(live)
        for number in range(1, MAX_LINES + 4):
            peeks(here, live, Viewer(f"cookie {number}", address=f"192.0.2.{number}"))
            ada.next_message(live)
            ada.changed.clear()
            await asyncio.sleep(1.5 * SOON)
            assert ada.changed.is_set()
            assert seen_by(live) == number
        assert watched(live) == MAX_LINES
        await asyncio.sleep(COUNTED)
        assert live.room.hands_seen_by == MAX_LINES + 3, "also for other processes"

    monkeypatch.setattr(hands_watched, "COUNT_EVERY", COUNTED)
    at_a_table(tmp_path, visit, "hands")


def test_whoever_cannot_be_written_now_is_counted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(here: Tables, live: LiveTable) -> None:
        async def fail(*_: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as failing:
            failing.setattr(here.store, "append", fail)
            peeks(here, live, Viewer("bo", address="192.0.2.1"))
            await asyncio.sleep(3 * SOON)
            assert (watched(live), seen_by(live)) == (0, 1)
        peeks(here, live, Viewer("cy", address="192.0.2.2"))
        await asyncio.sleep(3 * SOON)
        assert (watched(live), live.room.hands_seen_by) == (1, 2)

    at_a_table(tmp_path, visit, "hands")


def faces(hands: list[list[dict[str, object]]]) -> list[bool]:
    """Which hands are open."""
    return [all("suit" in card for card in hand) for hand in hands]


def test_nobody_sees_all_hands_without_being_seen(tmp_path: Path) -> None:
    """Looking back over HTTP shows them only to whoever looks on over a socket."""
    with serving(tmp_path / "games.sqlite") as server:
        ada, bo, eve = (Visitor(server.port) for _ in range(3))
        settings = {"players": 2, "first": 0, "watch": "hands"}
        table = ada.ask("/api/tables", {"settings": settings})[1]["table"]
        for visitor in (bo, eve):
            visitor.ask("/api/bots")
        with ada.join(table) as hers, bo.join(table) as his:
            say(hers, "sit", seat=0, name="Ada")
            say(his, "sit", seat=1, name="Bo")
            shown(hers, lambda told: None not in told["seats"])
            say(hers, "begin")
            begun = shown(hers, lambda told: told["play"] is not None)
            assert begun["watchers"]["count"] == 0
            back = f"/api/tables/{table}/steps"
            assert faces(eve.ask(back)[1]["plays"][-1]["hands"]) == [False, False], "unseen"
            assert faces(ada.ask(back)[1]["plays"][-1]["hands"]) == [False, True]
            with eve.join(table) as looks_on:
                assert faces(shown(looks_on)["play"]["hands"]) == [True, True]
                assert faces(eve.ask(back)[1]["plays"][-1]["hands"]) == [True, True]
                seen = shown(hers, lambda told: told["watchers"]["count"] == 1)
                assert seen["you"] == 0
            link = ada.ask("/api/me/link", {})[1]["path"]
            phone = Visitor(server.port)
            assert phone.ask("/api/me/claim", {"code": link.partition("=")[2]})[0] == 200
            with phone.join(table) as again:
                told = shown(again)
                assert (told["you"], faces(told["play"]["hands"])) == (0, [False, True])
            assert faces(phone.ask(back)[1]["plays"][-1]["hands"]) == [False, True]
