"""Games on record, and looking back: every step as it was seen then, and nothing more."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import msgspec
import pytest
from msgspec.structs import replace as with_parts

from support.drivers import lucky, uniform
from support.server.rooms import GUEST, HOST, STRANGER, after, folded, new_room, playing
from tamaya.formats import replay
from tamaya.formats.game import Game, final_state
from tamaya.formats.hanablive import replay_json
from tamaya.rules import EndReason, IllegalAction, Result, Seat
from tamaya.server.room import decisions, log_rows, messages, wire
from tamaya.server.room.game_info import GameSteps, TakeBackPlace
from tamaya.server.room.guests import guest_id
from tamaya.server.room.messages import (
    Arrange,
    Begin,
    Clear,
    End,
    Invite,
    Lock,
    Note,
    SeatBot,
    Sit,
    TakeBack,
)
from tamaya.server.room.projection import Viewpoint, private_view, project, public_view
from tamaya.server.room.refusals import Refusal
from tamaya.server.room.room import Room
from tamaya.server.store import game_records
from tamaya.server.store.derived_data import DerivedData
from tamaya.server.store.game_records import derive, finished_record, running_game_steps

VARIANTS = ["base", "wild10+black+tiles", "own5+announce+bouquet", "wild5+tiles+noempty"]
SWAPS = 6  # of cards, tried
AT = 1_700_000_000_000
REASON = wire.MoveReason("likely", {"card": 3})
SECRET = wire.MoveReason("holds", {"value": 5}, secret=True)


def acted(now: Room, action: wire.Action, why: wire.MoveReason | None = None) -> Room:
    """The room after an action of whoever is to move."""
    assert now.game is not None
    return folded(now, decisions.decide_action(now, now.game.table.to_move, action, why))


def moments(now: Room, seed: int = 1, most: int = 1000) -> list[Room]:
    """The room after each action of a random game."""
    rng = Random(seed)  # noqa: S311 - tests
    driver = (lucky, uniform)[seed % 2]
    found = [now]
    while found[-1].playing and len(found) <= most:
        game = found[-1].game
        assert game is not None
        found.append(acted(found[-1], wire.from_rules(driver(game, rng))))
    return found


def table_of(players: int, variant: str, watch: log_rows.Watch = "table") -> Room:
    """A game of host, guest and bots."""
    bots = [(HOST, SeatBot(seat, "random")) for seat in range(2, players)]
    return after(
        new_room(variant=variant, players=players, watch=watch),
        (HOST, Sit(0, "Ada")),
        (GUEST, Sit(1, "Bo")),
        *bots,
        (HOST, Begin()),
    )


def record_of(now: Room) -> game_records.GameRecord:
    kept = finished_record(now, AT)
    assert kept is not None
    return game_records.decode_record(kept.body)


# ---- what is kept


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_kept_when_it_ends(variant: str) -> None:
    for seed in range(2):
        *before, last, over = moments(table_of(3, variant), seed)
        assert all(
            derive(now, then, AT) == DerivedData() for now, then in pairwise([*before, last])
        )
        kept = derive(last, over, AT).game
        assert kept is not None
        assert over.dealt is not None
        assert over.game is not None
        assert (kept.id, kept.at) == (over.dealt.id, AT)
        assert kept.seats_held == ((GUEST, 1), (HOST, 0))
        record = game_records.decode_record(kept.body)
        assert final_state(game_records.game_of(record)) == over.game
        assert game_records.game_of(record) == game_records.game_in_room(over)
        table = over.game.table
        assert table.outcome is not None
        info = record.info
        assert (info.id, info.at, info.players, info.turns) == (kept.id, AT, 3, table.turns)
        assert (info.result, info.reason) == (table.outcome.result, table.outcome.reason)
        assert info.names[:2] == ("Ada", "Bo")
        assert info.bots == (None, None, "random")
        assert (info.your_seat, info.uploaded) == (None, False)
        assert game_records.decode_info(kept.body, 1) == with_parts(info, your_seat=1)


def test_a_game_that_the_players_ended() -> None:
    now = acted(playing(), wire.GiveValueClue(1, 1))
    record = record_of(after(now, (HOST, End(now.version))))
    assert record.replay["stopped"] is True
    assert (record.info.result, record.info.reason) == (
        Result.STOPPED,
        EndReason.ENDED_BY_PLAYERS,
    )
    assert (record.info.band, record.info.score, record.info.turns) == ("0-5", 0, 1)


def test_what_a_score_should_be_read_with_is_on_record() -> None:
    """Moves taken back, and a deal that was known."""
    now = acted(playing(take_back=True), wire.GiveValueClue(1, 1))
    now = after(now, (HOST, TakeBack(now.version)))
    now = after(now, (GUEST, messages.Answer(now.version, yes=True)))
    over = after(now, (HOST, End(now.version)))
    record = record_of(over)
    assert (record.info.taken_back, record.info.known_deal) == (1, None)
    assert record.replay["taken_back"] == 1
    assert record.replay["take_backs"] == [{"after": 0, "times": 1, "moves": 1}]
    assert game_records.record_steps(record, Viewpoint(hands=True)).take_backs == (
        TakeBackPlace(0, 1, 1),
    )
    assert "known_deal" not in record.replay
    again = after(over, (HOST, Begin(same_deal=True)))
    record = record_of(after(again, (HOST, End(again.version))))
    assert (record.info.taken_back, record.info.known_deal) == (0, "replayed")
    assert record.replay["known_deal"] == "replayed"
    taken_away = replay.from_json(record.replay)
    brought_back = game_records.decode_record(
        game_records.uploaded_record(taken_away, "address", AT).body
    ).info
    assert (brought_back.uploaded, brought_back.known_deal) == (True, "replayed")


def test_records_of_before_are_read() -> None:
    now = playing()
    kept = finished_record(after(now, (HOST, End(now.version))), AT)
    assert kept is not None
    old = kept.body.replace(b',"taken_back":0,"known_deal":null', b"")
    assert old != kept.body
    assert game_records.decode_info(old, None) == game_records.decode_info(kept.body, None)


def test_games_are_kept_and_read_whatever_marks_their_names_have() -> None:
    """Tables of before may have such names; only files from elsewhere are refused."""
    names = ("Z" + "\u0336" * 50, "Bo")
    game = replace(
        game_records.game_in_room(acted(playing(), wire.GiveValueClue(1, 1))), names=names
    )
    record = game_records.decode_record(game_records.uploaded_record(game, "address", AT).body)
    assert game_records.game_of(record).names == record.info.names == names


def test_a_record_that_does_not_say_where_moves_were_taken_back_is_read() -> None:
    now = acted(playing(take_back=True), wire.GiveValueClue(1, 1))
    now = after(now, (HOST, TakeBack(now.version)))
    now = after(now, (GUEST, messages.Answer(now.version, yes=True)))
    record = record_of(after(now, (HOST, End(now.version))))
    old = with_parts(record, replay={**record.replay})
    del old.replay["take_backs"]
    assert game_records.game_of(old).taken_back == 1
    assert game_records.record_steps(old, Viewpoint(hands=True)).take_backs == ()


def test_only_changes_of_the_seats_are_written() -> None:
    empty = new_room(players=2)
    one = after(empty, (HOST, Sit(1, "Ada")))
    both = after(one, (GUEST, Sit(0, "Bo")))
    bots = after(one, (HOST, SeatBot(0, "random")))
    assert derive(None, empty, AT) == DerivedData()
    assert derive(empty, one, AT) == DerivedData(sitting=(HOST,))
    assert derive(one, both, AT) == DerivedData(sitting=(GUEST, HOST))
    assert derive(one, bots, AT) == DerivedData()
    assert derive(both, after(both, (GUEST, messages.Stand())), AT) == DerivedData(sitting=(HOST,))


def test_games_that_were_dealt_without_an_address_have_none() -> None:
    now = playing()
    assert now.dealt is not None
    old = with_parts(now, dealt=with_parts(now.dealt, id=""))
    assert finished_record(after(old, (HOST, End(old.version))), AT) is None
    assert finished_record(new_room(), AT) is None


def test_notes_of_visitors_are_nobody_elses() -> None:
    now = after(playing(), (HOST, Note(0, "surely a five")))
    record = record_of(after(now, (HOST, End(now.version))))
    for reader in (None, 1):
        assert game_records.game_of(record, reader).notes == ()
        for eyes in (Viewpoint(hands=True), Viewpoint(Seat(0)), Viewpoint(Seat(1))):
            assert notes_in(game_records.record_steps(record, eyes, reader)) == set()
    assert game_records.game_of(record, 0).notes[0][:2] == ("surely a five", "")
    assert notes_in(game_records.record_steps(record, Viewpoint(Seat(0)), 0)) == {
        (0, 0, "surely a five")
    }
    assert notes_in(game_records.record_steps(record, Viewpoint(Seat(1)), 0)) == set()


def test_notes_of_guests_are_for_everybody() -> None:
    bot = guest_id("bot")
    now = after(new_room(players=2, first=0), (HOST, Sit(0, "Ada")), (HOST, Invite(1, "bot")))
    now = after(now, (HOST, Begin()), (bot, Note(6, "kt")), (bot, Note(2, "f")))
    now = after(now, (HOST, Note(2, "mine")))
    record = record_of(after(now, (HOST, End(now.version))))
    assert record.info.bots == (None, "guest")
    assert game_records.game_of(record).notes[1][:7] == ("", "", "f", "", "", "", "kt")
    assert game_records.game_of(record, 0).notes[0][2] == "mine"
    assert notes_in(game_records.record_steps(record, Viewpoint(hands=True))) == {(1, 6, "kt")}
    assert notes_in(game_records.record_steps(record, Viewpoint(Seat(1)))) == {
        (1, 6, "kt"),
        (0, 2, "f"),
    }
    open_hands = game_records.record_steps(record, Viewpoint(hands=True), 0)
    assert notes_in(open_hands) == {(1, 6, "kt"), (0, 2, "mine")}


def test_the_note_of_a_card_that_was_drawn_later() -> None:
    now = acted(playing(), wire.GiveValueClue(1, 1))
    now = acted(now, wire.DiscardCard(5))
    game = replace(game_records.game_in_room(now), notes=((), ("",) * 10 + ("new",)))
    record = game_records.decode_record(game_records.uploaded_record(game, "address", AT).body)
    assert notes_in(game_records.record_steps(record, Viewpoint(hands=True))) == {(1, 10, "new")}


def notes_in(told: GameSteps) -> set[tuple[int, int, str]]:
    """Seat, card and note of all that is noted in any step."""
    return {
        (seat, card.id, card.note)
        for play in told.plays
        for seat, hand in enumerate(play.hands)
        for card in hand
        if card.note
    }


def test_whoever_left_has_a_name_and_keeps_the_game() -> None:
    now = table_of(3, "base")
    now = after(now, (HOST, Clear(1)), away=frozenset([GUEST]))
    over = after(now, (HOST, End(now.version)))
    kept = finished_record(over, AT)
    assert kept is not None
    assert game_records.decode_record(kept.body).info.names[:2] == ("Ada", "Bo")
    assert (GUEST, 1) in kept.seats_held
    forgotten = with_parts(over, lines=())
    assert record_of(forgotten).info.names[1] == "Player B"


def test_why_bots_did_it() -> None:
    first = log_rows.Acted(0, wire.GiveValueClue(1, 1), public_why=REASON)
    second = log_rows.Acted(1, wire.GiveValueClue(0, 1), SECRET, public_why=REASON)
    now = acted(folded(playing(), [first, second]), wire.DiscardCard(0))
    meanwhile = [event.get("why") for event in running_game_steps(now, HOST).events]
    assert meanwhile[:4] == [REASON, None, REASON, None]
    record = record_of(after(now, (HOST, End(now.version))))
    assert record.reasons == {0: REASON, 1: SECRET}
    told = game_records.record_steps(record, Viewpoint(Seat(0))).events
    assert {event["event"]: event["why"] for event in told if "why" in event} == {"clued": SECRET}
    assert [event.get("why") for event in told][:4] == [REASON, None, SECRET, None]


def test_reasons_in_an_old_log_are_told_in_the_end() -> None:
    """Bots once chose themselves what to say aloud; their choice could tell a reader something."""
    old = b"""{"row": "acted", "seat": 0, "action": {"do": "value", "to": 1, "value": 1},
              "why": {"code": "likely", "about": {"card": 3}}}"""
    now = folded(playing(), [log_rows.decode(old)])
    assert not any("why" in event for event in running_game_steps(now, HOST).events)
    over = after(now, (HOST, End(now.version)))
    assert running_game_steps(over, HOST).events[0]["why"] == REASON
    assert record_of(over).reasons == {0: REASON}


def test_an_uploaded_game() -> None:
    now = acted(playing(), wire.GiveValueClue(1, 1))
    game = replace(game_records.game_in_room(now), notes=(("mine",), ()))
    kept = game_records.uploaded_record(game, "address", AT)
    record = game_records.decode_record(kept.body)
    assert kept.seats_held == ()
    assert record.info.uploaded
    assert (record.info.id, record.info.at, record.info.bots) == ("address", AT, (None, None))
    assert (record.info.result, record.info.reason) == (Result.UNFINISHED, None)
    assert game_records.game_of(record) == game


@pytest.mark.parametrize("variant", ["base", "black+bouquet", "own5"])
def test_both_formats_hold_the_game_on_record(variant: str) -> None:
    game = game_records.game_of(record_of(moments(table_of(3, variant))[-1]))
    assert replay.decode(replay.encode(game)) == game
    theirs: Game = replay_json.decode(replay_json.encode(game).value).value
    assert theirs.actions == game.actions


# ---- logs


def test_a_log_gives_what_its_rows_gave() -> None:
    first = decisions.open_table(HOST, log_rows.Settings(players=2))
    log: list[log_rows.Row] = [
        first,
        log_rows.Seated(0, "Ada", HOST),
        log_rows.Seated(1, "Bo", GUEST),
    ]
    assert list(game_records.derive_from_log((AT, log_rows.encode(row)) for row in log)) == [
        DerivedData(),
        DerivedData(sitting=(HOST,)),
        DerivedData(sitting=(HOST, GUEST)),
    ]
    odd = [log_rows.encode(first), b"{}", log_rows.encode(log[1])]
    assert list(game_records.derive_from_log((AT, body) for body in odd)) == [DerivedData()]
    assert list(game_records.derive_from_log([(AT, log_rows.encode(log[1]))])) == []


# ---- steps


def seen_then(now: Room, sees: Viewpoint) -> messages.GameView:
    """What these eyes saw at a moment, as it was sent."""
    assert now.game is not None
    return private_view(sees, public_view(now.game, now.arrangements), now.game)


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_are_what_was_seen_then_through_any_eyes(variant: str) -> None:
    for seed in range(2):
        rooms = moments(table_of(3, variant), seed)
        record = record_of(rooms[-1])
        for sees in (
            Viewpoint(Seat(0)),
            Viewpoint(Seat(1)),
            Viewpoint(Seat(2)),
            Viewpoint(hands=True),
        ):
            steps = game_records.record_steps(record, sees)
            assert steps.eyes == sees.seat
            assert list(steps.plays) == [seen_then(now, sees) for now in rooms]
            assert [len(now.game.history) for now in rooms if now.game] == list(steps.events_until)
            assert steps.events_until[-1] == len(steps.events)
            assert len(msgspec.json.encode(steps)) < 1_000_000


def test_a_game_that_was_ended_has_a_last_step_with_open_hands() -> None:
    now = acted(playing(), wire.GiveValueClue(1, 1))
    steps = game_records.record_steps(
        record_of(after(now, (HOST, End(now.version)))), Viewpoint(Seat(0))
    )
    assert [play.over is not None for play in steps.plays] == [False, False, True]
    own = [[card.suit is None for card in play.hands[0]] for play in steps.plays]
    assert [set(hidden) for hidden in own] == [{True}, {True}, {False}]


# ---- looking back


def sent(now: Room, who: str) -> messages.GameView:
    """What a visitor was sent of the game at a moment, without events and address."""
    table = project(now, who)
    assert isinstance(table, messages.TableView)
    assert table.play is not None
    return with_parts(table.play, events=(), address=None)


@pytest.mark.parametrize(
    ("variant", "watch"), list(zip(VARIANTS, ["table", "hands"] * 2, strict=True))
)
def test_looking_back_shows_what_was_sent(variant: str, watch: log_rows.Watch) -> None:
    rooms = moments(table_of(3, variant, watch=watch), 0)
    for last in (0, len(rooms) // 2, len(rooms) - 1):
        for who in (HOST, GUEST, STRANGER):
            steps = running_game_steps(rooms[last], who)
            assert list(steps.plays) == [sent(now, who) for now in rooms[: last + 1]]
            table = project(rooms[last], who)
            assert isinstance(table, messages.TableView)
            assert table.play is not None
            assert (steps.events, steps.eyes) == (table.play.events, table.you)


def hidden_redrawn(now: Room, seat: Seat | None, rng: Random) -> Room:
    """The same table, dealt otherwise where a seat cannot tell: cards not seen yet are swapped."""
    assert now.game is not None
    table = now.game.table
    unseen = list(range(table.drawn, len(now.game.faces)))
    for holder, hand in enumerate(table.hands):
        unseen += hand if seat in (None, holder) else ()
    found = now
    for _ in range(SWAPS):
        other = swapped(found, *rng.sample(unseen, 2))
        if other is not None and other.game is not None:
            found = other if other.game.history == now.game.history else found
    return found


def swapped(now: Room, one: int, two: int) -> Room | None:
    """The table with two cards of the deal swapped, if the same could be done with them."""
    assert now.dealt is not None
    cards = now.dealt.cards.split()
    cards[one], cards[two] = cards[two], cards[one]
    dealt = with_parts(now.dealt, cards=" ".join(cards))
    try:
        again = folded(with_parts(now, games_dealt=now.games_dealt - 1), [dealt, *now.actions])
    except IllegalAction:
        return None
    return with_parts(again, version=now.version, game_version=now.game_version)


@pytest.mark.parametrize("variant", ["base", "wild10+black+noempty", "own5+announce+bouquet"])
def test_looking_back_tells_nothing_that_is_hidden_now(variant: str) -> None:
    """Redraw what a viewer has not seen, and the same bytes are sent."""
    rng = Random(variant)  # noqa: S311 - tests
    changed = dict.fromkeys((HOST, GUEST, STRANGER), 0)
    for now in moments(table_of(3, variant), 0)[:-1:6]:
        for who in changed:
            seat = now.seat_of(who)
            other = hidden_redrawn(now, seat, rng)
            assert now.game is not None
            assert other.game is not None
            hands = now.game.table.hands
            own = sum(hands, ()) if seat is None else hands[seat]
            changed[who] += any(now.game.faces[card] != other.game.faces[card] for card in own)
            assert msgspec.json.encode(running_game_steps(other, who)) == msgspec.json.encode(
                running_game_steps(now, who)
            )
    assert min(changed.values()) > 3, "own cards were hardly ever others"


def hidden_cards(steps: GameSteps, seat: int) -> bool:
    return all(card.suit is None for play in steps.plays for card in play.hands[seat])


def test_on_one_device_only_the_seat_to_move_looks_back() -> None:
    """Whoever sits on several seats sees the game as the one to move has seen it."""
    now = after(
        new_room(players=2, first=0, hot_seat=True),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Bo")),
        (HOST, Begin()),
    )
    for moment in moments(now, 1, 8)[:-1]:
        assert moment.game is not None
        to_move = moment.game.table.to_move
        steps = running_game_steps(moment, HOST)
        assert steps.eyes == to_move
        assert hidden_cards(steps, to_move)
        assert not hidden_cards(steps, 1 - to_move)


def test_onlookers_look_back_as_they_look() -> None:
    now = moments(playing(watch="nothing"), 1, 3)[-1]
    with pytest.raises(Refusal, match="shows onlookers nothing") as refused:
        running_game_steps(now, STRANGER)
    assert refused.value.reason == "not-shown"
    assert running_game_steps(now, GUEST).eyes == 1
    over = after(now, (HOST, End(now.version)))
    steps = running_game_steps(over, STRANGER)
    assert [play.over is not None for play in steps.plays] == [False] * 4 + [True]
    assert hidden_cards(GameSteps(None, steps.plays[:-1], (), (), ()), 0)


def test_whoever_may_come_back_looks_back_at_no_hands() -> None:
    now = moments(playing(watch="hands"), 1, 3)[-1]
    assert not hidden_cards(running_game_steps(now, STRANGER), 1)
    bot = after(now, (HOST, SeatBot(1, "random")), away=frozenset({GUEST}))
    steps = running_game_steps(bot, GUEST)
    assert all(card.suit is None for play in steps.plays for hand in play.hands for card in hand)


def test_a_locked_table_and_a_table_without_a_game() -> None:
    with pytest.raises(Refusal) as refused:
        running_game_steps(new_room(), HOST)
    assert refused.value.reason == "no-game"
    locked = after(playing(), (HOST, Lock("sesame")))
    with pytest.raises(Refusal) as refused:
        running_game_steps(locked, STRANGER)
    assert refused.value.reason == "locked"
    assert running_game_steps(locked, GUEST).eyes == 1


def test_notes_and_the_order_of_cards() -> None:
    """The last step is the table as it is; before, cards lie in the order that they have now."""
    now = acted(playing(), wire.GiveValueClue(1, 1))
    now = after(
        now,
        (GUEST, Arrange((6, 5, 7, 8, 9))),
        (GUEST, Note(6, "keep")),
        (GUEST, Arrange((9, 8, 7, 6, 5), (8,))),
    )
    now = acted(now, wire.DiscardCard(7))
    now = acted(now, wire.GiveValueClue(1, 5))
    for who in (HOST, GUEST, STRANGER):
        plays = running_game_steps(now, who).plays
        assert plays[-1] == sent(now, who)
        orders = [[card.id for card in play.hands[1]] for play in plays]
        assert orders == [[9, 8, 7, 6, 5]] * 2 + [[9, 8, 6, 5, 10]] * 2
        turned = [[card.id for card in play.hands[1] if card.turned] for play in plays]
        assert turned == [[], [], [], [8]]
        notes = [{card.note for card in play.hands[1]} for play in plays]
        assert notes == [{"", "keep"} if who == GUEST else {""}] * 4


def test_moves_that_were_taken_back_are_not_looked_back_at() -> None:
    now = acted(playing(take_back=True), wire.GiveValueClue(1, 1))
    now = after(now, (HOST, TakeBack(now.version)))
    now = after(now, (GUEST, messages.Answer(now.version, yes=True)))
    assert now.taken_back == 1
    now = acted(now, wire.GiveColourClue(1, 0))
    steps = running_game_steps(now, HOST)
    assert [play.taken_back for play in steps.plays] == [1, 1]
    assert steps.take_backs == (TakeBackPlace(0, 1, 1),)
    assert [event["event"] for event in steps.events] == ["clued", "turn-passed"]
    assert list(steps.plays)[-1] == sent(now, HOST)


def test_the_second_game_of_a_table_is_looked_back_at_alone() -> None:
    now = acted(playing(), wire.GiveValueClue(1, 1))
    now = after(now, (HOST, End(now.version)), (HOST, Begin()), seed=2)
    steps = running_game_steps(now, HOST)
    assert ([play.game for play in steps.plays], steps.events) == ([2], ())
