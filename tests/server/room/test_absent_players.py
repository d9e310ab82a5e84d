"""People who are away: their seats, a host's powers; and one visitor on several seats."""

import pytest

from support.server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    THIRD,
    acts,
    after,
    chance,
    folded,
    game_of,
    new_room,
    playing,
    refused,
    sent,
)
from tamaya.bots import BOT_NAMES as BOTS
from tamaya.rules import Seat
from tamaya.server.room import decisions, log_rows, room, wire
from tamaya.server.room.decisions import NO_VISITORS
from tamaya.server.room.messages import (
    Act,
    Arrange,
    Begin,
    Change,
    Clear,
    ComeBack,
    End,
    HandOver,
    Lock,
    Note,
    Say,
    SeatBot,
    Sit,
    Stand,
)
from tamaya.server.room.projection import Presence
from tamaya.server.room.refusals import RefusalReason
from tamaya.server.room.room import Room, Sitter

GUEST_AWAY, HOST_AWAY = frozenset({GUEST}), frozenset({HOST})


def test_everybody_sees_who_is_away_and_how_many_look_on() -> None:
    now = playing()
    told = sent(now, HOST, presence=Presence(GUEST_AWAY, 3))
    assert told["onlookers"] == 3
    assert [seat.get("away", False) for seat in told["seats"]] == [False, True]
    assert not any("away" in seat for seat in sent(now, HOST)["seats"])
    bots = after(new_room(), (HOST, SeatBot(0, "random")))
    assert "away" not in sent(bots, HOST, presence=Presence(GUEST_AWAY))["seats"][0]


# seats


@pytest.mark.parametrize("message", [SeatBot(1, "cautious"), Clear(1)])
def test_nobody_who_is_there_loses_a_seat_during_a_game(message: SeatBot | Clear) -> None:
    now = playing()
    assert refused(now, HOST, message) == RefusalReason.PRESENT
    later = after(now, (HOST, message), away=GUEST_AWAY)
    sitter = later.seats[1]
    assert sitter is None or sitter.bot == "cautious"
    over = after(now, (HOST, End(now.version)))
    assert after(over, (HOST, message)).seats[1] != now.seats[1], "between games the host may"


def test_a_bot_plays_on_for_somebody_who_is_away() -> None:
    now = acts(playing(), HOST, wire.GiveValueClue(1, 1))
    assert room.bot_to_move(now) is None
    now = after(now, (HOST, SeatBot(1, "cautious")), away=GUEST_AWAY)
    assert now.seats[1] == Sitter("Hana", bot="cautious")
    assert now.dealt is not None
    assert room.bot_to_move(now) == (1, "cautious", now.dealt.bot_seed + 1)
    own, public = (
        wire.MoveReason("useless", {"card": 5}, secret=True),
        wire.MoveReason("never-told", {"card": 5}),
    )
    later = folded(now, decisions.decide_action(now, Seat(1), wire.DiscardCard(5), own))
    assert later.actions[-1] == log_rows.Acted(1, wire.DiscardCard(5), own, public)
    assert sent(later, HOST)["play"]["events"][2]["why"] == {
        "code": "never-told",
        "about": {"card": 5},
    }
    assert room.bot_to_move(after(later, (HOST, End(later.version)))) is None
    other = after(now, (HOST, SeatBot(1, "random")))
    assert other.seats[1] == Sitter("Kenji", bot="random"), "bots can always be exchanged"


def test_an_empty_seat_waits_and_a_newcomer_plays_on() -> None:
    now = acts(playing(), HOST, wire.GiveValueClue(1, 1))
    now = after(now, (HOST, Clear(1)), away=GUEST_AWAY)
    assert room.bot_to_move(now) is None
    assert sent(now, HOST)["seats"][1] is None
    assert now.playing
    now = after(now, (STRANGER, Sit(1, "Di")))
    told = sent(now, STRANGER)
    assert told["you"] == 1
    assert all("suit" not in card for card in told["play"]["hands"][1])
    assert told["play"]["legal"]
    assert acts(now, STRANGER, wire.GiveValueClue(0, 1)).actions[-1].seat == 1


