"""How speed is measured: the median of several repeats, ours and others' beside each other."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple

REPEATS = 5


class PlayedCount(NamedTuple):
    """What a piece of play came to."""

    moves: int
    games: float  # that ended, or that it would make up


PlayOnce = Callable[[], PlayedCount]  # plays a while


class Workload(NamedTuple):
    """What is measured."""

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
    ratio_to: str | None  # the row that it is compared with
    ratio: float | None  # its speed over that of the other
    game_length: float  # moves of a game, on average
    repeats: int


def measure_speed(what: Workload, play: PlayOnce, seconds: float) -> SpeedRow:
    """The median speed of several repeats, after one to warm up."""
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
    """A row compared with another."""
    ratio = float(f"{row.moves_per_s / other.moves_per_s:.4g}")
    return SpeedRow(**{**asdict(row), "ratio_to": other.name, "ratio": ratio})
