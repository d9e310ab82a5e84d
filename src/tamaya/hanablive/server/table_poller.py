"""Looks at all tables several times a second: new seats, silent bots, changes in the list."""

import asyncio
import logging
import time

from tamaya.hanablive.server.directory import Directory
from tamaya.hanablive.server.invitations import Invitations
from tamaya.hanablive.server.session_manager import SessionManager
from tamaya.hanablive.server.table_faults import TableFaults
from tamaya.hanablive.server.table_session import TableSession
from tamaya.hanablive.server.updates import Updates
from tamaya.hanablive.server.user import User, Users
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.room.guests import is_guest

POLL_INTERVAL = 0.1  # seconds
MAX_POLL_INTERVAL = 5.0  # seconds, however long a poll takes
AWAY_AFTER = 60.0  # seconds after which a user who is to move and sends nothing is away
log = logging.getLogger(__name__)


class TablePoller:
    """Polls while any user is connected."""

    def __init__(
        self,
        users: Users,
        updates: Updates,
        sessions: SessionManager,
        away_after: float = AWAY_AFTER,
    ) -> None:
        self.users = users
        self.updates = updates
        self.sessions = sessions
        self.away_after = away_after
        self.directory: Directory = sessions.directory
        self.faults: TableFaults = updates.faults
        self.invitations = Invitations(self.directory, updates)
        self._polling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Poll until nobody is connected, unless that is going on already."""
        if self._polling is None or self._polling.done():
            self._polling = asyncio.create_task(self._poll())

    def stop(self) -> None:
        """Stop polling."""
        if self._polling is not None:
            self._polling.cancel()

    async def _poll(self) -> None:
        took = 0.0
        while self.users:
            pause = max(POLL_INTERVAL, min(10 * took, MAX_POLL_INTERVAL))  # at most a tenth busy
            await asyncio.sleep(pause)
            started = time.thread_time()  # time that other processes took does not count
            try:
                self.poll_once()
            except Exception:  # the next poll may succeed
                log.exception("a poll of the tables for hanab.live clients failed")
            took = time.thread_time() - started

    def poll_once(self) -> None:
        """Look at every table and every session once."""
        tables = self.directory.tables.live
        self.updates.table_list.prune()
        self.faults.prune(tables)
        self.directory.numbers.prune(tables)
        for live in [*tables.values()]:
            with self.faults.isolate(live):
                self._find_new_seats(live)
        for user in [*self.users.values()]:
            for session in [*user.sessions.values()]:
                with self.faults.isolate(session.live):
                    self._check_session(user, session)
            self.updates.send_all(user)

    def _find_new_seats(self, live: LiveTable) -> None:
        """Open sessions for users who were given a seat; invite those who have not joined."""
        if not live.room.playing and not _has_people(live):
            return
        for player_id in live.room.seated_visitors():
            user = self.users.get(player_id)
            if user is None or live.id in user.sessions or user.ignores_game(live):
                continue
            session = self.sessions.open(user, live)
            if not live.room.playing:
                self.invitations.invite(user, session)

    def _check_session(self, user: User, session: TableSession) -> None:
        """Close a session where nobody is left to play with; mark a silent user as away."""
        live = session.live
        waiting = not live.room.playing and not session.has_joined
        up_to_date = session.following is None and not session.viewer.changed.is_set()
        if waiting and up_to_date and not _has_people(live):
            self.sessions.close(user, session)
            return
        if session.stop_loading():
            self.updates.send_session(user, session)
        silent = time.monotonic() - session.last_heard > self.away_after
        if session.to_move and silent:
            self.directory.tables.presence.set_idle(live, session.viewer, idle=True)


def _has_people(live: LiveTable) -> bool:
    """Return whether anybody views a table who is not a bot of hanab.live's protocol."""
    return any(not is_guest(viewer.visitor_id) for viewer in live.viewers)
