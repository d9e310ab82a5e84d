"""What users say: to all, to one, at a table; and the few orders that are said at a table."""

from tamaya.hanablive.protocol.commands import RequestedOptions
from tamaya.hanablive.server.gateway import Door
from tamaya.hanablive.server.table_session import Attendance
from tamaya.hanablive.server.table_settings import change_variant
from tamaya.hanablive.server.user import User
from tamaya.server.room import messages
from tamaya.server.room.decisions import LONGEST_TEXT

LONGEST_MESSAGE = 1000
SEVERAL = "you are at several tables; leave all but one, or say which: /join table{}"


class Unwilling(Exception):
    """An order that is not obeyed; the words say why."""


def said_to_all(door: Door, user: User, text: str) -> None:
    """Everybody in the lobby reads it."""
    told = door.chat(text[:LONGEST_MESSAGE], user.name, room="lobby")
    for other in door.users.values():
        other.send(told)


def said_to_one(door: Door, user: User, text: str, recipient: str) -> None:
    """The user with this name reads it, if connected; so does whoever said it."""
    other = door.named(recipient)
    if other is not None and other is not user:
        door.refresh(other)  # an invitation is about a table
        _check_leads_to_one(user, other, text.split())
    known = recipient if other is None else other.name
    told = door.chat(text[:LONGEST_MESSAGE], user.name, recipient=known)
    user.send(told)
    if other is not None and other is not user:
        other.send(told)


def _check_leads_to_one(user: User, other: User, words: list[str]) -> None:
    """Who is asked to join looks for the table where the asker sits: there must be only one."""
    if words[:1] != ["/join"]:
        return
    tables = [t for t in other.shown.values() if user.name in t.players and not t.running]
    if len(tables) > 1 and not any(f"table{table.id}" in words for table in tables):
        raise Unwilling(SEVERAL.format(tables[-1].id))


async def said_at_table(door: Door, user: User, at: Attendance, text: str) -> None:
    """Everybody at the table reads it, unless it is an order."""
    word, _, rest = text.strip().partition(" ")
    if word == "/setvariant":
        settings = change_variant(
            at.live.room.settings, RequestedOptions(variant_name=rest.strip())
        )
        await door.tables.handle(at.live, user.who, messages.Change(settings), user.address)
        return
    said = " ".join(text.split())[:LONGEST_TEXT]
    await door.tables.handle(at.live, user.who, messages.Say(said), user.address)
