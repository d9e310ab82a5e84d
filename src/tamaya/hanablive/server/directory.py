"""What everything is called at the door: people, tables, onlookers; and how words are sent."""

from datetime import UTC, datetime

from tamaya.hanablive.protocol import frames
from tamaya.hanablive.server.ids import Names, TableNumbers
from tamaya.hanablive.server.user import User
from tamaya.server.hub.tables import Live, Tables
from tamaya.server.room.guests import visitor
from tamaya.server.room.room import Room

MOST_NAMES = 1000  # of tables that are remembered


class Naming:
    """The users and tables of the door, with their names and numbers."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.numbers = TableNumbers()
        self.users: dict[str, User] = {}  # by id
        self.table_names: dict[str, str] = {}  # of tables that were opened here
        self._names = Names()

    def chat(
        self, text: str, who: str, *, room: str = "", recipient: str = "", server: bool = False
    ) -> frames.ChatFrame:
        """Something said."""
        return frames.ChatFrame(
            text, who, server=server, datetime=self.time(), room=room, recipient=recipient
        )

    def time(self) -> str:
        """Now, as the site writes it."""
        now = datetime.fromtimestamp(self.tables.now(), UTC)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def names_at(self, now: Room) -> list[str | None]:
        """What everybody at a table is called, by seat."""
        users = set(self.users)
        return [self._names.shown(s.who, s.name, users) if s else None for s in now.seats]

    def named(self, name: str) -> User | None:
        """The connected user with this name."""
        return self.users.get(visitor(name))

    def host_name(self, now: Room) -> str:
        """What the host is called, who may have no seat."""
        for sitter, name in zip(now.seats, self.names_at(now), strict=True):
            if sitter and sitter.who == now.host:
                return name or ""
        return self.users[now.host].name if now.host in self.users else ""

    def call(self, live: Live, name: str) -> None:
        """Give a table a name."""
        if len(self.table_names) >= MOST_NAMES:
            self.table_names = {t: n for t, n in self.table_names.items() if t in self.tables.live}
        self.table_names[live.id] = name

    def name_of(self, live: Live) -> str:
        """What a table is called."""
        return self.table_names.get(live.id) or f"table {self.numbers.now(live.id, live.room)}"

    def spectators(self, live: Live) -> tuple[frames.Spectator, ...]:
        """The users who look on at a table."""
        return tuple(
            frames.Spectator(user.name)
            for user in self.users.values()
            if live.id in user.at and not live.room.seats_of(user.who)
        )
