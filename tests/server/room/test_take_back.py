"""Taking a move back: one's own last one and all that followed, if everybody else agrees."""

import pytest
from msgspec.structs import replace

from support import drivers
from support.server.rooms import (
    GUEST,
    HOST,
    PEOPLE,
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
from tamaya.formats.game import TakenBack
from tamaya.rules import ColourClue, Result, Seat, legal_actions, parse_options, result, view
from tamaya.rules.events import Drew, TileRevealed
from tamaya.server.room import decisions, log_rows, room, wire
from tamaya.server.room.decisions import take_back
from tamaya.server.room.messages import (
    Act,
    Answer,
    Arrange,
    Begin,
    Change,
    Clear,
    ComeBack,
    End,
    Note,
    SeatBot,
    Sit,
    TakeBack,
)
from tamaya.server.room.refusals import MOST_ASKED, MOST_TAKEN_BACK, RefusalReason
from tamaya.server.room.room import Room


def moved(*actions: wire.Action, take_back: bool = True) -> Room:
    """Three people have made some moves, one after the other."""
    now = playing(players=3, take_back=take_back)
    for number, action in enumerate(actions):
        now = acts(now, PEOPLE[number % 3], action)
    return now


def asked(now: Room, who: str) -> Room:
    return after(now, (who, TakeBack(now.version)))


def answered(now: Room, who: str, yes: bool) -> Room:
    return after(now, (who, Answer(now.version, yes)))


ONE, TWO, THREE = wire.GiveValueClue(1, 1), wire.GiveValueClue(2, 1), wire.GiveValueClue(0, 1)
CLUES = (ONE, TWO, THREE)


def test_all_agree_and_the_move_is_gone() -> None:
    before = moved()
    now = asked(moved(ONE), HOST)
    assert now.game != before.game, "asking changes nothing yet"
    assert sent(now, GUEST)["asking"] == {"seat": 0, "actions": 1, "waits_for_you": True}
    assert sent(now, HOST)["asking"]["waits_for_you"] is False
    assert sent(now, STRANGER)["asking"]["waits_for_you"] is False
    now = answered(now, GUEST, True)
    assert sent(now, GUEST)["asking"]["waits_for_you"] is False
    assert sent(now, THIRD)["asking"]["waits_for_you"] is True
    now = answered(now, THIRD, True)
    assert (now.game, now.actions, now.take_back_request) == (before.game, (), None)
    assert (now.taken_back, now.game_version) == (1, now.version)
    kinds = [line.kind for line in now.lines[-4:]]
    assert kinds == ["asked-back", "agreed", "agreed", "took-back"]
    assert sent(now, HOST)["asking"] is None


def test_one_no_is_enough() -> None:
    now = asked(moved(ONE), HOST)
    game = now.game
    now = answered(answered(now, GUEST, True), THIRD, False)
    assert (now.take_back_request, now.game, now.taken_back) == (None, game, 0)
    assert now.lines[-1].kind == "declined"
    assert refused(now, GUEST, Answer(now.version, yes=True)) == RefusalReason.NOTHING_TO_TAKE_BACK


def test_the_own_last_move_goes_with_all_that_followed() -> None:
    start = moved(ONE)
    now = asked(moved(*CLUES), GUEST)
    assert sent(now, HOST)["asking"]["actions"] == 2
    now = answered(answered(now, HOST, True), THIRD, True)
    assert now.actions == start.actions
    assert now.game == start.game
    assert game_of(now).table.to_move == 1


def test_only_players_who_have_moved_may_ask() -> None:
    now = moved(ONE)
    assert [sent(now, who)["may_take_back"] for who in (*PEOPLE, STRANGER)] == [
        True,
        False,
        False,
        False,
    ]
    assert refused(now, GUEST, TakeBack(now.version)) == RefusalReason.NOTHING_TO_TAKE_BACK
    assert refused(now, STRANGER, TakeBack(now.version)) == RefusalReason.NOT_SEATED
    assert refused(now, GUEST, Answer(now.version, yes=True)) == RefusalReason.NOTHING_TO_TAKE_BACK
    asking = asked(now, HOST)
    assert (
        refused(asking, HOST, Answer(asking.version, yes=True))
        == RefusalReason.NOTHING_TO_TAKE_BACK
    )
    withdrawn = after(asking, (HOST, Answer(asking.version, yes=False)))
    assert (withdrawn.take_back_request, withdrawn.game) == (None, asking.game)
    assert refused(asking, STRANGER, Answer(asking.version, yes=True)) == RefusalReason.NOT_SEATED


def test_only_tables_that_take_back_and_games_that_are_on() -> None:
    strict = moved(ONE, take_back=False)
    assert refused(strict, HOST, TakeBack(strict.version)) == RefusalReason.NO_TAKE_BACK
    assert sent(strict, HOST)["may_take_back"] is False
    over = after(moved(ONE), (HOST, End(moved(ONE).version)))
    assert refused(over, HOST, TakeBack(over.version)) == RefusalReason.NO_GAME
    assert sent(over, HOST)["may_take_back"] is False


def test_a_question_is_dropped_when_somebody_acts_or_the_game_ends() -> None:
    now = asked(moved(ONE), HOST)
    assert acts(now, GUEST, TWO).take_back_request is None
    assert after(now, (HOST, End(now.version))).take_back_request is None
    over = after(now, (HOST, End(now.version)), (HOST, Begin()))
    assert (over.take_back_request, over.taken_back, over.actions) == (None, 0, ())


def test_a_question_is_dropped_when_the_table_takes_no_more_moves_back() -> None:
    now = asked(moved(ONE), HOST)
    louder = log_rows.Settings("base", 3, 0, talk="chat", take_back=True)
    assert after(now, (HOST, Change(louder))).take_back_request is not None
    strict = after(now, (HOST, Change(log_rows.Settings("base", 3, 0))))
    assert strict.take_back_request is None


def test_a_question_is_dropped_with_the_one_who_asked() -> None:
    now = asked(moved(ONE, TWO), GUEST)
    gone = frozenset({GUEST})
    for message in (Clear(1), SeatBot(1, "cautious")):
        later = after(now, (HOST, message), away=gone)
        assert later.take_back_request is None
        assert sent(later, THIRD)["asking"] is None
    other = after(now, (HOST, SeatBot(2, "cautious")), away=frozenset({THIRD}))
    assert other.take_back_request is not None, "another's seat"


def test_the_latest_question_counts_and_answers_to_an_older_one_do_not() -> None:
    first = asked(moved(ONE, TWO), HOST)
    late = Answer(first.version, yes=True)
    now = answered(first, THIRD, False)
    now = asked(now, GUEST)
    assert now.take_back_request is not None
    assert now.take_back_request.keep == 1
    assert refused(now, THIRD, late) == RefusalReason.STALE
    talked = after(now, (HOST, Arrange(game_of(now).table.hands[0])))
    assert answered(talked, THIRD, True).take_back_request is not None, (
        "a yes at a later version counts"
    )


def test_stale_questions() -> None:
    now = moved(ONE)
    version = now.version
    later = acts(now, GUEST, TWO)
    assert refused(later, HOST, TakeBack(version)) == RefusalReason.STALE
    assert refused(later, HOST, TakeBack(later.version + 1)) == RefusalReason.STALE
    asking = asked(later, HOST)
    moved_on = acts(asking, THIRD, THREE)
    assert refused(moved_on, GUEST, Answer(asking.version, yes=True)) == RefusalReason.STALE


def test_after_a_take_back_old_versions_are_stale() -> None:
    now = asked(moved(ONE), HOST)
    version = now.version
    now = answered(answered(now, GUEST, True), THIRD, True)
    assert refused(now, HOST, Act(version, ONE)) == RefusalReason.STALE
    again = after(now, (HOST, Act(now.version, wire.GiveColourClue(1, 0))))
    assert len(again.actions) == 1


# who is asked


AWAY = frozenset({GUEST, THIRD})


def test_whoever_is_away_has_not_agreed() -> None:
    """The question waits until they are back; alone nobody reads the own hand card by card."""
    now = moved(wire.PlayCard(0))
    now = after(now, (HOST, TakeBack(now.version)), away=AWAY)
    assert now.taken_back == 0
    assert decisions.decide(now, HOST, TakeBack(now.version), chance(), AWAY) == ()
    assert sent(now, THIRD)["asking"]["waits_for_you"] is True
    now = after(now, (GUEST, Answer(now.version, yes=True)), away=frozenset({THIRD}))
    assert now.taken_back == 0
    assert answered(now, THIRD, True).taken_back == 1


def test_whoever_lost_a_seat_while_away_has_a_say_as_long_as_it_is_kept() -> None:
    now = moved(wire.PlayCard(0))
    for seat in (1, 2):
        now = after(now, (HOST, SeatBot(seat, "cautious")), away=AWAY)
    now = after(now, (HOST, TakeBack(now.version)), away=AWAY)
    assert now.take_back_request is not None
    assert now.taken_back == 0
    for who, seat in ((GUEST, 1), (THIRD, 2)):
        assert refused(now, who, Answer(now.version, yes=True)) == RefusalReason.NOT_SEATED
        now = after(now, (who, ComeBack(seat)))
        now = answered(now, who, True)
    assert now.taken_back == 1


def test_who_takes_the_seat_of_somebody_away_is_asked_instead() -> None:
    now = after(moved(ONE), (HOST, Clear(2)), (STRANGER, Sit(2, "Di")), away=AWAY)
    now = answered(asked(now, HOST), GUEST, True)
    assert now.taken_back == 0
    assert answered(now, STRANGER, True).taken_back == 1


def test_if_the_last_one_to_be_asked_is_gone_for_good_asking_again_does_it() -> None:
    now = acts(playing(players=3, take_back=True, hot_seat=True), HOST, ONE)
    now = answered(asked(now, HOST), GUEST, True)
    now = after(now, (HOST, Clear(2)), (HOST, Sit(2, "Ada too")), away=frozenset({THIRD}))
    (row,) = decisions.decide(now, HOST, TakeBack(now.version), chance())
    assert row == log_rows.TookBack(0, 0)


def with_bots() -> Room:
    """The host and two bots."""
    return after(
        new_room(players=3, first=0, take_back=True),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "cautious")),
        (HOST, SeatBot(2, "cautious")),
        (HOST, Begin()),
    )


