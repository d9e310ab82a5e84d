"""Guests: players of other programs, seated by the host like our own bots."""

import pytest

from support.server.rooms import (
    GUEST,
    HOST,
    THIRD,
    after,
    game_of,
    new_room,
    playing,
    refused,
    sent,
)
from tamaya.server.room.guests import Guests, guest_id, is_guest
from tamaya.server.room.log_rows import Settings
from tamaya.server.room.messages import Act, Begin, Change, End, Invite, Note, Sit
from tamaya.server.room.refusals import LONGEST_NOTE, RefusalReason
from tamaya.server.room.wire import GiveValueClue

BOT = guest_id("Will-bot")


def test_a_guest_is_nobody_else() -> None:
    assert is_guest(BOT)
    assert not is_guest(HOST)
    assert not is_guest(None)
    assert guest_id("WILL-BOT") == BOT


def test_who_can_be_invited() -> None:
    here = Guests()
    here.come("Will-bot")
    here.come("ada-bot")
    assert list(here) == ["ada-bot", "Will-bot"]
    assert "Will-bot" in here
    assert "will-bot" not in here, "as it is spelled"
    here.go("Will-bot")
    here.go("Will-bot")
    assert list(here) == ["ada-bot"]


def test_the_host_seats_a_guest() -> None:
    now = after(new_room(players=2), (HOST, Sit(0, "Ada")), (HOST, Invite(1, "Will-bot")))
    assert sent(now, HOST)["seats"][1] == {"name": "Will-bot", "guest": True}
    assert sent(now, BOT)["you"] == 1
    assert refused(now, HOST, Invite(0, "Will-bot")) == RefusalReason.SEATED_ALREADY
    assert refused(now, BOT, Invite(0, "other")) == RefusalReason.NOT_HOST
    begun = after(now, (HOST, Begin()))
    assert begun.playing
    assert refused(begun, HOST, Invite(1, "other")) == RefusalReason.PRESENT


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (Invite(7, "Will-bot"), RefusalReason.NO_SUCH_SEAT),
        (Invite(1, "ADA"), RefusalReason.NAME_TAKEN),
        (Invite(1, "a\nb"), RefusalReason.BAD_NAME),
    ],
)
def test_invitations_that_cannot_be(message: Invite, why: RefusalReason) -> None:
    assert refused(after(new_room(), (HOST, Sit(0, "Ada"))), HOST, message) == why


def test_guests_play_only_what_they_know() -> None:
    strange = new_room(players=2, variant="base+tiles")
    assert refused(strange, HOST, Invite(1, "Will-bot")) == RefusalReason.NOT_FOR_GUESTS
    now = after(new_room(players=2), (HOST, Sit(0, "Ada")), (HOST, Invite(1, "Will-bot")))
    other = after(now, (HOST, Change(Settings("wild10+black", 2))))
    assert refused(other, HOST, Begin()) == RefusalReason.NOT_FOR_GUESTS


def test_a_guest_takes_the_place_of_somebody_who_is_away_and_has_seen_nothing() -> None:
    now, gone = playing(players=3), frozenset({GUEST})
    now = after(now, (HOST, Invite(1, "Will-bot")), away=gone)
    assert now.seats_of(BOT) == (1,)
    lost = after(now, (HOST, Invite(1, "other")), away=frozenset({BOT}))
    assert refused(lost, HOST, Invite(2, "Will-bot"), frozenset({THIRD})) == RefusalReason.SAW_CARDS


def test_powers_never_pass_to_a_guest() -> None:
    now = after(new_room(players=3), (HOST, Invite(0, "Will-bot")), (GUEST, Sit(1, "Bo")))
    away = frozenset({HOST})
    assert not now.acts_as_host(BOT, away)
    assert now.acts_as_host(GUEST, away)
    assert not now.acts_as_host(BOT, away | {GUEST})


def test_guests_write_about_all_cards_that_were_drawn() -> None:
    now = after(
        new_room(players=2, first=0),
        (HOST, Sit(0, "Ada")),
        (HOST, Invite(1, "Will-bot")),
        (HOST, Begin()),
        (BOT, Note(0, "f")),
        (BOT, Note(9, "kt")),
    )
    assert now.notes == {(BOT, 0): "f", (BOT, 9): "kt"}
    for wrong in (Note(10, "x"), Note(-1, "x"), Note(1, "x" * (LONGEST_NOTE + 1))):
        assert refused(now, BOT, wrong) == RefusalReason.BAD_NOTE
    assert refused(now, HOST, Note(10, "in the deck")) == RefusalReason.BAD_NOTE
    moved = after(now, (HOST, Act(now.version, GiveValueClue(1, game_of(now).faces[5].value))))
    assert after(moved, (HOST, End(moved.version))).notes == now.notes
