"""The gateway: connected users of hanab.live's protocol among the tables of this process."""

import logging

from tamaya.hanablive.protocol import frames
from tamaya.hanablive.server.directory import Directory
from tamaya.hanablive.server.session_manager import SessionManager
from tamaya.hanablive.server.table_faults import TableFaults
from tamaya.hanablive.server.table_list import TableList
from tamaya.hanablive.server.table_poller import AWAY_AFTER, TablePoller
from tamaya.hanablive.server.updates import Updates, status_frame
from tamaya.hanablive.server.user import User, Users
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import DamagedTable, NoSuchTable, Tables
from tamaya.server.room import messages
from tamaya.server.room.guests import guest_id
from tamaya.server.store.store import StoreError

MAX_OWN_TABLES = 20  # of one user, searched for games when it connects
WELCOME = "This is a Tamaya server: hanab.live's protocol, and variants that both play."
log = logging.getLogger(__name__)


class Gateway:
    """Connects and disconnects users, and holds the parts that serve them."""

    def __init__(self, tables: Tables, away_after: float = AWAY_AFTER) -> None:
        self.tables = tables
        self.users: Users = {}
        self.directory = Directory(tables)
        faults = TableFaults()
        self.table_list = TableList(self.directory, faults)
        self.updates = Updates(self.users, self.table_list, faults)
        self.sessions = SessionManager(self.directory, self.updates)
        self.poller = TablePoller(self.users, self.updates, self.sessions, away_after)

    def close(self) -> None:
        """Stop the background work."""
        self.poller.stop()

    async def connect(self, user: User) -> None:
        """Send a new user the first frames; an older connection of the same account is closed."""
        games = await self._games_of(user)
        older = self.users.get(user.player_id)
        if older is not None:
            older.send(frames.ErrorFrame("You have logged in from somewhere else."))
            self.disconnect(older)
        self.users[user.player_id] = user
        self.directory.add_user(user.name)
        self.poller.start()
        playing = tuple(self.directory.table_number(live) for live in games)
        user.send(frames.WelcomeFrame(user.number, user.name, playing_at_tables=playing))
        user.send_list("userList", [status_frame(one) for one in self.users.values()])
        user.known_tables = self.table_list.visible_to(user)
        user.send_list("tableList", list(user.known_tables.values()))
        user.send(frames.ChatListFrame())
        user.send(self.directory.chat_frame(WELCOME, "", room="lobby", server=True))
        user.send_list("gameHistory", ())

    def disconnect(self, user: User) -> None:
        """Close a user's sessions and connection."""
        for session in [*user.sessions.values()]:
            self.sessions.close(user, session)
        user.close()
        if self.is_connected(user):
            del self.users[user.player_id]
            self.directory.remove_user(user.name)
            for other in self.users.values():
                other.send(frames.UserLeftFrame(user.number))

    def is_connected(self, user: User) -> bool:
        """Return whether this is the account's current connection."""
        return self.users.get(user.player_id) is user

    def user_named(self, name: str) -> User | None:
        """Return the connected user with this name."""
        return self.users.get(guest_id(name))

    async def _games_of(self, user: User) -> list[LiveTable]:
        """Return the tables where a user plays; it follows them again by `tableReattend`."""
        found = []
        for table in await self.tables.store.tables_of(user.player_id, MAX_OWN_TABLES):
            live = await self.find_table(table)
            if live is not None and live.room.playing and live.room.seats_of(user.player_id):
                user.ignore_game(live)
                found.append(live)
        return found

    async def send_to_table(
        self, user: User, live: LiveTable, message: messages.FromClient
    ) -> None:
        """Let a table handle a message of a user, or raise `Refusal`."""
        await self.tables.handle(live, user.player_id, message, user.address)

    async def find_table(self, table: str) -> LiveTable | None:
        """Return a table; None if there is none, or it cannot be read."""
        try:
            return await self.tables.find(table)
        except (NoSuchTable, DamagedTable):
            return None
        except StoreError:
            raise
        except Exception:  # such as a table written by a newer version
            log.exception("a table of a hanab.live client cannot be read")
            return None
