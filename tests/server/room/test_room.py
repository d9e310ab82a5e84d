"""The room: what each message brings, what is refused and why."""

from random import Random

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
    game_of,
    new_room,
    playing,
    refused,
    sent,
    some_action,
)
from tamaya.deals import seeded
from tamaya.formats.game import KnownDeal
from tamaya.rules import Result, Seat, parse_options, result
from tamaya.server.room import decisions, log_rows, messages, refusals, room, wire
from tamaya.server.room.messages import (
    Act,
    Begin,
    Change,
    Clear,
    End,
    FromClient,
    HandOver,
    Lock,
    SeatBot,
    Sit,
    Stand,
)
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Room, Sitter


def test_a_new_table() -> None:
    now = new_room(variant="fr:all", players=4)
    assert now.settings == log_rows.Settings("wild10+black+tiles", 4)
    assert (now.host, now.version, now.seats) == (HOST, 1, (None,) * 4)
    assert (now.game, now.playing, now.dealt) == (None, False, None)
    assert room.bot_to_move(now) is None


@pytest.mark.parametrize(
    ("settings", "reason", "words"),
    [
        (log_rows.Settings("wild11"), RefusalReason.BAD_SETTINGS, "did you mean"),
        (log_rows.Settings("base", 6), RefusalReason.BAD_SETTINGS, "2 to 5 players play"),
        (log_rows.Settings("base", 3, first=3), RefusalReason.NO_SUCH_SEAT, "no such seat"),
        (log_rows.Settings("base", 3, first=-1), RefusalReason.NO_SUCH_SEAT, "no such seat"),
    ],
)
def test_settings_that_cannot_be_played(
    settings: log_rows.Settings, reason: RefusalReason, words: str
) -> None:
    with pytest.raises(Refusal, match=words) as refusal:
        decisions.open_table(HOST, settings)
    assert refusal.value.reason == reason
    assert refused(new_room(), HOST, Change(settings)) == reason


def test_seats() -> None:
    now = after(new_room(), (GUEST, Sit(1, "  Bo ")), (HOST, SeatBot(0, "cautious")))
    assert now.seats == (Sitter("Hana", bot="cautious"), Sitter("Bo", visitor_id=GUEST), None)
    assert (now.seat_of(GUEST), now.seat_of(HOST)) == (1, None)
    assert refused(now, GUEST, Sit(2, "Bo")) == RefusalReason.SEATED_ALREADY
    assert refused(now, STRANGER, Sit(1, "Cy")) == RefusalReason.SEAT_TAKEN
    for seat in (-1, 3):
        assert refused(now, STRANGER, Sit(seat, "Cy")) == RefusalReason.NO_SUCH_SEAT
    for name in ("", "  ", "x" * 61, "a\nb", "\u202eevil", "\u200d", "\u2800 \u3164"):
        assert refused(now, STRANGER, Sit(2, name)) == RefusalReason.BAD_NAME
    for name in ("e" + "\u0301" * 5, "e" + "\u20dd\u200d" * 4, "\ufdfa" * 4):
        assert refused(now, STRANGER, Sit(2, name)) == RefusalReason.BAD_NAME
    for name in ("Bo", " bo ", "HANA", "B\u200do", "\uff22o", "Bo\ufe0f", "Bo\u2800", "B\u043e"):
        assert refused(now, STRANGER, Sit(2, name)) == RefusalReason.NAME_TAKEN
    assert after(now, (STRANGER, Sit(2, "👩\u200d🚀"))).seats[2] == Sitter(
        "👩\u200d🚀", visitor_id=STRANGER
    )
    assert refused(now, STRANGER, Stand()) == RefusalReason.NOT_SEATED
    assert after(now, (GUEST, Stand())).seats[1] is None
    assert after(now, (HOST, Clear(1))).seats[1] is None
    assert after(now, (HOST, Clear(2))) == now
    assert refused(now, HOST, Clear(9)) == RefusalReason.NO_SUCH_SEAT
    assert refused(now, HOST, SeatBot(2, "hal")) == RefusalReason.NO_SUCH_BOT
    assert refused(now, HOST, SeatBot(7, "random")) == RefusalReason.NO_SUCH_SEAT


