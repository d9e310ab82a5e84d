"""Frames from the server, field by field as hanab.live sends them."""

from typing import Any

from msgspec import Struct

from tamaya.hanablive.spelling import camel

IN_LOBBY, BEFORE_GAME, PLAYING, SPECTATING, REPLAY, SHARED_REPLAY = range(6)  # what a user does


class Frame(Struct, rename=camel, frozen=True):
    """A command and its body."""


# the lobby


class Welcome(Frame, frozen=True):
    """The first frame."""

    user_id: int
    username: str
    total_games: int = 0
    muted: bool = False
    first_time_user: bool = False
    settings: dict[str, Any] = {}
    friends: tuple[str, ...] = ()
    playing_at_tables: tuple[int, ...] = ()
    discon_spectating_table: int = 0
    discon_shadowing_seat: int = -1
    random_table_name: str = ""
    shutting_down: bool = False
    datetime_shutdown_init: str = ""
    maintenance_mode: bool = False


class User(Frame, frozen=True):
    """Somebody who is connected."""

    user_id: int
    name: str
    status: int = IN_LOBBY
    table_id: int = 0
    hyphenated: bool = False
    inactive: bool = False


class UserLeft(Frame, frozen=True):
    """Somebody is gone."""

    user_id: int


class Options(Frame, frozen=True):
    """What is played at a table."""

    num_players: int = 0
    starting_player: int = 0
    variant_id: int = 0
    variant_name: str = "No Variant"
    timed: bool = False
    time_base: int = 0
    time_per_turn: int = 0
    speedrun: bool = False
    card_cycle: bool = False
    deck_plays: bool = False
    empty_clues: bool = False
    one_extra_card: bool = False
    one_less_card: bool = False
    all_or_nothing: bool = False
    detrimental_characters: bool = False
    table_name: str = ""
    max_players: int = 5


class Spectator(Frame, frozen=True):
    """Somebody who looks on."""

    name: str
    shadowing_player_index: int = -1
    shadowing_player_username: str = ""


class Table(Frame, frozen=True):
    """A table on the list."""

    id: int
    name: str = ""
    password_protected: bool = False
    joined: bool = False
    num_players: int = 0
    owner_id: int = 0
    running: bool = False
    variant: str = "No Variant"
    options: Options = Options()
    timed: bool = False
    time_base: int = 0
    time_per_turn: int = 0
    shared_replay: bool = False
    progress: int = 0
    players: tuple[str, ...] = ()
    spectators: tuple[Spectator, ...] = ()
    max_players: int = 5


class TableGone(Frame, frozen=True):
    """A table is no longer on the list."""

    table_id: int


class TableProgress(Frame, frozen=True):
    """How far a game has come, in percent."""

    table_id: int
    progress: int


class Chat(Frame, frozen=True):
    """Something said: in the lobby, at a table, or to one user (then the room is empty)."""

    msg: str
    who: str
    discord: bool = False
    server: bool = False
    datetime: str = ""
    room: str = ""
    recipient: str = ""


class ChatList(Frame, frozen=True):
    """What was said before."""

    list: tuple[Chat, ...] = ()
    unread: int = 0


class Warned(Frame, frozen=True):
    """A command that changed nothing, and why."""

    warning: str


class Failed(Frame, frozen=True):
    """Why the connection ends."""

    error: str


# a table before the game


class Joined(Frame, frozen=True):
    """You have a seat."""

    table_id: int


class Left(Frame, frozen=True):
    """You no longer have a seat."""

    table_id: int


class Spectators(Frame, frozen=True):
    """Who looks on."""

    table_id: int
    spectators: tuple[Spectator, ...] = ()


class Player(Frame, frozen=True):
    """Somebody with a seat."""

    index: int
    name: str
    you: bool = False
    present: bool = True
    stats: dict[str, Any] = {}


class Game(Frame, frozen=True):
    """A table where one sits, before the game."""

    table_id: int
    name: str = ""
    owner: int = 0
    players: tuple[Player, ...] = ()
    options: Options = Options()
    password_protected: bool = False
    max_players: int = 5


class TableStart(Frame, frozen=True):
    """A game is on: ask for it."""

    table_id: int
    replay: bool = False
