"""The door: who is connected, which tables they know of, and at which of them they are."""

import asyncio
import logging
import time
from contextlib import suppress

from tamaya.hanablive.protocol import frames
from tamaya.hanablive.server.table_list import Lobby
from tamaya.hanablive.server.table_session import Attendance
from tamaya.hanablive.server.user import User
from tamaya.server.hub.tables import DamagedTable, Live, NoSuchTable, Tables
from tamaya.server.room import messages
from tamaya.server.room.decisions import Refused
from tamaya.server.room.guests import is_guest
from tamaya.server.store.store import StoreError

LOOK_EVERY = 0.1  # seconds between looks at all tables
SELDOM = 5.0  # seconds between looks at most
PATIENCE = 60.0  # seconds after which a user who is to move and says nothing is away
MOST_TABLES = 20  # of one user, looked for when it connects
log = logging.getLogger(__name__)
GAME_HISTORY = "gameHistory", ()  # the last of the first frames
WELCOME = "This is a Tamaya server: hanab.live's protocol, and variants that both play."


class Door(Lobby):
    """Users of hanab.live's protocol among the tables of this process."""

    def __init__(self, tables: Tables, patience: float = PATIENCE) -> None:
        super().__init__(tables)
        self.patience = patience
        self._looking: asyncio.Task[None] | None = None
        self._small_tasks = set[asyncio.Task[None]]()

    def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    # users

    async def come(self, user: User) -> None:
        """A user is connected: another connection of the same user ends."""
        mine = await self._games_of(user)
        before = self.users.get(user.who)
        if before is not None:
            before.send(frames.ErrorFrame("You have logged in from somewhere else."))
            self.go(before)
        self.users[user.who] = user
        self.comings += 1
        self.tables.guests.come(user.name)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        at = tuple(self.numbers.now(live.id, live.room) for live in mine)
        user.send(frames.WelcomeFrame(user.number, user.name, playing_at_tables=at))
        user.send_list("userList", [self.status(one) for one in self.users.values()])
        user.shown = self.visible(user)
        user.send_list("tableList", list(user.shown.values()))
        user.send(frames.ChatListFrame())
        user.send(self.chat(WELCOME, "", room="lobby", server=True))
        user.send_list(*GAME_HISTORY)

    async def _games_of(self, user: User) -> list[Live]:
        """The tables where a user plays; it says itself which of them it wants to see again."""
        found = []
        for table in await self.tables.store.tables_of(user.who, MOST_TABLES):
            live = await self.found(table)
            if live is not None and live.room.playing and live.room.seats_of(user.who):
                user.looks_away_from(live)
                found.append(live)
        return found

    async def found(self, table: str) -> Live | None:
        """A table, unless there is none, or it cannot be read."""
        try:
            return await self.tables.find(table)
        except (NoSuchTable, DamagedTable):
            return None
        except StoreError:
            raise
        except Exception:  # one that a newer version has written to, say
            log.exception("a table of a program cannot be read")
            return None

    def go(self, user: User) -> None:
        """A user's connection is gone, or ends."""
        for attendance in [*user.at.values()]:
            self.leave(user, attendance)
        user.close()
        if self.users.get(user.who) is user:
            del self.users[user.who]
            self.comings += 1
            self.tables.guests.go(user.name)
            for other in self.users.values():
                other.send(frames.UserLeftFrame(user.number))

    # users at tables

    def attend(self, user: User, live: Live) -> Attendance:
        """A user looks at a table from now on."""
        if live.id not in user.at:
            attendance = user.at[live.id] = Attendance(self, user.who, live)
            attendance.viewer.address, attendance.viewer.name = user.address, user.name
            user.looking_away.discard((live.id, live.room.games))
            attendance.task = asyncio.create_task(self._follow(user, attendance))
            self.tables.come(live, attendance.viewer)
        return user.at[live.id]

    def leave(self, user: User, attendance: Attendance) -> None:
        """A user looks away; what it has at the table stays."""
        user.at.pop(attendance.live.id, None)
        if attendance.task is not None and attendance.task is not asyncio.current_task():
            attendance.task.cancel()
        self.tables.go(attendance.live, attendance.viewer)

    def stand_elsewhere(self, user: User, here: Live) -> None:
        """Who sits down here gives the seats up where a game is over and was looked away from."""
        for attendance in [*user.at.values()]:
            live = attendance.live
            idle = not live.room.playing and attendance.joined is None
            if live is not here and idle and attendance.seat is not None:
                self._soon(live, user, messages.Stand())

    async def _follow(self, user: User, attendance: Attendance) -> None:
        """Tell a user what happens at a table, as long as it is there."""
        viewer = attendance.viewer
        while True:
            viewer.changed.clear()
            if attendance.is_over:
                user.send(frames.LeftFrame(attendance.joined or attendance.number))
                self.leave(user, attendance)
                return
            self.tell(user, attendance)
            self._decline(user, attendance.live)
            await viewer.changed.wait()

    def _decline(self, user: User, live: Live) -> None:
        """Programs do not know of moves that are taken back: the door says no for them."""
        asking, now = live.room.asking, live.room
        if asking is None or asking.who == user.who or not now.seats_of(user.who):
            return
        self._soon(live, user, messages.Answer(now.version, yes=False))

    def _soon(self, live: Live, user: User, message: messages.FromClient) -> None:
        """Say something for a user that does not know of it."""

        async def say() -> None:
            with suppress(Refused, StoreError):
                await self.tables.handle(live, user.who, message)

        task = asyncio.create_task(say())
        self._small_tasks.add(task)
        task.add_done_callback(self._small_tasks.discard)

    # looking at all tables

    async def _look(self) -> None:
        took = 0.0
        while self.users:
            await asyncio.sleep(max(LOOK_EVERY, min(10 * took, SELDOM)))  # never most of the time
            began = time.thread_time()  # a machine that was busy otherwise does not count
            try:
                self._look_once()
            except Exception:  # nothing that is wrong here ends the looking
                log.exception("the tables could not be told to programs")
            took = time.thread_time() - began

    def _look_once(self) -> None:
        self.tidy()
        for live in [*self.tables.live.values()]:
            with self.apart(live):
                self._find_seats(live)
        for user in [*self.users.values()]:
            for attendance in [*user.at.values()]:
                with self.apart(attendance.live):
                    self._look_after(user, attendance)
            self.refresh(user)

    def _find_seats(self, live: Live) -> None:
        """Users who were given a seat come to the table; those who have not joined are asked to."""
        if not live.room.playing and not _has_company(live):
            return
        for who in live.room.people():
            user = self.users.get(who)
            if user is None or live.id in user.at or user.looks_away(live):
                continue
            attendance = self.attend(user, live)
            if not live.room.playing:
                self._invite(user, attendance)

    def _invite(self, user: User, attendance: Attendance) -> None:
        """Ask as people do, with a private message from somebody who sits at the table."""
        self.tables.doze(attendance.live, attendance.viewer, asleep=True)  # until it answers
        self.refresh(user)
        if attendance.number not in user.shown:
            return  # the table plays what cannot be told
        asker = self.asker(user, attendance.number)
        if asker not in user.shown[attendance.number].players:
            attendance.stand_in = asker
            self.refresh(user)
        user.send(self.chat("/join", asker, recipient=user.name))

    def _look_after(self, user: User, attendance: Attendance) -> None:
        """Who is silent is away, and nobody waits for a next game where all others are gone."""
        live = attendance.live
        waits = not live.room.playing and attendance.joined != attendance.number
        told = attendance.branch is None and not attendance.viewer.changed.is_set()
        if waits and told and not _has_company(live):
            self.leave(user, attendance)
            return
        if attendance.loading is not None and not attendance.is_loading():
            attendance.loading = None
            self.tell(user, attendance)
        silent = time.monotonic() - attendance.heard > self.patience
        if attendance.to_move and silent:
            self.tables.doze(live, attendance.viewer, asleep=True)


def _has_company(live: Live) -> bool:
    """Whether anybody is at a table who is no program."""
    return any(not is_guest(viewer.who) for viewer in live.viewers)
