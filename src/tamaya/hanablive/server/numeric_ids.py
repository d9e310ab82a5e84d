"""Numeric ids, as hanab.live's protocol has them, for our tables, games and users."""

from collections.abc import Mapping
from hashlib import sha256
from itertools import count

from tamaya.server.hub.live_table import LiveTable
from tamaya.server.room.room import Room

ID_BYTES = 6  # small enough for the exact integers of any language
MAX_NUMBERS = 10_000  # table numbers kept before those of past games are dropped


def numeric_id(text: str) -> int:
    """Return the number of a user or a stored game, always the same for the same text."""
    return int.from_bytes(sha256(text.encode()).digest()[:ID_BYTES])


class TableNumbers:
    """The `tableID` of each table: a new number for each game, as if the table were reopened."""

    def __init__(self) -> None:
        self._next = count(1)
        self._numbers: dict[tuple[str, int], int] = {}
        self._games: dict[int, tuple[str, int]] = {}

    def for_game(self, table: str, game: int) -> int:
        """Return the number of a table during one of its games, counted from 1."""
        key = table, game
        if key not in self._numbers:
            number = self._numbers[key] = next(self._next)
            self._games[number] = key
        return self._numbers[key]

    def current(self, table: str, room: Room) -> int:
        """Return the number of a table during the current game, or the next one between games."""
        return self.for_game(table, room.games_dealt + (not room.playing))

    def table_of(self, number: int) -> str | None:
        """Return the table that has or had this number."""
        return self._games.get(number, (None,))[0]

    def is_outdated(self, number: int, room: Room) -> bool:
        """Return whether a number belongs to a game before the latest one."""
        return self._games.get(number, ("", -1))[1] < room.games_dealt

    def __len__(self) -> int:
        return len(self._games)

    def prune(self, tables: Mapping[str, LiveTable]) -> None:
        """Drop the numbers of closed tables and past games once there are too many."""
        if len(self) <= MAX_NUMBERS:
            return
        recent = {
            number: (table, game)
            for number, (table, game) in self._games.items()
            if table in tables and game >= tables[table].room.games_dealt
        }
        self._games, self._numbers = recent, {key: number for number, key in recent.items()}
