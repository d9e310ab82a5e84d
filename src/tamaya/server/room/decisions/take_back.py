"""Take-backs: who may take moves back, and who has to agree."""

from itertools import takewhile

from tamaya.rules import Seat
from tamaya.rules.events import Clued, Drew
from tamaya.server.room import log_rows, messages, wire
from tamaya.server.room.decisions.inputs import NO_VISITORS, Rows, game_at
from tamaya.server.room.refusals import MOST_ASKED, MOST_TAKEN_BACK, Refusal, RefusalReason
from tamaya.server.room.room import Room


def ask_take_back(room: Room, visitor_id: str) -> Rows:
    """Ask the other people for a take-back; without other people, take back at once."""
    why = take_back_refusal(room, visitor_id)
    if why is not None:
        raise Refusal(why)
    keep, asking = last_action_of(room, visitor_id), room.take_back_request
    assert keep is not None, "there is something to take back"
    seat = room.actions[keep].seat
    asked = asking is not None and (asking.visitor_id, asking.keep) == (visitor_id, keep)
    agreed = asking.agreed if asking and asked else NO_VISITORS
    if not _other_members(room, visitor_id) - agreed:
        return (log_rows.TookBack(seat, keep),)
    if asked:
        return ()
    if room.take_backs_asked >= MOST_ASKED:
        raise Refusal(RefusalReason.ASKED_TOO_OFTEN)
    return (log_rows.TakeBackAsked(seat, keep),)


def take_back_refusal(room: Room, visitor_id: str) -> RefusalReason | None:
    """Return why a visitor cannot take a move back now, even with everybody's consent, if so."""
    if not room.settings.take_back:
        return RefusalReason.NO_TAKE_BACK
    keep = last_action_of(room, visitor_id)
    if keep is None:
        return RefusalReason.NOTHING_TO_TAKE_BACK
    if room.taken_back >= MOST_TAKEN_BACK:
        return RefusalReason.NO_MORE_TAKE_BACKS
    if not _other_members(room, visitor_id) and not _learned_nothing(room, keep):
        return RefusalReason.NOBODY_TO_AGREE
    return None


def last_action_of(room: Room, visitor_id: str) -> int | None:
    """Return the index of a visitor's last action among the actions of the game."""
    seats = room.seats_of(visitor_id)
    own = (n for n in range(len(room.actions) - 1, -1, -1) if room.actions[n].seat in seats)
    return next(own, None)


def _other_members(room: Room, visitor_id: str) -> frozenset[str]:
    """Return everybody else who has to agree, also those who are away and may come back."""
    return frozenset(room.members()) - {visitor_id}


def _learned_nothing(room: Room, keep: int) -> bool:
    """Whether the player who made the action at index `keep` has learned nothing from it since.

    That is so only for a clue that is still the last action. A play or a discard reveals a card and
    draws another, and a clue granted by a bonus tile is followed by the draw of that turn. Every
    later move of a bot depends on what it sees, which includes the hand of the player who asks.
    """
    act, *more = room.actions[keep:]
    if more or not isinstance(act.action, wire.GiveColourClue | wire.GiveValueClue):
        return False
    since = takewhile(lambda event: not isinstance(event, Clued), reversed(game_at(room).history))
    return not any(isinstance(event, Drew) for event in since)


def answer_take_back(room: Room, visitor_id: str, seat: Seat, answer: messages.Answer) -> Rows:
    """Agree to a take-back or decline it; with the last consent it is carried out."""
    asking = room.take_back_request
    if asking is None or (asking.visitor_id == visitor_id and answer.yes):
        raise Refusal(RefusalReason.NOTHING_TO_TAKE_BACK)
    if answer.version < asking.asked_at:
        raise Refusal(RefusalReason.STALE)
    if answer.yes and visitor_id in asking.agreed:
        return ()
    answered = log_rows.TakeBackAnswered(seat, answer.yes)
    waiting = _other_members(room, asking.visitor_id) - asking.agreed - {visitor_id}
    if answer.yes and not waiting:
        return (answered, log_rows.TookBack(asking.seat, asking.keep))
    return (answered,)
