"""Taking a move back: one's own last one and all that followed, if everybody present agrees."""

import pytest

import drivers
from server.rooms import (
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
from tamaya.rules import Result, Seat, options, result
from tamaya.rules.events import TileRevealed
from tamaya.server import decisions, rows, wire
from tamaya.server.decisions import Why
from tamaya.server.messages import (
    Act,
    Answer,
    Arrange,
    Begin,
    Change,
    Clear,
    End,
    Note,
    SeatBot,
    Sit,
    TakeBack,
)
from tamaya.server.room import Room


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


ONE, TWO, THREE = wire.Value(1, 1), wire.Value(2, 1), wire.Value(0, 1)
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
    assert (now.game, now.acts, now.asking) == (before.game, (), None)
    assert (now.taken_back, now.moved) == (1, now.version)
    kinds = [line.kind for line in now.lines[-4:]]
    assert kinds == ["asked-back", "agreed", "agreed", "took-back"]
    assert sent(now, HOST)["asking"] is None


def test_one_no_is_enough() -> None:
    now = asked(moved(ONE), HOST)
    game = now.game
    now = answered(answered(now, GUEST, True), THIRD, False)
    assert (now.asking, now.game, now.taken_back) == (None, game, 0)
    assert now.lines[-1].kind == "declined"
    assert refused(now, GUEST, Answer(now.version, yes=True)) == Why.NOTHING_TO_TAKE_BACK


def test_the_own_last_move_goes_with_all_that_followed() -> None:
    start = moved(ONE)
    now = asked(moved(*CLUES), GUEST)
    assert sent(now, HOST)["asking"]["actions"] == 2
    now = answered(answered(now, HOST, True), THIRD, True)
    assert now.acts == start.acts
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
    assert refused(now, GUEST, TakeBack(now.version)) == Why.NOTHING_TO_TAKE_BACK
    assert refused(now, STRANGER, TakeBack(now.version)) == Why.NOT_SEATED
    assert refused(now, GUEST, Answer(now.version, yes=True)) == Why.NOTHING_TO_TAKE_BACK
    asking = asked(now, HOST)
    assert refused(asking, HOST, Answer(asking.version, yes=True)) == Why.NOTHING_TO_TAKE_BACK
    withdrawn = after(asking, (HOST, Answer(asking.version, yes=False)))
    assert (withdrawn.asking, withdrawn.game) == (None, asking.game)
    assert refused(asking, STRANGER, Answer(asking.version, yes=True)) == Why.NOT_SEATED


def test_only_tables_that_take_back_and_games_that_are_on() -> None:
    strict = moved(ONE, take_back=False)
    assert refused(strict, HOST, TakeBack(strict.version)) == Why.NO_TAKE_BACK
    assert sent(strict, HOST)["may_take_back"] is False
    over = after(moved(ONE), (HOST, End(moved(ONE).version)))
    assert refused(over, HOST, TakeBack(over.version)) == Why.NO_GAME
    assert sent(over, HOST)["may_take_back"] is False


def test_a_question_is_dropped_when_somebody_acts_or_the_game_ends() -> None:
    now = asked(moved(ONE), HOST)
    assert acts(now, GUEST, TWO).asking is None
    assert after(now, (HOST, End(now.version))).asking is None
    over = after(now, (HOST, End(now.version)), (HOST, Begin()))
    assert (over.asking, over.taken_back, over.acts) == (None, 0, ())


def test_a_question_is_dropped_when_the_table_takes_no_more_moves_back() -> None:
    now = asked(moved(ONE), HOST)
    louder = rows.Settings("base", 3, 0, talk="chat", take_back=True)
    assert after(now, (HOST, Change(louder))).asking is not None
    strict = after(now, (HOST, Change(rows.Settings("base", 3, 0))))
    assert strict.asking is None


def test_a_question_is_dropped_with_the_one_who_asked() -> None:
    now = asked(moved(ONE, TWO), GUEST)
    gone = frozenset({GUEST})
    for message in (Clear(1), SeatBot(1, "cautious")):
        later = after(now, (HOST, message), away=gone)
        assert later.asking is None
        assert sent(later, THIRD)["asking"] is None
    other = after(now, (HOST, SeatBot(2, "cautious")), away=frozenset({THIRD}))
    assert other.asking is not None, "another's seat"


def test_the_latest_question_counts_and_answers_to_an_older_one_do_not() -> None:
    first = asked(moved(ONE, TWO), HOST)
    late = Answer(first.version, yes=True)
    now = answered(first, THIRD, False)
    now = asked(now, GUEST)
    assert now.asking is not None
    assert now.asking.keep == 1
    assert refused(now, THIRD, late) == Why.STALE
    talked = after(now, (HOST, Arrange(game_of(now).table.hands[0])))
    assert answered(talked, THIRD, True).asking is not None, "a yes at a later version counts"


def test_stale_questions() -> None:
    now = moved(ONE)
    version = now.version
    later = acts(now, GUEST, TWO)
    assert refused(later, HOST, TakeBack(version)) == Why.STALE
    assert refused(later, HOST, TakeBack(later.version + 1)) == Why.STALE
    asking = asked(later, HOST)
    moved_on = acts(asking, THIRD, THREE)
    assert refused(moved_on, GUEST, Answer(asking.version, yes=True)) == Why.STALE


def test_after_a_take_back_old_versions_are_stale() -> None:
    now = asked(moved(ONE), HOST)
    version = now.version
    now = answered(answered(now, GUEST, True), THIRD, True)
    assert refused(now, HOST, Act(version, ONE)) == Why.STALE
    again = after(now, (HOST, Act(now.version, wire.Colour(1, 0))))
    assert len(again.acts) == 1


# who is asked


def test_those_who_are_away_are_not_asked() -> None:
    now = asked(moved(ONE), HOST)
    gone = frozenset({THIRD})
    now = after(now, (GUEST, Answer(now.version, yes=True)), away=gone)
    assert now.taken_back == 1


def test_with_nobody_else_there_it_is_done_at_once() -> None:
    now = moved(ONE)
    gone = frozenset({GUEST, THIRD})
    alone = after(now, (HOST, TakeBack(now.version)), away=gone)
    assert (alone.taken_back, alone.acts, alone.asking) == (1, (), None)
    assert [line.kind for line in alone.lines[-1:]] == ["took-back"]


def with_bots() -> Room:
    """The host and two bots."""
    return after(
        new_room(players=3, first=0, take_back=True),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "cautious")),
        (HOST, SeatBot(2, "cautious")),
        (HOST, Begin()),
    )


