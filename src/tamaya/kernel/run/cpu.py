"""The kernel compiled for this machine's processor."""

import logging
import math
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from tamaya.kernel.loops.batch_loops import look, mark_all, roam, wander
from tamaya.kernel.observe.packing import words_for
from tamaya.kernel.run import cache
from tamaya.kernel.run.compile import SOURCES, Target
from tamaya.kernel.run.device import Arguments, Games, Seen

# without reference counts, by an option that Numba does not promise: the kernel makes no arrays,
# and counting those it is given takes longer than the game
INSIDE: dict[str, Any] = {"error_model": "numpy", "forceinline": True, "_nrt": False}
KEPT = cache.folder(numba.__version__)
CPU = Target(
    numba.njit(**INSIDE),
    numba.njit(**INSIDE, nogil=True, cache=KEPT is not None),
    sources=KEPT or SOURCES,
)

Array = npt.NDArray[Any]
ALIGNED = 64  # bytes
LOG = logging.getLogger(__name__)
_used = set[object]()  # loops


class Cpu:
    """Runs loops here, in one thread or several."""

    name = "cpu"

    def __init__(self, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"at least one thread has to work, not {threads}")
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __reduce__(self) -> tuple[type["Cpu"], tuple[int]]:
        """Copies have threads of their own."""
        return Cpu, (self.threads,)

    def settle(self) -> None:
        """Nothing is left to be done: loops are through when they return."""

    def zeros(self, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
        """An array where the loops run; it begins where other libraries take it without a copy."""
        size = math.prod(shape) * np.dtype(kind).itemsize
        room = np.zeros(size + ALIGNED, np.uint8)
        first = -room.ctypes.data % ALIGNED
        return room[first : first + size].view(kind).reshape(shape)

    def room(self, rows: tuple[int, ...], length: int, *, bytes_too: bool) -> Seen:
        """Room for rows of so many bits; bytes that nobody wants have no width."""
        seen = self.zeros((*rows, length if bytes_too else 0), np.uint8)
        return Seen(self.zeros((*rows, words_for(length)), np.int64), seen, None)

    def bring(self, array: Any, kind: npt.DTypeLike) -> Array:
        """An array of the caller's, to where the loops run."""
        return np.require(array, kind, ("C", "W"))

    def refill(self, array: Array, values: Array) -> None:
        """Write the caller's numbers into an array that is there."""
        array[:] = values

    def fetch(self, array: Array) -> Array:
        """And back."""
        return array

    def run(self, loop: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Compile a loop if need be, and run it; several threads have some of the rows each."""
        if loop not in _used:
            _used.add(loop)
            _announce(loop)
        compiled: Callable[..., None] = CPU.compile(loop)
        if self.pool is None:
            compiled(*arguments)
            return
        given: tuple[Any, ...] = arguments
        t, *others = given
        games = len(others[0])
        ends = [games * k // self.threads for k in range(self.threads + 1)]
        parts = [slice(*ends[k : k + 2]) for k in range(self.threads)]
        list(self.pool.map(lambda some: compiled(t, *(_part(a, some) for a in others)), parts))

    def look(self, games: Games, seen: Seen) -> None:
        """What is seen in every game, as bits and as bytes."""
        self.run(look, games.t, games.words, seen.bits, seen.bytes)

    def mark(self, games: Games, legal: Seen) -> None:
        """What is legal in every game, as bits and as bytes."""
        self.run(mark_all, games.t, games.words, legal.bits, legal.bytes)

    def wander(
        self, games: Games, ended: Array, points: Array, first: int, moves: int, *more: Seen
    ) -> None:
        """Random play; with more, all is written before every move that a player would look at."""
        rows = (games.words, games.deck, games.seeds, games.counters, ended, points)
        if not more:
            self.run(wander, games.t, *rows, first, moves)
            return
        seen, legal = more
        shown = (seen.bits, seen.bytes, legal.bits, legal.bytes)
        self.run(roam, games.t, *rows, *shown, first, moves)


def _part(argument: Any, some: slice) -> Any:
    """Some rows of an array; numbers are the same for all."""
    return argument[some] if isinstance(argument, np.ndarray) else argument


def _announce(loop: Callable[..., None]) -> None:
    """Say on the log that a loop has to be compiled first, if so."""
    if KEPT is None:
        text = "compiling the kernel's %s loop; there is no cache to keep it in"
        LOG.warning(text, loop.__name__)
        return
    source = KEPT / Path(loop.__code__.co_filename).relative_to(SOURCES)
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    kept = f"__pycache__/{source.stem}.{loop.__name__}-*.{python}.nbi"
    if not any(source.parent.glob(kept)):
        LOG.warning("compiling the kernel's %s loop: some seconds, once", loop.__name__)
