"""The whole contract of a bot: a view comes in, an action goes out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tamaya.rules import Action, View


class Bot(Protocol):
    """A player. Made from a seed, so that the same seed plays the same game again."""

    def act(self, view: View) -> Action:
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
