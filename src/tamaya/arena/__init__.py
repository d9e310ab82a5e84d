"""The arena: many games between bots, from seeds, on many cores, and what they say together."""

from tamaya.arena.crew import processes
from tamaya.arena.games import Chunk, Report, Setting
from tamaya.arena.results import Result, result
from tamaya.arena.run import chunks, run
from tamaya.arena.tally import Tally
from tamaya.arena.teams import TeamError, team
from tamaya.rules import format_options, parse_options

__all__ = ["BotFailed", "Result", "TeamError", "rate"]


class BotFailed(Exception):
    """A bot that raised an error or acted against the rules."""


def rate(  # noqa: PLR0913 - what the command asks for
    bots: str,
    *,
    players: int,
    variant: str = "standard",
    games: int = 200,
    seed: int = 1,
    jobs: int = 1,
) -> Result:
    """How well a team plays: a bot's name, or names by seat joined by commas."""
    setting = Setting(team(bots, players), format_options(parse_options(variant)), seed)
    total = Tally()

    def done(_chunk: Chunk, report: Report) -> None:
        nonlocal total
        total += report.tally

    with processes(jobs) as crew:
        failure = run(chunks([setting], range(games), crew), crew, done)
    if failure is not None:
        raise BotFailed(f"{failure.bot} failed in game {failure.game}: {failure.error}")
    return result(setting, total)