def test_another_name_on_ones_own_seat() -> None:
    now = after(new_room(), (HOST, Sit(0, "Ada")), (GUEST, Sit(1, "Bo")))
    renamed = after(now, (GUEST, Sit(1, " Bob ")))
    assert renamed.seats[1] == Sitter("Bob", visitor_id=GUEST)
    assert renamed.lines == now.lines, "nobody sat down"
    assert after(now, (GUEST, Sit(1, "BO"))).seats[1] == Sitter("BO", visitor_id=GUEST)
    assert refused(now, GUEST, Sit(1, "ada")) == RefusalReason.NAME_TAKEN
    assert refused(now, GUEST, Sit(1, "")) == RefusalReason.BAD_NAME
    assert refused(now, GUEST, Sit(0, "Bob")) == RefusalReason.SEATED_ALREADY
    playing = after(renamed, (HOST, SeatBot(2, "cautious")), (HOST, Begin()))
    assert refused(playing, GUEST, Sit(1, "Bo")) == RefusalReason.SEATED_ALREADY


@pytest.mark.parametrize(
    "message",
    [
        SeatBot(0, "random"),
        Clear(0),
        Change(log_rows.Settings()),
        Lock("x"),
        HandOver(0),
        Begin(),
        End(1),
    ],
)
def test_powers_of_the_host(message: FromClient) -> None:
    assert refused(new_room(), GUEST, message) == RefusalReason.NOT_HOST


def test_the_host_hands_over() -> None:
    now = after(new_room(), (GUEST, Sit(1, "Bo")), (HOST, SeatBot(2, "random")))
    assert refused(now, HOST, HandOver(0)) == RefusalReason.NOT_SEATED
    assert refused(now, HOST, HandOver(2)) == RefusalReason.NOT_SEATED
    now = after(now, (HOST, HandOver(1)))
    assert now.host == GUEST
    assert refused(now, HOST, Begin()) == RefusalReason.NOT_HOST


def test_other_settings_keep_the_sitters_that_fit() -> None:
    now = after(new_room(players=3), (HOST, Sit(0, "Ada")), (GUEST, Sit(2, "Bo")))
    more = after(now, (HOST, Change(log_rows.Settings("black", 5, watch="hands", listed=True))))
    assert [sitter and sitter.name for sitter in more.seats] == ["Ada", None, "Bo", None, None]
    assert more.settings == log_rows.Settings("black", 5, watch="hands", listed=True)
    assert after(more, (HOST, Change(more.settings))) == more, "nothing new, no row"
    fewer = after(more, (HOST, Change(log_rows.Settings(players=2))))
    assert [sitter and sitter.name for sitter in fewer.seats] == ["Ada", None]


def test_a_game_begins_when_all_seats_are_taken() -> None:
    now = after(new_room(players=2), (HOST, Sit(0, "Ada")))
    assert refused(now, HOST, Begin()) == RefusalReason.SEATS_OPEN
    assert refused(now, HOST, End(now.version)) == RefusalReason.NO_GAME
    assert refused(now, HOST, Act(now.version, wire.DiscardCard(0))) == RefusalReason.NO_GAME
    now = after(now, (GUEST, Sit(1, "Bo")), (HOST, Begin()))
    assert now.playing
    for message in (Stand(), Change(log_rows.Settings()), Begin()):
        assert refused(now, HOST, message) == RefusalReason.GAME_ON
    assert refused(now, STRANGER, Act(now.version, wire.DiscardCard(0))) == RefusalReason.NOT_SEATED


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
    return game_of(now).table.to_move


