"""What travels to a viewer: all that it may know, and not a byte more."""

import json

import pytest
from msgspec.structs import replace

from support.server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    acts,
    after,
    chance,
    folded,
    new_room,
    playing,
    sent,
)
from tamaya.rules import Seat
from tamaya.server.room import decisions, log_rows, wire
from tamaya.server.room.messages import Begin, End, Lock, SeatBot, Sit, Watchers
from tamaya.server.room.projection import (
    Presence,
    Viewpoint,
    is_onlooker,
    public_moment,
    public_view,
    sees_all_hands,
    viewpoint_of,
)
from tamaya.server.room.room import Arrangement


def test_a_table_before_the_game() -> None:
    now = after(new_room(), (GUEST, Sit(1, "Bo")), (HOST, SeatBot(2, "random")))
    told = sent(now, GUEST)
    assert told["type"] == "table"
    assert (told["version"], told["host"], told["you"], told["play"]) == (3, False, 1, None)
    assert told["seats"] == [None, {"name": "Bo", "you": True}, {"name": "Hana", "bot": "random"}]
    assert sent(now, HOST)["host"] is True
    assert GUEST not in json.dumps(sent(now, HOST)), "ids are as good as keys"


def test_a_game_as_its_players_see_it() -> None:
    now = playing()
    mine, theirs = sent(now, HOST)["play"], sent(now, GUEST)["play"]
    assert all("suit" not in card for card in mine["hands"][0])
    assert all("suit" in card for card in mine["hands"][1])
    assert all("suit" in card for card in theirs["hands"][0])
    assert len(mine["legal"]) == 15
    assert theirs["legal"] == []
    assert mine["suits"][0] == {
        "name": "red",
        "letter": "r",
        "order": [1, 2, 3, 4, 5],
        "copies": [3, 2, 2, 2, 1],
        "touched_by": [0],
    }
    assert (mine["deck_left"], mine["turn"], mine["to_move"], mine["over"]) == (40, 1, 0, None)


def test_what_has_not_changed_is_not_made_again() -> None:
    before = playing()
    assert before.game is not None
    then = public_moment(before.game, before.arrangements)
    now = acts(before, HOST, wire.GiveValueClue(1, 1))
    assert now.game is not None
    after_it = public_moment(now.game, now.arrangements, then)
    assert after_it.view == public_view(now.game, now.arrangements)
    assert after_it.view.hands[0] is then.view.hands[0]
    assert after_it.view.hands[1] != then.view.hands[1]
    order = before.game.table.hands[0][::-1]
    turned = public_moment(now.game, {0: Arrangement(order, ())}, then)
    assert [card.id for card in turned.view.hands[0]] == list(order)


def test_events_from_where_the_viewer_is() -> None:
    now = acts(playing(), HOST, wire.GiveValueClue(1, 1))
    everything = sent(now, GUEST)["play"]["events"]
    assert [event["event"] for event in everything] == ["clued", "turn-passed"]
    assert everything[0]["clue"] == {"do": "value", "to": 1, "value": 1}
    assert sent(now, GUEST, 1)["play"]["events"] == everything[1:]
    assert sent(now, GUEST, 99)["play"]["events"] == []


def test_the_end_shows_all_hands() -> None:
    now = playing()
    now = after(now, (HOST, End(now.version)))
    told = sent(now, HOST)["play"]
    assert all("suit" in card for hand in told["hands"] for card in hand)
    assert told["over"] == {
        "result": "stopped",
        "reason": "ended-by-players",
        "score": 0,
        "points_on_table": 0,
        "band": "0-5",
        "mention": None,
    }
    assert told["legal"] == []


@pytest.mark.parametrize(("watch", "hands"), [("table", False), ("hands", True)])
def test_onlookers_see_what_the_host_allows(watch: str, hands: bool) -> None:
    told = sent(playing(watch=watch), STRANGER)
    assert told["you"] is None
    faces = ["suit" in card for hand in told["play"]["hands"] for card in hand]
    assert set(faces) == {hands}
    assert told["play"]["legal"] == []


def test_onlookers_may_be_shown_nothing_until_the_end() -> None:
    now = playing(watch="nothing")
    assert sent(now, STRANGER)["play"] is None
    assert sent(now, HOST)["play"] is not None
    assert sent(after(now, (HOST, End(now.version))), STRANGER)["play"] is not None


def test_everybody_is_told_whether_a_game_is_on() -> None:
    before, now = new_room(players=2), playing(watch="nothing")
    over = after(now, (HOST, End(now.version)))
    for who in (HOST, GUEST, STRANGER):
        assert [sent(room, who)["playing"] for room in (before, now, over)] == [False, True, False]


def test_several_seats_of_one_visitor() -> None:
    now = after(
        new_room(players=3, hot_seat=True),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Olga")),
        (GUEST, Sit(2, "Bo")),
    )
    marks = {
        who: [(s.get("you", False), s.get("also_you", False)) for s in sent(now, who)["seats"]]
        for who in (HOST, GUEST, STRANGER)
    }
    none, you, also = (False, False), (True, False), (False, True)
    assert marks == {HOST: [you, also, none], GUEST: [none, none, you], STRANGER: [none] * 3}