def bot_acts(now: Room, seat: int, action: wire.Action, why: wire.MoveReason | None = None) -> Room:
    return folded(now, decisions.decide_action(now, Seat(seat), action, why))


def with_a_bot() -> Room:
    """The host, a bot and a third player."""
    return after(
        new_room(players=3, first=0, take_back=True),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "cautious")),
        (THIRD, Sit(2, "Cy")),
        (HOST, Begin()),
    )


def test_bots_moves_go_with_it_and_so_do_their_reasons() -> None:
    kept, lost = (
        wire.MoveReason("helps", {"seat": 2}, secret=True),
        wire.MoveReason("useless", {"card": 3}),
    )
    begin = with_a_bot()
    now = bot_acts(acts(begin, HOST, ONE), 1, TWO, kept)
    now = acts(acts(now, THIRD, THREE), HOST, ONE)
    now = bot_acts(now, 1, wire.DiscardCard(5), lost)
    assert [*now.private_reasons.values()] == [kept, lost]
    assert [*now.public_reasons.values()] == [wire.MoveReason("never-told", {"card": 5})]
    now = answered(asked(now, HOST), THIRD, True)
    assert now.taken_back == 1, "bots are not asked"
    assert now.take_backs == (TakenBack(after=3, times=1, moves=2),)
    assert [act.seat for act in now.actions] == [0, 1, 2]
    assert (now.private_reasons, now.public_reasons) == ({2: kept}, {})
    assert game_of(now).table.to_move == 0
    now = answered(asked(now, HOST), THIRD, True)
    assert (now.game, now.private_reasons, now.taken_back) == (begin.game, {}, 2)
    assert now.take_backs == (TakenBack(0, times=2, moves=2 + 3),), "none of it is left"
    assert refused(now, HOST, TakeBack(now.version)) == RefusalReason.NOTHING_TO_TAKE_BACK


