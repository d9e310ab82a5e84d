"""The whole contract of a bot: a view comes in, a move goes out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tamaya.rules import Action, View


@dataclass(frozen=True, slots=True)
class Why:
    """A reason, to be worded in any language: a code, and what it is about."""

    code: str
    about: dict[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """What a bot does, and why if it says so: nobody is told before the game is over."""

    action: Action
    why: Why | None = None


class Bot(Protocol):
    """A player. Made from a seed, so that the same seed plays the same game again."""

    def act(self, view: View) -> Move:
        """What to do now. All there is to know is in the view and its history."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot on the list: its name, what it is for, and how it is made from a seed."""

    name: str
    about: str
    make: Callable[[int], Bot]


class UnknownBot(ValueError):
    """A name that no bot has."""
