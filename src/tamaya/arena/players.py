"""Players by name: the bots, and those that see faces. The latter sit nowhere but here."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TypeVar

from tamaya.arena.cheater import Cheater, OpenHands, open_hands
from tamaya.bots import BOTS, Move, make, unknown
from tamaya.rules import State, view

Shown = TypeVar("Shown")
Timed = tuple[Move, float]  # a move, and the seconds it took
Player = Callable[[State], Timed]


class Seer(Protocol):
    """A player that is shown all hands. Not a bot: what it is given has another type."""

    def act(self, seen: OpenHands) -> Move:
        """What the seat to move does."""
        ...


SEERS: Mapping[str, Callable[[int], Seer]] = {"cheater": lambda _seed: Cheater()}


def check_player(name: str) -> None:
    """Refuse a name that nobody has."""
    if name not in SEERS and name not in BOTS:
        raise unknown(name, [*BOTS, *SEERS])


def seat_player(name: str, seed: int) -> Player:
    """A player made from a seed: shown what it may see, and timed while it thinks."""
    if name in SEERS:
        seer = SEERS[name](seed)
        return lambda state: _timed(seer.act, open_hands(state))
    bot = make(name, seed)
    return lambda state: _timed(bot.act, view(state, state.table.to_move))


def _timed(act: Callable[[Shown], Move], shown: Shown) -> Timed:
    begin = perf_counter()
    move = act(shown)
    return move, perf_counter() - begin
