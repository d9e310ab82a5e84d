"""What travels to a viewer: all that it may know, and not a byte more."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from drivers import lucky, redrawn, uniform
from server.rooms import GUEST, HOST, STRANGER, after, new_room, playing
from tamaya.rules import Seat, apply
from tamaya.server import messages, wire
from tamaya.server.messages import Begin, End, SeatBot, Sit
from tamaya.server.room import Room
from tamaya.server.seen import seen

VARIANTS = ["base", "wild10+black+tiles", "own5+announce+bouquet", "wild5+tiles+noempty"]


def sent(now: Room, who: str, events_from: int = 0) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(messages.encode(seen(now, who, events_from)))
    return message


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


def test_events_from_where_the_viewer_is() -> None:
    now = playing()
    now = after(now, (HOST, messages.Act(now.version, wire.Value(1, 1))))
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


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_bytes_tell_nothing_that_is_hidden(variant: str) -> None:
    """Redraw what a viewer cannot see, and the same bytes are sent."""
    for seed in range(3):
        rng = Random(f"{variant} {seed}")  # noqa: S311 - tests
        now = playing(variant, seed)
        while now.game is not None and now.playing:
            for who, seat in ((HOST, Seat(0)), (GUEST, Seat(1)), (STRANGER, None)):
                other = replace(now, game=redrawn(now.game, rng, seat))
                assert messages.encode(seen(other, who)) == messages.encode(seen(now, who))
            driver = (lucky, uniform)[seed % 2]
            now = replace(now, game=apply(now.game, driver(now.game, rng))[0])


def test_a_new_game_is_dealt() -> None:
    now = playing()
    over = after(now, (HOST, End(now.version)), (HOST, Begin()), seed=3)
    assert sent(over, HOST)["play"]["events"] == []
