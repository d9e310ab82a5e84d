"""Frames from the server about the lobby and about tables before a game.

Fields, their order and their defaults are those of hanab.live.
"""

from typing import Any

from msgspec import Struct

from tamaya.hanablive.protocol.wire_names import camel_case

IN_LOBBY, BEFORE_GAME, PLAYING, SPECTATING, REPLAY, SHARED_REPLAY = range(6)  # `UserFrame.status`


class ServerFrame(Struct, rename=camel_case, frozen=True):
    """Base class: `wire_name` derives the command word from the name of the class."""


# the lobby


class WelcomeFrame(ServerFrame, frozen=True):
    """The first frame after connecting."""

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


class UserFrame(ServerFrame, frozen=True):
    """A connected user, and what the user is doing."""

    user_id: int
    name: str
    status: int = IN_LOBBY
    table_id: int = 0
    hyphenated: bool = False
    inactive: bool = False


class UserLeftFrame(ServerFrame, frozen=True):
    """A user has disconnected."""

    user_id: int


class TableOptions(ServerFrame, frozen=True):
    """The variant and the switches of a table."""

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


class Spectator(ServerFrame, frozen=True):
    """A user who watches a game without a seat."""

    name: str
    shadowing_player_index: int = -1
    shadowing_player_username: str = ""


class TableFrame(ServerFrame, frozen=True):
    """A table in the list of tables."""

    id: int
    name: str = ""
    password_protected: bool = False
    joined: bool = False
    num_players: int = 0
    owner_id: int = 0
    running: bool = False
    variant: str = "No Variant"
    options: TableOptions = TableOptions()
    timed: bool = False
    time_base: int = 0
    time_per_turn: int = 0
    shared_replay: bool = False
    progress: int = 0
    players: tuple[str, ...] = ()
    spectators: tuple[Spectator, ...] = ()
    max_players: int = 5


class TableGoneFrame(ServerFrame, frozen=True):
    """A table was removed from the list."""

    table_id: int


class TableProgressFrame(ServerFrame, frozen=True):
    """How much of the deck is drawn, in percent."""

    table_id: int
    progress: int


class ChatFrame(ServerFrame, frozen=True):
    """A chat message in the lobby, at a table, or to one user (with an empty `room`)."""

    msg: str
    who: str
    discord: bool = False
    server: bool = False
    datetime: str = ""
    room: str = ""
    recipient: str = ""


class ChatListFrame(ServerFrame, frozen=True):
    """Earlier chat messages."""

    list: tuple[ChatFrame, ...] = ()
    unread: int = 0


class WarningFrame(ServerFrame, frozen=True):
    """A command was refused and changed nothing."""

    warning: str


class ErrorFrame(ServerFrame, frozen=True):
    """The server is about to close the connection."""

    error: str


# a table before the game


class JoinedFrame(ServerFrame, frozen=True):
    """The receiver has taken a seat."""

    table_id: int


class LeftFrame(ServerFrame, frozen=True):
    """The receiver has left the table."""

    table_id: int


class SpectatorsFrame(ServerFrame, frozen=True):
    """The spectators of a table have changed."""

    table_id: int
    spectators: tuple[Spectator, ...] = ()


class PregamePlayer(ServerFrame, frozen=True):
    """A seated player in a `GameFrame`."""

    index: int
    name: str
    you: bool = False
    present: bool = True
    stats: dict[str, Any] = {}


class GameFrame(ServerFrame, frozen=True):
    """The receiver's own table before the game starts."""

    table_id: int
    name: str = ""
    owner: int = 0
    players: tuple[PregamePlayer, ...] = ()
    options: TableOptions = TableOptions()
    password_protected: bool = False
    max_players: int = 5


class TableStartFrame(ServerFrame, frozen=True):
    """A game has started; the client asks for it with `getGameInfo1`."""

    table_id: int
    replay: bool = False
