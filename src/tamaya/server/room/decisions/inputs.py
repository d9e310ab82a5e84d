"""What every decision is given and what it returns."""

from collections.abc import Callable
from dataclasses import dataclass

from tamaya.rules import Deal, Options, State
from tamaya.server.room import log_rows
from tamaya.server.room.refusals import Refusal, RefusalReason
from tamaya.server.room.room import Room

Rows = tuple[log_rows.Row, ...]


NO_VISITORS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Randomness:
    """The sources of randomness that decisions need, passed in by the caller."""

    deal: Callable[[Options], Deal]
    below: Callable[[int], int]  # a number from 0 up to, not including, the argument
    token: Callable[[], str]  # impossible to guess


def game_at(room: Room) -> State:
    """Return the game at the table, running or over, or raise `Refusal` if none was dealt."""
    if room.game is None:
        raise Refusal(RefusalReason.NO_GAME)
    return room.game
