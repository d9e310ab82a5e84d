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
    """A bot in the registry: its name, a description, and a function that makes it from a seed.

    A `numbered` bot also has names such as `search:200`. A `slow` bot thinks for seconds: it is
    asked for its moves where it holds up no others.
    """

    name: str
    about: str
    make: Callable[[int], Bot]
    numbered: "NumberedBot | None" = None
    slow: bool = False


@dataclass(frozen=True, slots=True)
class NumberedBot:
    """What a number after a bot's name does, as in `search:200`."""

    make: Callable[[int, int], Bot]  # from the number and a seed
    usual: int  # what a name without a number stands for where nobody waits, as in the arena
    most: int


class UnknownBot(ValueError):
    """No bot has the given name."""


class BotUnavailable(Exception):
    """Raised by an entry point whose bot needs something that is not installed; it says what."""
