"""Invitations: a private message `/join` from somebody who sits at the table."""

from itertools import count

from tamaya.hanablive.server.directory import Directory
from tamaya.hanablive.server.table_session import TableSession
from tamaya.hanablive.server.updates import Updates
from tamaya.hanablive.server.user import User
from tamaya.server.room.guests import guest_id


class Invitations:
    """Asks users who were given a seat to join their table."""

    def __init__(self, directory: Directory, updates: Updates) -> None:
        self.directory = directory
        self.updates = updates

    def invite(self, user: User, session: TableSession) -> None:
        """Ask a user to join; until it answers it counts as away."""
        self.directory.tables.presence.set_idle(session.live, session.viewer, idle=True)
        self.updates.send_all(user)
        number = session.table_number
        if number not in user.known_tables:
            return  # the table's rules do not exist in the protocol
        inviter = self._inviter(user, number)
        if inviter not in user.known_tables[number].players:
            session.stand_in = inviter
            self.updates.send_all(user)
        user.send(self.directory.chat_frame("/join", inviter, recipient=user.name))

    def _inviter(self, user: User, number: int) -> str:
        """Return a player's name that a bot finds at this table only, made up if need be.

        Bots join the table where the sender of `/join` sits.
        """
        here = user.known_tables[number].players
        others = [table for table in user.known_tables.values() if table.id != number]
        elsewhere = {name for table in others for name in table.players}
        elsewhere |= {spectator.name for table in others for spectator in table.spectators}
        if (known := next((name for name in here if name not in elsewhere), None)) is not None:
            return known
        made_up = (f"{here[0] if here else 'table'}-{n}" for n in count(number))
        online = self.directory.online
        return next(n for n in made_up if n not in elsewhere and guest_id(n) not in online)
