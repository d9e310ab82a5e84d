"""Tables in this process: each a room with its log, viewers and bots. The shell of `room`."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tamaya import deals
from tamaya.rules import Seat, view
from tamaya.server import decisions, history, messages, room, rows
from tamaya.server.decisions import Chance, Refused, Why
from tamaya.server.limits import Allowance
from tamaya.server.room import Room
from tamaya.server.seen import Has, Moment, Presence, moment, seen
from tamaya.server.store import Conflict, Store, Stored, StoreError
from tamaya.server.thinking import Thinkers, Thought

FALLBACK = "cautious"  # takes the place of a bot that fails
KNOCKS, KNOCKS_PER_SECOND = 10, 0.5  # passwords tried or set at one table
MOST_ROWS = 50_000  # in the log of a table
TOO_LONG = Refused("too-much", "too much has happened at this table; open another one")
KNOCKED_TOO_OFTEN = Refused("too-much", "too many passwords were tried; wait a moment")


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds before things happen by themselves."""

    bots: float = 0.2  # before a bot moves; pages show moves at reading pace themselves
    away: float = 20.0  # without a connection, before somebody counts as away
    again: float = 1.0  # before a bot tries once more to have its move saved


PACE = Pace()


def token() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(9)


CHANCE = Chance(deals.secret, secrets.randbelow, token)


class NoSuchTable(LookupError):
    """There is no table with this id."""


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
    knocks: Allowance = field(default_factory=lambda: Allowance(KNOCKS, KNOCKS_PER_SECOND))
    stirs: int = 0  # how often somebody came or went
    bots: asyncio.Task[None] | None = None
    _shown: tuple[Room, Moment] | None = None  # the game when it was shown last
    _presence: tuple[tuple[int, int], Presence] | None = None  # at a version, after some stirs

    def presence(self) -> Presence:
        """Who is there now: worked out once for all viewers."""
        now = self.room.version, self.stirs
        if self._presence is None or self._presence[0] != now:
            people = {*self.room.people(), self.room.host}
            looking = {viewer.who for viewer in self.viewers if self.room.may_enter(viewer.who)}
            there = Presence(frozenset(self.away & people - looking), len(looking - people))
            self._presence = now, there
        return self._presence[1]

    def public(self) -> messages.Play | None:
        """What everybody sees of the game: made once for all viewers."""
        now, then = self.room, self._shown
        if now.game is None:
            return None
        if then is None or then[0] is not now:
            goes_on = then is not None and _is_the_same_game(then[0], now)
            self._shown = now, moment(now.game, now.arranged, then[1] if then and goes_on else None)
        return self._shown[1].play if self._shown else None

    def show(self) -> None:
        """Tell all viewers that something changed."""
        for viewer in self.viewers:
            viewer.changed.set()


def _is_the_same_game(then: Room, now: Room) -> bool:
    """Whether a game has only gone on in the meantime."""
    return (then.games, then.taken_back) == (now.games, now.taken_back)


def _folded(log: Iterable[Stored]) -> Room | None:
    """The room that a log tells of; a long one takes a while."""
    folded: Room | None = None
    for stored in log:
        folded = room.fold(folded, rows.decode(stored.body))
    return folded


