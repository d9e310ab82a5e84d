"""The kernel compiled for an NVIDIA GPU: a thread for every game."""

import logging
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

for _gone, _now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _gone):  # numba.cuda still asks for what newer NumPy has dropped
        setattr(np, _gone, getattr(np, _now))

from numba import config  # noqa: E402 - only now

with warnings.catch_warnings():  # what it uses of NumPy is not our users' affair
    warnings.simplefilter("ignore", DeprecationWarning)
    from numba import cuda as _cuda

from tamaya.kernel.loops import grid  # noqa: E402
from tamaya.kernel.loops.batch_loops import wander  # noqa: E402
from tamaya.kernel.loops.observe_cuda import look_bits, mark_bits, unpack  # noqa: E402
from tamaya.kernel.observe.packing import words_for  # noqa: E402
from tamaya.kernel.run.compile import Target  # noqa: E402
from tamaya.kernel.run.device import Arguments, Array, Games, Seen  # noqa: E402

cuda: Any = _cuda  # which says nothing of its types
vars(config)["CUDA_LOW_OCCUPANCY_WARNINGS"] = 0  # few games are fine, too
SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])  # by threads of Python: few, and slow
LOG = logging.getLogger(__name__)
THREADS = 2 if SIMULATED else 128  # in a block
WARP = 2 if SIMULATED else 32
ROUND = 8  # moves, after which those whose game is over deal together
MOST_BLOCKS = 1 << 14
_used = set[object]()  # loops


def thread_index() -> int:
    """The number of this thread."""
    number: int = cuda.grid(1)
    return number


def thread_count() -> int:
    """How many threads there are."""
    number: int = cuda.gridsize(1)
    return number


def threads_per_row() -> int:
    """The threads of a warp write a row together."""
    return WARP


def moves_per_round() -> int:
    """The moves after which those whose game is over deal together."""
    return ROUND


CUDA = Target(
    cuda.jit(device=True),
    cuda.jit,
    {
        grid.thread_index: thread_index,
        grid.thread_count: thread_count,
        grid.threads_per_row: threads_per_row,
        grid.moves_per_round: moves_per_round,
    },
)


class Cuda:
    """Runs loops on the GPU. What it hands out stays there."""

    name = "cuda"

    def __init__(self) -> None:
        if not cuda.is_available():
            raise RuntimeError("there is no NVIDIA GPU here that Numba can use")
        self._stream: Any = 0  # the one that waits for all others

    def work_on(self, stream: int) -> None:
        """Run loops on a stream of another library, in the order in which it is asked."""
        self._stream = cuda.external_stream(stream)

    def __reduce__(self) -> tuple[type["Cuda"], tuple[()]]:
        """There is nothing of its own to copy."""
        return Cuda, ()

    def settle(self) -> None:
        """Wait for the GPU: other libraries have streams of their own."""
        cuda.synchronize()

    def zeros(self, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
        """An array on the GPU."""
        return cuda.to_device(np.zeros(shape, kind))

    def room(self, rows: tuple[int, ...], length: int, *, bytes_too: bool) -> Seen:
        """Room for rows of so many bits."""
        bits = self.zeros((*rows, words_for(length)), np.int64)
        if not bytes_too:
            return Seen(bits, None, None)
        count = math.prod(rows) * length
        eights = self.zeros((-(-count // 8),), np.uint64)
        return Seen(bits, eights.view(np.uint8)[:count].reshape(*rows, length), eights)

    def bring(self, array: Any, kind: npt.DTypeLike) -> Array:
        """An array of the caller's: one that is on the GPU already is taken as it is."""
        if hasattr(array, "__cuda_array_interface__"):
            there = cuda.as_cuda_array(array)
            if there.dtype.kind not in "iu":
                raise ValueError(f"whole numbers are needed, not {there.dtype}")
            return there
        return cuda.to_device(np.ascontiguousarray(array, kind))

    def refill(self, array: Array, values: npt.NDArray[Any]) -> None:
        """Write the caller's numbers into an array that is there."""
        array.copy_to_device(values)

    def fetch(self, array: Array) -> npt.NDArray[Any]:
        """To this machine's memory."""
        here: npt.NDArray[Any] = array.copy_to_host()
        return here

    def run(self, loop: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Compile a loop if need be, and run it with a thread for every game."""
        given: tuple[Any, ...] = arguments  # the tables, then the words of every game
        self._launch(len(given[1]), loop, *arguments)

    def _launch(
        self, threads: int, loop: Callable[[*Arguments], None], *arguments: *Arguments
    ) -> None:
        if loop not in _used and not SIMULATED:
            _used.add(loop)
            LOG.warning("compiling the kernel's %s loop for the GPU: some seconds", loop.__name__)
        kernel: Any = CUDA.compile(loop)
        kernel[min(-(-threads // THREADS), MOST_BLOCKS), THREADS, self._stream](*arguments)

    def look(self, games: Games, seen: Seen) -> None:
        """What is seen in every game, as bits and as bytes."""
        self.run(look_bits, games.t, games.words, seen.bits)
        self._unpack(seen)

    def mark(self, games: Games, legal: Seen) -> None:
        """What is legal in every game, as bits and as bytes."""
        self.run(mark_bits, games.t, games.words, legal.bits)
        self._unpack(legal)

    def _unpack(self, seen: Seen) -> None:
        if seen.bytes is not None:
            *_, length = seen.bytes.shape
            *rows, words = seen.bits.shape
            bits = seen.bits.reshape(math.prod(rows), words).view(np.uint64)
            self._launch(WARP * len(bits), unpack, bits, seen.eights, length)

    def wander(
        self, games: Games, ended: Array, points: Array, first: int, moves: int, *more: Seen
    ) -> None:
        """Random play; with more, all is written before every move that a player would look at."""
        rows = (games.words, games.deck, games.seeds, games.counters, ended, points)
        if not more:
            self.run(wander, games.t, *rows, first, moves)
            return
        for _ in range(moves):
            for seen, show in zip(more, (self.look, self.mark), strict=True):
                show(games, seen)
            self.run(wander, games.t, *rows, first, 1)