def bot_acts(now: Room, seat: int, action: wire.Action, why: wire.Why | None = None) -> Room:
    return folded(now, decisions.acted(now, Seat(seat), action, why))


def test_bots_moves_go_with_it_and_so_do_their_reasons() -> None:
    kept, lost = wire.Why("helps", {"seat": 2}, secret=True), wire.Why("useless", {"card": 3})
    begin = with_bots()
    now = bot_acts(acts(begin, HOST, ONE), 1, TWO, kept)
    now = acts(bot_acts(now, 2, THREE), HOST, ONE)
    now = bot_acts(now, 1, TWO, lost)
    assert [*now.reasons.values()] == [kept, lost]
    now = asked(now, HOST)
    assert now.taken_back == 1, "bots are not asked"
    assert [act.seat for act in now.acts] == [0, 1, 2]
    assert now.reasons == {2: kept}
    assert game_of(now).table.to_move == 0
    now = asked(now, HOST)
    assert (now.game, now.reasons, now.taken_back) == (begin.game, {}, 2)
    assert refused(now, HOST, TakeBack(now.version)) == Why.NOTHING_TO_TAKE_BACK


def test_a_question_outlives_the_moves_of_bots() -> None:
    now = after(
        new_room(players=3, first=0, take_back=True),
        (HOST, Sit(0, "Ada")),
        (HOST, SeatBot(1, "cautious")),
        (THIRD, Sit(2, "Cy")),
        (HOST, Begin()),
    )
    begin = now.game
    now = bot_acts(asked(acts(now, HOST, ONE), HOST), 1, TWO)
    assert sent(now, THIRD)["asking"] == {"seat": 0, "actions": 2, "waits_for_you": True}
    assert answered(now, THIRD, True).game == begin


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
        bot_acts(now, 1, wire.Play(card))
        for card in game_of(now).table.hands[1]
        if game_of(now).faces[card].value != 1
    )
    over = next(ends)
    assert result(game_of(over).table) is Result.LOST
    assert over.asking is None
    assert sent(over, THIRD)["asking"] is None


# what is left of the moves


def test_nothing_is_kept_of_cards_that_were_not_drawn() -> None:
    """Whoever draws such a card next, it is not one that somebody has written about."""
    now = moved(wire.Play(0))
    drawn = game_of(now).table.hands[0][-1]
    order = (drawn, 4, 3, 2, 1)
    now = after(now, (HOST, Note(drawn, "new")), (HOST, Note(1, "old")))
    now = after(now, (HOST, Arrange(order, turned=(drawn, 4))))
    now = answered(answered(asked(now, HOST), GUEST, True), THIRD, True)
    assert now.notes == {(HOST, 1): "old"}
    hand = sent(now, HOST)["play"]["hands"][0]
    assert [card["id"] for card in hand] == [4, 3, 2, 1, 0]
    assert [card["id"] for card in hand if card.get("turned")] == [4]
    now = acts(now, HOST, wire.Play(4))
    hand = sent(now, HOST)["play"]["hands"][0]
    assert [card["id"] for card in hand] == [3, 2, 1, 0, drawn], "a new card comes last"
    assert not any(card.get("turned") for card in hand)


@pytest.mark.parametrize("variant", ["base", "wild10+black+tiles+announce", "own5+bouquet"])
def test_any_number_of_moves_can_be_taken_back(variant: str) -> None:
    rng, game = drivers.chance(variant), options(variant, 2)
    deal = decisions.dealt(game, drivers.completing_first(game, rng), 0, chance())
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


def test_asking_twice_asks_once_and_those_who_left_meanwhile_are_not_waited_for() -> None:
    now = asked(moved(ONE), HOST)
    again = TakeBack(now.version)
    assert decisions.decide(now, HOST, again, chance()) == ()
    now = answered(now, GUEST, True)
    assert decisions.decide(now, HOST, TakeBack(now.version), chance()) == ()
    (row,) = decisions.decide(now, HOST, TakeBack(now.version), chance(), frozenset({THIRD}))
    assert row == rows.TookBack(0, 0)