def test_it_is_known_where_moves_were_taken_back() -> None:
    def took_back(now: Room, keep: int) -> Room:
        return room.fold(now, log_rows.TookBack(0, keep))

    now = took_back(took_back(moved(*CLUES), 2), 1)
    assert now.take_backs == (TakenBack(1, 2, 2),)
    now = took_back(acts(acts(now, GUEST, TWO), THIRD, THREE), 2)
    assert now.take_backs == (TakenBack(1, 2, 2), TakenBack(2, 1, 1))
    again = took_back(acts(now, THIRD, THREE), 2)
    assert again.take_backs == (TakenBack(1, 2, 2), TakenBack(2, 2, 2)), "one entry for a place"
    assert now.taken_back == sum(place.times for place in now.take_backs)
    over = room.fold(now, log_rows.GameEnded(0))
    assert after(over, (HOST, Begin())).take_backs == (), "each game anew"


def test_a_question_outlives_the_moves_of_bots() -> None:
    now = with_a_bot()
    begin = now.game
    now = bot_acts(asked(acts(now, HOST, ONE), HOST), 1, TWO)
    assert sent(now, THIRD)["asking"] == {"seat": 0, "actions": 2, "waits_for_you": True}
    assert answered(now, THIRD, True).game == begin


def test_whoever_agreed_before_a_bot_moved_is_asked_again() -> None:
    """More would be taken back than what they agreed to."""
    now = after(
        new_room(players=4, first=0, take_back=True),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "cautious")),
        (GUEST, Sit(2, "Bo")),
        (THIRD, Sit(3, "Cy")),
        (HOST, Begin()),
    )
    now = answered(asked(acts(now, HOST, ONE), HOST), GUEST, True)
    now = bot_acts(now, 1, wire.GiveValueClue(0, 1))
    assert sent(now, GUEST)["asking"] == {"seat": 0, "actions": 2, "waits_for_you": True}
    now = answered(now, THIRD, True)
    assert now.taken_back == 0
    assert answered(now, GUEST, True).taken_back == 1


