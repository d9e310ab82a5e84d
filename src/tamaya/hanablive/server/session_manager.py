"""Opens and closes users' sessions at tables, and keeps each session up to date."""

import asyncio
from contextlib import suppress

from tamaya.hanablive.protocol.frames import LeftFrame
from tamaya.hanablive.server.directory import Directory
from tamaya.hanablive.server.table_session import TableSession
from tamaya.hanablive.server.updates import Updates
from tamaya.hanablive.server.user import User
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.room import messages
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.store import StoreError


class SessionManager:
    """The sessions of all users."""

    def __init__(self, directory: Directory, updates: Updates) -> None:
        self.directory = directory
        self.tables = directory.tables
        self.updates = updates
        self._following: dict[TableSession, asyncio.Task[None]] = {}
        self._sending = set[asyncio.Task[None]]()  # messages in a user's name

    def open(self, user: User, live: LiveTable) -> TableSession:
        """Let a user follow a table; return the session that it has there already, if any."""
        if live.id not in user.sessions:
            viewer = Viewer(user.player_id, address=user.address, name=user.name)
            session = user.sessions[live.id] = TableSession(self.directory, viewer, live)
            user.stop_ignoring(live)
            self._following[session] = asyncio.create_task(self._follow(user, session))
            self.tables.presence.connect(live, viewer)
        return user.sessions[live.id]

    def close(self, user: User, session: TableSession) -> None:
        """Let a user stop following a table; a seat there is kept."""
        user.sessions.pop(session.live.id, None)
        task = self._following.pop(session, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()
        self.tables.presence.disconnect(session.live, session.viewer)

    def leave_finished_tables(self, user: User, here: LiveTable) -> None:
        """Give up a user's seats at other tables whose game is over and which it unattended."""
        for session in [*user.sessions.values()]:
            live = session.live
            idle = not live.room.playing and session.joined is None
            if live is not here and idle and session.seat is not None:
                self._send_for(user, live, messages.Stand())

    async def _follow(self, user: User, session: TableSession) -> None:
        """Send a user what happens at a table until the session ends."""
        viewer = session.viewer
        while True:
            viewer.changed.clear()
            if session.is_over:
                user.send(LeftFrame(session.joined or session.table_number))
                self.close(user, session)
                return
            self.updates.send_session(user, session)
            self._decline_take_back(user, session.live)
            await viewer.changed.wait()

    def _decline_take_back(self, user: User, live: LiveTable) -> None:
        """Answer no for a bot, because hanab.live's protocol has no take-backs."""
        room, asking = live.room, live.room.take_back_request
        asked = asking is not None and asking.visitor_id != user.player_id
        if asked and room.seats_of(user.player_id):
            self._send_for(user, live, messages.Answer(room.version, yes=False))

    def _send_for(self, user: User, live: LiveTable, message: messages.FromClient) -> None:
        """Send a table a message in a user's name that the user itself did not send."""

        async def send() -> None:
            with suppress(Refusal, StoreError):
                await self.tables.handle(live, user.player_id, message)

        task = asyncio.create_task(send())
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
