"""A user at a table: what was told so far, and what is still to be told."""

import asyncio
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from tamaya.formats.hanablive.vocabulary import suit_order
from tamaya.hanablive.protocol import frames, game_frames
from tamaya.hanablive.protocol.game_actions import NOBODY, GameAction, TurnAction
from tamaya.hanablive.server.action_log import actions
from tamaya.hanablive.server.ids import number_of
from tamaya.hanablive.server.table_settings import table_options
from tamaya.rules import Options, Seat, State
from tamaya.server.hub.tables import Live, Viewer
from tamaya.server.room.projection import Eyes, eyes, notes_of
from tamaya.server.room.room import Room

if TYPE_CHECKING:
    from tamaya.hanablive.server.gateway import Door

REMARKS = {
    "hello": "Hello!",
    "one-moment": "One moment, please.",
    "take-your-time": "Take your time.",
    "know-nothing": "I know nothing.",
    "remember": "Remember …",
    "well-done": "Well done!",
    "thanks": "Thanks!",
    "oops": "Oops!",
    "good-game": "Good game!",
}
Cast = tuple[int, Seat | None, tuple[str, ...]]  # of a game: our seat, and everybody's names
LOADING = 2.0  # seconds that a program may take to say that it has loaded a game


class Attendance:
    """One user at one table, with a seat or looking on."""

    def __init__(self, door: "Door", who: str, live: Live) -> None:
        self.door = door
        self.live = live
        self.viewer = Viewer(who)
        self.joined: int | None = None  # the number under which the user knows of its seat
        self.stand_in = ""  # made up for somebody at the table who invited the user
        self.heard = time.monotonic()  # when the user last said something here
        self.loading: float | None = None  # since when the user has been taking in a whole game
        self.to_move = False
        self.had_seat = self.seat is not None  # when the user was last told of the table
        self.task: asyncio.Task[None] | None = None
        self.begun: tuple[int, int] | None = None  # the game that `tableStart` told of
        self.branch: tuple[int, int] | None = None  # the game whose actions are being sent
        self._cast: Cast = self._cast_now()
        self._lines = live.room.first_line + len(live.room.lines)
        self._sent = 0
        self._connected: tuple[bool, ...] = ()
        self._spectators: tuple[frames.Spectator, ...] = ()
        self._before: frames.GameFrame | None = None  # what was told of the table before a game

    @property
    def who(self) -> str:
        """The user's id."""
        return self.viewer.who

    @property
    def seat(self) -> Seat | None:
        """The user's seat."""
        return self.live.room.seat_of(self.who)

    @property
    def number(self) -> int:
        """The table's number for the game that is on, or is to come."""
        return self.door.numbers.now(self.live.id, self.live.room)

    @property
    def is_over(self) -> bool:
        """Whether the user has lost its seat, or was sent away; or the table is gone."""
        lost = self.had_seat and self.seat is None
        sent_away = self.live.gone or self.viewer.sent_away
        return lost or sent_away or not self.live.room.may_enter(self.who)

    def woken(self, *, loaded: bool = False) -> None:
        """The user said something about this table, perhaps that it knows the game by now."""
        self.heard = time.monotonic()
        if loaded:
            self.loading = None
        self.door.tables.doze(self.live, self.viewer, asleep=False)

    # what happens

    def news(self) -> Iterator[Struct]:
        """All that the user has not been told yet."""
        now = self.live.room
        self.had_seat = self.seat is not None
        if now.playing:
            self._cast = self._cast_now()
        yield from self._talk(now)
        if now.playing and self.begun != _branch(now):
            yield from self.begin()
        if now.game is not None and self.branch == _branch(now):
            if not self.is_loading():
                yield from self._go_on(now, now.game)
        elif not now.playing and self.joined == self.number:
            yield from self._before_the_game(now)
        self._watch_the_turn(now)

    def begin(self) -> Iterator[Struct]:
        """A game is on: the user is to ask for it."""
        self.begun, self.branch = _branch(self.live.room), None
        if self.seat is not None and self.joined != self.number:
            yield self.join()
        yield frames.TableStartFrame(self.number)

    def join(self) -> frames.JoinedFrame:
        """The user has a seat, and knows of it from now on."""
        self.joined = self.number
        return frames.JoinedFrame(self.number)

    def _watch_the_turn(self, now: Room) -> None:
        to_move = now.playing and now.game is not None and now.game.table.to_move == self.seat
        if to_move and not self.to_move:
            self.heard = time.monotonic()
        self.to_move = to_move

    def _talk(self, now: Room) -> Iterator[Struct]:
        lines, self._lines = self._lines, now.first_line + len(now.lines)
        for line in now.lines[max(lines - now.first_line, 0) :]:
            if line.kind == "said":
                text = REMARKS[line.remark] if line.remark else line.text
                yield self.door.chat(text, line.name, room=f"table{self.number}")

    def _before_the_game(self, now: Room) -> Iterator[Struct]:
        present = self._present(now)
        players = tuple(
            frames.PregamePlayer(seat, name, seat == self.seat, present[seat])
            for seat, name in enumerate(self.door.names_at(now))
            if name is not None
        )
        told = frames.GameFrame(
            self.number,
            self.door.name_of(self.live),
            number_of(now.host),
            players,
            table_options(now.settings),
            now.lock is not None,
            now.settings.players,
        )
        if told != self._before:
            self._before = told
            yield told

    # a game

    def init(self) -> game_frames.InitFrame:
        """What the game is."""
        now = self.live.room
        assert now.dealt is not None
        (_, seat, names), options = self._cast_of(now), table_options(now.settings, now.dealt.first)
        return game_frames.InitFrame(
            table_id=self.game_number,
            player_names=names,
            our_player_index=0 if seat is None else seat,
            spectating=seat is None,
            has_custom_seed=now.known_deal is not None,
            seed=f"p{options.num_players}v{options.variant_id}s{self.game_number}",
            datetime_started=self.door.time(),
            options=options,
        )

    def _cast_of(self, now: Room) -> Cast:
        """Of the game that is on; or of the last one, whoever sits there since."""
        return self._cast if not now.playing and self._cast[0] == now.games else self._cast_now()

    def _cast_now(self) -> Cast:
        now = self.live.room
        return now.games, self.seat, tuple(name or "" for name in self.door.names_at(now))

    @property
    def game_number(self) -> int:
        """The table's number for the game that was dealt last."""
        return self.door.numbers.of(self.live.id, self.live.room.games)

    def whole(self) -> Iterator[Struct]:
        """All that has happened; from now on the user is told what follows."""
        now, number = self.live.room, self.game_number
        assert now.game is not None
        self.branch = self.begun = _branch(now)
        self.loading = time.monotonic()
        told = self._actions(now, now.game)
        self._sent, self._connected = len(told), self._present(now)
        yield game_frames.GameActionListFrame(number, tuple(told))
        yield game_frames.ConnectedFrame(number, self._connected)
        yield self._clock(now.game.table.options, _to_move(now.game))
        yield game_frames.NoteListPlayerFrame(number, self._notes(now, now.game))
        yield game_frames.VoteChangeFrame()
        self._spectators = self.door.spectators(self.live)
        yield frames.SpectatorsFrame(number, self._spectators)
        yield frames.ChatListFrame()
        if not now.playing:
            yield from self._end(now, now.game)

    def is_loading(self) -> bool:
        """Whether news would come too early: some programs ask for the game twice."""
        return self.loading is not None and time.monotonic() - self.loading < LOADING

    def _go_on(self, now: Room, game: State) -> Iterator[Struct]:
        number, told = self.game_number, self._actions(now, game)
        new, self._sent = told[self._sent :], len(told)
        for action in new:
            yield game_frames.GameActionFrame(number, action)
            if isinstance(action, TurnAction) and action.current_player_index != NOBODY:
                yield self._clock(game.table.options, action.current_player_index)
        if not now.playing:
            yield from self._end(now, game)
            return
        if (connected := self._present(now)) != self._connected:
            self._connected = connected
            yield game_frames.ConnectedFrame(number, connected)
        if (spectators := self.door.spectators(self.live)) != self._spectators:
            self._spectators = spectators
            yield frames.SpectatorsFrame(number, spectators)

    def _end(self, now: Room, game: State) -> Iterator[Struct]:
        """The game is over: everybody sees the deck now."""
        self.branch = None
        number, suits = self.game_number, suit_order(game.table.options).suits
        database = number_of(now.dealt.id if now.dealt else "")
        deck = (game_frames.CardIdentity(suits.index(face.suit), face.value) for face in game.faces)
        yield frames.TableGoneFrame(number)
        yield game_frames.ConnectedFrame(number, self._present(now))
        yield game_frames.CardIdentitiesFrame(number, tuple(deck))
        yield game_frames.FinishOngoingGameFrame(number, database, self.door.host_name(now))
        yield game_frames.DatabaseIdFrame(number, database)

    def _actions(self, now: Room, game: State) -> list[GameAction]:
        assert now.dealt is not None
        _, seat, _ = self._cast_of(now)  # a game that is over opens no hands of the past
        sees = Eyes(seat) if seat is not None else eyes(now, self.who) or Eyes()
        return actions(game, Seat(now.dealt.first), sees)

    def _notes(self, now: Room, game: State) -> tuple[str, ...]:
        notes = notes_of(now, self.who)
        return tuple(notes.get(card, "") for card in range(len(game.table.options.deck)))

    def _clock(self, options: Options, active: int) -> game_frames.ClockFrame:
        return game_frames.ClockFrame(self.game_number, (0,) * options.players, active)

    def _present(self, now: Room) -> tuple[bool, ...]:
        away = self.live.presence().away
        return tuple(sitter is not None and sitter.who not in away for sitter in now.seats)


def _branch(now: Room) -> tuple[int, int]:
    """A game; another one if moves were taken back in it."""
    return now.games, now.taken_back


def _to_move(game: State) -> int:
    return game.table.to_move if game.table.outcome is None else NOBODY
