"""Finished games as the API sends them: a summary, and all steps."""

from msgspec import Struct

from tamaya.formats.game import KnownDeal
from tamaya.rules import Band, EndReason, Result
from tamaya.server.room import messages, wire


class GameInfo(Struct, frozen=True):
    """A summary of a game with an address: who played what, and how it ended."""

    id: str
    at: int  # when it ended, or was uploaded: milliseconds since 1970
    variant: str
    players: int
    names: tuple[str, ...]  # by seat
    bots: tuple[str | None, ...]  # by seat
    result: Result
    reason: EndReason | None  # none if it was uploaded before its end
    score: int
    points_on_table: int
    max_score: int
    band: Band | None
    mention: str | None
    turns: int
    your_seat: int | None
    uploaded: bool
    taken_back: int = 0  # how often moves were
    known_deal: KnownDeal | None = None  # whether anybody could know the deal before


class TakeBackPlace(Struct, frozen=True):
    """Moves that were made and taken back at one place of a game."""

    after: int  # the step that they came after
    times: int  # how often moves were taken back to there
    moves: int  # how many in all


class GameSteps(Struct, frozen=True):
    """A game from the deal on, step by step, from one viewpoint."""

    eyes: int | None  # the seat of the viewpoint; none for an onlooker or for open hands
    plays: tuple[messages.GameView, ...]  # as dealt, then after each action; without events
    events: tuple[wire.GameEvent, ...]  # all of them
    events_until: tuple[int, ...]  # by step: how many events had happened
    take_backs: tuple[TakeBackPlace, ...]  # in order; empty where that is not known


class Uploaded(Struct, frozen=True):
    """The address of an uploaded game, and warnings about parts of the file that were not kept."""

    id: str
    warnings: tuple[str, ...]
