"""How fast things happen by themselves at tables."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Delays in seconds."""

    bots: float = 0.2  # until a bot moves, at least; pages show moves at reading pace themselves
    away: float = 20.0  # without a connection, before somebody counts as away
    again: float = 1.0  # before a bot tries once more to have its move saved
    onlookers: float = 1.0  # before viewers are told which onlookers have come and gone
    slow_bots: float = 2.0  # until a slow bot moves, at least: about as long as it may think


PACE = Pace()