def test_acting() -> None:
    now = playing()
    clue = wire.GiveValueClue(1, 1)
    assert refused(now, HOST, Act(now.version - 1, clue)) == RefusalReason.STALE
    assert refused(now, HOST, Act(now.version + 1, clue)) == RefusalReason.STALE
    assert refused(now, GUEST, Act(now.version, clue)) == RefusalReason.NOT_YOUR_TURN
    assert refused(now, HOST, Act(now.version, wire.DiscardCard(0))) == "clue-tokens-full"
    assert refused(now, HOST, Act(now.version, wire.TakeCard(0, 1))) == "no-tile"
    assert refused(now, HOST, Act(now.version, wire.ForgoTile())) == "no-tile"
    message = Act(now.version, clue)
    later = after(now, (HOST, message))
    assert game_of(later).table.clue_tokens == 7
    assert later.actions == (log_rows.Acted(0, clue),)
    assert refused(later, HOST, message) == RefusalReason.STALE, "a double click plays once"
    with pytest.raises(Refusal, match="no game is on"):
        decisions.decide_action(new_room(), Seat(0), clue)


def test_the_host_ends_a_game_and_plays_the_same_deal_again() -> None:
    now = playing()
    assert refused(now, HOST, End(0)) == RefusalReason.STALE
    assert refused(now, HOST, End(now.version + 1)) == RefusalReason.STALE
    over = after(acts(now, HOST, wire.GiveValueClue(1, 1)), (HOST, End(now.version + 1)))
    assert result(game_of(over).table) is Result.STOPPED
    assert (over.lines[-1].kind, over.lines[-1].name) == ("ended", "Ada")
    old = room.fold(now, log_rows.decode(b'{"row":"ended"}'))
    assert (old.game, old.lines) == (game_of(after(now, (HOST, End(now.version)))), now.lines)
    assert refused(over, HOST, End(over.version)) == RefusalReason.NO_GAME
    again = after(over, (HOST, Begin(same_deal=True)), seed=2)
    assert again.game == now.game
    assert again.actions == ()
    assert (now.games_dealt, again.games_dealt) == (1, 2)
    assert now.dealt is not None
    assert again.dealt is not None
    assert again.dealt.id != now.dealt.id, "another game, another address"
    other = after(over, (HOST, Begin()), seed=2)
    assert game_of(other).faces != game_of(now).faces
    assert refused(new_full_room(), HOST, Begin(same_deal=True)) == RefusalReason.NO_GAME


def test_a_table_can_be_opened_for_a_deal() -> None:
    game, luck = parse_options("own5", 2), chance()
    deal = decisions.deal_row(game, seeded(game, 7), 1, luck)
    now = new_room(deal, variant="own5", players=2)
    assert (sent(now, HOST)["deal_set"], sent(new_room(), HOST)["deal_set"]) == (True, False)
    assert (now.playing, room.bot_to_move(now)) == (False, None)
    now = after(now, (HOST, Sit(0, "Ada")), (GUEST, Sit(1, "Bo")))
    begun = after(now, (HOST, Begin(same_deal=True)))
    assert game_of(begun).faces == seeded(game, 7).cards
    assert game_of(begun).table.to_move == 1
    other = after(now, (HOST, Change(log_rows.Settings("base", 2))))
    assert sent(other, HOST)["deal_set"] is False, "the deal was for the other game"
    assert refused(other, HOST, Begin(same_deal=True)) == RefusalReason.NO_GAME


def test_a_deal_that_somebody_may_know_is_marked_for_everybody() -> None:
    now = playing()
    assert {sent(now, who)["known_deal"] for who in (HOST, GUEST, STRANGER)} == {None}
    over = after(now, (HOST, End(now.version)))
    again = after(over, (HOST, Begin(same_deal=True)))
    assert game_of(again).faces == game_of(now).faces
    assert {sent(again, who)["known_deal"] for who in (HOST, GUEST, STRANGER)} == {"replayed"}
    anew = after(over, (HOST, Begin()), seed=2)
    assert sent(anew, HOST)["known_deal"] is None


@pytest.mark.parametrize("known", ["replayed", "uploaded"])
def test_a_deal_that_was_set_is_marked_before_and_after_it_is_dealt(known: KnownDeal) -> None:
    game = parse_options("base", 2)
    deal = decisions.deal_row(game, seeded(game, 7), 1, chance(), known)
    now = after(new_room(deal, players=2), (HOST, Sit(0, "Ada")), (GUEST, Sit(1, "Bo")))
    assert sent(now, STRANGER)["known_deal"] == known
    assert sent(after(now, (HOST, Begin(same_deal=True))), STRANGER)["known_deal"] == known
    assert sent(after(now, (HOST, Begin())), STRANGER)["known_deal"] is None, "chance dealt anew"