def test_a_bot_that_fails_is_replaced_under_its_name() -> None:
    now = after(new_room(), (HOST, SeatBot(1, "random")))
    now = folded(now, [log_rows.BotReplaced(1, "cautious")])
    assert now.seats[1] == Sitter("Hana", bot="cautious")
    assert (now.lines[-1].kind, now.lines[-1].name) == ("replaced", "Hana")


# who has seen which cards


def test_whoever_held_another_seat_has_seen_these_cards() -> None:
    now = after(playing(players=3), (HOST, Clear(1)), away=GUEST_AWAY)
    now = after(now, (HOST, Clear(2)), away=frozenset({THIRD}))
    assert refused(now, GUEST, Sit(2, "Bo")) == RefusalReason.SAW_CARDS
    assert refused(now, THIRD, Sit(1, "Cy")) == RefusalReason.SAW_CARDS
    assert after(now, (GUEST, Sit(1, "Bo"))).seat_of(GUEST) == 1, "but may come back"
    now = after(now, (STRANGER, Sit(1, "Di")))
    now = after(now, (HOST, Clear(1)), away=frozenset({STRANGER}))
    assert refused(now, STRANGER, Sit(2, "Di")) == RefusalReason.SAW_CARDS, (
        "so has a newcomer who left"
    )
    assert after(now, (STRANGER, Sit(1, "Di"))).seats_held >= {(STRANGER, 1)}
    over = after(now, (HOST, End(now.version)))
    assert after(over, (GUEST, Sit(2, "Bo"))).seat_of(GUEST) == 2, "the game is over"


def test_whoever_was_moved_between_games_may_sit_anywhere_in_the_next() -> None:
    now = after(playing(players=3), (HOST, End(5)), (GUEST, Stand()), (THIRD, Stand()))
    now = after(now, (GUEST, Sit(2, "Bo")), (THIRD, Sit(1, "Cy")), (HOST, Begin()), seed=2)
    assert now.seats_held == {(HOST, 0), (GUEST, 2), (THIRD, 1)}


def test_where_onlookers_see_hands_nobody_takes_a_seat_during_a_game() -> None:
    now = after(playing(watch="hands"), (HOST, Clear(1)), away=GUEST_AWAY)
    assert refused(now, STRANGER, Sit(1, "Di")) == RefusalReason.SAW_CARDS
    assert after(now, (GUEST, Sit(1, "Bo"))).seat_of(GUEST) == 1, "but who sat there sees no hands"
    assert after(now, (HOST, SeatBot(1, "cautious"))).seats[1] == Sitter("Hana", bot="cautious")


# coming back


@pytest.mark.parametrize("watch", ["nothing", "table", "hands"])
def test_whoever_lost_a_seat_to_a_bot_takes_it_back_and_nobody_else_does(watch: str) -> None:
    now = after(playing(watch=watch), (HOST, SeatBot(1, "cautious")), away=GUEST_AWAY)
    told = sent(now, GUEST)
    assert (told["you"], told["kept"]) == (None, [1])
    assert "suit" not in str(told["play"] and told["play"]["hands"]).replace("suits", "")
    assert sent(now, HOST)["kept"] == sent(now, STRANGER)["kept"] == []
    for who, reason in ((STRANGER, RefusalReason.SEAT_TAKEN), (HOST, RefusalReason.SEATED_ALREADY)):
        assert refused(now, who, ComeBack(1)) == reason
    assert refused(now, GUEST, ComeBack(0)) == RefusalReason.SEAT_TAKEN
    assert refused(now, GUEST, ComeBack(7)) == RefusalReason.NO_SUCH_SEAT
    back = after(now, (GUEST, ComeBack(1)))
    assert back.seats == playing(watch=watch).seats
    assert (back.lost_seats, sent(back, GUEST)["kept"]) == ({}, [])
    assert room.bot_to_move(acts(back, HOST, wire.GiveValueClue(1, 1))) is None


