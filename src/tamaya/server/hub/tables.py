"""Tables in this process: each a room with its log, viewers and bots. The shell of `room`."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as with_parts
from functools import partial

from tamaya import deals
from tamaya.rules import Seat, view
from tamaya.server.hub import onlooker_cap
from tamaya.server.hub.bot_workers import BotMove, BotWorkers
from tamaya.server.hub.live_table import LiveTable, Viewer, apply_new_rows
from tamaya.server.limits.fair_thread import FairThread, QueueFull
from tamaya.server.limits.quotas import PASSWORD_TRIES, PASSWORDS_SET, WRITES, LimitExceeded, Quotas
from tamaya.server.ops import metrics
from tamaya.server.room import decisions, log_rows, messages, room
from tamaya.server.room.decisions import Randomness
from tamaya.server.room.guests import Guests
from tamaya.server.room.projection import is_onlooker
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Room
from tamaya.server.store import game_records, snapshots
from tamaya.server.store.derived_data import Snapshot
from tamaya.server.store.snapshots import DamagedLog
from tamaya.server.store.store import AppendConflict, Store, StoredRow, StoreError

__all__ = [
    "CHANCE",
    "PACE",
    "DamagedTable",
    "LiveTable",
    "NoSuchTable",
    "Pace",
    "Tables",
    "Viewer",
    "random_token",
]

FALLBACK = "cautious"  # takes the place of a bot that fails
MOST_ONLOOKERS = 100  # connections to one table
MOST_ROWS = 50_000  # in the log of a table
RACES = 20  # that a message may lose against other processes
OTHERS_THINK = 40.0  # seconds; longer than any bot may
LOADERS = 2  # tables that are loaded at once; more would only take turns on one interpreter
DAMAGED_FOR = 10.0  # seconds before a damaged table is read again
log = logging.getLogger(__name__)
TOO_LONG = "too-much", "too much has happened at this table; open another one"
DELETED = "no-such-table", "there is no such table any more"
KNOCKED_TOO_OFTEN = "too-much", "too many passwords were tried; wait a moment"
WROTE_TOO_OFTEN = "too-much", "very much was said and done from your address; wait a moment"


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds before things happen by themselves."""

    bots: float = 0.2  # until a bot moves, at least; pages show moves at reading pace themselves
    away: float = 20.0  # without a connection, before somebody counts as away
    again: float = 1.0  # before a bot tries once more to have its move saved
    onlookers: float = 1.0  # before everybody is told which onlookers have come and gone


PACE = Pace()


def random_token() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(9)


CHANCE = Randomness(deals.secret, secrets.randbelow, random_token)


class NoSuchTable(LookupError):
    """There is no table with this id."""


class DamagedTable(Refusal):
    """The log of this table cannot be read; all other tables go on."""

    def __init__(self) -> None:
        super().__init__("damaged", "this table cannot be shown: its record is damaged")


def _nobody(_: LiveTable) -> None:
    """No other process is told."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A table from the store, and its snapshot if a new one is worth keeping."""

    room: Room | None  # none: the snapshot does not fit, and the whole log is needed
    snapshot: Snapshot | None = None


def _load(saved: Snapshot | None, log: Sequence[StoredRow]) -> _Loaded:
    """Fold what is stored of a table; many rows take a while."""
    now = snapshots.fold_log(log) if saved is None else snapshots.resume_from_snapshot(saved, log)
    due = now is not None and len(log) > snapshots.EVERY
    return _Loaded(now, snapshots.make_snapshot(now) if now and due else None)


