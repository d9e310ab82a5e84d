"""Sends each user the changes at its tables, in the list of tables and of other users."""

from contextlib import suppress

from tamaya.hanablive.protocol import frames
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.hanablive.server.table_faults import TableFaults
from tamaya.hanablive.server.table_list import TableList, table_list_changes
from tamaya.hanablive.server.table_session import TableSession
from tamaya.hanablive.server.user import User, Users


class Updates:
    """Brings users up to date."""

    def __init__(self, users: Users, table_list: TableList, faults: TableFaults) -> None:
        self.users = users
        self.table_list = table_list
        self.faults = faults

    def send_session(self, user: User, session: TableSession) -> None:
        """Send a user what is new at one table; games that the protocol lacks are left out."""
        if session.is_over:
            return
        with suppress(UnsupportedRules):
            for frame in session.updates():
                user.send(frame)
                if isinstance(frame, frames.TableGoneFrame):
                    user.known_tables.pop(frame.table_id, None)

    def send_all(self, user: User) -> None:
        """Send a user everything that is new, and tell all users what this one does."""
        for session in [*user.sessions.values()]:
            with self.faults.isolate(session.live):
                self.send_session(user, session)  # the last actions come before `tableGone`
        visible = self.table_list.visible_to(user)
        for frame in table_list_changes(user.known_tables, visible):
            user.send(frame)
        user.known_tables = visible
        status = status_frame(user)
        if status != user.last_status:
            user.last_status = status
            for other in self.users.values():
                other.send(status)


def status_frame(user: User) -> frames.UserFrame:
    """Return what a user is doing."""
    status, table = frames.IN_LOBBY, 0
    for session in user.sessions.values():
        if session.seat is None:
            status, table = frames.SPECTATING, session.table_number
        elif session.live.room.playing:
            status, table = frames.PLAYING, session.table_number
        elif session.has_joined:
            status, table = frames.BEFORE_GAME, session.table_number
    return frames.UserFrame(user.number, user.name, status, table)