class Tables:
    """All tables that this process has in memory, over the store that has them all."""

    def __init__(
        self,
        store: Store,
        *,
        pace: Pace = PACE,
        chance: Chance = CHANCE,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.pace = pace
        self.chance = chance
        self.now = now
        self.live: dict[str, Live] = {}
        self.thinkers = Thinkers()

    def close(self) -> None:
        """Stop the bots. Whatever was acknowledged is in the store."""
        for live in self.live.values():
            if live.bots is not None:
                live.bots.cancel()
        self.thinkers.close()

    async def open(
        self, host: str, settings: rows.Settings, deal: rows.Dealt | None = None
    ) -> Live:
        """A new table."""
        row = decisions.opened(host, settings, deal)
        table, new = token(), room.fold(None, row)
        await self._append(table, None, new, [row])
        live = self.live[table] = Live(table, new)
        self._expect(live, host)
        return live

    async def find(self, table: str) -> Live:
        """A table, from memory or from the store."""
        if table not in self.live:
            loaded = await self._loaded(table)
            if table not in self.live:  # nobody else was faster
                live = self.live[table] = Live(table, loaded)
                for who in (*loaded.people(), loaded.host):
                    self._expect(live, who)
                self._wake_bots(live)
        return self.live[table]

    async def _loaded(self, table: str) -> Room:
        folded = await asyncio.to_thread(_folded, await self.store.load(table))
        if folded is None:
            raise NoSuchTable(table)
        return folded

    # who is there

    def come(self, live: Live, viewer: Viewer) -> None:
        """A viewer begins to look."""
        live.viewers.add(viewer)
        live.away.discard(viewer.who)
        live.stirs += 1
        live.show()

    def go(self, live: Live, viewer: Viewer) -> None:
        """A viewer's connection is gone; the visitor may come back with another."""
        live.viewers.discard(viewer)
        live.stirs += 1
        live.show()
        self._expect(live, viewer.who)

    def _expect(self, live: Live, who: str) -> None:
        """Somebody who does not show up for a while is away; an empty table is put aside."""

        def look() -> None:
            belongs = who == live.room.host or live.room.seats_of(who)
            if belongs and all(viewer.who != who for viewer in live.viewers):
                live.away.add(who)
                live.stirs += 1
                live.show()
            if live.viewers or self.live.get(live.id) is not live:  # used, or loaded since
                return
            if room.bot_to_move(live.room) is None:
                del self.live[live.id]
            else:
                self._expect(live, who)

        asyncio.get_running_loop().call_later(self.pace.away, look)

    # what visitors send

    async def handle(self, live: Live, who: str, message: messages.FromClient) -> None:
        """A visitor's message: decided, committed, then shown; refused if it may not be."""
        if live.room.version >= MOST_ROWS:
            raise TOO_LONG
        async with live.lock:
            decided = live.room, who, message, self.chance, live.presence().away
            if isinstance(message, messages.Knock | messages.Lock):
                if not live.knocks.takes():
                    raise KNOCKED_TOO_OFTEN
                added = await asyncio.to_thread(decisions.decide, *decided)  # digests take long
            else:
                added = decisions.decide(*decided)
            await self._commit(live, added)

    async def _commit(self, live: Live, added: Sequence[rows.Row]) -> None:
        """Rows into the log first, then into memory, then to the viewers."""
        if not added:
            return
        now = live.room
        for row in added:
            now = room.fold(now, row)
        try:
            await self._append(live.id, live.room, now, added)
        except Conflict:  # another process was faster: see what it did
            live.room = await self._loaded(live.id)
            self._show(live)
            raise decisions.refusal(Why.STALE) from None
        live.room = now
        self._show(live)

    async def _append(
        self, table: str, before: Room | None, after: Room, added: Sequence[rows.Row]
    ) -> None:
        """Rows into the log, with what follows from them."""
        at, seq = int(self.now() * 1000), before.version if before else 0
        also = history.also(before, after, at)
        await self.store.append(table, seq, [rows.encode(row) for row in added], at, also)

    def _show(self, live: Live) -> None:
        live.show()
        self._wake_bots(live)

    # bots

    def _wake_bots(self, live: Live) -> None:
        resting = live.bots is None or live.bots.done()
        if resting and room.bot_to_move(live.room) is not None:
            live.bots = asyncio.create_task(self._bots_move(live))

    async def _bots_move(self, live: Live) -> None:
        """Move for bots until a person is to move."""
        while (turn := room.bot_to_move(live.room)) is not None:
            seat, bot, seed = turn
            moved, game = live.room.moved, live.room.game
            assert game is not None  # somebody is to move
            await asyncio.sleep(self.pace.bots)
            thought = await self.thinkers.think(bot, seed + moved, view(game, seat))
            if thought is None and bot == FALLBACK:  # it is not the bot that failed
                await asyncio.sleep(self.pace.again)
                continue
            try:
                async with live.lock:
                    if live.room.moved == moved and room.bot_to_move(live.room) == turn:
                        await self._commit(live, self._moved(live.room, seat, thought))
            except Refused:  # another process moved: look again
                continue
            except StoreError:
                await asyncio.sleep(self.pace.again)

    def _moved(self, now: Room, seat: Seat, thought: Thought | None) -> tuple[rows.Row, ...]:
        """The row of a bot's move; a bot that fails, or breaks a rule, is replaced."""
        if thought is not None:
            with suppress(Refused):
                return decisions.acted(now, seat, *thought)
        return (rows.Replaced(seat, FALLBACK),)
