"""Errors of the formats.

FormatError       text that cannot be read, or a game that cannot be replayed; says where
├── CannotCarry   a valid game that a format (or this engine) cannot represent; says which part
└── NotAnAction   text that has the form of no action (in `notation.py`)
"""


class FormatError(ValueError):
    """Text that cannot be read as a game, and the place of the error."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(problem, where)
        self.problem = problem
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}" if self.where else self.problem

    def inside(self, place: str) -> "FormatError":
        """The same error, with an outer place before its own."""
        return type(self)(self.problem, f"{place}: {self.where}" if self.where else place)


class CannotConvert(FormatError):
    """A game with a part that a format cannot represent; the message names the part."""