def test_a_lost_seat_waits_until_somebody_else_takes_it() -> None:
    now = after(playing(players=3), (HOST, Clear(1)), away=GUEST_AWAY)
    assert sent(now, GUEST)["kept"] == [1], "it is free"
    now = after(now, (HOST, SeatBot(1, "cautious")), (HOST, SeatBot(1, "random")))
    assert sent(now, GUEST)["kept"] == [1], "another bot"
    over = after(now, (HOST, End(now.version)))
    again = after(over, (HOST, Begin()), seed=2)
    for later in (over, again):
        assert after(later, (GUEST, ComeBack(1))).seat_of(GUEST) == 1
    freed = after(over, (HOST, Clear(1)), (HOST, SeatBot(1, "random")))
    assert sent(freed, GUEST)["kept"] == [], "the host gave it away between two games"
    taken = after(now, (HOST, Clear(1)), (STRANGER, Sit(1, "Di")))
    assert refused(taken, GUEST, ComeBack(1)) == RefusalReason.SEAT_TAKEN
    smaller = after(over, (HOST, Change(log_rows.Settings(players=2))))
    assert smaller.lost_seats_of(GUEST) == (1,)
    gone = after(playing(players=3), (HOST, SeatBot(2, "random")), away=frozenset({THIRD}))
    gone = after(gone, (HOST, End(gone.version)), (HOST, Change(log_rows.Settings(players=2))))
    assert gone.lost_seats_of(THIRD) == ()


def test_a_host_who_seats_a_bot_between_games_keeps_no_seat() -> None:
    now = after(playing(), (HOST, End(4)), (HOST, SeatBot(1, "cautious")))
    assert sent(now, GUEST)["kept"] == []


def test_whoever_held_another_hand_since_does_not_come_back_in_that_game() -> None:
    now = after(playing(players=3), (HOST, SeatBot(1, "random")), away=GUEST_AWAY)
    now = after(now, (HOST, End(now.version)), (HOST, Clear(2)), (GUEST, Sit(2, "Bo")))
    now = after(now, (HOST, Begin()), (HOST, SeatBot(2, "random")), away=GUEST_AWAY)
    assert now.lost_seats_of(GUEST) == (1, 2)
    assert sent(now, GUEST)["kept"] == [2]
    assert refused(now, GUEST, ComeBack(1)) == RefusalReason.SEAT_TAKEN


def test_a_password_does_not_lock_out_whoever_may_come_back() -> None:
    now = after(playing(), (HOST, SeatBot(1, "cautious")), away=GUEST_AWAY)
    now = after(now, (HOST, Lock("sesame")))
    assert after(now, (GUEST, ComeBack(1))).seat_of(GUEST) == 1
    assert sent(now, STRANGER) == {"type": "closed"}


def test_all_seats_of_a_shared_device_come_back() -> None:
    now = after(hot_seat(), (GUEST, SeatBot(0, "random")), away=HOST_AWAY)
    now = after(now, (GUEST, SeatBot(2, "random")), away=HOST_AWAY)
    assert sent(now, HOST)["kept"] == [0, 2]
    now = after(now, (HOST, ComeBack(2)))
    assert sent(now, HOST)["kept"] == [0]
    assert after(now, (HOST, ComeBack(0))).seats == hot_seat().seats


def test_the_name_of_whoever_may_come_back_is_kept_too() -> None:
    now = after(playing(players=3), (HOST, SeatBot(1, "random")), away=GUEST_AWAY)
    now = after(now, (HOST, Clear(2)), away=frozenset({THIRD}))
    assert refused(now, STRANGER, Sit(2, "bo")) == RefusalReason.NAME_TAKEN
    assert after(now, (THIRD, Sit(2, "Cy"))).seat_of(THIRD) == 2, "one's own name can be taken"


def test_names_that_were_taken_before_they_were_compared_stay() -> None:
    """An older version let both sit down; they play on, and come back under their names."""
    alike = [log_rows.Seated(0, "Paul", who=HOST), log_rows.Seated(1, "P\u0430ul", who=GUEST)]
    now = after(folded(new_room(players=2), alike), (HOST, Begin()))
    now = after(now, (HOST, SeatBot(1, "random")), away=GUEST_AWAY)
    now = after(now, (GUEST, ComeBack(1)))
    assert [sitter.name for sitter in now.seats if sitter] == ["Paul", "P\u0430ul"]


