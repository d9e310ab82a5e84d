"""The room: what each message brings, what is refused and why."""

from random import Random

import pytest

from server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    after,
    chance,
    folded,
    new_room,
    playing,
    some_action,
)
from tamaya.rules import Result, Seat, result
from tamaya.server import messages, room, rows, wire
from tamaya.server.messages import (
    Act,
    Begin,
    Change,
    Clear,
    End,
    FromClient,
    HandOver,
    SeatBot,
    Sit,
    Stand,
)
from tamaya.server.room import Refused, Room, Sitter, Why


def refused(now: Room, who: str, message: FromClient) -> str:
    with pytest.raises(Refused) as refusal:
        room.decide(now, who, message, chance())
    assert refusal.value.words
    return refusal.value.reason


def test_a_new_table() -> None:
    now = new_room(variant="fr:all", players=4)
    assert now.settings == rows.Settings("wild10+black+tiles", 4)
    assert (now.host, now.version, now.seats) == (HOST, 1, (None,) * 4)
    assert (now.game, now.playing, now.dealt) == (None, False, None)
    assert room.bot_to_move(now) is None


@pytest.mark.parametrize(
    ("settings", "reason", "words"),
    [
        (rows.Settings("wild11"), Why.BAD_SETTINGS, "did you mean"),
        (rows.Settings("base", 6), Why.BAD_SETTINGS, "2 to 5 players play"),
        (rows.Settings("base", 3, first=3), Why.NO_SUCH_SEAT, "no such seat"),
        (rows.Settings("base", 3, first=-1), Why.NO_SUCH_SEAT, "no such seat"),
    ],
)
def test_settings_that_cannot_be_played(settings: rows.Settings, reason: Why, words: str) -> None:
    with pytest.raises(Refused, match=words) as refusal:
        room.opened(HOST, settings)
    assert refusal.value.reason == reason
    assert refused(new_room(), HOST, Change(settings)) == reason


def test_seats() -> None:
    now = after(new_room(), (GUEST, Sit(1, "  Bo ")), (HOST, SeatBot(0, "cautious")))
    assert now.seats == (Sitter("Hana", bot="cautious"), Sitter("Bo", who=GUEST), None)
    assert (now.seat_of(GUEST), now.seat_of(HOST)) == (1, None)
    assert refused(now, GUEST, Sit(2, "Bo")) == Why.SEATED_ALREADY
    assert refused(now, STRANGER, Sit(1, "Cy")) == Why.SEAT_TAKEN
    for seat in (-1, 3):
        assert refused(now, STRANGER, Sit(seat, "Cy")) == Why.NO_SUCH_SEAT
    for name in ("", "  ", "x" * 61, "a\nb", "\u202eevil"):
        assert refused(now, STRANGER, Sit(2, name)) == Why.BAD_NAME
    assert refused(now, STRANGER, Stand()) == Why.NOT_SEATED
    assert after(now, (GUEST, Stand())).seats[1] is None
    assert after(now, (HOST, Clear(1))).seats[1] is None
    assert after(now, (HOST, Clear(2))) == now
    assert refused(now, HOST, Clear(9)) == Why.NO_SUCH_SEAT
    assert refused(now, HOST, SeatBot(2, "hal")) == Why.NO_SUCH_BOT
    assert refused(now, HOST, SeatBot(7, "random")) == Why.NO_SUCH_SEAT


@pytest.mark.parametrize(
    "message",
    [SeatBot(0, "random"), Clear(0), Change(rows.Settings()), HandOver(0), Begin(), End(1)],
)
def test_powers_of_the_host(message: FromClient) -> None:
    assert refused(new_room(), GUEST, message) == Why.NOT_HOST


def test_the_host_hands_over() -> None:
    now = after(new_room(), (GUEST, Sit(1, "Bo")), (HOST, SeatBot(2, "random")))
    assert refused(now, HOST, HandOver(0)) == Why.NOT_SEATED
    assert refused(now, HOST, HandOver(2)) == Why.NOT_SEATED
    now = after(now, (HOST, HandOver(1)))
    assert now.host == GUEST
    assert refused(now, HOST, Begin()) == Why.NOT_HOST


def test_other_settings_keep_the_sitters_that_fit() -> None:
    now = after(new_room(players=3), (HOST, Sit(0, "Ada")), (GUEST, Sit(2, "Bo")))
    more = after(now, (HOST, Change(rows.Settings("black", 5, watch="hands", listed=True))))
    assert [sitter and sitter.name for sitter in more.seats] == ["Ada", None, "Bo", None, None]
    assert more.settings == rows.Settings("black", 5, None, "hands", True)
    fewer = after(more, (HOST, Change(rows.Settings(players=2))))
    assert [sitter and sitter.name for sitter in fewer.seats] == ["Ada", None]


