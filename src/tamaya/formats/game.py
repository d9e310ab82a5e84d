"""A recorded game: players, deal and every action. All formats read and write it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tamaya.formats.errors import FormatError
from tamaya.rules import (
    FIRST_SEAT,
    Action,
    Deal,
    DealError,
    Event,
    IllegalAction,
    Options,
    Seat,
    State,
    apply,
    start,
    stop,
)

T = TypeVar("T")
KnownDeal = Literal["replayed", "uploaded"]  # how a deal could be known before the game


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Moves that were made and taken back at one place of a game."""

    after: int  # actions of the game before them
    times: int  # how often moves were taken back to there
    moves: int  # how many in all


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be replayed, finished or not."""

    options: Options
    deal: Deal
    names: tuple[str, ...]
    actions: tuple[Action, ...] = ()
    first: Seat = FIRST_SEAT
    stopped: bool = False  # ended by the players after the last action
    notes: tuple[tuple[str, ...], ...] = ()  # by seat and card id; empty where there are none
    taken_back: int = 0  # how many times moves were taken back
    take_backs: tuple[TakenBack, ...] = ()  # where moves were taken back; empty if unknown
    known_deal: KnownDeal | None = None  # None if it was dealt at random


@dataclass(frozen=True, slots=True)
class Converted(Generic[T]):
    """The result of a conversion, and a warning for everything that was lost in it."""

    value: T
    warnings: tuple[str, ...] = ()


def initial_state(game: Game) -> State:
    """The state before the first action."""
    if len(game.names) != game.options.players:
        raise FormatError(f"{len(game.names)} names for {game.options.players} players")
    try:
        return start(game.options, game.deal, game.first)
    except DealError as error:
        raise FormatError(str(error), "deal") from error


def replay_steps(game: Game) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The state and the events after each action; an error says which action is illegal."""
    state = initial_state(game)
    for number, action in enumerate(game.actions, start=1):
        try:
            state, events = apply(state, action)
        except IllegalAction as illegal:
            raise FormatError(str(illegal), f"action {number}") from illegal
        yield state, events
    if game.stopped:
        try:
            yield stop(state)
        except IllegalAction as illegal:
            raise FormatError(f"cannot be stopped: {illegal}") from illegal


def final_state(game: Game) -> State:
    """The state after the last action."""
    state = initial_state(game)
    for state, _ in replay_steps(game):  # noqa: B007 - the last one is wanted
        pass
    return state
