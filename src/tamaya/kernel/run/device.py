"""Where a batch is played: what every processor can do, and the arrays it is handed."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVarTuple

import numpy.typing as npt

Array = Any  # of NumPy, or on a GPU
Arguments = TypeVarTuple("Arguments")  # of a loop


class Games(NamedTuple):
    """Games: tables, and for each words, deck, seed and where its random play is."""

    t: Array
    words: Array
    deck: Array
    seeds: Array
    counters: Array


class Seen(NamedTuple):
    """Room for what is seen: bits, and bytes if they are wanted."""

    bits: Array
    bytes: Array
    eights: Array  # the bytes, eight at a time, where they are written so


class Machine(Protocol):
    """A processor that plays games."""

    @property
    def name(self) -> str:
        """As users call it."""

    def zeros(self, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
        """An array where the loops run."""

    def room(self, rows: tuple[int, ...], length: int, *, bytes_too: bool) -> Seen:
        """Room for rows of so many bits."""

    def bring(self, array: Any, kind: npt.DTypeLike) -> Array:
        """An array of the caller's, to where the loops run."""

    def refill(self, array: Array, values: npt.NDArray[Any]) -> None:
        """Write the caller's numbers into an array that is there."""

    def settle(self) -> None:
        """Wait until all is done that was asked for: others may read the arrays now."""

    def fetch(self, array: Array) -> npt.NDArray[Any]:
        """And back."""

    def run(self, loop: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Compile a loop if need be, and run it.

        Its arguments are the tables, then arrays with a row for every game, then numbers.
        """

    def look(self, games: Games, seen: Seen) -> None:
        """What is seen in every game, as bits and as bytes."""

    def mark(self, games: Games, legal: Seen) -> None:
        """What is legal in every game, as bits and as bytes."""

    def wander(
        self, games: Games, ended: Array, points: Array, first: int, moves: int, *more: Seen
    ) -> None:
        """Random play; with more, all is written before every move that a player would look at."""


def machine(name: str, threads: int) -> Machine:
    """A processor by its name."""
    if name == "cpu":
        from tamaya.kernel.run.cpu import Cpu  # noqa: PLC0415 - compiling is prepared only if wanted

        return Cpu(threads)
    if name == "cuda":
        from tamaya.kernel.run.cuda import Cuda  # noqa: PLC0415 - only where there is a GPU

        return Cuda()
    raise ValueError(f"games are played on cpu or cuda, not on {name!r}")
