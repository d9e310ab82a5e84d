"""What was asked of the arena: which teams, at which tables."""

import re
from collections.abc import Sequence

from tamaya.arena.games import Setting
from tamaya.arena.players import check_plays
from tamaya.arena.teams import Team, TeamError, mixed, team
from tamaya.cli.errors import CommandError
from tamaya.rules import format_options, parse_options
from tamaya.rules.options import PLAYERS

_NUMBERS = re.compile(r"([2-5])(?:-([2-5]))?")


def settings_asked(
    bots: Sequence[str], players: str | None, variant: str, seed: int, *, mix: bool
) -> list[Setting]:
    """Everything that is to be played, each once, in the order in which it is told."""
    words = list(dict.fromkeys(bots))
    asked = None if players is None else numbers(players)
    teams = _mixed(words, asked or PLAYERS) if mix else _teams(words, asked)
    canonical = format_options(parse_options(variant))
    for chosen in dict.fromkeys(teams):
        for bot in dict.fromkeys(chosen.bots):
            check_plays(bot, parse_options(variant, len(chosen.bots)))
    return [Setting(team, canonical, seed) for team in dict.fromkeys(teams)]


def _teams(words: Sequence[str], asked: Sequence[int] | None) -> list[Team]:
    """Team by team. One that names its seats has its own number of players."""
    found = []
    for word in words:
        own = [word.count(",") + 1] if "," in word else PLAYERS
        found += [team(word, number) for number in asked or own]
    return found


def _mixed(words: Sequence[str], asked: Sequence[int]) -> list[Team]:
    if len(words) < 2:
        raise TeamError("--mix needs two bots or more")
    if any("," in word for word in words):
        raise TeamError("--mix seats the bots itself: name them one by one")
    return [team for number in asked for team in mixed(words, number)]


def numbers(text: str) -> list[int]:
    """Numbers of players, such as `3`, `2-5` or `2,4`."""
    found: list[int] = []
    for part in text.split(","):
        match = _NUMBERS.fullmatch(part.strip())
        if match is None or (match[2] and match[2] < match[1]):
            raise CommandError(f"--players wants 3, 2-5 or 2,4, not {text!a:.30}", status=2)
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return list(dict.fromkeys(found))
