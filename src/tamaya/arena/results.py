"""Results: what is told of a team after its games."""

from dataclasses import dataclass

from tamaya.arena.games import Setting
from tamaya.arena.tally import Tally

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Result:
    """How a team did. The names are the keys of --json; null is what no game has told yet."""

    bots: tuple[str, ...]  # by seat; of a mixed table the guest first, wherever it sat
    players: int
    variant: str
    games: int
    seed: int
    mean: float | None
    sem: float | None  # the standard error of the mean
    perfect: float | None  # percent of the games
    lost: float | None  # likewise
    histogram: dict[int, int]  # how many games ended with which score
    ms_per_move: float | None  # the only figure that differs from run to run


def result(setting: Setting, tally: Tally) -> Result:
    """The result of a team."""
    return Result(
        setting.team.bots,
        setting.players,
        setting.variant,
        tally.games,
        setting.seed,
        _rounded(tally.mean),
        _rounded(tally.sem),
        _rounded(tally.percent(tally.perfect)),
        _rounded(tally.percent(tally.lost)),
        dict(sorted(tally.scores.items())),
        _rounded(tally.ms_per_move),
    )


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
