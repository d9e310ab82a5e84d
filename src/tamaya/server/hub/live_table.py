"""One table in memory and the connections that look at it: no store and no clock in here."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tamaya.server.hub.hands_watched import HandsWatched
from tamaya.server.limits.fair_queue import Priority, Share
from tamaya.server.room import log_rows, messages, room
from tamaya.server.room.changes import changes
from tamaya.server.room.projection import (
    AlreadySent,
    Presence,
    PublicMoment,
    distinct_visitors,
    is_onlooker,
    project,
    public_moment,
    sees_all_hands,
)
from tamaya.server.room.room import Room
from tamaya.server.store.store import StoredRow


class TableUpdate(NamedTuple):
    """A message, and how it travels: perhaps as what has changed since the one before."""

    message: messages.TableView | messages.PasswordNeeded
    text: str


def _told(message: messages.TableView | messages.PasswordNeeded) -> TableUpdate:
    return TableUpdate(message, messages.encode(message).decode())


@dataclass(eq=False, slots=True)
class _ForOnlookers:
    """What onlookers are sent at one moment: each message is made once for all of them."""

    version: int
    stirs: int
    presence: Presence  # who comes or goes meanwhile is told of at the next moment
    whole: dict[AlreadySent, TableUpdate] = field(default_factory=dict)
    changed: dict[tuple[int, AlreadySent], tuple[messages.TableView, TableUpdate]] = field(
        default_factory=dict
    )

    def since(self, before: messages.TableView, has: AlreadySent) -> TableUpdate:
        """What has changed for those who have this message; the whole table if that is shorter."""
        key = id(before), has
        if key not in self.changed:  # which also holds on to the message, so that its id is its own
            self.changed[key] = before, _shorter(before, self.whole[has])
        return self.changed[key][1]


def _shorter(before: messages.TableView, whole: TableUpdate) -> TableUpdate:
    assert isinstance(whole.message, messages.TableView)
    change = changes(before, whole.message)
    if change is None:
        return whole
    text = messages.encode(change).decode()
    return TableUpdate(whole.message, text) if len(text) < len(whole.text) else whole


@dataclass(eq=False, slots=True)
class Viewer:
    """A connection that looks at a table: told that something changed, it asks for the newest."""

    who: str
    events_from: int = 0  # what it has already
    lines_from: int = 0
    address: str = ""  # where the connection comes from
    stranger: bool = False  # without a cookie: the id is new with every connection
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: list[messages.RefusedMessage] = field(default_factory=list)  # still to be sent
    shown: tuple[int, int] = (0, 0)  # version and presence that were sent last
    branch: tuple[int, int, bool] | None = None  # game, take-backs, bots' own reasons
    asleep: bool = False  # connected, but does not answer
    name: str = ""  # of somebody without a seat, where it is known
    sent_away: bool = False  # to make room for somebody else
    changes: bool = False  # may be sent what has changed instead of whole tables
    latest: messages.TableView | None = None  # what it was sent last, if so

    def has_events_of(self, game: int, taken_back: int) -> None:
        """The events that it has are of this game, after so many take-backs."""
        self.branch = game, taken_back, False

    @property
    def known_as(self) -> str:
        """By what this visitor is known again; strangers by their address."""
        return f"stranger at {self.address}" if self.stranger else self.who

    def refuse(self, refusal: messages.RefusedMessage) -> None:
        """Tell this viewer alone."""
        self.refusals.append(refusal)
        self.changed.set()

    def news(self, live: "LiveTable") -> messages.TableView | messages.PasswordNeeded | None:
        """The table as it is now, if this viewer has not been sent it."""
        told = self.told(live)
        return None if told is None else told.message

    def told(self, live: "LiveTable") -> TableUpdate | None:
        """The same, as it travels."""
        now = live.room
        if self.shown == (now.version, live.stirs):
            return None
        self.shown = now.version, live.stirs
        opened = not now.playing and bool(now.private_reasons)
        branch = now.games_dealt, now.taken_back, opened
        goes_on = self.branch in ((None, branch) if now.playing else (branch,))
        beyond = now.game is not None and self.events_from > len(now.game.history)
        if not goes_on or beyond:  # another game, moves taken back, or bots' reasons are open now
            self.events_from = 0
        self.branch = branch
        has = AlreadySent(self.events_from, self.lines_from)
        told = live.told(self.who, has, self.latest)
        table, self.latest = told.message, None
        if isinstance(table, messages.TableView):
            self.lines_from = table.lines_from + len(table.lines)
            self.events_from += len(table.play.events) if table.play else 0
            self.latest = table if self.changes else None
        return told


@dataclass(eq=False, slots=True)
class LiveTable:
    """One table in memory."""

    id: str
    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    elsewhere: dict[str, frozenset[str]] = field(default_factory=dict)  # viewers, by process
    onlookers_elsewhere: dict[str, dict[str, int]] = field(default_factory=dict)  # by process
    ours: bool = True  # whether this process made the last row: then its bots think
    thinker: tuple[str, int] = "", 0  # another process, and the move that it thinks about
    stirs: int = 0  # how often viewers were to be told who is there
    comings: int = 0  # how often somebody came or went
    stirring: asyncio.TimerHandle | None = None  # they will be told soon
    hands_watched: HandsWatched = field(default_factory=HandsWatched)
    counting: asyncio.TimerHandle | None = None  # a row of those who watched hands is due then
    bots: asyncio.Task[None] | None = None
    share: Share | None = None  # under which a bot waits to think
    gone: bool = False  # deleted from the store
    _shown: tuple[Room, PublicMoment] | None = None  # the game when it was shown last
    _presence: tuple[tuple[int, int, int], Presence] | None = None  # at which moment
    _for_onlookers: _ForOnlookers | None = None

    def presence(self) -> Presence:
        """Who is there now: worked out once for all viewers."""
        now = self._now()
        if self._presence is None or self._presence[0] != now:
            people = {*self.room.seated_visitors(), self.room.host}
            looking = self.looking()
            away = frozenset(self.away & people - looking)
            self._presence = now, Presence(away, len(looking - people), self._watchers())
        return self._presence[1]

    def _now(self) -> tuple[int, int, int]:
        return self.room.version, self.stirs, self.comings

    def _shows_hands(self) -> bool:
        """Whether a game is on whose hands are shown to onlookers."""
        return self.room.playing and self.room.settings.watch == "hands"

    def watching_here(self) -> frozenset[str]:
        """Those at this process who have no seat and see all hands."""
        if not self._shows_hands():
            return frozenset()
        return frozenset(
            viewer.who for viewer in self.viewers if sees_all_hands(self.room, viewer.who)
        )

    def remember_watchers(self, viewers: Iterable[Viewer]) -> None:
        """Remember which of these viewers see all hands, whether or not they stay."""
        for viewer in viewers if self._shows_hands() else ():
            if sees_all_hands(self.room, viewer.who):
                self.hands_watched.add(self.room.games_dealt, viewer.known_as, viewer.address)

    def _watchers(self) -> messages.Watchers | None:
        if not self._shows_hands():
            return None
        elsewhere = frozenset[str]().union(*self.elsewhere.values())
        watching = self.watching_here() | {
            who for who in elsewhere if sees_all_hands(self.room, who)
        }
        names = {viewer.name for viewer in self.viewers if viewer.who in watching} - {""}
        return messages.Watchers(
            len(watching),
            max(len(watching), self.hands_watched.seen_by(self.room)),
            self.room.host in watching,
            tuple(sorted(names, key=str.casefold)),
        )

    def onlookers_here(self) -> list[Viewer]:
        """The connections of this process that nobody at the table depends on."""
        known = distinct_visitors(self.room)
        there = (viewer for viewer in self.viewers if viewer.who not in known)
        return [viewer for viewer in there if not viewer.sent_away]

    def told(
        self, who: str, has: AlreadySent, before: messages.TableView | None = None
    ) -> TableUpdate:
        """What a visitor is sent who has so much already: made once for all onlookers.

        An onlooker who has the message `before` may be sent what has changed since.
        """
        if not is_onlooker(self.room, who) or not self.room.may_enter(who):
            return _told(project(self.room, who, has, self.presence(), self.public()))
        now, made = (self.room.version, self.stirs), self._for_onlookers
        if made is None or (made.version, made.stirs) != now:
            made = self._for_onlookers = _ForOnlookers(*now, self.presence())
        if has not in made.whole:
            made.whole[has] = _told(project(self.room, who, has, made.presence, self.public()))
        return made.whole[has] if before is None else made.since(before, has)

    def there(self) -> set[str]:
        """Everybody who looks on, here or at another process."""
        here = {viewer.who for viewer in self.viewers if not viewer.asleep}
        return here.union(*self.elsewhere.values())

    def looking(self) -> set[str]:
        """Those of them who may see the table."""
        return {who for who in self.there() if self.room.may_enter(who)}

    def is_deserted(self) -> bool:
        """Whether only bots sit here, and nobody looks on: there is nobody to play for."""
        return not self.room.seated_visitors() and not self.looking()

    def share_now(self) -> Share:
        """Whose share of all bots' thinking this table's counts towards: that of the first player
        who is there, otherwise the host's."""
        looking, host = self.looking(), self.room.host
        seated = next((who for who in self.room.seated_visitors() if who in looking), None)
        priority = Priority.WATCHED if looking else Priority.DESERTED
        if seated is not None:
            priority = Priority.SEATED
        who = seated or host
        at = {viewer.who: viewer.address for viewer in self.viewers}
        address = at.get(who) or min((at[one] for one in looking if one in at), default="")
        return Share(priority, address, who, self.id)

    def public(self) -> messages.GameView | None:
        """What everybody sees of the game: made once for all viewers."""
        now, then = self.room, self._shown
        if now.game is None:
            return None
        if then is None or then[0] is not now:
            goes_on = then is not None and _is_the_same_game(then[0], now)
            self._shown = (
                now,
                public_moment(now.game, now.arrangements, then[1] if then and goes_on else None),
            )
        return self._shown[1].view if self._shown else None

    def begin_anew(self, loaded: Room, *, ours: bool) -> None:
        """Take the table as its log has it now: rows that were taken in already have changed."""
        self.room, self.ours, self._shown, self._for_onlookers = loaded, ours, None, None

    def show(self) -> None:
        """Tell all viewers that something changed."""
        for viewer in self.viewers:
            viewer.changed.set()


def _is_the_same_game(then: Room, now: Room) -> bool:
    """Whether a game has only gone on in the meantime."""
    return (then.games_dealt, then.taken_back) == (now.games_dealt, now.taken_back)


def apply_new_rows(live: LiveTable, added: Iterable[StoredRow]) -> bool:
    """Take rows of a table's log into its room; whether any of them was new."""
    now = live.room
    for stored in added:
        if stored.seq == now.version:
            now = room.fold(now, log_rows.decode(stored.body))
    new = now is not live.room
    live.room, live.ours = now, live.ours and not new
    return new
