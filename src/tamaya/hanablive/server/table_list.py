"""The list of tables as each user sees it, and the frames due when it changes."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from tamaya.hanablive.protocol.frames import TableFrame, TableGoneFrame, TableProgressFrame
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.hanablive.server.directory import Directory
from tamaya.hanablive.server.numeric_ids import numeric_id
from tamaya.hanablive.server.table_faults import TableFaults
from tamaya.hanablive.server.table_settings import table_options
from tamaya.hanablive.server.user import User
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.room.room import Room


class TableList:
    """All tables of this process that hanab.live's protocol can describe."""

    def __init__(self, directory: Directory, faults: TableFaults) -> None:
        self.directory = directory
        self.faults = faults
        self._frames: dict[str, tuple[tuple[int, int, int], TableFrame | None]] = {}  # a cache

    def prune(self) -> None:
        """Forget tables that are no longer in memory."""
        tables = self.directory.tables.live
        self._frames = {table: frame for table, frame in self._frames.items() if table in tables}

    def visible_to(self, user: User) -> dict[int, TableFrame]:
        """Return the tables that a user may know of and could play at, by number."""
        found = {}
        for live in self.directory.tables.live.values():
            if live.id in user.sessions and user.sessions[live.id].is_loading():
                found.update(self._as_last_sent(user, live))
            elif may_know(user, live) and (live.viewers or live.room.seats_of(user.player_id)):
                with self.faults.isolate(live):
                    frame = self._frame(live)
                    if frame is not None:
                        found[frame.id] = _frame_for(user, frame, live)
        return found

    def _as_last_sent(self, user: User, live: LiveTable) -> dict[int, TableFrame]:
        tables, table_of = user.known_tables.items(), self.directory.numbers.table_of
        return {number: frame for number, frame in tables if table_of(number) == live.id}

    def _frame(self, live: LiveTable) -> TableFrame | None:
        """Return a table's frame, built again only if something has changed there."""
        moment = live.room.version, live.presence_version, self.directory.revision
        if self._frames.get(live.id, (None,))[0] != moment:
            self._frames[live.id] = moment, None
            with suppress(UnsupportedRules):
                self._frames[live.id] = moment, table_frame(self.directory, live)
        return self._frames[live.id][1]


def may_know(user: User, live: LiveTable) -> bool:
    """Return whether a user may know of a table: it is listed, or the user is there."""
    there = live.id in user.sessions or bool(live.room.seats_of(user.player_id))
    return there or live.room.settings.listed


def _frame_for(user: User, table: TableFrame, live: LiveTable) -> TableFrame:
    """Return a table's frame for one user.

    A user who was given a seat but has not joined sees the table as if that seat were free.
    """
    if not live.room.seats_of(user.player_id):
        return table
    session = user.sessions.get(live.id)
    if live.room.playing or (session is not None and session.joined == table.id):
        return replace(table, joined=True)
    table = replace(table, password_protected=False)  # the seat lets the user in
    others = tuple(name for name in table.players if name != user.name)
    if session is not None and session.stand_in:
        others = (session.stand_in, *others[1:])
    return replace(table, players=others, num_players=len(others))


def table_frame(directory: Directory, live: LiveTable) -> TableFrame:
    """Return a table as it is listed, or raise `UnsupportedRules`."""
    room = live.room
    number, options = directory.table_number(live), table_options(room.settings)
    players = tuple(name for name in directory.player_names(room) if name is not None)
    return TableFrame(
        id=number,
        name=directory.table_name(live),
        password_protected=room.lock is not None,
        num_players=len(players),
        owner_id=numeric_id(room.host),
        running=room.playing,
        variant=options.variant_name,
        options=options,
        progress=_progress(room),
        players=players,
        spectators=directory.spectators(live),
        max_players=room.settings.players,
    )


def _progress(room: Room) -> int:
    """Return how much of the deck is drawn, in percent."""
    if not room.playing or room.game is None:
        return 0
    table = room.game.table
    return 100 * table.drawn // len(table.options.deck)


def table_list_changes(
    before: Mapping[int, TableFrame], now: Mapping[int, TableFrame]
) -> Iterator[Struct]:
    """Yield the frames that turn one list of tables into another."""
    for number in before.keys() - now.keys():
        yield TableGoneFrame(number)
    for number, table in now.items():
        known = before.get(number)
        if known is table:
            continue
        if known is None or replace(known, progress=table.progress) != table:
            yield table
        elif known != table:
            yield TableProgressFrame(number, table.progress)
