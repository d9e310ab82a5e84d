"""The interface that every bot implements: a view goes in, a move comes out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tamaya.rules import Action, View


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a bot made a move, as data that a client can word in any language."""

    code: str  # one of `REASONS`
    about: dict[str, int | str] = field(default_factory=dict)  # the card, seat or face concerned


@dataclass(frozen=True, slots=True)
class Move:
    """An action and, if the bot gives one, its explanation; players see that after the game."""

    action: Action
    why: Explanation | None = None


class Bot(Protocol):
    """A player. It is made from a seed, and the same seed and views give the same moves."""

    def act(self, view: View) -> Move:
        """Choose a move. The view and its history hold everything that the seat may know."""
        ...


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot in the registry: its name, a description, and a function that makes it from a seed."""

    name: str
    about: str
    make: Callable[[int], Bot]


class UnknownBot(ValueError):
    """No bot has the given name."""
