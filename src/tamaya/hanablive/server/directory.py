"""Names and numbers of everything that frames mention: users, players, tables, spectators."""

from datetime import UTC, datetime

from tamaya.hanablive.protocol.frames import ChatFrame, Spectator
from tamaya.hanablive.server.display_names import DisplayNames
from tamaya.hanablive.server.numeric_ids import TableNumbers
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import Tables
from tamaya.server.room.guests import guest_id
from tamaya.server.room.room import Room

MAX_TABLE_NAMES = 1000  # kept before those of closed tables are dropped


class Directory:
    """Looks up names and numbers for the tables of this process and the connected users."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.numbers = TableNumbers()
        self.online: dict[str, str] = {}  # names of connected users, by player id
        self.revision = 0  # grows when a user connects or disconnects: names may change
        self._table_names: dict[str, str] = {}  # of tables that bots opened
        self._display_names = DisplayNames()

    def add_user(self, name: str) -> None:
        """Register a user who has connected."""
        self.online[guest_id(name)] = name
        self.revision += 1
        self.tables.guests.come(name)

    def remove_user(self, name: str) -> None:
        """Remove a user who has disconnected."""
        del self.online[guest_id(name)]
        self.revision += 1
        self.tables.guests.go(name)

    def table_number(self, live: LiveTable) -> int:
        """Return a table's current number."""
        return self.numbers.current(live.id, live.room)

    def chat_frame(
        self, text: str, who: str, *, room: str = "", recipient: str = "", server: bool = False
    ) -> ChatFrame:
        """Return a chat message with the current time."""
        return ChatFrame(
            text, who, server=server, datetime=self.timestamp(), room=room, recipient=recipient
        )

    def timestamp(self) -> str:
        """Return the current time in hanab.live's format."""
        now = datetime.fromtimestamp(self.tables.now(), UTC)
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def player_names(self, room: Room) -> list[str | None]:
        """Return the names of the players at a table, by seat."""
        return [
            self._display_names.display_name(sitter.visitor_id, sitter.name, self.online)
            if sitter
            else None
            for sitter in room.seats
        ]

    def host_name(self, room: Room) -> str:
        """Return the name of the host, who may have no seat."""
        for sitter, name in zip(room.seats, self.player_names(room), strict=True):
            if sitter and sitter.visitor_id == room.host:
                return name or ""
        return self.online.get(room.host, "")

    def set_table_name(self, live: LiveTable, name: str) -> None:
        """Name a table that a bot has opened."""
        if len(self._table_names) >= MAX_TABLE_NAMES:
            here = self.tables.live
            self._table_names = {t: n for t, n in self._table_names.items() if t in here}
        self._table_names[live.id] = name

    def table_name(self, live: LiveTable) -> str:
        """Return the name of a table, made up from its number if nobody named it."""
        return self._table_names.get(live.id) or f"table {self.table_number(live)}"

    def spectators(self, live: LiveTable) -> tuple[Spectator, ...]:
        """Return the connected users who follow a table without a seat."""
        viewing = {viewer.visitor_id for viewer in live.viewers}
        return tuple(
            Spectator(name)
            for player_id, name in self.online.items()
            if player_id in viewing and not live.room.seats_of(player_id)
        )
