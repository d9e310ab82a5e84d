"""Locked tables: who needs the password, and what is kept of it."""

import msgspec
import pytest

from support.server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    THIRD,
    after,
    chance,
    folded,
    new_room,
    playing,
    refused,
    sent,
)
from tamaya.server.room import decisions, log_rows, messages, passwords, wire
from tamaya.server.room.messages import (
    Act,
    Answer,
    Arrange,
    Begin,
    Change,
    Clear,
    FromClient,
    HandOver,
    Knock,
    Lock,
    Note,
    Say,
    SeatBot,
    Sit,
    Stand,
    TakeBack,
)
from tamaya.server.room.refusals import LONGEST_PASSWORD, RefusalReason
from tamaya.server.room.room import Room

PASSWORD = "hanabi at eight"
CLOSED = {"type": "closed"}


def locked() -> Room:
    return after(playing(), (HOST, Lock(PASSWORD)))


def test_a_locked_table_is_closed_to_strangers() -> None:
    now = locked()
    assert sent(now, STRANGER) == CLOSED
    assert sent(now, HOST)["locked"] is True
    assert sent(playing(), HOST)["locked"] is False


@pytest.mark.parametrize(
    "message",
    [
        Sit(0, "Cy"),
        Stand(),
        SeatBot(0, "random"),
        Clear(0),
        Change(log_rows.Settings()),
        Lock("mine"),
        HandOver(0),
        Begin(),
        Act(5, wire.GiveValueClue(1, 1)),
        Arrange(()),
        Note(0, "x"),
        Say("hello"),
        TakeBack(5),
        Answer(5, yes=True),
    ],
    ids=lambda message: type(message).__name__,
)
def test_a_locked_table_listens_to_nothing_but_a_knock(message: FromClient) -> None:
    assert refused(locked(), STRANGER, message) == RefusalReason.LOCKED


def test_host_and_sitters_need_no_password() -> None:
    now = locked()
    for who in (HOST, GUEST):
        assert sent(now, who)["type"] == "table"
        assert after(now, (who, Knock("whatever"))) == now, "nothing to be done"
    assert after(now, (HOST, Act(now.version, wire.GiveValueClue(1, 1)))).playing


def test_whoever_knows_the_password_comes_in() -> None:
    now = locked()
    for wrong in ("", "Hanabi at eight", PASSWORD + " ", "x" * (LONGEST_PASSWORD + 1), "\0"):
        assert refused(now, STRANGER, Knock(wrong)) == RefusalReason.WRONG_PASSWORD
    now = after(now, (STRANGER, Knock(PASSWORD)))
    assert sent(now, STRANGER)["type"] == "table"
    assert sent(now, THIRD) == CLOSED
    assert after(now, (STRANGER, Knock(PASSWORD))) == now
    assert refused(now, STRANGER, Sit(0, "Cy")) == RefusalReason.SEAT_TAKEN, (
        "and may ask like anybody"
    )


def test_a_new_password_locks_again_and_an_empty_one_unlocks() -> None:
    now = after(locked(), (STRANGER, Knock(PASSWORD)), (HOST, Lock("another")))
    assert sent(now, STRANGER) == CLOSED
    assert refused(now, STRANGER, Knock(PASSWORD)) == RefusalReason.WRONG_PASSWORD
    now = after(now, (HOST, Lock("")))
    assert sent(now, STRANGER)["locked"] is False
    assert after(now, (STRANGER, Knock("whatever"))) == now
    assert refused(now, HOST, Lock("x" * (LONGEST_PASSWORD + 1))) == RefusalReason.BAD_PASSWORD
    assert after(now, (HOST, Lock("x" * LONGEST_PASSWORD))).lock is not None


def test_whoever_sat_there_when_it_was_locked_needs_no_password() -> None:
    now = after(new_room(), (GUEST, Sit(1, "Bo")), (HOST, Lock(PASSWORD)))
    assert sent(now, GUEST)["type"] == "table"
    assert sent(after(now, (GUEST, Stand())), GUEST)["type"] == "table"


def test_the_log_holds_no_password() -> None:
    rows_of = [decisions.decide(new_room(), HOST, Lock(PASSWORD), chance(n)) for n in (1, 2)]
    (first,), (second,) = rows_of
    assert PASSWORD.encode() not in log_rows.encode(first)
    assert isinstance(first, log_rows.TableLocked)
    assert isinstance(second, log_rows.TableLocked)
    assert first.digest != second.digest, "salted"
    assert passwords.matches(PASSWORD, first.salt, first.digest)
    assert not passwords.matches(PASSWORD, second.salt, first.digest)
    locked = folded(new_room(), rows_of[0])
    for who in (HOST, STRANGER):
        bytes_sent = str(sent(locked, who))
        assert first.digest not in bytes_sent
        assert first.salt not in bytes_sent


@pytest.mark.parametrize("password", ["žluťoučký kůň", "花火", "🎆" * 20])
def test_passwords_in_any_script(password: str) -> None:
    now = after(new_room(), (HOST, Lock(password)))
    assert after(now, (STRANGER, Knock(password))).admitted == {STRANGER}


def test_half_a_character_is_no_message() -> None:
    with pytest.raises(msgspec.MsgspecError):
        messages.decode('{"type":"knock","password":"\\ud800"}')