def test_a_new_game_is_dealt() -> None:
    now = playing()
    over = after(now, (HOST, End(now.version)), (HOST, Begin()), seed=3)
    assert sent(over, HOST)["play"]["events"] == []
    assert sent(over, HOST)["play"]["game"] == 2


def test_what_everybody_can_tell_goes_with_bots_moves_and_their_own_reasons_come_at_the_end() -> (
    None
):
    useless, helps = (
        wire.MoveReason("useless", {"card": 5}, secret=True),
        wire.MoveReason("helps", {"seat": 1}, secret=True),
    )
    now = after(
        new_room(players=3, first=0),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "cautious")),
        (HOST, SeatBot(2, "cautious")),
        (HOST, Begin()),
    )
    now = acts(now, HOST, wire.GiveValueClue(1, 1))
    now = folded(now, decisions.decide_action(now, Seat(1), wire.DiscardCard(5), useless))
    now = folded(now, decisions.decide_action(now, Seat(2), wire.GiveValueClue(1, 1), helps))
    now = acts(now, HOST, wire.GiveValueClue(1, 1))
    now = folded(now, decisions.decide_action(now, Seat(1), wire.DiscardCard(6)))
    whys = [event.get("why") for event in sent(now, HOST)["play"]["events"]]
    first, second = ({"code": "never-told", "about": {"card": card}} for card in (5, 6))
    silent = [None, None]
    assert whys == [None, None, first, None, None, None, None, *silent, second, None, None]
    later = sent(now, HOST, events_from=3)["play"]["events"]
    assert [event["why"] for event in later if "why" in event] == [second]
    over = after(now, (HOST, End(now.version)))
    whys = [event.get("why") for event in sent(over, HOST)["play"]["events"]]
    own = {"code": "useless", "about": {"card": 5}, "secret": True}
    kept = {"code": "helps", "about": {"seat": 1}, "secret": True}
    assert whys == [None, None, own, None, None, kept, None, *silent, second, None, None, None]
    assert sent(over, HOST, events_from=5)["play"]["events"][0]["why"] == kept


def test_a_game_has_an_address_when_it_is_over() -> None:
    now = playing()
    assert now.dealt is not None
    assert now.dealt.id
    assert now.dealt.id not in json.dumps(sent(now, HOST))
    over = after(now, (HOST, End(now.version)))
    for who in (HOST, GUEST, STRANGER):
        assert sent(over, who)["play"]["address"] == now.dealt.id


def test_old_logs_have_no_address() -> None:
    now = after(new_room(players=2), (HOST, SeatBot(0, "random")), (HOST, SeatBot(1, "random")))
    (dealt,) = decisions.decide(now, HOST, Begin(), chance())
    over = after(folded(now, [replace(dealt, id="")]), (HOST, End(now.version + 1)))
    assert sent(over, HOST)["play"]["address"] is None


# who watches hands


def test_a_player_is_no_onlooker_and_never_sees_the_own_hand() -> None:
    """Another device with the same cookie, from a personal link, is the same player."""
    now = playing(watch="hands")
    for seat, who in enumerate((HOST, GUEST)):
        assert not is_onlooker(now, who)
        assert not sees_all_hands(now, who)
        assert viewpoint_of(now, who) == Viewpoint(Seat(seat))
        own = sent(now, who)["play"]["hands"][seat]
        assert not any("suit" in card or "value" in card for card in own)


def test_whoever_has_no_seat_watches_hands_while_a_game_is_on_and_the_host_allows_it() -> None:
    now = playing(watch="hands")
    assert is_onlooker(now, STRANGER)
    assert sees_all_hands(now, STRANGER)
    assert not sees_all_hands(playing(watch="table"), STRANGER)
    assert not sees_all_hands(playing(watch="nothing"), STRANGER)
    assert not sees_all_hands(new_room(watch="hands"), STRANGER)
    assert not sees_all_hands(after(now, (HOST, End(now.version))), STRANGER), "all hands are open"
    assert not sees_all_hands(after(now, (HOST, Lock("please"))), STRANGER)


def test_a_host_without_a_seat_watches_hands_but_is_no_mere_onlooker() -> None:
    now = after(
        new_room(players=2, watch="hands"),
        (GUEST, Sit(0, "Bo")),
        (HOST, SeatBot(1, "random")),
        (HOST, Begin()),
    )
    assert sees_all_hands(now, HOST)
    assert not is_onlooker(now, HOST)


def test_everybody_is_told_who_watches_hands() -> None:
    watchers = Watchers(2, 3, host=False, names=("will-bot",))
    now, presence = playing(watch="hands"), Presence(onlookers=2, watchers=watchers)
    for who in (HOST, GUEST, STRANGER):
        told = sent(now, who, presence=presence)
        assert told["watchers"] == {
            "count": 2,
            "seen_by": 3,
            "host": False,
            "names": ["will-bot"],
        }
    assert "watchers" not in sent(now, HOST)


def test_that_somebody_watches_hands_is_a_line_of_nobody() -> None:
    now = folded(playing(watch="hands"), [log_rows.OnlookersSawHands()])
    line = sent(now, GUEST)["lines"][-1]
    assert line == {"kind": "watched", "seat": -1, "name": "", "game": 1, "event": 0}
    assert now.game_version < now.version, "no move is stale because of it"
