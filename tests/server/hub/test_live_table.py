"""Viewers of a table: each is sent what is new to it, once, and who is there."""

from support.server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    THIRD,
    acts,
    after,
    folded,
    game_of,
    new_room,
    playing,
)
from tamaya.rules import Seat
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.room import decisions, wire
from tamaya.server.room.messages import (
    Begin,
    End,
    GameView,
    Knock,
    Lock,
    PasswordNeeded,
    RefusedMessage,
    Say,
    SeatBot,
    Sit,
    TableView,
    TakeBack,
)
from tamaya.server.room.projection import Presence
from tamaya.server.room.room import Room


def live(now: Room) -> LiveTable:
    return LiveTable("a table", now)


def news(viewer: Viewer, table: LiveTable) -> TableView:
    told = viewer.next_message(table)
    assert isinstance(told, TableView)
    return told


def played(told: TableView) -> GameView:
    assert told.play is not None
    return told.play


def alone() -> LiveTable:
    """The host and a bot, at a table that takes moves back."""
    return live(
        after(
            new_room(players=2, first=0, take_back=True),
            (HOST, Sit(0, "Ada")),
            (HOST, SeatBot(1, "cautious")),
            (HOST, Begin()),
        )
    )


def test_the_same_table_is_not_sent_twice() -> None:
    table, viewer = live(playing()), Viewer(HOST)
    assert news(viewer, table).version == table.room.version
    assert viewer.next_message(table) is None
    table.presence_version += 1
    assert news(viewer, table).version == table.room.version, "somebody came or went"
    assert viewer.next_message(table) is None


def test_events_and_lines_continue_where_the_viewer_was() -> None:
    table, viewer = live(playing(talk="chat")), Viewer(HOST)
    first = news(viewer, table)
    assert (played(first).events_from, first.lines_from, len(first.lines)) == (0, 0, 2)
    table.room = after(acts(table.room, HOST, wire.GiveValueClue(1, 1)), (GUEST, Say("hm")))
    second = news(viewer, table)
    assert (played(second).events_from, len(played(second).events)) == (0, 2)
    assert (second.lines_from, [line.text for line in second.lines]) == (2, ["hm"])
    table.room = acts(table.room, GUEST, wire.GiveValueClue(0, 1))
    third = news(viewer, table)
    assert (played(third).events_from, len(played(third).events)) == (2, 2)
    assert (third.lines_from, third.lines) == (3, ())


def test_somebody_who_comes_back_goes_on_where_they_were() -> None:
    table = live(acts(playing(), HOST, wire.GiveValueClue(1, 1)))
    again = news(Viewer(HOST, events_from=1, lines_from=1), table)
    assert (played(again).events_from, len(played(again).events)) == (1, 1)
    assert (again.lines_from, len(again.lines)) == (1, 1)


def test_another_game_begins_anew() -> None:
    table, viewer = live(acts(playing(), HOST, wire.GiveValueClue(1, 1))), Viewer(HOST)
    news(viewer, table)
    version = table.room.version
    table.room = after(table.room, (HOST, End(version)), (HOST, Begin()))
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    told = played(news(viewer, table))
    assert (told.game, told.events_from, len(told.events)) == (2, 0, 2)


def test_who_comes_back_to_another_game_has_nothing_of_it_yet() -> None:
    """Events that are named after their game leave no hole in another one."""
    table = live(acts(playing(), HOST, wire.GiveValueClue(1, 1)))
    known, had = Viewer(HOST), Viewer(HOST, events_from=1)
    news(known, table)
    had.has_events_of(1, 0)
    assert played(news(had, table)).events_from == 1, "the same game goes on"
    table.room = after(table.room, (HOST, End(table.room.version)), (HOST, Begin()))
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    back = Viewer(HOST, events_from=2)
    back.has_events_of(1, 0)
    told = played(news(back, table))
    assert (told.game, told.events_from, len(told.events)) == (2, 0, 2)
    table.room = after(table.room, (HOST, End(table.room.version)))
    over = Viewer(HOST, events_from=2)
    over.has_events_of(2, 0)
    assert played(news(over, table)).events_from == 2, "it is over, and has no secrets"


def test_who_comes_back_after_a_take_back_has_nothing_of_what_follows() -> None:
    table = alone()
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    table.room = after(table.room, (HOST, TakeBack(table.room.version)))
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 2))
    back = Viewer(HOST, events_from=1)
    back.has_events_of(1, 0)
    told = played(news(back, table))
    assert (told.taken_back, told.events_from, len(told.events)) == (1, 0, 2)