def test_a_deal_from_an_older_log_is_marked_when_it_is_dealt() -> None:
    game = parse_options("base", 2)
    old = log_rows.encode(decisions.deal_row(game, seeded(game, 7), 1, chance())).replace(
        b',"known":null', b""
    )
    deal = log_rows.decode(old)
    assert isinstance(deal, log_rows.Dealt)
    now = after(new_room(deal, players=2), (HOST, Sit(0, "Ada")), (GUEST, Sit(1, "Bo")))
    assert sent(after(now, (HOST, Begin(same_deal=True))), HOST)["known_deal"] == "replayed"


def test_manners_may_change_during_a_game() -> None:
    now = playing(take_back=True)
    manners = log_rows.Settings("base", 2, 0, "table", True, "chat", hush=True, take_back=False)
    later = after(now, (HOST, Change(manners)))
    assert later.settings == manners
    assert (later.game, later.game_version) == (now.game, now.game_version)
    for other in (
        log_rows.Settings("black", 2, 0),
        log_rows.Settings("base", 3, 0),
        log_rows.Settings("base", 2, 1),
        log_rows.Settings("base", 2, 0, watch="hands"),
        log_rows.Settings("base", 2, 0, hot_seat=True),
    ):
        assert refused(now, HOST, Change(other)) == RefusalReason.GAME_ON


def test_a_game_that_is_over_stays_on_the_table_until_another_is_wanted() -> None:
    over = after(playing(), (HOST, End(4)))
    assert after(over, (HOST, Change(log_rows.Settings("base", 2, 1)))).game == over.game
    assert after(over, (HOST, Change(log_rows.Settings("base", 3)))).game is None
    assert after(over, (GUEST, Stand())).game == over.game


def new_full_room() -> Room:
    return after(new_room(players=2), (HOST, SeatBot(0, "random")), (HOST, SeatBot(1, "random")))


@pytest.mark.parametrize("variant", ["base", "wild10+black+tiles+announce", "own5+bouquet"])
def test_whole_games_fold_from_their_log(variant: str) -> None:
    for seed in range(10):
        rng = Random(seed)  # noqa: S311 - tests
        now, log = playing(variant, seed), list[log_rows.Row]()
        begin = now
        while now.playing:
            who, message = some_action(now, rng)
            added = decisions.decide(now, who, message, chance())
            log += added
            now = folded(now, added)
        assert folded(begin, log) == now
        assert now.version == begin.version + len(log)


def test_a_log_begins_with_an_opening_and_has_only_one() -> None:
    with pytest.raises(AssertionError):
        room.fold(None, log_rows.SeatLeft(0))
    with pytest.raises(AssertionError):
        room.fold(new_room(), log_rows.TableCreated(HOST, log_rows.Settings()))
    with pytest.raises(AssertionError):
        room.fold(new_room(), log_rows.GameEnded())


def test_every_refusal_has_words() -> None:
    assert set(refusals.WORDS) == set(RefusalReason)
    stale = Refusal(RefusalReason.STALE)
    assert (stale.reason, stale.status) == ("stale", 409)
    assert stale.message == messages.RefusedMessage("stale", str(stale))
    assert Refusal("busy", "later", status=503, retry_after=1).words == "later"


def test_actions_travel_both_ways() -> None:
    for action in (
        wire.PlayCard(3),
        wire.PlayCard(3, 1),
        wire.DiscardCard(4),
        wire.GiveColourClue(1, 2),
        wire.GiveValueClue(0, 5),
        wire.TakeCard(6, 1),
        wire.ForgoTile(),
    ):
        assert wire.from_rules(wire.to_rules(action)) == action


def test_a_log_that_was_rewritten_says_so_and_nothing_else() -> None:
    now = playing()
    assert room.fold(now, log_rows.LogRewritten()) == replace(now, version=now.version + 1)
