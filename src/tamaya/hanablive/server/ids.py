"""Numbers and names as hanab.live has them: of tables, games and users."""

from collections.abc import Mapping
from hashlib import sha256
from itertools import count

from tamaya.server.hub.live_table import Live
from tamaya.server.room.guests import is_guest, visitor
from tamaya.server.room.room import Room

BYTES = 6  # of a number made from a text: any program's numbers hold it
MOST_NAMES = 10_000  # of visitors that are remembered
MOST_NUMBERS = 10_000  # of tables, before those of the past are forgotten


def number_of(text: str) -> int:
    """A number for a user or a game: always the same."""
    return int.from_bytes(sha256(text.encode()).digest()[:BYTES])


class TableNumbers:
    """A table has another number for each of its games, as if a new table were opened for it."""

    def __init__(self) -> None:
        self._next = count(1)
        self._numbers: dict[tuple[str, int], int] = {}
        self._games: dict[int, tuple[str, int]] = {}

    def of(self, table: str, game: int) -> int:
        """The number of a table for one of its games."""
        key = table, game
        if key not in self._numbers:
            number = self._numbers[key] = next(self._next)
            self._games[number] = key
        return self._numbers[key]

    def now(self, table: str, room: Room) -> int:
        """The number of a table for the game that is on, or that comes next."""
        return self.of(table, room.games + (not room.playing))

    def table(self, number: int) -> str | None:
        """The table with this number, also if it has another one by now."""
        return self._games.get(number, (None,))[0]

    def is_old(self, number: int, room: Room) -> bool:
        """Whether this is the number of a game before the one that is on, or was last."""
        return self._games.get(number, ("", -1))[1] < room.games

    def __len__(self) -> int:
        return len(self._games)

    def tidy(self, here: Mapping[str, Live]) -> None:
        """Of too many numbers only those are kept by which programs may know these tables."""
        if len(self) <= MOST_NUMBERS:
            return
        recent = {
            number: (table, game)
            for number, (table, game) in self._games.items()
            if table in here and game >= here[table].room.games
        }
        self._games, self._numbers = recent, {key: number for number, key in recent.items()}


class Names:
    """Names of visitors: among programs each must be another's, and none that of a guest."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[str, str]] = {}  # visitor: name at the table, name for programs
        self._whose: dict[str, str] = {}

    def shown(self, who: str | None, name: str, guests: set[str]) -> str:
        """What somebody at a table is called; `guests` are the ids of those connected."""
        if is_guest(who):
            return name
        tries = (name if n == 1 else f"{name}-{n}" for n in count(1))
        allowed = (one for one in tries if visitor(one) not in guests)
        if who is None:  # a bot of ours, as there are at many tables
            return next(allowed)
        known = self._of.get(who)
        if known is not None and known[0] == name and visitor(known[1]) not in guests:
            return known[1]
        if len(self._of) >= MOST_NAMES:
            self._of.clear()
            self._whose.clear()
        new = next(one for one in allowed if self._is_free(one, who))
        self._of[who] = name, new
        self._whose[visitor(new)] = who
        return new

    def _is_free(self, name: str, who: str) -> bool:
        return self._whose.get(visitor(name), who) == who
