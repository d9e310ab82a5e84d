"""Frames of a game, from its beginning to its end."""

from tamaya.hanablive.actions import Action
from tamaya.hanablive.frames import Frame, Options

LIVE_GAME = -1  # the database id of a game that is not over


class Init(Frame, frozen=True):
    """What a game is."""

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
    options: Options = Options()
    character_assignments: tuple[int, ...] = ()
    character_metadata: tuple[int, ...] = ()
    shared_replay: bool = False
    shared_replay_leader: str = ""
    shared_replay_segment: int = 0
    shared_replay_eff_mod: int = 0
    paused: bool = False
    pause_player_index: int = -1
    pause_queued: bool = False


class GameActionList(Frame, frozen=True):
    """All that has happened."""

    table_id: int
    list: tuple[Action, ...]


class GameAction(Frame, frozen=True):
    """Something happened."""

    table_id: int
    action: Action


class Connected(Frame, frozen=True):
    """Who is there, by seat."""

    table_id: int
    list: tuple[bool, ...]


class Clock(Frame, frozen=True):
    """Nobody plays on time here: zeros."""

    table_id: int
    times: tuple[int, ...]
    active_player_index: int
    time_taken: int = 0


class NoteListPlayer(Frame, frozen=True):
    """Your notes, by card."""

    table_id: int
    notes: tuple[str, ...]


class VoteChange(Frame, frozen=True):
    """Whether you voted to end the game."""

    vote: bool = False


class CardIdentity(Frame, frozen=True):
    """A card of the deck."""

    suit_index: int
    rank: int


class CardIdentities(Frame, frozen=True):
    """The whole deck, when the game is over."""

    table_id: int
    card_identities: tuple[CardIdentity, ...]


class FinishOngoingGame(Frame, frozen=True):
    """The game is over and kept."""

    table_id: int
    database_id: int
    shared_replay_leader: str = ""


class DatabaseId(Frame, frozen=True):
    """The game is over and kept, for older programs."""

    table_id: int
    database_id: int