def test_a_bots_name_looks_like_nobodys() -> None:
    now = after(new_room(), (GUEST, Sit(1, "H\u0430na")), (HOST, SeatBot(0, "cautious")))
    assert now.seats[0] is not None
    assert now.seats[0].name != "Hana"


def test_bots_have_names_even_if_all_of_them_may_come_back() -> None:
    people = [(who, Sit(n, name)) for n, (who, name) in enumerate(zip("abcde", BOTS, strict=False))]
    now = after(new_room(players=5), *people, (HOST, Begin()))
    for seat in range(5):
        now = after(now, (HOST, SeatBot(seat, "random")), away=frozenset("abcde"))
    assert len({sitter.name for sitter in now.seats if sitter}) == 5


# the host


def test_an_absent_hosts_powers_pass_to_the_first_who_is_there() -> None:
    now = playing(players=3)
    assert [sent(now, who)["host"] for who in (HOST, GUEST, THIRD)] == [True, False, False]
    away = Presence(HOST_AWAY)
    assert [sent(now, who, presence=away)["host"] for who in (HOST, GUEST, THIRD)] == [
        False,
        True,
        False,
    ]
    assert refused(now, GUEST, End(now.version)) == RefusalReason.NOT_HOST
    assert refused(now, THIRD, End(now.version), HOST_AWAY) == RefusalReason.NOT_HOST
    assert refused(now, HOST, End(now.version), HOST_AWAY) == RefusalReason.NOT_HOST
    both = frozenset({HOST, GUEST})
    assert sent(now, THIRD, presence=Presence(both))["host"] is True


def test_powers_are_taken_over_for_good_when_they_are_used() -> None:
    now = playing(players=3)
    added = decisions.decide(now, GUEST, SeatBot(0, "cautious"), chance(), HOST_AWAY)
    assert added == (log_rows.HostChanged(GUEST), log_rows.Seated(0, "Hana", bot="cautious"))
    later = folded(now, added)
    assert later.host == GUEST
    assert refused(later, HOST, End(later.version)) == RefusalReason.NOT_HOST
    assert [sitter and sitter.name for sitter in later.seats] == ["Hana", "Bo", "Cy"]
    assert sent(later, THIRD)["seats"][1]["host"] is True


def test_a_host_whose_message_is_refused_stays_the_host() -> None:
    now = playing(players=3)
    assert refused(now, GUEST, Begin(), HOST_AWAY) == RefusalReason.GAME_ON
    assert now.host == HOST


def test_with_nobody_there_the_host_stays_the_host() -> None:
    alone = after(new_room(), (HOST, Sit(0, "Ada")))
    assert sent(alone, HOST, presence=Presence(HOST_AWAY))["host"] is True
    assert after(alone, (HOST, Stand()), (HOST, Lock("x")), away=HOST_AWAY).host == HOST
    assert refused(alone, STRANGER, Begin(), HOST_AWAY) == RefusalReason.NOT_HOST, "onlookers never"


def test_a_stand_in_may_hand_over_too() -> None:
    now = after(playing(players=3), (GUEST, HandOver(2)), away=HOST_AWAY)
    assert now.host == THIRD


# hot seat


def hot_seat() -> Room:
    return after(
        new_room(players=3, first=0, hot_seat=True, talk="chat", hush=True),
        (HOST, Sit(0, "Ada")),
        (GUEST, Sit(1, "Bo")),
        (HOST, Sit(2, "Ann")),
        (HOST, Begin()),
    )


