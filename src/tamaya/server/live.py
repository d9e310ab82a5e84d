"""One table in memory and the connections that look at it: no store and no clock in here."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from tamaya.server import messages, room, rows
from tamaya.server.limits import Allowance
from tamaya.server.room import Room
from tamaya.server.seen import Has, Moment, Presence, moment, seen
from tamaya.server.store import Stored

KNOCKS, KNOCKS_PER_SECOND = 10, 0.5  # passwords tried or set at one table


@dataclass(eq=False, slots=True)
class Viewer:
    """A connection that looks at a table: told that something changed, it asks for the newest."""

    who: str
    events_from: int = 0  # what it has already
    lines_from: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: list[messages.Refused] = field(default_factory=list)  # still to be sent
    shown: tuple[int, int] = (0, 0)  # version and presence that were sent last
    branch: tuple[int, int, bool] | None = None  # game, take-backs, secrets of its events
    asleep: bool = False  # connected, but does not answer

    def refuse(self, refusal: messages.Refused) -> None:
        """Tell this viewer alone."""
        self.refusals.append(refusal)
        self.changed.set()

    def news(self, live: "Live") -> messages.TableIs | messages.Closed | None:
        """The table as it is now, if this viewer has not been sent it."""
        now = live.room
        if self.shown == (now.version, live.stirs):
            return None
        self.shown = now.version, live.stirs
        opened = not now.playing and any(why.secret for why in now.reasons.values())
        branch = now.games, now.taken_back, opened
        goes_on = self.branch in ((None, branch) if now.playing else (branch,))
        if not goes_on:  # another game, moves taken back, or the end that opens secret reasons
            self.events_from = 0
        self.branch = branch
        has = Has(self.events_from, self.lines_from)
        table = seen(now, self.who, has, live.presence(), live.public())
        if isinstance(table, messages.TableIs):
            self.lines_from = table.lines_from + len(table.lines)
            self.events_from += len(table.play.events) if table.play else 0
        return table


@dataclass(eq=False, slots=True)
class Live:
    """One table in memory."""

    id: str
    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    elsewhere: dict[str, frozenset[str]] = field(default_factory=dict)  # viewers, by process
    ours: bool = True  # whether this process made the last row: then its bots think
    thinker: tuple[str, int] = "", 0  # another process, and the move that it thinks about
    knocks: Allowance = field(default_factory=lambda: Allowance(KNOCKS, KNOCKS_PER_SECOND))
    stirs: int = 0  # how often somebody came or went
    bots: asyncio.Task[None] | None = None
    gone: bool = False  # deleted from the store
    _shown: tuple[Room, Moment] | None = None  # the game when it was shown last
    _presence: tuple[tuple[int, int], Presence] | None = None  # at a version, after some stirs

    def presence(self) -> Presence:
        """Who is there now: worked out once for all viewers."""
        now = self.room.version, self.stirs
        if self._presence is None or self._presence[0] != now:
            people = {*self.room.people(), self.room.host}
            looking = {who for who in self.there() if self.room.may_enter(who)}
            there = Presence(frozenset(self.away & people - looking), len(looking - people))
            self._presence = now, there
        return self._presence[1]

    def there(self) -> set[str]:
        """Everybody who looks on, here or at another process."""
        here = {viewer.who for viewer in self.viewers if not viewer.asleep}
        return here.union(*self.elsewhere.values())

    def public(self) -> messages.Play | None:
        """What everybody sees of the game: made once for all viewers."""
        now, then = self.room, self._shown
        if now.game is None:
            return None
        if then is None or then[0] is not now:
            goes_on = then is not None and _is_the_same_game(then[0], now)
            self._shown = now, moment(now.game, now.arranged, then[1] if then and goes_on else None)
        return self._shown[1].play if self._shown else None

    def begin_anew(self, loaded: Room, *, ours: bool) -> None:
        """Take the table as its log has it now: rows that were taken in already have changed."""
        self.room, self.ours, self._shown = loaded, ours, None

    def show(self) -> None:
        """Tell all viewers that something changed."""
        for viewer in self.viewers:
            viewer.changed.set()


def _is_the_same_game(then: Room, now: Room) -> bool:
    """Whether a game has only gone on in the meantime."""
    return (then.games, then.taken_back) == (now.games, now.taken_back)


def goes_on(live: Live, added: Iterable[Stored]) -> bool:
    """Take rows of a table's log into its room; whether any of them was new."""
    now = live.room
    for stored in added:
        if stored.seq == now.version:
            now = room.fold(now, rows.decode(stored.body))
    new = now is not live.room
    live.room, live.ours = now, live.ours and not new
    return new
