"""The tables of this process: opened, found, and changed by visitors' messages."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from functools import partial

from tamaya import deals
from tamaya.server.hub.bot_turns import BotTurns
from tamaya.server.hub.bot_workers import BotWorkers
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.pace import PACE, Pace
from tamaya.server.hub.presence import MAX_ONLOOKERS, PresenceTracker
from tamaya.server.hub.table_loader import DamagedTable, NoSuchTable, TableLoader
from tamaya.server.hub.table_log import MAX_ATTEMPTS, HandsWatchedLog, TableLog, is_full
from tamaya.server.hub.table_observer import NoObserver, TableObserver
from tamaya.server.limits.fair_thread import FairThread, QueueFull
from tamaya.server.limits.quotas import PASSWORD_TRIES, PASSWORDS_SET, WRITES, LimitExceeded, Quotas
from tamaya.server.room import decisions, log_rows, messages, room
from tamaya.server.room.decisions import Randomness
from tamaya.server.room.guests import Guests
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.store.store import Store

__all__ = [
    "CHANCE",
    "MAX_ONLOOKERS",
    "PACE",
    "DamagedTable",
    "NoSuchTable",
    "Pace",
    "Tables",
    "random_token",
]

TOO_LONG = "too-much", "too much has happened at this table; open another one"
DELETED = "no-such-table", "there is no such table any more"
KNOCKED_TOO_OFTEN = "too-much", "too many passwords were tried; wait a moment"
WROTE_TOO_OFTEN = "too-much", "very much was said and done from your address; wait a moment"


def random_token() -> str:
    """Return an unguessable token."""
    return secrets.token_urlsafe(9)


CHANCE = Randomness(deals.secret, secrets.randbelow, random_token)


class Tables:
    """All tables that this process has in memory, over the store that has them all.

    It is composed of parts with one task each: `presence` knows who is connected, `bots` moves for
    bots, `table_log` adds rows to logs, and `loader` reads tables from the store. `observer` is
    notified of what other processes have to know.
    """

    def __init__(  # noqa: PLR0913 - the parts that an application or a test chooses
        self,
        store: Store,
        *,
        pace: Pace = PACE,
        chance: Randomness = CHANCE,
        now: Callable[[], float] = time.time,
        quotas: Quotas | None = None,
        bot_workers: BotWorkers | None = None,
        observer: TableObserver | None = None,
        max_onlookers: int = MAX_ONLOOKERS,
    ) -> None:
        observer = observer or NoObserver()
        self.store = store
        self.pace = pace
        self.chance = chance
        self.now = now
        self.live: dict[str, LiveTable] = {}
        self.quotas = quotas or Quotas()
        self.passwords = FairThread("passwords")  # tried one by one, in turn between addresses
        self.guests = Guests()
        self.loader = TableLoader(store)
        self.table_log = TableLog(store, self.loader, self, observer, now)
        self.bots = BotTurns(bot_workers or BotWorkers(), self.table_log, observer, pace)
        self.hands_watched = HandsWatchedLog(self.table_log)
        self.presence = PresenceTracker(
            self.live,
            self.bots,
            self.hands_watched,
            observer=observer,
            quotas=self.quotas,
            pace=pace,
            max_onlookers=max_onlookers,
        )
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}  # by table: others wait for it

    def close(self) -> None:
        """Stop the bots. Whatever was acknowledged is in the store."""
        for live in self.live.values():
            if live.bot_task is not None:
                live.bot_task.cancel()
        self.hands_watched.close()
        self.bots.workers.close()
        self.loader.close()
        self.passwords.close()

    async def open(
        self, host: str, settings: log_rows.Settings, deal: log_rows.Dealt | None = None
    ) -> LiveTable:
        """Open a new table."""
        row = decisions.open_table(host, settings, deal)
        table, new = random_token(), room.fold(None, row)
        await self.table_log.append(table, None, new, [row])
        live = self.live[table] = LiveTable(table, new)
        self.presence.expect(live, host)
        return live

    async def find(self, table: str) -> LiveTable:
        """Return a table from memory or from the store; it is loaded once for all who ask."""
        if table not in self.live and table not in self._loading:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table))
            return await asyncio.shield(loading)  # others may wait for it longer than this caller
        live = self.live.get(table)
        if live is None:
            live = await asyncio.shield(self._loading[table])
        if not self.store.shared:
            return live
        await self.catch_up([live])  # the caller may have seen more than this process
        if live.deleted:
            raise NoSuchTable
        return self.live.setdefault(table, live)  # it may have been unloaded meanwhile

    async def _load(self, table: str) -> LiveTable:
        loaded = await self.loader.load(table)
        if table in self.live:  # one that had been unloaded is used again
            return self.live[table]
        live = LiveTable(table, loaded, wrote_last_row=not self.store.shared)
        self.live[table] = live
        self.presence.expect_all(live)
        self.bots.wake(live)
        return live

    async def catch_up(self, tables: Iterable[LiveTable]) -> None:
        """Apply the rows that other processes have added to logs."""
        await self.table_log.catch_up(tables)

    # notifications of the log

    def table_changed(self, live: LiveTable) -> None:
        """Show viewers the new rows of a table, and let its bots move."""
        live.notify_viewers()
        self.hands_watched.update(live)
        self.bots.wake(live)

    def table_reloaded(self, live: LiveTable) -> None:
        """Expect everybody who belongs to a table now, and show it anew."""
        self.presence.expect_all(live)
        self.table_changed(live)

    def table_deleted(self, live: LiveTable) -> None:
        """Forget a table."""
        if self.live.get(live.id) is live:
            del self.live[live.id]
        live.notify_viewers()

    # visitors' messages

    async def handle(
        self, live: LiveTable, visitor_id: str, message: messages.FromClient, address: str = ""
    ) -> None:
        """Decide on a visitor's message, commit the rows, then show them; or raise `Refusal`.

        `address` is where it comes from, if limits by address are to hold.
        """
        if is_full(live.room):
            raise Refusal(*TOO_LONG)
        await self._charge(address)
        if isinstance(message, messages.Invite) and message.guest not in self.guests:
            raise Refusal(RefusalReason.NO_SUCH_BOT)
        if isinstance(message, messages.Knock | messages.Lock):
            await self._check_password(live, visitor_id, message, address)
        async with live.lock:
            for _ in range(MAX_ATTEMPTS):
                before = live.room
                try:
                    added = await self._decide(live, visitor_id, message)
                except Refusal:  # the sender may have seen rows that this process has not
                    if self.store.shared:
                        await self.catch_up([live])
                    if live.room is before:
                        raise
                    continue
                if await self.table_log.commit(live, before, added):
                    return
                if live.deleted:
                    raise Refusal(*DELETED)
            raise Refusal(RefusalReason.STALE)

    async def _charge(self, address: str) -> None:
        """Count a message by address, because each may add rows to a log."""
        try:
            await self.quotas.charge_leased(WRITES, address)
        except LimitExceeded as error:
            raise Refusal(*WROTE_TOO_OFTEN) from error

    async def _check_password(
        self,
        live: LiveTable,
        visitor_id: str,
        message: messages.Knock | messages.Lock,
        address: str,
    ) -> None:
        """Refuse a wrong password before the table is locked, because hashing takes long.

        Tries count by visitor and by address, so that nobody uses up the tries of others.
        """
        now = live.room
        is_try = isinstance(message, messages.Knock)
        if is_try and now.may_enter(visitor_id):
            return
        quota = PASSWORD_TRIES if is_try else PASSWORDS_SET
        try:
            await self.quotas.charge(quota, visitor_id, address, about=live.id)
            if is_try:
                try_it = partial(decisions.decide, now, visitor_id, message, self.chance)
                await self.passwords.run(address or visitor_id, try_it)
        except (LimitExceeded, QueueFull) as full:
            raise Refusal(*KNOCKED_TOO_OFTEN) from full
        except Refusal:  # another process may have set another password
            if self.store.shared:
                await self.catch_up([live])
            if live.room is now:
                raise

    async def _decide(
        self, live: LiveTable, visitor_id: str, message: messages.FromClient
    ) -> tuple[log_rows.Row, ...]:
        arguments = live.room, visitor_id, message, self.chance, live.presence().away
        if isinstance(message, messages.Knock | messages.Lock):  # hashing takes long
            return await asyncio.to_thread(decisions.decide, *arguments)
        return decisions.decide(*arguments)
