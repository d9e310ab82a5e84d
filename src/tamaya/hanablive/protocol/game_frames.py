"""Frames from the server about a game in progress or just finished."""

from tamaya.hanablive.protocol.frames import ServerFrame, TableOptions
from tamaya.hanablive.protocol.game_actions import GameAction

LIVE_GAME = -1  # `database_id` of a game in progress


class InitFrame(ServerFrame, frozen=True):
    """The players and options of a game: the answer to `getGameInfo1`."""

    table_id: int
    player_names: tuple[str, ...]
    our_player_index: int
    spectating: bool = False
    shadowing: bool = False
    replay: bool = False
    database_id: int = LIVE_GAME
    has_custom_seed: bool = False
    seed: str = ""
    datetime_started: str = ""
    datetime_finished: str = ""
    options: TableOptions = TableOptions()
    character_assignments: tuple[int, ...] = ()
    character_metadata: tuple[int, ...] = ()
    shared_replay: bool = False
    shared_replay_leader: str = ""
    shared_replay_segment: int = 0
    shared_replay_eff_mod: int = 0
    paused: bool = False
    pause_player_index: int = -1
    pause_queued: bool = False


class GameActionListFrame(ServerFrame, frozen=True):
    """All actions of a game so far: the answer to `getGameInfo2`."""

    table_id: int
    list: tuple[GameAction, ...]


class GameActionFrame(ServerFrame, frozen=True):
    """One new action."""

    table_id: int
    action: GameAction


class ConnectedFrame(ServerFrame, frozen=True):
    """Which players are connected, by seat."""

    table_id: int
    list: tuple[bool, ...]


class ClockFrame(ServerFrame, frozen=True):
    """Players' clocks; all zero, because games here are not timed."""

    table_id: int
    times: tuple[int, ...]
    active_player_index: int
    time_taken: int = 0


class NoteListPlayerFrame(ServerFrame, frozen=True):
    """The receiver's notes, by card order."""

    table_id: int
    notes: tuple[str, ...]


class VoteChangeFrame(ServerFrame, frozen=True):
    """Whether the receiver has voted to end the game."""

    vote: bool = False


class CardIdentity(ServerFrame, frozen=True):
    """The face of one card."""

    suit_index: int
    rank: int


class CardIdentitiesFrame(ServerFrame, frozen=True):
    """The whole deck, sent when the game is over."""

    table_id: int
    card_identities: tuple[CardIdentity, ...]


class FinishOngoingGameFrame(ServerFrame, frozen=True):
    """The game is over and stored under this database id."""

    table_id: int
    database_id: int
    shared_replay_leader: str = ""


class DatabaseIdFrame(ServerFrame, frozen=True):
    """The same as `FinishOngoingGameFrame`, for older bots."""

    table_id: int
    database_id: int
