"""The result of a team, as `--json` prints it."""

from dataclasses import dataclass

from tamaya.arena.matchups import Matchup
from tamaya.arena.tally import ScoreTally

DIGITS = 6


@dataclass(frozen=True, slots=True)
class TeamResult:
    """How well a team played. The fields are the keys of --json; None where no game was played."""

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


def team_result(matchup: Matchup, tally: ScoreTally) -> TeamResult:
    """The result of a team."""
    return TeamResult(
        matchup.team.bots,
        matchup.players,
        matchup.variant,
        tally.games,
        matchup.seed,
        _rounded(tally.mean),
        _rounded(tally.sem),
        _rounded(tally.percent(tally.perfect)),
        _rounded(tally.percent(tally.lost)),
        dict(sorted(tally.scores.items())),
        _rounded(tally.ms_per_move),
    )


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)
