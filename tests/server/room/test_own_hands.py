"""One's own cards: kept in any order, turned, with notes that nobody else reads."""

from random import Random

import pytest

from support.server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    acts,
    after,
    game_of,
    new_room,
    playing,
    refused,
    sent,
    some_action,
)
from tamaya.rules import legal_actions, view
from tamaya.server.room import wire
from tamaya.server.room.messages import Act, Arrange, Begin, Clear, End, Note, Sit
from tamaya.server.room.projection import arranged_hand
from tamaya.server.room.refusals import LONGEST_NOTE, RefusalReason
from tamaya.server.room.room import Room


def hand(now: Room, who: str, seat: int) -> list[int]:
    """The cards of a hand, in the order in which a visitor is shown them."""
    return [card["id"] for card in sent(now, who)["play"]["hands"][seat]]


def test_own_cards_in_another_order_for_everybody() -> None:
    now = after(playing(), (HOST, Arrange((4, 2, 0, 1, 3), turned=(2, 3))))
    for who in (HOST, GUEST, STRANGER):
        assert hand(now, who, 0) == [4, 2, 0, 1, 3]
        assert hand(now, who, 1) == [5, 6, 7, 8, 9]
        shown = sent(now, who)["play"]["hands"]
        assert [card.get("turned", False) for card in shown[0]] == [False, True, False, False, True]
        assert not any("turned" in card for card in shown[1])


@pytest.mark.parametrize(
    ("order", "turned"),
    [
        ((), ()),
        ((0, 1, 2, 3), ()),
        ((0, 1, 2, 3, 4, 4), ()),
        ((0, 1, 2, 3, 3), ()),
        ((0, 1, 2, 3, 5), ()),
        ((0, 1, 2, 3, -1), ()),
        ((5, 6, 7, 8, 9), ()),
        ((0, 1, 2, 3, 4), (5,)),
        ((0, 1, 2, 3, 4), (1, 1)),
    ],
)
def test_what_is_no_order_of_the_own_cards(order: tuple[int, ...], turned: tuple[int, ...]) -> None:
    assert refused(playing(), HOST, Arrange(order, turned)) == RefusalReason.BAD_ARRANGEMENT


def test_new_cards_come_last_and_gone_cards_leave_no_gap() -> None:
    now = after(playing(), (HOST, Arrange((4, 3, 2, 1, 0), turned=(3,))))
    now = acts(now, HOST, wire.PlayCard(3))
    assert hand(now, GUEST, 0) == [4, 2, 1, 0, 10]
    now = acts(now, GUEST, wire.PlayCard(5))
    assert hand(now, HOST, 1) == [6, 7, 8, 9, 11]
    now = after(now, (HOST, Arrange((10, 0, 1, 2, 4))))
    assert hand(now, HOST, 0) == [10, 0, 1, 2, 4]
    assert arranged_hand((), (1, 2)) == ()


def test_the_order_is_for_the_eyes_only() -> None:
    """Legality, the game and what can be said in the log stay as they were."""
    now = playing()
    arranged = after(now, (HOST, Arrange((4, 3, 2, 1, 0), turned=(0, 1))))
    assert arranged.game == now.game
    assert (arranged.actions, arranged.game_version) == (now.actions, now.game_version)
    assert sent(arranged, HOST)["play"]["legal"] == sent(now, HOST)["play"]["legal"]
    assert game_of(arranged).table.hands == game_of(now).table.hands


def test_an_arrangement_ends_with_the_game() -> None:
    now = after(playing(), (GUEST, Arrange((9, 8, 7, 6, 5), turned=(5,))))
    over = after(now, (HOST, End(now.version)))
    assert hand(over, HOST, 1) == [9, 8, 7, 6, 5]
    assert hand(after(over, (HOST, Begin())), HOST, 1) == [5, 6, 7, 8, 9]


def test_only_players_in_a_game_arrange_and_note() -> None:
    lonely = after(new_room(players=2), (HOST, Sit(0, "Ada")))
    for message in (Arrange((0, 1, 2, 3, 4)), Note(0, "x")):
        assert refused(lonely, HOST, message) == RefusalReason.NO_GAME
        assert refused(playing(), STRANGER, message) == RefusalReason.NOT_SEATED


# notes


def test_a_note_is_sent_to_its_writer_only() -> None:
    now = after(playing(watch="hands"), (HOST, Note(2, " keep, it is a 5 ")))
    mine = sent(now, HOST)["play"]["hands"][0]
    assert [card.get("note") for card in mine] == [None, None, "keep, it is a 5", None, None]
    for who in (GUEST, STRANGER):
        assert "keep" not in str(sent(now, who))
    over = after(now, (HOST, End(now.version)))
    assert "keep" in str(sent(over, HOST))
    assert "keep" not in str(sent(over, GUEST))


