"""Who sits where: teams of one bot, teams seat by seat, and guests at another team's table."""

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.arena.players import called, check_player


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
        """What it is called in tables and file names; it never contains a space."""
        first, *others = names = [called(bot) for bot in self.bots]
        if self.guest:
            return f"{first}@{others[0]}"
        return first if set(others) <= {first} else ",".join(names)


class TeamError(ValueError):
    """A team that cannot sit down."""


def team(words: str, players: int) -> Team:
    """A team as it is typed: one name for all seats, or a name for each, joined by commas."""
    names = tuple(word.strip() for word in words.split(","))
    for name in names:
        check_player(name)
    if len(names) == 1:
        return Team(names * players)
    if len(names) != players:
        raise TeamError(f"{words!a:.60} names {len(names)} bots for {players} seats")
    return Team(names)


def mixed(names: Sequence[str], players: int) -> list[Team]:
    """Every bot as a guest at every other's table, and each among its own kind, row by row."""
    for name in names:
        check_player(name)
    return [
        Team((name,) * players) if guest == name else Team((guest, *(name,) * (players - 1)), True)
        for guest in names
        for name in names
    ]