def test_one_visitor_on_several_seats() -> None:
    now = hot_seat()
    assert now.seats_of(HOST) == (0, 2)
    assert now.seated_visitors() == (HOST, GUEST)
    assert (sent(now, HOST)["you"], sent(now, GUEST)["you"]) == (0, 1)
    now = acts(acts(now, HOST, wire.GiveValueClue(1, 1)), GUEST, wire.GiveValueClue(2, 1))
    told = sent(now, HOST)
    assert told["you"] == 2, "the seat to move"
    assert [seat.get("you", False) for seat in told["seats"]] == [False, False, True]
    assert all("suit" not in card for card in told["play"]["hands"][2])
    assert all("suit" in card for card in told["play"]["hands"][0])
    assert told["play"]["legal"]
    now = acts(now, HOST, wire.GiveValueClue(0, 1))
    assert sent(now, HOST)["you"] == 0


def test_the_seat_to_move_arranges_notes_and_talks() -> None:
    now = acts(acts(hot_seat(), HOST, wire.GiveValueClue(1, 1)), GUEST, wire.GiveValueClue(2, 1))
    hand = game_of(now).table.hands[2]
    later = after(now, (HOST, Arrange(hand[::-1])), (HOST, Note(hand[0], "x")), (HOST, Say("hm")))
    assert list(later.arrangements) == [2]
    assert later.notes == {(HOST, hand[0]): "x"}
    assert "note" in str(sent(later, HOST))
    passed = acts(later, HOST, wire.GiveValueClue(0, 1))
    assert "note" not in str(sent(passed, HOST)["play"]["hands"]), "not for the next on this device"
    assert later.lines[-1].name == "Ann"
    assert refused(now, HOST, Arrange(game_of(now).table.hands[0])) == RefusalReason.BAD_ARRANGEMENT


def test_standing_up_frees_all_seats_and_only_hot_seats_take_two() -> None:
    now = after(hot_seat(), (HOST, End(5)), (HOST, Stand()))
    assert [sitter and sitter.name for sitter in now.seats] == [None, "Bo", None]
    now = after(now, (HOST, Change(log_rows.Settings(players=3))), (HOST, Sit(0, "Ada")))
    assert refused(now, HOST, Sit(2, "Ann")) == RefusalReason.SEATED_ALREADY


def test_at_a_hot_seat_a_newcomer_may_have_seen_the_cards() -> None:
    now = after(hot_seat(), (HOST, Clear(1)), away=GUEST_AWAY)
    assert after(now, (HOST, Sit(1, "Amy"))).seats_of(HOST) == (0, 1, 2)


def test_a_hot_seat_acts_at_the_version_it_looks_at() -> None:
    now = hot_seat()
    assert (
        refused(now, GUEST, Act(now.version, wire.GiveValueClue(0, 1)), NO_VISITORS)
        == RefusalReason.NOT_YOUR_TURN
    )
    assert refused(now, HOST, Act(now.version - 1, wire.GiveValueClue(1, 1))) == RefusalReason.STALE


def test_a_device_that_is_no_longer_shared_has_one_seat() -> None:
    now = after(
        new_room(players=3, hot_seat=True),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Bo")),
        (HOST, SeatBot(2, "random")),
    )
    still = after(now, (HOST, Change(log_rows.Settings(players=3, hot_seat=True, listed=True))))
    assert still.seats == now.seats
    now = after(now, (HOST, Change(log_rows.Settings(players=3))))
    assert [sitter and sitter.name for sitter in now.seats] == ["Ada", None, "Hana"]


def test_of_several_seats_the_one_that_moves_next_is_shown() -> None:
    now = after(
        new_room(players=4, hot_seat=True, first=1),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(2, "Bo")),
        (HOST, SeatBot(1, "random")),
        (HOST, SeatBot(3, "random")),
        (HOST, Begin()),
    )
    assert now.seat_of(HOST) == 2, "the bot on seat 1 is to move, then Bo"
    assert now.seat_of(STRANGER) is None


def test_an_onlooker_who_saw_hands_takes_no_seat_even_where_a_device_is_shared() -> None:
    now = after(
        new_room(players=3, hot_seat=True, watch="hands"),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Bo")),
        (HOST, SeatBot(2, "random")),
        (HOST, Begin()),
        (HOST, Clear(2)),
    )
    assert refused(now, STRANGER, Sit(2, "Cy")) == RefusalReason.SAW_CARDS
    assert after(now, (HOST, Sit(2, "Cy"))).seats[2] is not None