def test_a_note_on_a_teammates_card_is_for_its_writer_alone() -> None:
    now = after(playing(watch="hands"), (HOST, Note(6, "needs a clue")))
    theirs = sent(now, HOST)["play"]["hands"][1]
    assert [card.get("note") for card in theirs] == [None, "needs a clue", None, None, None]
    for who in (GUEST, STRANGER):
        assert "needs a clue" not in str(sent(now, who))
    game = game_of(now)
    moved = acts(now, HOST, wire.PlayCard(game.table.hands[0][0]))
    assert refused(moved, HOST, Note(game.table.hands[0][0], "gone")) == RefusalReason.BAD_NOTE


def test_on_a_shared_device_only_own_cards_have_notes() -> None:
    """Whoever has the device next would read what was written about their cards."""
    now = playing(hot_seat=True)
    assert refused(now, HOST, Note(6, "it is a 5")) == RefusalReason.BAD_NOTE


def test_a_note_is_written_over_and_wiped() -> None:
    now = after(playing(), (HOST, Note(2, "one")), (HOST, Note(3, "other")), (HOST, Note(2, "two")))
    assert now.notes == {(HOST, 2): "two", (HOST, 3): "other"}
    assert after(now, (HOST, Note(2, "  "))).notes == {(HOST, 3): "other"}
    assert after(now, (HOST, Note(4, ""))).notes == now.notes


def test_a_note_that_is_there_already_makes_no_row() -> None:
    now = after(playing(), (HOST, Note(2, "one")))
    for again in (Note(2, "one"), Note(2, " one "), Note(3, "")):
        assert after(now, (HOST, again)).version == now.version
    assert after(now, (HOST, Note(2, "two"))).version == now.version + 1
    assert after(now, (HOST, Note(2, ""))).version == now.version + 1


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (10, "in the deck"),
        (-1, "none"),
        (60, "none"),
        (0, "x" * (LONGEST_NOTE + 1)),
        (0, "a\nb"),
        (0, "\u202eevil"),
    ],
)
def test_notes_that_cannot_be(card: int, text: str) -> None:
    assert refused(playing(), HOST, Note(card, text)) == RefusalReason.BAD_NOTE


def test_the_longest_note_fits() -> None:
    assert after(playing(), (HOST, Note(0, "x" * LONGEST_NOTE))).notes


def test_a_newcomer_on_the_seat_does_not_read_the_notes() -> None:
    now = after(playing(players=3), (GUEST, Note(6, "private")))
    gone = frozenset({GUEST})
    now = after(now, (HOST, Clear(1)), (STRANGER, Sit(1, "Di")), away=gone)
    assert sent(now, STRANGER)["you"] == 1
    assert "private" not in str(sent(now, STRANGER))
    now = after(now, (STRANGER, Note(6, "my own")))
    now = after(now, (HOST, Clear(1)), (GUEST, Sit(1, "Bo")), away=frozenset({STRANGER}))
    assert "private" in str(sent(now, GUEST)), "whoever wrote it and comes back reads it again"
    assert "my own" not in str(sent(now, GUEST))


def test_notes_end_with_the_game() -> None:
    now = after(playing(), (HOST, Note(2, "old")))
    again = after(now, (HOST, End(now.version)), (HOST, Begin(same_deal=True)))
    assert again.notes == {}


# versions


def test_talk_and_order_make_no_action_stale() -> None:
    now = playing()
    version = now.version
    later = after(now, (GUEST, Arrange((9, 8, 7, 6, 5))), (GUEST, Note(5, "hm")))
    assert later.version == version + 2
    moved = after(later, (HOST, Act(version, wire.GiveValueClue(1, 1))))
    assert game_of(moved).table.clue_tokens == 7
    assert refused(moved, GUEST, Act(version, wire.GiveValueClue(0, 1))) == RefusalReason.STALE


def test_legal_actions_are_those_of_the_view_whatever_is_arranged() -> None:
    rng = Random(5)  # noqa: S311 - tests
    now = playing("black+tiles+announce", 3)
    while now.playing:
        seat = game_of(now).table.to_move
        cards = list(game_of(now).table.hands[seat])
        rng.shuffle(cards)
        who = (HOST, GUEST)[seat]
        now = after(now, (who, Arrange(tuple(cards), tuple(cards[:2]))))
        expected = [wire.from_rules(a) for a in legal_actions(view(game_of(now), seat))]
        assert len(sent(now, who)["play"]["legal"]) == len(expected)
        who, message = some_action(now, rng)
        assert message.action in expected
        now = after(now, (who, message))
