"""The list of tables: how each looks on it, and what to tell when it changes."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from tamaya.hanablive.protocol import frames
from tamaya.hanablive.protocol.variants import UnsupportedRules
from tamaya.hanablive.server.directory import Naming
from tamaya.hanablive.server.ids import number_of
from tamaya.hanablive.server.table_session import Attendance
from tamaya.hanablive.server.table_settings import table_options
from tamaya.hanablive.server.user import User
from tamaya.server.hub.tables import Live, Tables
from tamaya.server.room.room import Room

log = logging.getLogger(__name__)


class Lobby(Naming):
    """What the users know of all tables, and of each other."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.comings = 0  # of users: names of others may depend on them
        self._frames: dict[str, tuple[tuple[int, int, int], frames.TableFrame | None]] = {}
        self._odd = set[str]()  # tables that something is wrong with

    def tidy(self) -> None:
        """Forget about tables that are no longer here."""
        here = self.tables.live
        self._frames = {table: known for table, known in self._frames.items() if table in here}
        self._odd &= here.keys()
        self.numbers.tidy(here)

    @contextmanager
    def apart(self, live: Live) -> Iterator[None]:
        """Whatever is wrong at one table is logged once, and the others are told all the same."""
        try:
            yield
        except Exception:
            if live.id not in self._odd:
                self._odd.add(live.id)
                log.exception("a table could not be told to programs")

    def tell(self, user: User, attendance: Attendance) -> None:
        """Send what is new at a table; a game that the user cannot play is not told."""
        if attendance.is_over:
            return
        with suppress(UnsupportedRules):
            for frame in attendance.news():
                user.send(frame)
                if isinstance(frame, frames.TableGoneFrame):
                    user.shown.pop(frame.table_id, None)

    def refresh(self, user: User) -> None:
        """Tell a user what has changed on the list of tables, and what other users do."""
        for attendance in [*user.at.values()]:
            with self.apart(attendance.live):
                self.tell(user, attendance)  # a table is gone after the last that happened there
        visible = self.visible(user)
        for frame in changes(user.shown, visible):
            user.send(frame)
        user.shown = visible
        status = self.status(user)
        if status != user.status:
            user.status = status
            for other in self.users.values():
                other.send(status)

    def asker(self, user: User, number: int) -> str:
        """Somebody at a table whose name leads a user to no other one, made up if need be."""
        here = user.shown[number].players
        others = [table for table in user.shown.values() if table.id != number]
        elsewhere = {name for table in others for name in table.players}
        elsewhere |= {onlooker.name for table in others for onlooker in table.spectators}
        if (known := next((name for name in here if name not in elsewhere), None)) is not None:
            return known
        made_up = (f"{here[0] if here else 'table'}-{n}" for n in count(number))
        return next(name for name in made_up if name not in elsewhere and not self.named(name))

    def visible(self, user: User) -> dict[int, frames.TableFrame]:
        """The tables that a user may know of and could play at, by number."""
        found = {}
        for live in self.tables.live.values():
            if live.id in user.at and user.at[live.id].is_loading():
                found.update(self._known(user, live))
            elif self.may_know(user, live) and (live.viewers or live.room.seats_of(user.who)):
                with self.apart(live):
                    frame = self._frame(live)
                    if frame is not None:
                        found[frame.id] = _for(user, frame, live)
        return found

    def _known(self, user: User, live: Live) -> dict[int, frames.TableFrame]:
        """A table as the user knows it."""
        tables = user.shown.items()
        return {n: table for n, table in tables if self.numbers.table(n) == live.id}

    def _frame(self, live: Live) -> frames.TableFrame | None:
        """A table on the list, made again only if something has changed there."""
        moment = live.room.version, live.stirs, self.comings
        if self._frames.get(live.id, (None,))[0] != moment:
            self._frames[live.id] = moment, None
            with suppress(UnsupportedRules):
                self._frames[live.id] = moment, table_frame(self, live)
        return self._frames[live.id][1]

    def may_know(self, user: User, live: Live) -> bool:
        """Whether a user may know of a table: it is listed, or the user is there."""
        there = live.id in user.at or bool(live.room.seats_of(user.who))
        return there or live.room.settings.listed

    def status(self, user: User) -> frames.UserFrame:
        """What a user does."""
        does, table = frames.IN_LOBBY, 0
        for attendance in user.at.values():
            if attendance.seat is None:
                does, table = frames.SPECTATING, attendance.number
            elif attendance.live.room.playing:
                does, table = frames.PLAYING, attendance.number
            elif attendance.joined == attendance.number:
                does, table = frames.BEFORE_GAME, attendance.number
        return frames.UserFrame(user.number, user.name, does, table)


def _for(user: User, table: frames.TableFrame, live: Live) -> frames.TableFrame:
    """A table as a user sees it; who has a seat but was only invited has yet to join."""
    if not live.room.seats_of(user.who):
        return table
    attendance = user.at.get(live.id)
    if live.room.playing or (attendance is not None and attendance.joined == table.id):
        return replace(table, joined=True)
    table = replace(table, password_protected=False)  # it is let in
    others = tuple(name for name in table.players if name != user.name)
    if attendance is not None and attendance.stand_in:
        others = (attendance.stand_in, *others[1:])
    return replace(table, players=others, num_players=len(others))


def table_frame(naming: Naming, live: Live) -> frames.TableFrame:
    """Return a table as it is listed, or raise `UnsupportedRules`."""
    now = live.room
    number, options = naming.numbers.now(live.id, now), table_options(now.settings)
    players = tuple(name for name in naming.names_at(now) if name is not None)
    return frames.TableFrame(
        id=number,
        name=naming.name_of(live),
        password_protected=now.lock is not None,
        num_players=len(players),
        owner_id=number_of(now.host),
        running=now.playing,
        variant=options.variant_name,
        options=options,
        progress=_progress(now),
        players=players,
        spectators=naming.spectators(live),
        max_players=now.settings.players,
    )


def _progress(now: Room) -> int:
    """How much of the deck is drawn, in percent."""
    if not now.playing or now.game is None:
        return 0
    table = now.game.table
    return 100 * table.drawn // len(table.options.deck)


def changes(
    before: Mapping[int, frames.TableFrame], now: Mapping[int, frames.TableFrame]
) -> Iterator[Struct]:
    """What somebody has to be told who knows the list as it was before."""
    for number in before.keys() - now.keys():
        yield frames.TableGoneFrame(number)
    for number, table in now.items():
        known = before.get(number)
        if known is table:
            continue
        if known is None or replace(known, progress=table.progress) != table:
            yield table
        elif known != table:
            yield frames.TableProgressFrame(number, table.progress)
