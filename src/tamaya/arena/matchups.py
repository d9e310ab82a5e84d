"""Matchups: which team plays which variant, with how many players, from which seed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.arena.players import check_net_fits
from tamaya.arena.teams import Team, TeamError, cross_play_teams, parse_team
from tamaya.rules import format_options, parse_options
from tamaya.rules.options import PLAYERS

_PLAYER_COUNTS = re.compile(r"([2-5])(?:-([2-5]))?")


@dataclass(frozen=True, slots=True)
class Matchup:
    """A team, the variant that it plays, and the seed of the run."""

    team: Team
    variant: str
    seed: int

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.team.bots)


def choose_matchups(
    bots: Sequence[str], players: str | None, variant: str, seed: int, *, cross_play: bool
) -> list[Matchup]:
    """The matchups that the command asks for, each once, in the order of the results.

    Raises `TeamError` or `UnknownBot` for teams that cannot be, and `NetError` for a net that was
    trained for another game.
    """
    words = list(dict.fromkeys(bots))
    counts = None if players is None else parse_player_counts(players)
    teams = _cross_play(words, counts or PLAYERS) if cross_play else _teams(words, counts)
    canonical = format_options(parse_options(variant))
    for team in dict.fromkeys(teams):
        for bot in dict.fromkeys(team.bots):
            check_net_fits(bot, parse_options(variant, len(team.bots)))
    return [Matchup(team, canonical, seed) for team in dict.fromkeys(teams)]


def _teams(words: Sequence[str], counts: Sequence[int] | None) -> list[Team]:
    """Team by team. One that names its seats has its own number of players."""
    found = []
    for word in words:
        own = [word.count(",") + 1] if "," in word else PLAYERS
        found += [parse_team(word, players) for players in counts or own]
    return found


def _cross_play(words: Sequence[str], counts: Sequence[int]) -> list[Team]:
    if len(words) < 2:
        raise TeamError("--mix needs two bots or more")
    if any("," in word for word in words):
        raise TeamError("--mix seats the bots itself: name them one by one")
    return [team for players in counts for team in cross_play_teams(words, players)]


def parse_player_counts(text: str) -> list[int]:
    """Numbers of players, such as `3`, `2-5` or `2,4`."""
    found: list[int] = []
    for part in text.split(","):
        match = _PLAYER_COUNTS.fullmatch(part.strip())
        if match is None or (match[2] and match[2] < match[1]):
            raise TeamError(f"--players wants 3, 2-5 or 2,4, not {text!a:.30}")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return list(dict.fromkeys(found))