def test_who_claims_to_have_more_than_there_is_gets_all() -> None:
    table = live(acts(playing(), HOST, wire.GiveValueClue(1, 1)))
    told = played(news(Viewer(HOST, events_from=500), table))
    assert (told.events_from, len(told.events)) == (0, 2)


def test_after_a_take_back_the_history_begins_anew() -> None:
    table, viewer = alone(), Viewer(HOST)
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    news(viewer, table)
    table.room = after(table.room, (HOST, TakeBack(table.room.version)))
    told = played(news(viewer, table))
    assert (told.taken_back, told.events_from, told.events) == (1, 0, ())
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 2))
    assert played(news(viewer, table)).events_from == 0


def test_at_the_end_all_reasons_come_to_those_who_were_there_and_those_who_come_back() -> None:
    table, viewer = alone(), Viewer(HOST)
    secret = wire.MoveReason("helps", {"seat": 0}, secret=True)
    now = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    table.room = folded(
        now, decisions.decide_action(now, Seat(1), wire.GiveValueClue(0, 1), secret)
    )
    known = played(news(viewer, table)).events
    assert not any("why" in event for event in known)
    table.room = after(table.room, (HOST, End(table.room.version)))
    for told in (
        played(news(viewer, table)),
        played(news(Viewer(HOST, events_from=len(known)), table)),
    ):
        assert (told.events_from, len(told.events)) == (0, len(known) + 1)
        assert [event.get("why") for event in told.events if event["event"] == "clued"] == [
            None,
            secret,
        ]
    table.presence_version += 1
    assert played(news(viewer, table)).events == (), "once"


def test_a_closed_table_opens() -> None:
    table, viewer = live(after(playing(), (HOST, Lock("please")))), Viewer(STRANGER)
    assert viewer.next_message(table) == PasswordNeeded()
    assert viewer.next_message(table) is None
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    assert viewer.next_message(table) == PasswordNeeded()
    table.room = after(table.room, (STRANGER, Knock("please")))
    told = news(viewer, table)
    assert (played(told).events_from, len(played(told).events)) == (0, 2)
    assert len(told.lines) == 2


def test_nothing_of_a_game_until_it_is_over() -> None:
    table, viewer = live(playing(watch="nothing")), Viewer(STRANGER)
    assert news(viewer, table).play is None
    table.room = acts(table.room, HOST, wire.GiveValueClue(1, 1))
    assert news(viewer, table).play is None
    table.room = after(table.room, (HOST, End(table.room.version)))
    assert len(played(news(viewer, table)).events) == len(game_of(table.room).history)


def test_an_old_message_is_no_news_but_a_refusal_is() -> None:
    viewer = Viewer(HOST)
    viewer.refuse(RefusedMessage("stale", "too late"))
    assert viewer.changed.is_set()
    assert [refusal.reason for refusal in viewer.refusals] == ["stale"]


# who is there


def test_away_are_sitters_and_the_host_without_a_connection() -> None:
    table = live(after(playing(), (HOST, Lock("please"))))
    table.viewers = {Viewer(HOST), Viewer(HOST), Viewer(STRANGER)}
    table.away = {HOST, GUEST, THIRD}
    assert table.presence() == Presence(frozenset({GUEST}), 0), "strangers stand before the door"
    table.room = after(table.room, (STRANGER, Knock("please")))
    assert table.presence() == Presence(frozenset({GUEST}), 1)
    table.viewers = {Viewer(STRANGER), Viewer(STRANGER), Viewer(GUEST)}
    table.presence_version += 1
    assert table.presence() == Presence(frozenset({HOST}), 1)


def test_a_host_without_a_seat_can_be_away_too() -> None:
    table = live(after(new_room(), (GUEST, Sit(1, "Bo"))))
    table.viewers, table.away = {Viewer(GUEST)}, {HOST}
    assert news(Viewer(GUEST), table).host is True
    table.viewers.add(Viewer(HOST))
    table.presence_version += 1
    assert news(Viewer(GUEST), table).host is False


def test_viewers_are_told_that_something_changed() -> None:
    table, viewer = live(playing()), Viewer(HOST)
    table.viewers = {viewer}
    assert not viewer.changed.is_set()
    table.notify_viewers()
    assert viewer.changed.is_set()
    assert news(viewer, table).version == table.room.version