# nobody else is there


def test_alone_a_clue_is_taken_back_until_the_next_move() -> None:
    """Nobody can agree, so nothing may be learned by it."""
    begin = with_bots()
    now = acts(begin, HOST, ONE)
    assert sent(now, HOST)["may_take_back"] is True
    back = asked(now, HOST)
    assert (back.game, back.taken_back, back.take_back_request) == (begin.game, 1, None)
    assert [line.kind for line in back.lines[-1:]] == ["took-back"]
    later = bot_acts(now, 1, TWO)
    assert refused(later, HOST, TakeBack(later.version)) == RefusalReason.NOBODY_TO_AGREE
    assert sent(later, HOST)["may_take_back"] is False


@pytest.mark.parametrize("action", [wire.PlayCard(0), wire.DiscardCard(0)])
def test_alone_no_card_that_was_turned_up_or_drawn_is_hidden_again(action: wire.Action) -> None:
    now = acts(with_bots(), HOST, ONE)
    now = acts(bot_acts(bot_acts(now, 1, TWO), 2, THREE), HOST, action)
    assert refused(now, HOST, TakeBack(now.version)) == RefusalReason.NOBODY_TO_AGREE
    assert sent(now, HOST)["may_take_back"] is False


def test_on_a_shared_device_it_is_as_for_one_alone() -> None:
    now = after(
        new_room(players=2, first=0, take_back=True, hot_seat=True),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Ada too")),
        (HOST, Begin()),
    )
    begin = now.game
    now = acts(acts(now, HOST, wire.GiveValueClue(1, 1)), HOST, wire.GiveValueClue(0, 1))
    assert asked(asked(now, HOST), HOST).game == begin, "clue after clue"
    now = acts(now, HOST, wire.DiscardCard(0))
    assert refused(now, HOST, TakeBack(now.version)) == RefusalReason.NOBODY_TO_AGREE


def test_alone_a_clue_for_a_tile_is_not_taken_back_because_a_card_was_drawn_after_it() -> None:
    rng, game = drivers.chance("tiles"), parse_options("base+tiles", 2)
    deal = decisions.deal_row(game, drivers.completing_first(game, rng), 0, chance())
    now = after(
        new_room(
            replace(deal, tiles=(3, 4, 1, 2, 5, 6)),
            variant="base+tiles",
            players=2,
            take_back=True,
            hot_seat=True,
        ),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Ada too")),
        (HOST, Begin(same_deal=True)),
    )
    while game_of(now).table.tile is None:
        now = acts(now, HOST, wire.from_rules(drivers.lucky(game_of(now), rng)))
    clue, *_ = legal_actions(view(game_of(now), game_of(now).table.to_move))
    assert isinstance(clue, ColourClue)
    now = acts(now, HOST, wire.from_rules(clue))
    assert isinstance(game_of(now).history[-2], Drew)
    assert refused(now, HOST, TakeBack(now.version)) == RefusalReason.NOBODY_TO_AGREE


# how often


def regretted(now: Room) -> Room:
    """The host gives a clue and takes it back, with everybody's yes."""
    now = asked(acts(now, HOST, ONE), HOST)
    return answered(answered(now, GUEST, True), THIRD, True)


def test_a_game_takes_so_many_moves_back_and_no_more() -> None:
    now = moved()
    for left in range(MOST_TAKEN_BACK, 0, -1):
        assert sent(now, HOST)["take_backs_left"] == left
        now = regretted(now)
    now = acts(now, HOST, ONE)
    assert refused(now, HOST, TakeBack(now.version)) == RefusalReason.NO_MORE_TAKE_BACKS
    table = sent(now, HOST)
    assert (table["may_take_back"], table["take_backs_left"]) == (False, 0)
    over = after(now, (HOST, End(now.version)), (HOST, Begin()))
    assert sent(over, HOST)["take_backs_left"] == MOST_TAKEN_BACK, "each game anew"


