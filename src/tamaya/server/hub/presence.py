"""Who is connected to each table, here and at other processes, and who counts as away."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from tamaya.server.hub import onlooker_cap
from tamaya.server.hub.bot_turns import BotTurns
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.hub.pace import Pace
from tamaya.server.hub.table_log import HandsWatchedLog
from tamaya.server.hub.table_observer import TableObserver
from tamaya.server.limits.quotas import Quotas
from tamaya.server.room import room
from tamaya.server.room.projection import is_onlooker

MAX_ONLOOKERS = 100  # connections to one table


class PresenceTracker:
    """Connects viewers to tables, and lets players, bots and other processes know."""

    def __init__(  # noqa: PLR0913 - what presence has an effect on
        self,
        tables: dict[str, LiveTable],
        bots: BotTurns,
        hands_watched: HandsWatchedLog,
        *,
        observer: TableObserver,
        quotas: Quotas,
        pace: Pace,
        max_onlookers: int = MAX_ONLOOKERS,
    ) -> None:
        self.tables = tables  # in memory; those that nobody needs are removed
        self.bots = bots
        self.hands_watched = hands_watched
        self.observer = observer
        self.quotas = quotas
        self.pace = pace
        self.max_onlookers = max_onlookers

    # connections to this process

    def connect(self, live: LiveTable, viewer: Viewer) -> None:
        """Add a viewer to a table."""
        live.viewers.add(viewer)
        live.record_hands_watchers([viewer])
        live.away.discard(viewer.visitor_id)
        self._connection_changed(live, viewer)

    def disconnect(self, live: LiveTable, viewer: Viewer) -> None:
        """Remove a viewer; the visitor may come back with another connection."""
        live.viewers.discard(viewer)
        self._connection_changed(live, viewer)
        self.expect(live, viewer.visitor_id)

    def set_idle(self, live: LiveTable, viewer: Viewer, *, idle: bool) -> None:
        """Note whether a viewer has been silent for too long, and so counts as away."""
        if viewer.idle == idle:
            return
        viewer.idle = idle
        (live.away.add if idle else live.away.discard)(viewer.visitor_id)
        self._publish(live)

    def wake_connections(self, signed_out: Collection[tuple[str, str]]) -> None:
        """Wake the connections of visitors some of whose devices were signed out."""
        visitors = {visitor_id for visitor_id, _ in signed_out}
        for live in self.tables.values() if visitors else ():
            for viewer in live.viewers:
                if viewer.visitor_id in visitors:
                    viewer.changed.set()

    def expect_all(self, live: LiveTable) -> None:
        """Expect everybody who belongs to a table."""
        for visitor_id in (*live.room.seated_visitors(), live.room.host):
            self.expect(live, visitor_id)

    def expect(self, live: LiveTable, visitor_id: str) -> None:
        """Mark a visitor as away who does not connect for a while; unload an unused table then."""
        loop = asyncio.get_running_loop()
        loop.call_later(self.pace.away, self._check_presence, live, visitor_id)

    def _check_presence(self, live: LiveTable, visitor_id: str) -> None:
        belongs = visitor_id == live.room.host or live.room.seats_of(visitor_id)
        if belongs and visitor_id not in live.present():
            live.away.add(visitor_id)
            live.presence_version += 1
            live.notify_viewers()
        if live.viewers or self.tables.get(live.id) is not live:  # in use, or loaded again since
            return
        resting = room.bot_to_move(live.room) is None or live.is_deserted()
        if resting or any(live.viewers_elsewhere.values()):
            del self.tables[live.id]
        else:
            self.expect(live, visitor_id)

    def _connection_changed(self, live: LiveTable, viewer: Viewer) -> None:
        """Report players at once, and onlookers only now and then."""
        live.connections_version += 1
        self.bots.presence_changed(live)
        if not is_onlooker(live.room, viewer.visitor_id):
            self._publish(live)
        elif live.presence_timer is None:
            loop = asyncio.get_running_loop()
            live.presence_timer = loop.call_later(self.pace.onlookers, self._publish, live)

    def _publish(self, live: LiveTable) -> None:
        """Tell the viewers, the bots and other processes who is present here."""
        if live.presence_timer is not None:
            live.presence_timer.cancel()
            live.presence_timer = None
        self._notify(live)
        self.hands_watched.update(live)
        self.observer.presence_changed(live, self.onlookers_here(live))

    def _notify(self, live: LiveTable) -> None:
        """Tell the viewers and the bots that somebody came or went, here or elsewhere."""
        live.presence_version += 1
        live.notify_viewers()
        self.bots.presence_changed(live)

    # connections to other processes

    def set_viewers_elsewhere(
        self, live: LiveTable, process: str, visitors: Iterable[str] | None
    ) -> None:
        """Note who is connected to another process; None: it does not have the table."""
        before = live.viewers_elsewhere.get(process)
        now = None if visitors is None else frozenset(visitors)
        if before == now:
            return
        live.viewers_elsewhere.pop(process, None)
        if now is not None:
            live.viewers_elsewhere[process] = now
            live.away -= now
        self._notify(live)
        for visitor_id in (before or frozenset()) - (now or frozenset()):
            self.expect(live, visitor_id)

    def set_onlookers_elsewhere(
        self, live: LiveTable, process: str, counts: Mapping[str, int]
    ) -> None:
        """Note the onlookers at another process; if they are too many, some of ours must leave."""
        live.onlookers_elsewhere.pop(process, None)
        if counts:
            live.onlookers_elsewhere[process] = dict(counts)
            everywhere = self._onlookers(live)
            surplus = onlooker_cap.surplus(everywhere, self.max_onlookers, self.observer.process)
            self._evict(live, surplus)

    # the cap on onlookers

    def admit(self, live: LiveTable, viewer: Viewer) -> bool:
        """Return whether a viewer may connect; players and the host always may.

        Where there are too many onlookers, at all processes together, the address with the most of
        them loses one to an address with fewer.
        """
        if not is_onlooker(live.room, viewer.visitor_id):
            return True
        counts = self._onlookers(live)
        here = counts[self.observer.process]
        if onlooker_cap.by_address(counts).total() < self.max_onlookers:
            return True
        address = onlooker_cap.one_gives_way(counts, self.quotas.digest(viewer.address))
        if address is not None and here[address]:
            self._evict(live, Counter((address,)))
        elif here.total() >= self.max_onlookers:  # other processes cannot make room here
            return False
        return address is not None  # another process evicts one when it hears of this one

    def onlookers_here(self, live: LiveTable) -> Counter[str]:
        """Return the onlookers' connections to this process by address, as a digest."""
        addresses = Counter(viewer.address for viewer in live.onlookers_here())
        return Counter({self.quotas.digest(one): number for one, number in addresses.items()})

    def _onlookers(self, live: LiveTable) -> dict[str, Counter[str]]:
        here = {self.observer.process: self.onlookers_here(live)}
        return here | {process: Counter(at) for process, at in live.onlookers_elsewhere.items()}

    def _evict(self, live: LiveTable, addresses: Counter[str]) -> None:
        """Close so many onlookers' connections of some addresses."""
        for viewer in live.onlookers_here() if addresses else ():
            if addresses[address := self.quotas.digest(viewer.address)] > 0:
                addresses[address] -= 1
                viewer.evicted = True
                viewer.changed.set()
