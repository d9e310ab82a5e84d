"""A user at a table: which frames the user has been sent, and which are due."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from tamaya.formats.hanablive.vocabulary import suit_order
from tamaya.hanablive.protocol import frames, game_frames
from tamaya.hanablive.protocol.game_actions import NOBODY, GameAction, TurnAction
from tamaya.hanablive.server.directory import Directory
from tamaya.hanablive.server.game_log import game_actions
from tamaya.hanablive.server.numeric_ids import numeric_id
from tamaya.hanablive.server.table_settings import table_options
from tamaya.rules import Options, Seat, State
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.room.projection import Viewpoint, notes_of, viewpoint_of
from tamaya.server.room.room import Room

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
LOADING_TIMEOUT = 2.0  # seconds that a client may take to send `loaded`


class Lineup(NamedTuple):
    """Who plays a game: its number at the table, the user's seat, and all players' names."""

    game: int
    seat: Seat | None
    names: tuple[str, ...]


class TableSession:
    """One user at one table, as a player or a spectator."""

    def __init__(self, directory: Directory, viewer: Viewer, live: LiveTable) -> None:
        self.directory = directory
        self.live = live
        self.viewer = viewer
        self.joined: int | None = None  # the table number for which `joined` was sent
        self.stand_in = ""  # the placeholder player who invited the user
        self.last_heard = time.monotonic()  # when the user last sent a command about this table
        self.loading_since: float | None = None  # the client has not yet sent `loaded`
        self.to_move = False
        self.had_seat = self.seat is not None  # at the last update
        self.started: tuple[int, int] | None = None  # the game for which `tableStart` was sent
        self.following: tuple[int, int] | None = None  # the game whose actions are being sent
        self._lineup = self._current_lineup()
        self._lines = live.room.first_line + len(live.room.lines)
        self._actions_sent = 0
        self._connected: tuple[bool, ...] = ()
        self._spectators: tuple[frames.Spectator, ...] = ()
        self._pregame: frames.GameFrame | None = None  # the last one sent

    @property
    def player_id(self) -> str:
        """The user's id."""
        return self.viewer.visitor_id

    @property
    def seat(self) -> Seat | None:
        """The user's seat."""
        return self.live.room.seat_of(self.player_id)

    @property
    def table_number(self) -> int:
        """The table's number for the current game, or the next one between games."""
        return self.directory.table_number(self.live)

    @property
    def game_number(self) -> int:
        """The table's number for the game that was dealt last."""
        return self.directory.numbers.for_game(self.live.id, self.live.room.games_dealt)

    @property
    def is_over(self) -> bool:
        """Whether the user has lost the seat or was sent away, or the table is gone."""
        lost = self.had_seat and self.seat is None
        must_leave = self.live.deleted or self.viewer.evicted
        return lost or must_leave or not self.live.room.may_enter(self.player_id)

    @property
    def has_joined(self) -> bool:
        """Whether the user knows of its seat under the table's current number."""
        return self.joined == self.table_number

    def heard(self, *, loaded: bool = False) -> None:
        """Note that the user has sent a command about this table; `loaded` ends the loading."""
        self.last_heard = time.monotonic()
        if loaded:
            self.loading_since = None
        self.directory.tables.presence.set_idle(self.live, self.viewer, idle=False)

    def forget_join(self) -> None:
        """Note that the user no longer follows the table between games; the seat is kept."""
        self.joined = None

    # updates

    def updates(self) -> Iterator[Struct]:
        """Yield every frame that is due since the last call."""
        room = self.live.room
        self.had_seat = self.seat is not None
        if room.playing:
            self._lineup = self._current_lineup()
        yield from self._chat(room)
        if room.playing and self.started != _game_key(room):
            yield from self.announce_game()
        if room.game is not None and self.following == _game_key(room):
            if not self.is_loading():
                yield from self._new_actions(room, room.game)
        elif not room.playing and self.has_joined:
            yield from self._pregame_update(room)
        self._track_turn(room)

    def announce_game(self) -> Iterator[Struct]:
        """Yield the frames that make a client ask for the game."""
        self.started, self.following = _game_key(self.live.room), None
        if self.seat is not None and not self.has_joined:
            yield self.join()
        yield frames.TableStartFrame(self.table_number)

    def join(self) -> frames.JoinedFrame:
        """Return the frame that tells the user of its seat."""
        self.joined = self.table_number
        return frames.JoinedFrame(self.table_number)

    def _track_turn(self, room: Room) -> None:
        """Restart the silence timer when the user's turn begins."""
        to_move = room.playing and room.game is not None and room.game.table.to_move == self.seat
        if to_move and not self.to_move:
            self.last_heard = time.monotonic()
        self.to_move = to_move

    def _chat(self, room: Room) -> Iterator[Struct]:
        lines, self._lines = self._lines, room.first_line + len(room.lines)
        for line in room.lines[max(lines - room.first_line, 0) :]:
            if line.kind == "said":
                text = REMARKS[line.remark] if line.remark else line.text
                yield self.directory.chat_frame(text, line.name, room=f"table{self.table_number}")

    def _pregame_update(self, room: Room) -> Iterator[Struct]:
        present = self._present(room)
        players = tuple(
            frames.PregamePlayer(seat, name, seat == self.seat, present[seat])
            for seat, name in enumerate(self.directory.player_names(room))
            if name is not None
        )
        pregame = frames.GameFrame(
            self.table_number,
            self.directory.table_name(self.live),
            numeric_id(room.host),
            players,
            table_options(room.settings),
            room.lock is not None,
            room.settings.players,
        )
        if pregame != self._pregame:
            self._pregame = pregame
            yield pregame

    # games

    def init_frame(self) -> game_frames.InitFrame:
        """Return the answer to `getGameInfo1`."""
        room = self.live.room
        assert room.dealt is not None
        lineup, options = self._lineup_of(room), table_options(room.settings, room.dealt.first)
        return game_frames.InitFrame(
            table_id=self.game_number,
            player_names=lineup.names,
            our_player_index=0 if lineup.seat is None else lineup.seat,
            spectating=lineup.seat is None,
            has_custom_seed=room.known_deal is not None,
            seed=f"p{options.num_players}v{options.variant_id}s{self.game_number}",
            datetime_started=self.directory.timestamp(),
            options=options,
        )

    def _lineup_of(self, room: Room) -> Lineup:
        """Return who plays the current game or, after it, who played it: seats may have changed."""
        over = not room.playing and self._lineup.game == room.games_dealt
        return self._lineup if over else self._current_lineup()

    def _current_lineup(self) -> Lineup:
        room = self.live.room
        names = tuple(name or "" for name in self.directory.player_names(room))
        return Lineup(room.games_dealt, self.seat, names)

    def whole_game(self) -> Iterator[Struct]:
        """Yield the answer to `getGameInfo2`; from now on the user is sent each new action."""
        room, number = self.live.room, self.game_number
        assert room.game is not None
        self.following = self.started = _game_key(room)
        self.loading_since = time.monotonic()
        actions = self._actions(room, room.game)
        self._actions_sent, self._connected = len(actions), self._present(room)
        yield game_frames.GameActionListFrame(number, tuple(actions))
        yield game_frames.ConnectedFrame(number, self._connected)
        yield self._clock(room.game.table.options, _to_move(room.game))
        yield game_frames.NoteListPlayerFrame(number, self._notes(room, room.game))
        yield game_frames.VoteChangeFrame()
        self._spectators = self.directory.spectators(self.live)
        yield frames.SpectatorsFrame(number, self._spectators)
        yield frames.ChatListFrame()
        if not room.playing:
            yield from self._end(room, room.game)

    def is_loading(self) -> bool:
        """Return whether new actions must wait: some bots ask for the whole game twice."""
        since = self.loading_since
        return since is not None and time.monotonic() - since < LOADING_TIMEOUT

    def stop_loading(self) -> bool:
        """Return whether the client took too long to load the game, and wait no longer."""
        if self.loading_since is None or self.is_loading():
            return False
        self.loading_since = None
        return True

    def _new_actions(self, room: Room, game: State) -> Iterator[Struct]:
        number, actions = self.game_number, self._actions(room, game)
        new, self._actions_sent = actions[self._actions_sent :], len(actions)
        for action in new:
            yield game_frames.GameActionFrame(number, action)
            if isinstance(action, TurnAction) and action.current_player_index != NOBODY:
                yield self._clock(game.table.options, action.current_player_index)
        if not room.playing:
            yield from self._end(room, game)
            return
        if (connected := self._present(room)) != self._connected:
            self._connected = connected
            yield game_frames.ConnectedFrame(number, connected)
        if (spectators := self.directory.spectators(self.live)) != self._spectators:
            self._spectators = spectators
            yield frames.SpectatorsFrame(number, spectators)

    def _end(self, room: Room, game: State) -> Iterator[Struct]:
        """Yield the frames after the last turn, which show the whole deck."""
        self.following = None
        number, suits = self.game_number, suit_order(game.table.options).suits
        database_id = numeric_id(room.dealt.id if room.dealt else "")
        deck = (game_frames.CardIdentity(suits.index(face.suit), face.value) for face in game.faces)
        yield frames.TableGoneFrame(number)
        yield game_frames.ConnectedFrame(number, self._present(room))
        yield game_frames.CardIdentitiesFrame(number, tuple(deck))
        host = self.directory.host_name(room)
        yield game_frames.FinishOngoingGameFrame(number, database_id, host)
        yield game_frames.DatabaseIdFrame(number, database_id)

    def _actions(self, room: Room, game: State) -> list[GameAction]:
        assert room.dealt is not None
        seat = self._lineup_of(room).seat  # the end of a game does not reveal earlier hands
        sees = (
            Viewpoint(seat)
            if seat is not None
            else viewpoint_of(room, self.player_id) or Viewpoint()
        )
        return game_actions(game, Seat(room.dealt.first), sees)

    def _notes(self, room: Room, game: State) -> tuple[str, ...]:
        notes = notes_of(room, self.player_id)
        return tuple(notes.get(card, "") for card in range(len(game.table.options.deck)))

    def _clock(self, options: Options, active: int) -> game_frames.ClockFrame:
        return game_frames.ClockFrame(self.game_number, (0,) * options.players, active)

    def _present(self, room: Room) -> tuple[bool, ...]:
        away = self.live.presence().away
        return tuple(sitter is not None and sitter.visitor_id not in away for sitter in room.seats)


def _game_key(room: Room) -> tuple[int, int]:
    """Return what identifies a game; it changes when moves are taken back."""
    return room.games_dealt, room.taken_back


def _to_move(game: State) -> int:
    return game.table.to_move if game.table.outcome is None else NOBODY