def test_whoever_asks_and_withdraws_for_ever_does_not_fill_the_log() -> None:
    now = moved(ONE)
    for _ in range(MOST_ASKED):
        now = after(asked(now, HOST), (HOST, Answer(now.version + 1, yes=False)))
    assert refused(now, HOST, TakeBack(now.version)) == RefusalReason.ASKED_TOO_OFTEN
    again = after(now, (HOST, End(now.version)), (HOST, Begin()))
    assert asked(acts(again, HOST, ONE), HOST).take_back_request is not None, "each game anew"


def test_a_second_yes_of_the_same_player_changes_nothing() -> None:
    now = answered(asked(moved(ONE), HOST), GUEST, True)
    assert decisions.decide(now, GUEST, Answer(now.version, yes=True), chance()) == ()
    assert answered(now, GUEST, False).take_back_request is None, "but they may think better of it"


def test_a_game_that_takes_no_moves_back_does_not_begin_to() -> None:
    """A host in need would switch it on, agree alone, and switch it off again."""
    now = moved(ONE, take_back=False)
    allowed = replace(now.settings, take_back=True)
    assert refused(now, HOST, Change(allowed)) == RefusalReason.GAME_ON
    over = after(now, (HOST, End(now.version)), (HOST, Change(allowed)), (HOST, Begin()))
    assert over.settings.take_back
    off = after(over, (HOST, Change(replace(allowed, take_back=False))))
    assert refused(off, HOST, Change(allowed)) == RefusalReason.GAME_ON


def test_a_bot_that_ends_the_game_ends_the_question() -> None:
    now = after(
        new_room(variant="base+mistakes=1", players=3, first=0, take_back=True),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "random")),
        (THIRD, Sit(2, "Cy")),
        (HOST, Begin()),
    )
    now = asked(acts(now, HOST, ONE), HOST)
    ends = (
        bot_acts(now, 1, wire.PlayCard(card))
        for card in game_of(now).table.hands[1]
        if game_of(now).faces[card].value != 1
    )
    over = next(ends)
    assert result(game_of(over).table) is Result.LOST
    assert over.take_back_request is None
    assert sent(over, THIRD)["asking"] is None


# what is left of the moves


def test_nothing_is_kept_of_cards_that_were_not_drawn() -> None:
    """Whoever draws such a card next, it is not one that somebody has written about."""
    now = moved(wire.PlayCard(0))
    drawn = game_of(now).table.hands[0][-1]
    order = (drawn, 4, 3, 2, 1)
    now = after(now, (HOST, Note(drawn, "new")), (HOST, Note(1, "old")))
    now = after(now, (HOST, Arrange(order, turned=(drawn, 4))))
    now = answered(answered(asked(now, HOST), GUEST, True), THIRD, True)
    assert now.notes == {(HOST, 1): "old"}
    hand = sent(now, HOST)["play"]["hands"][0]
    assert [card["id"] for card in hand] == [4, 3, 2, 1, 0]
    assert [card["id"] for card in hand if card.get("turned")] == [4]
    now = acts(now, HOST, wire.PlayCard(4))
    hand = sent(now, HOST)["play"]["hands"][0]
    assert [card["id"] for card in hand] == [3, 2, 1, 0, drawn], "a new card comes last"
    assert not any(card.get("turned") for card in hand)


@pytest.mark.parametrize("variant", ["base", "wild10+black+tiles+announce", "own5+bouquet"])
def test_any_number_of_moves_can_be_taken_back(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(take_back, "MOST_TAKEN_BACK", 40)
    monkeypatch.setattr(take_back, "_learned_nothing", lambda *_: True)  # the fold is looked at
    rng, game = drivers.chance(variant), parse_options(variant, 2)
    deal = decisions.deal_row(game, drivers.completing_first(game, rng), 0, chance())
    now = after(
        new_room(deal, variant=variant, players=2, take_back=True, hot_seat=True),
        (HOST, Sit(0, "Ada")),
        (HOST, Sit(1, "Ada too")),
        (HOST, Begin(same_deal=True)),
    )
    games = [now.game]
    for _ in range(40):
        later = acts(now, HOST, wire.from_rules(drivers.lucky(game_of(now), rng)))
        if later.playing:
            now = later
            games.append(now.game)
    assert len(games) > 20
    assert game.tiles == any(isinstance(event, TileRevealed) for event in game_of(now).history)
    for before in reversed(games[:-1]):
        now = asked(now, HOST)
        assert now.game == before


def test_asking_twice_asks_once() -> None:
    now = asked(moved(ONE), HOST)
    again = TakeBack(now.version)
    assert decisions.decide(now, HOST, again, chance()) == ()
    now = answered(now, GUEST, True)
    assert decisions.decide(now, HOST, TakeBack(now.version), chance()) == ()
