"""Who sits where: teams of one bot, teams seat by seat, and guests at another team's table."""

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.arena.players import checked_player, display_name


@dataclass(frozen=True, slots=True)
class Team:
    """The bots of a table, by seat; or a guest and its hosts, where the guest moves around."""

    bots: tuple[str, ...]
    guest: bool = False  # the first of them is a guest: in game g it sits in seat g modulo players

    def seated(self, game: int) -> tuple[str, ...]:
        """The bots by seat in one game."""
        if not self.guest:
            return self.bots
        guest, *hosts = self.bots
        hosts.insert(game % len(self.bots), guest)
        return tuple(hosts)

    @property
    def name(self) -> str:
        """The name in tables and file names, without spaces."""
        first, *others = names = [display_name(bot) for bot in self.bots]
        if self.guest:
            return f"{first}@{others[0]}"
        return first if set(others) <= {first} else ",".join(names)


class TeamError(ValueError):
    """The words do not name a team for this table."""


def parse_team(words: str, players: int) -> Team:
    """Parse a team: one name for all seats, or a name for each, joined by commas."""
    names = tuple(checked_player(word.strip()) for word in words.split(","))
    if len(names) == 1:
        return Team(names * players)
    if len(names) != players:
        raise TeamError(f"{words!a:.60} names {len(names)} bots for {players} seats")
    return Team(names)


def cross_play_teams(names: Sequence[str], players: int) -> list[Team]:
    """Cross-play: every bot as a guest in every other's team, and each in its own, row by row."""
    names = [checked_player(name) for name in names]
    return [
        Team((name,) * players) if guest == name else Team((guest, *(name,) * (players - 1)), True)
        for guest in names
        for name in names
    ]
