"""How speed is measured: the median of several repeats."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple

REPEATS = 5


class PlayedCount(NamedTuple):
    """Moves and games that were played."""

    moves: int
    games: float  # that ended; a fraction where games were cut off


PlayOnce = Callable[[], PlayedCount]  # plays for a short time


class Workload(NamedTuple):
    """What one row measures."""

    name: str
    variant: str
    players: int
    device: str = "cpu"


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """One measurement. The names are the keys of --json."""

    name: str
    variant: str
    players: int
    device: str
    moves_per_s: float
    ratio_to: str | None  # the name of the row that this one is compared with
    ratio: float | None  # this speed divided by that row's
    game_length: float  # mean number of moves in a game
    repeats: int


def measure_speed(what: Workload, play: PlayOnce, seconds: float) -> SpeedRow:
    """The median speed of several repeats, after a warm-up."""
    play()
    speeds, moves, games = [], 0, 0.0
    for _ in range(REPEATS):
        done, begin = 0, perf_counter()
        while done == 0 or perf_counter() - begin < seconds / REPEATS:
            counted = play()
            done += counted.moves
            games += counted.games
        speeds.append(done / (perf_counter() - begin))
        moves += done
    length = round(moves / games, 1) if games else 0.0
    speed = round(median(speeds), 1)
    return SpeedRow(*what, speed, None, None, length, REPEATS)


def compare_rows(row: SpeedRow, other: SpeedRow) -> SpeedRow:
    """A row with its ratio to another one."""
    ratio = float(f"{row.moves_per_s / other.moves_per_s:.4g}")
    return SpeedRow(**{**asdict(row), "ratio_to": other.name, "ratio": ratio})
