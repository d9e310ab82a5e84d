"""What the formats refuse.

FormatError       text that cannot be read, or a game that cannot be replayed; says where
├── CannotCarry   a sound game that a format (or this engine) has no words for; says which part
└── NotAnAction   text that has not the form of any action (in `text.py`)
"""


class FormatError(ValueError):
    """Text that cannot be read as a game, with the place where it goes wrong."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(problem, where)
        self.problem = problem
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" if self.where else self.problem

    def inside(self, place: str) -> "FormatError":
        """The same error, seen from the place that holds this one."""
        return type(self)(self.problem, f"{place}: {self.where}" if self.where else place)


class CannotConvert(FormatError):
    """A part of a game that a format cannot hold, named."""
