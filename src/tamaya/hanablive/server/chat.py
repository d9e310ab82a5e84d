"""Chat: messages to the lobby, to one user and to a table, and commands typed as messages."""

from tamaya.hanablive.protocol.commands import RequestedOptions
from tamaya.hanablive.server.gateway import Gateway
from tamaya.hanablive.server.refusals import CommandRefused
from tamaya.hanablive.server.table_session import TableSession
from tamaya.hanablive.server.table_settings import change_variant
from tamaya.hanablive.server.user import User
from tamaya.server.room import messages
from tamaya.server.room.refusals import LONGEST_TEXT

MAX_MESSAGE_LENGTH = 1000
AMBIGUOUS_INVITATION = "you are at several tables; leave all but one, or say which: /join table{}"


def send_to_lobby(gateway: Gateway, user: User, text: str) -> None:
    """Send a message to every connected user."""
    message = gateway.directory.chat_frame(text[:MAX_MESSAGE_LENGTH], user.name, room="lobby")
    for other in gateway.users.values():
        other.send(message)


def send_private(gateway: Gateway, user: User, text: str, recipient: str) -> None:
    """Send a private message to the user with this name, if connected, and back to its sender."""
    other = gateway.user_named(recipient)
    if other is not None and other is not user:
        gateway.updates.send_all(other)  # an invitation is about a table
        _check_invitation(user, other, text.split())
    name = recipient if other is None else other.name
    message = gateway.directory.chat_frame(text[:MAX_MESSAGE_LENGTH], user.name, recipient=name)
    user.send(message)
    if other is not None and other is not user:
        other.send(message)


def _check_invitation(user: User, other: User, words: list[str]) -> None:
    """Refuse a `/join` from a user at several tables: the receiver looks for the sender's table."""
    if words[:1] != ["/join"]:
        return
    tables = [t for t in other.known_tables.values() if user.name in t.players and not t.running]
    if len(tables) > 1 and not any(f"table{table.id}" in words for table in tables):
        raise CommandRefused(AMBIGUOUS_INVITATION.format(tables[-1].id))


async def send_to_room(gateway: Gateway, user: User, session: TableSession, text: str) -> None:
    """Send a message to everybody at a table, or carry out `/setvariant NAME`."""
    word, _, rest = text.strip().partition(" ")
    if word == "/setvariant":
        requested = RequestedOptions(variant_name=rest.strip())
        settings = change_variant(session.live.room.settings, requested)
        await gateway.send_to_table(user, session.live, messages.Change(settings))
        return
    line = " ".join(text.split())[:LONGEST_TEXT]
    await gateway.send_to_table(user, session.live, messages.Say(line))
