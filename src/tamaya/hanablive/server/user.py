"""A user: somebody connected, with frames that wait to be sent."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from tamaya.hanablive.protocol import codec, frames
from tamaya.hanablive.server.ids import number_of
from tamaya.server.hub.tables import Live
from tamaya.server.room import guests

if TYPE_CHECKING:
    from tamaya.hanablive.server.table_session import Attendance

MOST_WAITING = 5000  # frames for somebody who does not read them


class User:
    """One connection of an account."""

    def __init__(self, name: str, address: str = "") -> None:
        self.name = name
        self.address = address  # where the connection comes from
        self.who = guests.visitor(name)
        self.number = number_of(self.who)
        self.at: dict[str, Attendance] = {}  # by table
        self.shown: dict[int, frames.TableFrame] = {}  # of the list of tables, by number
        self.status: frames.UserFrame | None = None
        self.looking_away = set[tuple[str, int]]()  # tables, each in one of its games
        self.outbox = asyncio.Queue[str | None]()  # nothing: hang up

    def send(self, frame: Struct) -> None:
        """Send a frame as soon as those before it are sent."""
        self._put(codec.encode(frame))

    def send_list(self, command: str, body: Sequence[Struct]) -> None:
        """Send a frame whose body is a list."""
        self._put(codec.encode_list(command, body))

    def close(self) -> None:
        """Hang up after what waits to be sent."""
        self.outbox.put_nowait(None)

    def _put(self, text: str) -> None:
        waiting = self.outbox.qsize()
        if waiting <= MOST_WAITING:
            self.outbox.put_nowait(text if waiting < MOST_WAITING else None)

    def looks_away_from(self, live: Live) -> None:
        """The user does not want to see this game now."""
        self.looking_away.add((live.id, live.room.games))

    def looks_away(self, live: Live) -> bool:
        """Whether the user does not want to see the game that is on."""
        return live.room.playing and (live.id, live.room.games) in self.looking_away