def test_a_game_begins_when_all_seats_are_taken() -> None:
    now = after(new_room(players=2), (HOST, Sit(0, "Ada")))
    assert refused(now, HOST, Begin()) == Why.SEATS_OPEN
    assert refused(now, HOST, End(now.version)) == Why.NO_GAME
    assert refused(now, HOST, Act(now.version, wire.Discard(0))) == Why.NO_GAME
    now = after(now, (GUEST, Sit(1, "Bo")), (HOST, Begin()))
    assert now.playing
    for message in (Stand(), Clear(1), Change(rows.Settings()), Begin()):
        assert refused(now, HOST, message) == Why.GAME_ON
    assert refused(now, STRANGER, Act(now.version, wire.Discard(0))) == Why.NOT_SEATED


def test_chance_or_the_settings_say_who_begins() -> None:
    seats = {_first(None, seed) for seed in range(20)}
    assert seats == {0, 1}
    assert {_first(1, seed) for seed in range(20)} == {1}


def _first(first: int | None, seed: int) -> int:
    now = after(
        new_room(players=2, first=first),
        (HOST, SeatBot(0, "random")),
        (HOST, SeatBot(1, "random")),
        (HOST, Begin()),
        seed=seed,
    )
    assert now.game is not None
    return now.game.table.to_move


def test_acting() -> None:
    now = playing()
    clue = wire.Value(1, 1)
    assert refused(now, HOST, Act(now.version - 1, clue)) == Why.STALE
    assert refused(now, GUEST, Act(now.version, clue)) == Why.NOT_YOUR_TURN
    assert refused(now, HOST, Act(now.version, wire.Discard(0))) == "clue-tokens-full"
    assert refused(now, HOST, Act(now.version, wire.Take(0, 1))) == "no-tile"
    assert refused(now, HOST, Act(now.version, wire.Forgo())) == "no-tile"
    message = Act(now.version, clue)
    later = after(now, (HOST, message))
    assert later.game is not None
    assert later.game.table.clue_tokens == 7
    assert refused(later, HOST, message) == Why.STALE, "a double click plays once"


def test_the_host_ends_a_game_and_plays_the_same_deal_again() -> None:
    now = playing()
    assert refused(now, HOST, End(0)) == Why.STALE
    over = after(now, (HOST, Act(now.version, wire.Value(1, 1))), (HOST, End(now.version + 1)))
    assert over.game is not None
    assert result(over.game.table) is Result.STOPPED
    again = after(over, (HOST, Begin(same_deal=True)))
    assert again.game == now.game
    assert (now.games, again.games) == (1, 2)
    other = after(over, (HOST, Begin()), seed=2)
    assert other.game is not None
    assert now.game is not None
    assert other.game.faces != now.game.faces
    assert refused(new_full_room(), HOST, Begin(same_deal=True)) == Why.NO_GAME


def new_full_room() -> Room:
    return after(new_room(players=2), (HOST, SeatBot(0, "random")), (HOST, SeatBot(1, "random")))


def test_bots_take_their_turn_and_the_place_of_those_who_left() -> None:
    now = playing()
    assert room.bot_to_move(now) is None
    now = after(now, (HOST, SeatBot(0, "cautious")))
    assert now.dealt is not None
    assert room.bot_to_move(now) == (0, "cautious", now.dealt.bot_seed)
    assert folded(now, room.acted(now, Seat(0), wire.Value(1, 1))).version == now.version + 1
    over = after(now, (HOST, End(now.version)))
    assert room.bot_to_move(over) is None


@pytest.mark.parametrize("variant", ["base", "wild10+black+tiles+announce", "own5+bouquet"])
def test_whole_games_fold_from_their_log(variant: str) -> None:
    for seed in range(10):
        rng = Random(seed)  # noqa: S311 - tests
        now, log = playing(variant, seed), list[rows.Row]()
        begin = now
        while now.playing:
            who, message = some_action(now, rng)
            added = room.decide(now, who, message, chance())
            log += added
            now = folded(now, added)
        assert folded(begin, log) == now
        assert now.version == begin.version + len(log)


def test_a_log_begins_with_an_opening_and_has_only_one() -> None:
    with pytest.raises(AssertionError):
        room.fold(None, rows.Left(0))
    with pytest.raises(AssertionError):
        room.fold(new_room(), rows.Opened(HOST, rows.Settings()))
    with pytest.raises(Refused):
        room.fold(new_room(), rows.Ended())


def test_every_refusal_has_words() -> None:
    assert set(room.WORDS) == set(Why)
    assert messages.Refused("stale", "x").reason == Why.STALE


def test_actions_travel_both_ways() -> None:
    for action in (
        wire.Play(3),
        wire.Play(3, 1),
        wire.Discard(4),
        wire.Colour(1, 2),
        wire.Value(0, 5),
        wire.Take(6, 1),
        wire.Forgo(),
    ):
        assert wire.from_rules(wire.to_rules(action)) == action
