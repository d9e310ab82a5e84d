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

from tamaya.kernel.loops.batch_loops import (
    observe_games,
    observed_random_playout,
    random_playout,
    write_legal_masks,
)
from tamaya.kernel.observe.packing import words_for_bits
from tamaya.kernel.run import cache
from tamaya.kernel.run.compile import SOURCES, Target
from tamaya.kernel.run.device import Arguments, BitBuffers, GameArrays

# `_nrt`, which Numba does not document, switches reference counting off: the kernel makes no
# arrays, and counting references to those it is given takes longer than the game itself
NUMBA_OPTIONS: dict[str, Any] = {"error_model": "numpy", "forceinline": True, "_nrt": False}
CACHE = cache.cache_folder(numba.__version__)
CPU = Target(
    numba.njit(**NUMBA_OPTIONS),
    numba.njit(**NUMBA_OPTIONS, nogil=True, cache=CACHE is not None),
    sources=CACHE or SOURCES,
)

Array = npt.NDArray[Any]
ALIGNED = 64  # bytes
LOG = logging.getLogger(__name__)
_used = set[object]()  # loops


class Cpu:
    """Runs loops on this processor, in one thread or several."""

    name = "cpu"

    def __init__(self, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"at least one thread has to work, not {threads}")
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __reduce__(self) -> tuple[type["Cpu"], tuple[int]]:
        """For copying and pickling: a copy has threads of its own."""
        return Cpu, (self.threads,)

    def synchronize(self) -> None:
        """Nothing to do: `run` returns when the loop has ended."""

    def zeros(self, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
        """An array of zeros, aligned so that other libraries take it without a copy."""
        size = math.prod(shape) * np.dtype(kind).itemsize
        memory = np.zeros(size + ALIGNED, np.uint8)
        first = -memory.ctypes.data % ALIGNED
        return memory[first : first + size].view(kind).reshape(shape)

    def bit_buffers(self, rows: tuple[int, ...], length: int, *, bytes_too: bool) -> BitBuffers:
        """Buffers for rows of so many bits; without `bytes_too`, rows of bytes have length 0."""
        seen = self.zeros((*rows, length if bytes_too else 0), np.uint8)
        return BitBuffers(self.zeros((*rows, words_for_bits(length)), np.int64), seen, None)

    def to_device(self, array: Any, kind: npt.DTypeLike) -> Array:
        """Make an array of the caller's available to loops, copied only if necessary."""
        return np.require(array, kind, ("C", "W"))

    def copy_into(self, array: Array, values: Array) -> None:
        """Overwrite an array of the device with values of the host."""
        array[:] = values

    def to_host(self, array: Array) -> Array:
        """The array as NumPy has it, copied only if necessary."""
        return array

    def run(self, loop: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Compile a loop if necessary, and run it; every thread plays a share of the games."""
        if loop not in _used:
            _used.add(loop)
            _log_compilation(loop)
        compiled: Callable[..., None] = CPU.compile(loop)
        if self.pool is None:
            compiled(*arguments)
            return
        given: tuple[Any, ...] = arguments
        t, *others = given
        games = len(others[0])
        ends = [games * k // self.threads for k in range(self.threads + 1)]
        parts = [slice(*ends[k : k + 2]) for k in range(self.threads)]
        list(self.pool.map(lambda some: compiled(t, *(_rows_of(a, some) for a in others)), parts))

    def observe(self, games: GameArrays, seen: BitBuffers) -> None:
        """Write the observations of every game, as bits and as bytes."""
        self.run(observe_games, games.t, games.words, seen.bits, seen.bytes)

    def write_legal_masks(self, games: GameArrays, legal: BitBuffers) -> None:
        """Write the legal actions of every game, as bits and as bytes."""
        self.run(write_legal_masks, games.t, games.words, legal.bits, legal.bytes)

    def random_playout(
        self,
        games: GameArrays,
        ended: Array,
        points: Array,
        first: int,
        moves: int,
        *buffers: BitBuffers,
    ) -> None:
        """Play random moves; given buffers, write observations and legal masks before each move."""
        rows = (games.words, games.deck, games.seeds, games.counters, ended, points)
        if not buffers:
            self.run(random_playout, games.t, *rows, first, moves)
            return
        seen, legal = buffers
        shown = (seen.bits, seen.bytes, legal.bits, legal.bytes)
        self.run(observed_random_playout, games.t, *rows, *shown, first, moves)


def _rows_of(argument: Any, some: slice) -> Any:
    """Some rows of an array; a number stays as it is."""
    return argument[some] if isinstance(argument, np.ndarray) else argument


def _log_compilation(loop: Callable[..., None]) -> None:
    """Log that a loop has to be compiled first, if it is not in the cache."""
    if CACHE is None:
        text = "compiling the kernel's %s loop; there is no cache to keep it in"
        LOG.warning(text, loop.__name__)
        return
    source = CACHE / Path(loop.__code__.co_filename).relative_to(SOURCES)
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    kept = f"__pycache__/{source.stem}.{loop.__name__}-*.{python}.nbi"
    if not any(source.parent.glob(kept)):
        LOG.warning("compiling the kernel's %s loop: some seconds, once", loop.__name__)
