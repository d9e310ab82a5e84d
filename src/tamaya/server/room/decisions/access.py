"""Passwords: the host locks a table, and visitors enter with the password."""

from tamaya.server.room import log_rows, passwords
from tamaya.server.room.decisions.inputs import Randomness, Rows
from tamaya.server.room.refusals import LONGEST_PASSWORD, Refusal, RefusalReason
from tamaya.server.room.room import Room


def lock(password: str, chance: Randomness) -> Rows:
    """Lock the table with a password; an empty one unlocks it."""
    if len(password) > LONGEST_PASSWORD:
        raise Refusal(RefusalReason.BAD_PASSWORD)
    if not password:
        return (log_rows.TableLocked(),)
    salt = chance.token()
    return (log_rows.TableLocked(salt, passwords.digest(password, salt)),)


def knock(room: Room, visitor_id: str, password: str) -> Rows:
    """Admit a visitor who gives the right password."""
    if room.lock is None or room.may_enter(visitor_id):
        return ()
    if len(password) > LONGEST_PASSWORD or not passwords.matches(
        password, room.lock.salt, room.lock.digest
    ):
        raise Refusal(RefusalReason.WRONG_PASSWORD)
    return (log_rows.Admitted(visitor_id),)
