"""Who has seen all hands of a game without having a seat: the players are always told.

Every viewer is recorded at once, so that even a visit of less than a second is reported.
"""

from collections import Counter
from dataclasses import dataclass, field

from tamaya.server.room import log_rows
from tamaya.server.room.room import Room

MAX_LINES = 20  # in a game; later visitors are only counted
MAX_LINES_PER_ADDRESS = 5  # in a game, so that one address cannot use up the lines with new cookies
COUNT_EVERY = 60.0  # seconds between two rows that only count
MAX_REMEMBERED = 1_000  # visitors of a game; beyond that a visitor is counted at each visit


@dataclass(slots=True)
class HandsWatched:
    """Visitors who were shown all hands of a game by this process, even if they have left."""

    game: int = 0
    uncounted: int = 0  # visitors who are in no row of the log yet
    wrote: float | None = None  # when the last row was written
    _visitors: set[str] = field(default_factory=set)
    _lines: Counter[str] = field(default_factory=Counter)  # by address
    _addresses: set[str] = field(default_factory=set)  # of uncounted visitors who get a line

    def add(self, game: int, visitor: str, address: str = "") -> None:
        """Record a visitor who sees all hands of a game, unless that was done before."""
        if game != self.game:
            self.game, self.uncounted, self.wrote = game, 0, None
            self._visitors, self._lines, self._addresses = set(), Counter(), set()
        if visitor in self._visitors:
            return
        if len(self._visitors) < MAX_REMEMBERED:
            self._visitors.add(visitor)
        self.uncounted += 1
        if self._lines[address] < MAX_LINES_PER_ADDRESS:
            self._addresses.add(address)

    def seen_by(self, now: Room) -> int:
        """Return how many have seen all hands of the game, as far as this process knows."""
        return now.hands_seen_by + (self.uncounted if self.game == now.games_dealt else 0)

    def row(self, now: Room) -> log_rows.OnlookersSawHands | None:
        """Return the row that is missing in the log."""
        if not self.uncounted or self.game != now.games_dealt:
            return None
        line = bool(self._addresses) and now.watched_lines < MAX_LINES
        return log_rows.OnlookersSawHands(self.uncounted, line)

    def wait(self, now: Room, time: float) -> float:
        """Return the seconds before that row may be written: rows without a line are rare."""
        row = self.row(now)
        if row is None or row.line or self.wrote is None:
            return 0
        return max(0, self.wrote + COUNT_EVERY - time)

    def written(self, row: log_rows.OnlookersSawHands, time: float) -> None:
        """Note that the row is in the log; more visitors may have come meanwhile."""
        self.uncounted -= row.visitors
        self.wrote = time
        if row.line:
            self._lines.update(self._addresses)
        merit = {one for one in self._addresses if self._lines[one] < MAX_LINES_PER_ADDRESS}
        self._addresses = merit if self.uncounted else set()
