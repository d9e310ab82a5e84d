"""One table in memory and the connections to it, without store and clock."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tamaya.server.hub.hands_watched import HandsWatched
from tamaya.server.limits.fair_queue import Priority, Share
from tamaya.server.room import log_rows, messages, room
from tamaya.server.room.changes import difference
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

TableMessage = messages.TableView | messages.PasswordNeeded


class TableUpdate(NamedTuple):
    """A message, and its text on the wire: perhaps only what has changed since the one before."""

    message: TableMessage
    text: str


def _encode(message: TableMessage) -> TableUpdate:
    return TableUpdate(message, messages.encode(message).decode())


@dataclass(eq=False, slots=True)
class _ForOnlookers:
    """What onlookers are sent at one moment: each message is encoded once for all of them."""

    version: int
    presence_version: int
    presence: Presence  # whoever connects or leaves meanwhile is in the next message
    whole: dict[AlreadySent, TableUpdate] = field(default_factory=dict)
    changed: dict[tuple[int, AlreadySent], tuple[messages.TableView, TableUpdate]] = field(
        default_factory=dict
    )

    def since(self, before: messages.TableView, has: AlreadySent) -> TableUpdate:
        """What has changed since this message; the whole table if that is shorter."""
        key = id(before), has
        if key not in self.changed:  # it also keeps the message alive, so that its id is unique
            self.changed[key] = before, _shorter(before, self.whole[has])
        return self.changed[key][1]


def _shorter(before: messages.TableView, whole: TableUpdate) -> TableUpdate:
    assert isinstance(whole.message, messages.TableView)
    change = difference(before, whole.message)
    if change is None:
        return whole
    text = messages.encode(change).decode()
    return TableUpdate(whole.message, text) if len(text) < len(whole.text) else whole


@dataclass(eq=False, slots=True)
class Viewer:
    """A connection to a table. When `changed` is set, it fetches the newest state."""

    visitor_id: str
    events_from: int = 0  # events of the game that the client already has
    lines_from: int = 0  # lines of talk that the client already has
    address: str = ""  # network address
    stranger: bool = False  # without a cookie: the id is new with every connection
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    refusals: list[messages.RefusedMessage] = field(default_factory=list)  # still to be sent
    sent_version: tuple[int, int] = (0, 0)  # of the room and of the presence
    branch: tuple[int, int, bool] | None = None  # game, take-backs, bots' own reasons
    idle: bool = False  # connected, but does not answer
    name: str = ""  # of somebody without a seat, where it is known
    evicted: bool = False  # has to leave, to make room for somebody else
    changes: bool = False  # may be sent what has changed instead of whole tables
    latest: messages.TableView | None = None  # what it was sent last, if so

    def has_events_of(self, game: int, taken_back: int) -> None:
        """Note that the events it has are of this game, after so many take-backs."""
        self.branch = game, taken_back, False

    @property
    def known_as(self) -> str:
        """The key by which this visitor is recognized; strangers share that of their address."""
        return f"stranger at {self.address}" if self.stranger else self.visitor_id

    def refuse(self, refusal: messages.RefusedMessage) -> None:
        """Send a refusal to this viewer alone."""
        self.refusals.append(refusal)
        self.changed.set()

    def next_message(
        self, live: "LiveTable"
    ) -> messages.TableView | messages.PasswordNeeded | None:
        """Return the table as it is now, if this viewer has not been sent it."""
        update = self.next_update(live)
        return None if update is None else update.message

    def next_update(self, live: "LiveTable") -> TableUpdate | None:
        """Return the same with its text on the wire."""
        now = live.room
        if self.sent_version == (now.version, live.presence_version):
            return None
        self.sent_version = now.version, live.presence_version
        opened = not now.playing and bool(now.private_reasons)
        branch = now.games_dealt, now.taken_back, opened
        goes_on = self.branch in ((None, branch) if now.playing else (branch,))
        beyond = now.game is not None and self.events_from > len(now.game.history)
        if not goes_on or beyond:  # another game, moves taken back, or bots' reasons are open now
            self.events_from = 0
        self.branch = branch
        has = AlreadySent(self.events_from, self.lines_from)
        update = live.update_for(self.visitor_id, has, self.latest)
        table, self.latest = update.message, None
        if isinstance(table, messages.TableView):
            self.lines_from = table.lines_from + len(table.lines)
            self.events_from += len(table.play.events) if table.play else 0
            self.latest = table if self.changes else None
        return update


@dataclass(eq=False, slots=True)
class LiveTable:
    """One table in memory."""

    id: str
    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    viewers_elsewhere: dict[str, frozenset[str]] = field(default_factory=dict)  # by process
    onlookers_elsewhere: dict[str, dict[str, int]] = field(default_factory=dict)  # by process
    wrote_last_row: bool = True  # then the bots of this process move
    bot_elsewhere: tuple[str, int] = "", 0  # another process, and the move that its bot chooses
    presence_version: int = 0  # counts the changes of presence that viewers were sent
    connections_version: int = 0  # counts all connects and disconnects
    presence_timer: asyncio.TimerHandle | None = None  # viewers will soon be sent the presence
    hands_watched: HandsWatched = field(default_factory=HandsWatched)
    hands_watched_timer: asyncio.TimerHandle | None = None  # a row of `hands_watched` is due then
    bot_task: asyncio.Task[None] | None = None
    bot_share: Share | None = None  # under which a bot waits for a worker process
    deleted: bool = False  # from the store
    _public: tuple[Room, PublicMoment] | None = None  # the game when it was last sent
    _presence: tuple[tuple[int, int, int], Presence] | None = None  # and of which versions
    _for_onlookers: _ForOnlookers | None = None

    def presence(self) -> Presence:
        """Return who is present now; computed once for all viewers."""
        now = self.room.version, self.presence_version, self.connections_version
        if self._presence is None or self._presence[0] != now:
            people = {*self.room.seated_visitors(), self.room.host}
            admitted = self.admitted()
            away = frozenset(self.away & people - admitted)
            self._presence = now, Presence(away, len(admitted - people), self._watchers())
        return self._presence[1]

    def _shows_hands(self) -> bool:
        """Return whether a game is on in which onlookers see all hands."""
        return self.room.playing and self.room.settings.watch == "hands"

    def hands_watchers_here(self) -> frozenset[str]:
        """Return those at this process who have no seat and see all hands."""
        if not self._shows_hands():
            return frozenset()
        return frozenset(
            viewer.visitor_id
            for viewer in self.viewers
            if sees_all_hands(self.room, viewer.visitor_id)
        )

    def record_hands_watchers(self, viewers: Iterable[Viewer]) -> None:
        """Record which of these viewers see all hands, whether or not they stay."""
        for viewer in viewers if self._shows_hands() else ():
            if sees_all_hands(self.room, viewer.visitor_id):
                self.hands_watched.add(self.room.games_dealt, viewer.known_as, viewer.address)

    def _watchers(self) -> messages.Watchers | None:
        if not self._shows_hands():
            return None
        elsewhere = frozenset[str]().union(*self.viewers_elsewhere.values())
        watching = self.hands_watchers_here() | {
            visitor_id for visitor_id in elsewhere if sees_all_hands(self.room, visitor_id)
        }
        names = {viewer.name for viewer in self.viewers if viewer.visitor_id in watching} - {""}
        return messages.Watchers(
            len(watching),
            max(len(watching), self.hands_watched.seen_by(self.room)),
            self.room.host in watching,
            tuple(sorted(names, key=str.casefold)),
        )

    def onlookers_here(self) -> list[Viewer]:
        """Return the connections to this process of visitors who do not belong to the table."""
        known = distinct_visitors(self.room)
        onlookers = (viewer for viewer in self.viewers if viewer.visitor_id not in known)
        return [viewer for viewer in onlookers if not viewer.evicted]

    def update_for(
        self, visitor_id: str, has: AlreadySent, before: messages.TableView | None = None
    ) -> TableUpdate:
        """Return what a visitor is sent who has so much already; shared by all onlookers.

        An onlooker who has the message `before` may be sent what has changed since.
        """
        if not is_onlooker(self.room, visitor_id) or not self.room.may_enter(visitor_id):
            return _encode(project(self.room, visitor_id, has, self.presence(), self.public_game()))
        now, made = (self.room.version, self.presence_version), self._for_onlookers
        if made is None or (made.version, made.presence_version) != now:
            made = self._for_onlookers = _ForOnlookers(*now, self.presence())
        if has not in made.whole:
            made.whole[has] = _encode(
                project(self.room, visitor_id, has, made.presence, self.public_game())
            )
        return made.whole[has] if before is None else made.since(before, has)

    def visitors_here(self) -> set[str]:
        """Return the visitors who are connected to this process and not idle."""
        return {viewer.visitor_id for viewer in self.viewers if not viewer.idle}

    def present(self) -> set[str]:
        """Return all visitors who are connected, to this process or another."""
        return self.visitors_here().union(*self.viewers_elsewhere.values())

    def admitted(self) -> set[str]:
        """Return those of them who may see the table."""
        return {visitor_id for visitor_id in self.present() if self.room.may_enter(visitor_id)}

    def is_deserted(self) -> bool:
        """Return whether only bots sit here and nobody watches them."""
        return not self.room.seated_visitors() and not self.admitted()

    def current_share(self) -> Share:
        """Return whose share of the bots' worker processes this table counts towards.

        It is that of the first player who is present, otherwise the host's.
        """
        admitted, host = self.admitted(), self.room.host
        seated = next(
            (visitor_id for visitor_id in self.room.seated_visitors() if visitor_id in admitted),
            None,
        )
        priority = Priority.WATCHED if admitted else Priority.DESERTED
        if seated is not None:
            priority = Priority.SEATED
        visitor_id = seated or host
        at = {viewer.visitor_id: viewer.address for viewer in self.viewers}
        address = at.get(visitor_id) or min((at[one] for one in admitted if one in at), default="")
        return Share(priority, address, visitor_id, self.id)

    def public_game(self) -> messages.GameView | None:
        """Return what everybody sees of the game; computed once for all viewers."""
        now, then = self.room, self._public
        if now.game is None:
            return None
        if then is None or then[0] is not now:
            goes_on = then is not None and _is_the_same_game(then[0], now)
            earlier = then[1] if then and goes_on else None
            self._public = now, public_moment(now.game, now.arrangements, earlier)
        return self._public[1].view if self._public else None

    def replace_room(self, loaded: Room, *, wrote_last_row: bool) -> None:
        """Replace the room after its log was rewritten."""
        self.room, self.wrote_last_row = loaded, wrote_last_row
        self._public, self._for_onlookers = None, None

    def notify_viewers(self) -> None:
        """Let all viewers know that something has changed."""
        for viewer in self.viewers:
            viewer.changed.set()


def _is_the_same_game(then: Room, now: Room) -> bool:
    """Return whether a game has only been continued in the meantime."""
    return (then.games_dealt, then.taken_back) == (now.games_dealt, now.taken_back)


def apply_new_rows(live: LiveTable, added: Iterable[StoredRow]) -> bool:
    """Apply rows of a table's log to its room; return whether any of them was new."""
    now = live.room
    for stored in added:
        if stored.seq == now.version:
            now = room.fold(now, log_rows.decode(stored.body))
    new = now is not live.room
    live.room, live.wrote_last_row = now, live.wrote_last_row and not new
    return new
