"""The arena: many games between bots, from seeds, on many cores, and their statistics."""

from tamaya.arena.matchups import Matchup
from tamaya.arena.results import TeamResult
from tamaya.arena.run import ArenaRun
from tamaya.arena.teams import TeamError, parse_team
from tamaya.arena.workers import open_workers
from tamaya.rules import format_options, parse_options

__all__ = ["BotFailed", "TeamError", "TeamResult", "rate"]


class BotFailed(Exception):
    """A bot raised an error or made an illegal move."""


def rate(  # noqa: PLR0913 - what the command asks for
    bots: str,
    *,
    players: int,
    variant: str = "standard",
    games: int = 200,
    seed: int = 1,
    jobs: int = 1,
) -> TeamResult:
    """How well a team plays: a bot's name, or names by seat joined by commas."""
    matchup = Matchup(parse_team(bots, players), format_options(parse_options(variant)), seed)
    run = ArenaRun([matchup], range(games))
    with open_workers(jobs) as workers:
        failure = run.play(workers)
    if failure is not None:
        raise BotFailed(f"{failure.bot} failed in game {failure.game}: {failure.error}")
    ((_, result),) = run.results()
    return result
