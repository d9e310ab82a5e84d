"""Tables in this process: each a room with its log, viewers and bots. The shell of `room`."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from tamaya import deals
from tamaya.rules import Seat, view
from tamaya.server import decisions, history, messages, metrics, room, rows
from tamaya.server.decisions import Chance, Refused, Why
from tamaya.server.guests import Guests
from tamaya.server.live import Live, Viewer, goes_on
from tamaya.server.room import Room
from tamaya.server.store import Conflict, Store, Stored, StoreError
from tamaya.server.thinking import Thinkers, Thought

__all__ = ["CHANCE", "PACE", "Live", "NoSuchTable", "Pace", "Tables", "Viewer", "token"]

FALLBACK = "cautious"  # takes the place of a bot that fails
MOST_ROWS = 50_000  # in the log of a table
RACES = 20  # that a message may lose against other processes
OTHERS_THINK = 40.0  # seconds; longer than any bot may
log = logging.getLogger(__name__)
TOO_LONG = "too-much", "too much has happened at this table; open another one"
DELETED = "no-such-table", "there is no such table any more"
REWRITTEN = rows.encode(rows.Rewritten())
KNOCKED_TOO_OFTEN = "too-much", "too many passwords were tried; wait a moment"


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


def _nobody(_: Live) -> None:
    """No other process is told."""


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
        self.guests = Guests()
        self.thinkers = Thinkers()
        self.process = ""  # our name among several; what others are told:
        self.told: Callable[[Live], None] = _nobody  # that there are new rows
        self.stirred: Callable[[Live], None] = _nobody  # that somebody came or went
        self.thinks: Callable[[Live], None] = _nobody  # that a bot thinks here

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
                live = self.live[table] = Live(table, loaded, ours=not self.store.shared)
                self._expect_all(live)
                self._wake_bots(live)
                return live
        live = self.live[table]
        if not self.store.shared:
            return live
        await self.catch_up([live])  # somebody may have seen more than we have
        if live.gone:
            raise NoSuchTable(table)
        return self.live.setdefault(table, live)  # it may have been put aside meanwhile

    async def catch_up(self, lives: Iterable[Live]) -> None:
        """Take in what other processes have added to logs."""
        here = {live.id: live for live in lives}
        if not here:
            return
        newer = await self.store.newer({table: live.room.version for table, live in here.items()})
        for table, added in newer.items():
            try:
                if any(stored.body == REWRITTEN for stored in added):
                    await self._read_again(here[table])
                    continue
                new = goes_on(here[table], added)
            except StoreError:
                raise
            except Exception:  # one table that a newer version has written to, say
                log.exception("a table cannot be read any further")
                continue
            if new:
                self._show(here[table])

    async def _loaded(self, table: str) -> Room:
        folded = await asyncio.to_thread(_folded, await self.store.load(table))
        if folded is None:
            raise NoSuchTable(table)
        return folded

    async def _read_again(self, live: Live) -> None:
        """Take a table from its log, whatever was known of it; it may have been deleted."""
        before = live.room
        try:
            loaded = await self._loaded(live.id)
        except NoSuchTable:
            live.gone = True
            if self.live.get(live.id) is live:
                del self.live[live.id]
            live.show()
            return
        if live.room is not before and live.room.version > loaded.version:
            return  # somebody else has read it again, and gone on
        live.begin_anew(loaded, ours=not self.store.shared)
        self._expect_all(live)
        self._show(live)

    # who is there

    def come(self, live: Live, viewer: Viewer) -> None:
        """A viewer begins to look."""
        live.viewers.add(viewer)
        live.away.discard(viewer.who)
        self._stir(live)

    def go(self, live: Live, viewer: Viewer) -> None:
        """A viewer's connection is gone; the visitor may come back with another."""
        live.viewers.discard(viewer)
        self._stir(live)
        self._expect(live, viewer.who)

    def doze(self, live: Live, viewer: Viewer, *, asleep: bool) -> None:
        """A viewer who stays silent too long is away; at the first word it is there again."""
        if viewer.asleep == asleep:
            return
        viewer.asleep = asleep
        (live.away.add if asleep else live.away.discard)(viewer.who)
        self._stir(live)

    def _stir(self, live: Live) -> None:
        live.stirs += 1
        live.show()
        self.stirred(live)

    def elsewhere(self, live: Live, process: str, people: Iterable[str] | None) -> None:
        """Who looks on at another process; none: it does not have the table."""
        before, now = live.elsewhere.get(process), None if people is None else frozenset(people)
        if before == now:
            return
        live.elsewhere.pop(process, None)
        if now is not None:
            live.elsewhere[process] = now
            live.away -= now
        live.stirs += 1
        live.show()
        for who in (before or frozenset()) - (now or frozenset()):
            self._expect(live, who)

    def _expect_all(self, live: Live) -> None:
        for who in (*live.room.people(), live.room.host):
            self._expect(live, who)

    def _expect(self, live: Live, who: str) -> None:
        """Somebody who does not show up for a while is away; an empty table is put aside."""

        def look() -> None:
            belongs = who == live.room.host or live.room.seats_of(who)
            if belongs and who not in live.there():
                live.away.add(who)
                live.stirs += 1
                live.show()
            if live.viewers or self.live.get(live.id) is not live:  # used, or loaded since
                return
            if room.bot_to_move(live.room) is None or any(live.elsewhere.values()):
                del self.live[live.id]
            else:
                self._expect(live, who)

        asyncio.get_running_loop().call_later(self.pace.away, look)

    # what visitors send

    async def handle(self, live: Live, who: str, message: messages.FromClient) -> None:
        """A visitor's message: decided, committed, then shown; refused if it may not be."""
        if live.room.version >= MOST_ROWS:
            raise Refused(*TOO_LONG)
        if isinstance(message, messages.Invite) and message.guest not in self.guests:
            raise decisions.refusal(Why.NO_SUCH_BOT)
        if isinstance(message, messages.Knock | messages.Lock) and not live.knocks.takes():
            raise Refused(*KNOCKED_TOO_OFTEN)
        async with live.lock:
            for _ in range(RACES):
                before = live.room
                try:
                    added = await self._decided(live, who, message)
                except Refused:  # by what was known here: who asks may have seen more elsewhere
                    if self.store.shared:
                        await self.catch_up([live])
                    if live.room is before:
                        raise
                    continue
                if await self._commit(live, before, added):
                    return
                if live.gone:
                    raise Refused(*DELETED)
            raise decisions.refusal(Why.STALE)

    async def _decided(
        self, live: Live, who: str, message: messages.FromClient
    ) -> tuple[rows.Row, ...]:
        decided = live.room, who, message, self.chance, live.presence().away
        if isinstance(message, messages.Knock | messages.Lock):  # digests take long
            return await asyncio.to_thread(decisions.decide, *decided)
        return decisions.decide(*decided)

    async def _commit(self, live: Live, before: Room, added: Sequence[rows.Row]) -> bool:
        """Rows into the log first, then into memory, then to the viewers.

        False if the log is not what it was: what others did has been taken in.
        """
        if not added:
            return True
        now = before
        for row in added:
            now = room.fold(now, row)
        try:
            await self._append(live.id, before, now, added)
        except Conflict:
            await self.catch_up([live])
            if live.room is before:  # there is nothing new: something must be missing
                await self._read_again(live)
            return False
        if now.version >= live.room.version:  # we may have read it, and more, by now
            live.room, live.ours = now, True
        self._show(live)
        self.told(live)
        return True

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
        while not live.gone and (turn := room.bot_to_move(live.room)) is not None:
            seat, bot, seed = turn
            before = live.room
            assert before.game is not None  # somebody is to move
            if not live.ours and await self._others_move(live, before.moved):
                continue
            self.thinks(live)
            await asyncio.sleep(self.pace.bots)
            with metrics.THOUGHTS.labels(bot).time():
                seen = view(before.game, seat)
                thought = await self.thinkers.think(bot, seed + before.moved, seen)
            if thought is None and bot == FALLBACK:  # it is not the bot that failed
                await asyncio.sleep(self.pace.again)
                continue
            try:
                async with live.lock:
                    if live.room.moved == before.moved and room.bot_to_move(live.room) == turn:
                        now = live.room
                        await self._commit(live, now, self._moved(now, seat, thought))
            except StoreError:
                await asyncio.sleep(self.pace.again)

    async def _others_move(self, live: Live, moved: int) -> bool:
        """Wait for the process that is to think; whether the game has gone on."""
        rank = sum(process < self.process for process in live.elsewhere)
        begin = asyncio.get_running_loop().time()
        while live.room.moved == moved and not live.ours:
            await asyncio.sleep(self.pace.again / 4)
            waited = asyncio.get_running_loop().time() - begin
            thinker, about = live.thinker
            others = about == moved and thinker in live.elsewhere
            if waited > (OTHERS_THINK if others else (1 + rank) * self.pace.again):
                live.ours = True  # nobody does: take over
        return live.room.moved != moved

    def _moved(self, now: Room, seat: Seat, thought: Thought | None) -> tuple[rows.Row, ...]:
        """The row of a bot's move; a bot that fails, or breaks a rule, is replaced."""
        if thought is not None:
            with suppress(Refused):
                return decisions.acted(now, seat, *thought)
        return (rows.Replaced(seat, FALLBACK),)
