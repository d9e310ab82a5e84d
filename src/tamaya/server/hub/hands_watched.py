"""Who has been shown all hands of a game without having a seat: nobody is, unseen.

Whoever comes is remembered at once, so that a visit of less than a second is told of as well.
"""

from collections import Counter
from dataclasses import dataclass, field

from tamaya.server.room import log_rows
from tamaya.server.room.room import Room

MOST_LINES = 20  # in a game; later visitors are only counted
LINES_OF_ADDRESS = 5  # in a game, so that one address cannot use up the lines with new cookies
COUNT_EVERY = 60.0  # seconds between two rows that only count
MOST_REMEMBERED = 1_000  # visitors of a game; beyond that whoever comes again is counted again


@dataclass(slots=True)
class HandsWatched:
    """Those who were shown all hands of a game by this process, even if they have left."""

    game: int = 0
    uncounted: int = 0  # visitors who are in no row of the log yet
    wrote: float | None = None  # when the last row was written
    _visitors: set[str] = field(default_factory=set)
    _lines: Counter[str] = field(default_factory=Counter)  # by address
    _addresses: set[str] = field(default_factory=set)  # of uncounted visitors who merit a line

    def add(self, game: int, visitor: str, address: str = "") -> None:
        """A visitor sees all hands of a game; one who has been here before changes nothing."""
        if game != self.game:
            self.game, self.uncounted, self.wrote = game, 0, None
            self._visitors, self._lines, self._addresses = set(), Counter(), set()
        if visitor in self._visitors:
            return
        if len(self._visitors) < MOST_REMEMBERED:
            self._visitors.add(visitor)
        self.uncounted += 1
        if self._lines[address] < LINES_OF_ADDRESS:
            self._addresses.add(address)

    def seen_by(self, now: Room) -> int:
        """How many have seen all hands of the game, as far as this process knows."""
        return now.hands_seen_by + (self.uncounted if self.game == now.games_dealt else 0)

    def row(self, now: Room) -> log_rows.OnlookersSawHands | None:
        """The row that is missing in the log."""
        if not self.uncounted or self.game != now.games_dealt:
            return None
        line = bool(self._addresses) and now.watched_lines < MOST_LINES
        return log_rows.OnlookersSawHands(self.uncounted, line)

    def wait(self, now: Room, time: float) -> float:
        """Seconds before that row may be written: rows without a line are rare."""
        row = self.row(now)
        if row is None or row.line or self.wrote is None:
            return 0
        return max(0, self.wrote + COUNT_EVERY - time)

    def written(self, row: log_rows.OnlookersSawHands, time: float) -> None:
        """The row is in the log; more visitors may have come meanwhile."""
        self.uncounted -= row.visitors
        self.wrote = time
        if row.line:
            self._lines.update(self._addresses)
        merit = {one for one in self._addresses if self._lines[one] < LINES_OF_ADDRESS}
        self._addresses = merit if self.uncounted else set()