class Tables:
    """All tables that this process has in memory, over the store that has them all."""

    def __init__(
        self,
        store: Store,
        *,
        pace: Pace = PACE,
        chance: Randomness = CHANCE,
        now: Callable[[], float] = time.time,
        quotas: Quotas | None = None,
    ) -> None:
        self.store = store
        self.pace = pace
        self.chance = chance
        self.now = now
        self.live: dict[str, LiveTable] = {}
        self.quotas = quotas or Quotas()
        self.passwords = FairThread("passwords")  # tried one by one, in turn between addresses
        self.most_onlookers = MOST_ONLOOKERS
        self.guests = Guests()
        self.thinkers = BotWorkers()
        self.process = ""  # our name among several; what others are told:
        self.told: Callable[[LiveTable], None] = _nobody  # that there are new rows
        self.stirred: Callable[[LiveTable], None] = _nobody  # that somebody came or went
        self.thinks: Callable[[LiveTable], None] = _nobody  # that a bot thinks here
        self._loaders = ThreadPoolExecutor(LOADERS, "table-loader")
        self._loading: dict[
            str, asyncio.Task[LiveTable]
        ] = {}  # by table: who comes meanwhile waits
        self._keeping: set[asyncio.Task[None]] = set()  # snapshots on their way to the store
        self._damaged: dict[str, float] = {}  # when a damaged table was read last
        self._announcing = set[asyncio.Task[None]]()

    def close(self) -> None:
        """Stop the bots. Whatever was acknowledged is in the store."""
        for live in self.live.values():
            if live.bots is not None:
                live.bots.cancel()
        for task in self._announcing:
            task.cancel()
        self.thinkers.close()
        self._loaders.shutdown(wait=False, cancel_futures=True)
        self.passwords.close()

    async def open(
        self, host: str, settings: log_rows.Settings, deal: log_rows.Dealt | None = None
    ) -> LiveTable:
        """A new table."""
        row = decisions.open_table(host, settings, deal)
        table, new = random_token(), room.fold(None, row)
        await self._append(table, None, new, [row])
        live = self.live[table] = LiveTable(table, new)
        self._expect(live, host)
        return live

    async def find(self, table: str) -> LiveTable:
        """A table, from memory or from the store; however many ask, it is loaded once."""
        if table not in self.live and table not in self._loading:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table))
            return await asyncio.shield(loading)  # others may wait for it longer than we do
        live = self.live.get(table)
        if live is None:
            live = await asyncio.shield(self._loading[table])
        if not self.store.shared:
            return live
        await self.catch_up([live])  # somebody may have seen more than we have
        if live.gone:
            raise NoSuchTable(table)
        return self.live.setdefault(table, live)  # it may have been put aside meanwhile

    async def _load(self, table: str) -> LiveTable:
        loaded = await self._loaded(table)
        if table in self.live:  # one that was put aside is used again
            return self.live[table]
        live = self.live[table] = LiveTable(table, loaded, ours=not self.store.shared)
        self._expect_all(live)
        self._wake_bots(live)
        return live

    async def catch_up(self, lives: Iterable[LiveTable]) -> None:
        """Take in what other processes have added to logs."""
        here = {live.id: live for live in lives}
        if not here:
            return
        newer = await self.store.newer({table: live.room.version for table, live in here.items()})
        for table, added in newer.items():
            try:
                if any(stored.body == log_rows.REWRITTEN for stored in added):
                    await self._read_again(here[table])
                    continue
                new = apply_new_rows(here[table], added)
            except StoreError:
                raise
            except DamagedTable:  # reported already
                continue
            except Exception as error:  # noqa: BLE001 - a newer version has written to it, say
                place = here[table].room.version
                self._found_damaged(table, DamagedLog(place, type(error).__name__))
                continue
            if new:
                self._show(here[table])

    async def _loaded(self, table: str) -> Room:
        """A table as the store has it; a snapshot is kept if there was much to read."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._damaged.get(table, -DAMAGED_FOR) + DAMAGED_FOR:
            raise DamagedTable
        saved, log = await self.store.recent(table, snapshots.FORMAT)
        if not log and saved is None:
            raise NoSuchTable(table)
        try:
            loaded = await loop.run_in_executor(self._loaders, _load, saved, log)
            if loaded.room is None:
                whole = await self.store.load(table)
                loaded = await loop.run_in_executor(self._loaders, _load, None, whole)
        except DamagedLog as damage:
            self._found_damaged(table, damage)
            raise DamagedTable from damage
        if loaded.room is None:
            raise NoSuchTable(table)
        self._damaged.pop(table, None)
        if loaded.snapshot is not None:
            self._keep(table, loaded.snapshot)
        return loaded.room

    def _keep(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in the background; without it the next load only takes longer."""

        async def keep() -> None:
            with suppress(StoreError):
                await self.store.keep_snapshot(table, snapshot)

        keeping = asyncio.create_task(keep())
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)

    def _found_damaged(self, table: str, damage: Exception) -> None:
        """Say so once, without the table's id: `tamaya admin check` has it."""
        if table not in self._damaged:
            metrics.DAMAGED.inc()
            log.error("a table cannot be read (%s); `tamaya admin check` says which", damage)
        self._damaged[table] = asyncio.get_running_loop().time()

    async def _read_again(self, live: LiveTable) -> None:
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

    def makes_room(self, live: LiveTable, viewer: Viewer) -> bool:
        """Whether somebody may come; players and the host always may.

        Where there are too many onlookers, at all processes together, the address with the most of
        them loses one to an address with fewer.
        """
        if not is_onlooker(live.room, viewer.who):
            return True
        counts = self._onlookers(live)
        here = counts[self.process]
        if onlooker_cap.by_address(counts).total() < self.most_onlookers:
            return True
        address = onlooker_cap.one_gives_way(counts, self.quotas.digest(viewer.address))
        if address is not None and here[address]:
            self._send_away(live, Counter((address,)))
        elif here.total() >= self.most_onlookers:  # other processes cannot make room here
            return False
        return address is not None  # another process sends one away when it hears of this one

    def _onlookers(self, live: LiveTable) -> dict[str, Counter[str]]:
        here = {self.process: self.onlookers_here(live)}
        return here | {process: Counter(at) for process, at in live.onlookers_elsewhere.items()}

    def onlookers_here(self, live: LiveTable) -> Counter[str]:
        """Connections of onlookers to this process, by address, as a digest."""
        addresses = Counter(viewer.address for viewer in live.onlookers_here())
        return Counter({self.quotas.digest(one): number for one, number in addresses.items()})

    def onlookers_elsewhere(self, live: LiveTable, process: str, counts: Mapping[str, int]) -> None:
        """Hear of the onlookers at another process; if they are too many, some of ours must go."""
        live.onlookers_elsewhere.pop(process, None)
        if counts:
            live.onlookers_elsewhere[process] = dict(counts)
            everywhere = self._onlookers(live)
            surplus = onlooker_cap.surplus(everywhere, self.most_onlookers, self.process)
            self._send_away(live, surplus)

    def _send_away(self, live: LiveTable, addresses: Counter[str]) -> None:
        """Hang up on so many onlookers of some addresses."""
        for viewer in live.onlookers_here() if addresses else ():
            if addresses[address := self.quotas.digest(viewer.address)] > 0:
                addresses[address] -= 1
                viewer.sent_away = True
                viewer.changed.set()

    def come(self, live: LiveTable, viewer: Viewer) -> None:
        """A viewer begins to look."""
        live.viewers.add(viewer)
        live.remember_watchers([viewer])
        live.away.discard(viewer.who)
        self._came_or_went(live, viewer)

    def go(self, live: LiveTable, viewer: Viewer) -> None:
        """A viewer's connection is gone; the visitor may come back with another."""
        live.viewers.discard(viewer)
        self._came_or_went(live, viewer)
        self._expect(live, viewer.who)

    def doze(self, live: LiveTable, viewer: Viewer, *, asleep: bool) -> None:
        """A viewer who stays silent too long is away; at the first word it is there again."""
        if viewer.asleep == asleep:
            return
        viewer.asleep = asleep
        (live.away.add if asleep else live.away.discard)(viewer.who)
        self._stir(live)

    def wake(self, signed_out: Collection[tuple[str, str]]) -> None:
        """Wake the connections of visitors some of whose devices were signed out."""
        people = {who for who, _ in signed_out}
        for live in self.live.values() if people else ():
            for viewer in live.viewers:
                if viewer.who in people:
                    viewer.changed.set()

    def _came_or_went(self, live: LiveTable, viewer: Viewer) -> None:
        """Players come and go at once; of onlookers everybody is told now and then."""
        live.comings += 1
        self._tell_bots(live)
        if not is_onlooker(live.room, viewer.who):
            self._stir(live)
        elif live.stirring is None:
            loop = asyncio.get_running_loop()
            live.stirring = loop.call_later(self.pace.onlookers, self._stir, live)

    def _stir(self, live: LiveTable) -> None:
        if live.stirring is not None:
            live.stirring.cancel()
            live.stirring = None
        self._stirred_here(live)
        self._announce(live)
        self.stirred(live)

    def _stirred_here(self, live: LiveTable) -> None:
        """Somebody came or went, here or at another process."""
        live.stirs += 1
        live.show()
        self._tell_bots(live)

    def _tell_bots(self, live: LiveTable) -> None:
        """Bots think for those who are there."""
        self._wake_bots(live)
        if live.share is not None:  # a bot waits to think, and may be more or less urgent now
            before, live.share = live.share, live.share_now()
            self.thinkers.move(before, live.share)

    def _announce(self, live: LiveTable) -> None:
        """Everybody is told of who came here and saw all hands, once in each game."""
        live.remember_watchers(live.viewers)
        if live.hands_watched.row(live.room) is None:
            return
        loop = asyncio.get_running_loop()
        wait = live.hands_watched.wait(live.room, loop.time())
        if not wait:
            self._begin_to_write_watched(live)
        elif live.counting is None:
            live.counting = loop.call_later(wait, self._begin_to_write_watched, live)

    def _begin_to_write_watched(self, live: LiveTable) -> None:
        if live.counting is not None:
            live.counting.cancel()
            live.counting = None
        task = asyncio.create_task(self._write_watched(live))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)

    async def _write_watched(self, live: LiveTable) -> None:
        """Write who has come to see all hands; if it cannot be, the next row counts them."""
        with suppress(StoreError, DamagedTable):
            async with live.lock:
                for _ in range(RACES):
                    row = live.hands_watched.row(live.room)
                    if row is None or live.gone or live.room.version >= MOST_ROWS:
                        return
                    if await self._commit(live, live.room, (row,)):
                        live.hands_watched.written(row, asyncio.get_running_loop().time())
                        return

    def elsewhere(self, live: LiveTable, process: str, people: Iterable[str] | None) -> None:
        """Who looks on at another process; none: it does not have the table."""
        before, now = live.elsewhere.get(process), None if people is None else frozenset(people)
        if before == now:
            return
        live.elsewhere.pop(process, None)
        if now is not None:
            live.elsewhere[process] = now
            live.away -= now
        self._stirred_here(live)
        for who in (before or frozenset()) - (now or frozenset()):
            self._expect(live, who)

    def _expect_all(self, live: LiveTable) -> None:
        for who in (*live.room.seated_visitors(), live.room.host):
            self._expect(live, who)

    def _expect(self, live: LiveTable, who: str) -> None:
        """Somebody who does not show up for a while is away; an empty table is put aside."""

        def look() -> None:
            belongs = who == live.room.host or live.room.seats_of(who)
            if belongs and who not in live.there():
                live.away.add(who)
                live.stirs += 1
                live.show()
            if live.viewers or self.live.get(live.id) is not live:  # used, or loaded since
                return
            resting = room.bot_to_move(live.room) is None or live.is_deserted()
            if resting or any(live.elsewhere.values()):
                del self.live[live.id]
            else:
                self._expect(live, who)

        asyncio.get_running_loop().call_later(self.pace.away, look)

    # what visitors send

    async def handle(
        self, live: LiveTable, who: str, message: messages.FromClient, address: str = ""
    ) -> None:
        """A visitor's message: decided, committed, then shown; refused if it may not be.

        `address` is where it comes from, if limits by address are to hold.
        """
        if live.room.version >= MOST_ROWS:
            raise Refusal(*TOO_LONG)
        await self._count(address)
        if isinstance(message, messages.Invite) and message.guest not in self.guests:
            raise Refusal(RefusalReason.NO_SUCH_BOT)
        if isinstance(message, messages.Knock | messages.Lock):
            await self._check_password(live, who, message, address)
        async with live.lock:
            for _ in range(RACES):
                before = live.room
                try:
                    added = await self._decided(live, who, message)
                except Refusal:  # by what was known here: who asks may have seen more elsewhere
                    if self.store.shared:
                        await self.catch_up([live])
                    if live.room is before:
                        raise
                    continue
                if await self._commit(live, before, added):
                    return
                if live.gone:
                    raise Refusal(*DELETED)
            raise Refusal(RefusalReason.STALE)

    async def _count(self, address: str) -> None:
        """Messages count by address, because each may fill a log by a row or more."""
        try:
            await self.quotas.charge_leased(WRITES, address)
        except LimitExceeded as error:
            raise Refusal(*WROTE_TOO_OFTEN) from error

    async def _check_password(
        self, live: LiveTable, who: str, message: messages.Knock | messages.Lock, address: str
    ) -> None:
        """Refuse a wrong password before the table's turn comes: a digest takes long.

        Tries count by visitor and by address, so that nobody uses up the tries of others.
        """
        now = live.room
        is_try = isinstance(message, messages.Knock)
        if is_try and now.may_enter(who):
            return
        quota = PASSWORD_TRIES if is_try else PASSWORDS_SET
        try:
            await self.quotas.charge(quota, who, address, about=live.id)
            if is_try:
                try_it = partial(decisions.decide, now, who, message, self.chance)
                await self.passwords.run(address or who, try_it)
        except (LimitExceeded, QueueFull) as full:
            raise Refusal(*KNOCKED_TOO_OFTEN) from full
        except Refusal:  # by what was known here: another process may have set another one
            if self.store.shared:
                await self.catch_up([live])
            if live.room is now:
                raise

    async def _decided(
        self, live: LiveTable, who: str, message: messages.FromClient
    ) -> tuple[log_rows.Row, ...]:
        decided = live.room, who, message, self.chance, live.presence().away
        if isinstance(message, messages.Knock | messages.Lock):  # digests take long
            return await asyncio.to_thread(decisions.decide, *decided)
        return decisions.decide(*decided)

    async def _commit(self, live: LiveTable, before: Room, added: Sequence[log_rows.Row]) -> bool:
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
        except AppendConflict:
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
        self, table: str, before: Room | None, after: Room, added: Sequence[log_rows.Row]
    ) -> None:
        """Rows into the log, with what follows from them."""
        at, seq = int(self.now() * 1000), before.version if before else 0
        also = game_records.derive(before, after, at)
        if snapshots.is_due(seq, after.version):
            also = with_parts(also, snapshot=snapshots.make_snapshot(after))
        await self.store.append(table, seq, [log_rows.encode(row) for row in added], at, also)

    def _show(self, live: LiveTable) -> None:
        live.show()
        self._announce(live)
        self._wake_bots(live)

    # bots

    def _wake_bots(self, live: LiveTable) -> None:
        resting = live.bots is None or live.bots.done()
        to_move = room.bot_to_move(live.room) is not None and not live.is_deserted()
        if resting and to_move:
            live.bots = asyncio.create_task(self._bots_move(live))

    async def _bots_move(self, live: LiveTable) -> None:
        """Move for bots until a person is to move, or until bots are all that is left."""
        while not live.gone and (turn := room.bot_to_move(live.room)) is not None:
            if live.is_deserted():
                return
            seat, bot, seed = turn
            before = live.room
            assert before.game is not None  # somebody is to move
            if not live.ours and await self._others_move(live, before.game_version):
                continue
            self.thinks(live)
            begin = asyncio.get_running_loop().time()
            with metrics.BOT_SECONDS.labels(bot).time():
                seen = view(before.game, seat)
                live.share = live.share_now()
                thought = await self.thinkers.think(
                    bot, seed + before.game_version, seen, live.share
                )
                live.share = None
            thinking = asyncio.get_running_loop().time() - begin  # how long may depend on hands:
            await asyncio.sleep(self.pace.bots - thinking)  # so short and long look the same
            if thought is None and bot == FALLBACK:  # it is not the bot that failed
                await asyncio.sleep(self.pace.again)
                continue
            try:
                async with live.lock:
                    if (
                        live.room.game_version == before.game_version
                        and room.bot_to_move(live.room) == turn
                    ):
                        now = live.room
                        await self._commit(live, now, self._moved(now, seat, thought))
            except DamagedTable:  # it has been reported
                return
            except StoreError:
                await asyncio.sleep(self.pace.again)

    async def _others_move(self, live: LiveTable, moved: int) -> bool:
        """Wait for the process that is to think; whether the game has gone on."""
        rank = sum(process < self.process for process in live.elsewhere)
        begin = asyncio.get_running_loop().time()
        while live.room.game_version == moved and not live.ours:
            await asyncio.sleep(self.pace.again / 4)
            waited = asyncio.get_running_loop().time() - begin
            thinker, about = live.thinker
            others = about == moved and thinker in live.elsewhere
            if waited > (OTHERS_THINK if others else (1 + rank) * self.pace.again):
                live.ours = True  # nobody does: take over
        return live.room.game_version != moved

    def _moved(self, now: Room, seat: Seat, thought: BotMove | None) -> tuple[log_rows.Row, ...]:
        """The row of a bot's move; a bot that fails, or breaks a rule, is replaced."""
        if thought is not None:
            with suppress(Refusal):
                return decisions.decide_action(now, seat, *thought)
        return (log_rows.BotReplaced(seat, FALLBACK),)
