"""A connected user: the tables that it follows, and frames waiting to be sent."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct

from tamaya.hanablive.protocol import codec, frames
from tamaya.hanablive.server.numeric_ids import numeric_id
from tamaya.hanablive.server.table_session import TableSession
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.room import guests

MAX_QUEUED = 5000  # frames; a client that reads no more than this is disconnected


class User:
    """One connection of an account."""

    def __init__(self, name: str, address: str = "") -> None:
        self.name = name
        self.address = address  # the network address of the connection
        self.player_id = guests.guest_id(name)
        self.number = numeric_id(self.player_id)
        self.sessions: dict[str, TableSession] = {}  # by table
        self.known_tables: dict[int, frames.TableFrame] = {}  # as last sent, by number
        self.last_status: frames.UserFrame | None = None  # as last sent
        self.outbox = asyncio.Queue[str | None]()  # None: close the connection
        self._ignored_games = set[tuple[str, int]]()  # table and game

    def send(self, frame: Struct) -> None:
        """Queue a frame."""
        self._queue(codec.encode(frame))

    def send_list(self, command: str, body: Sequence[Struct]) -> None:
        """Queue a frame whose body is a list."""
        self._queue(codec.encode_list(command, body))

    def close(self) -> None:
        """Close the connection once the queued frames are sent."""
        self.outbox.put_nowait(None)

    def _queue(self, text: str) -> None:
        queued = self.outbox.qsize()
        if queued <= MAX_QUEUED:
            self.outbox.put_nowait(text if queued < MAX_QUEUED else None)

    def ignore_game(self, live: LiveTable) -> None:
        """Note that the user does not want to follow the current game of a table."""
        self._ignored_games.add((live.id, live.room.games_dealt))

    def stop_ignoring(self, live: LiveTable) -> None:
        """Note that the user follows the current game of a table again."""
        self._ignored_games.discard((live.id, live.room.games_dealt))

    def ignores_game(self, live: LiveTable) -> bool:
        """Return whether a game is being played that the user does not want to follow."""
        return live.room.playing and (live.id, live.room.games_dealt) in self._ignored_games


Users = dict[str, User]  # those who are connected, by player id
