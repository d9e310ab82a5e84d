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

with warnings.catch_warnings():  # users cannot help Numba's use of deprecated NumPy APIs
    warnings.simplefilter("ignore", DeprecationWarning)
    from numba import cuda as _cuda

from tamaya.kernel.loops import grid  # noqa: E402
from tamaya.kernel.loops.batch_loops import random_playout  # noqa: E402
from tamaya.kernel.loops.observe_cuda import (  # noqa: E402
    observe_games_as_bits,
    unpack_in_parallel,
    write_legal_masks_as_bits,
)
from tamaya.kernel.observe.packing import words_for_bits  # noqa: E402
from tamaya.kernel.run.compile import Target  # noqa: E402
from tamaya.kernel.run.device import Arguments, Array, BitBuffers, GameArrays  # noqa: E402

cuda: Any = _cuda  # it has no type annotations
vars(config)["CUDA_LOW_OCCUPANCY_WARNINGS"] = 0  # small batches are fine
SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])  # in Python threads, so few and slow
LOG = logging.getLogger(__name__)
THREADS = 2 if SIMULATED else 128  # in a block
WARP = 2 if SIMULATED else 32
MOVES_PER_ROUND = 8  # in a random playout
MAX_BLOCKS = 1 << 14
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
    """The moves after which all threads whose game is over deal together."""
    return MOVES_PER_ROUND


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
    """Runs loops on the GPU; all arrays stay there."""

    name = "cuda"

    def __init__(self) -> None:
        if not cuda.is_available():
            raise RuntimeError("there is no NVIDIA GPU here that Numba can use")
        self._stream: Any = 0  # the default stream, which waits for all others

    def work_on(self, stream: int) -> None:
        """Run loops on this CUDA stream of another library, in order with its own work."""
        self._stream = cuda.external_stream(stream)

    def __reduce__(self) -> tuple[type["Cuda"], tuple[()]]:
        """For copying and pickling: a device has no state."""
        return Cuda, ()

    def synchronize(self) -> None:
        """Wait for the GPU, because other libraries have streams of their own."""
        cuda.synchronize()

    def zeros(self, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
        """An array of zeros on the GPU."""
        return cuda.to_device(np.zeros(shape, kind))

    def bit_buffers(self, rows: tuple[int, ...], length: int, *, bytes_too: bool) -> BitBuffers:
        """Buffers for rows of so many bits."""
        bits = self.zeros((*rows, words_for_bits(length)), np.int64)
        if not bytes_too:
            return BitBuffers(bits, None, None)
        count = math.prod(rows) * length
        words64 = self.zeros((-(-count // 8),), np.uint64)
        return BitBuffers(bits, words64.view(np.uint8)[:count].reshape(*rows, length), words64)

    def to_device(self, array: Any, kind: npt.DTypeLike) -> Array:
        """Copy an array to the GPU; one that is there already is used as it is."""
        if hasattr(array, "__cuda_array_interface__"):
            there = cuda.as_cuda_array(array)
            if there.dtype.kind not in "iu":
                raise ValueError(f"whole numbers are needed, not {there.dtype}")
            return there
        return cuda.to_device(np.ascontiguousarray(array, kind))

    def copy_into(self, array: Array, values: npt.NDArray[Any]) -> None:
        """Overwrite an array of the device with values of the host."""
        array.copy_to_device(values)

    def to_host(self, array: Array) -> npt.NDArray[Any]:
        """Copy an array to the host's memory."""
        here: npt.NDArray[Any] = array.copy_to_host()
        return here

    def run(self, loop: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Compile a loop if necessary, and run it with a thread for every game."""
        given: tuple[Any, ...] = arguments  # the tables, then the words of every game
        self._launch(len(given[1]), loop, *arguments)

    def _launch(
        self, threads: int, loop: Callable[[*Arguments], None], *arguments: *Arguments
    ) -> None:
        if loop not in _used and not SIMULATED:
            _used.add(loop)
            LOG.warning("compiling the kernel's %s loop for the GPU: some seconds", loop.__name__)
        kernel: Any = CUDA.compile(loop)
        kernel[min(-(-threads // THREADS), MAX_BLOCKS), THREADS, self._stream](*arguments)

    def observe(self, games: GameArrays, seen: BitBuffers) -> None:
        """Write the observations of every game, as bits and as bytes."""
        self.run(observe_games_as_bits, games.t, games.words, seen.bits)
        self._unpack(seen)

    def write_legal_masks(self, games: GameArrays, legal: BitBuffers) -> None:
        """Write the legal actions of every game, as bits and as bytes."""
        self.run(write_legal_masks_as_bits, games.t, games.words, legal.bits)
        self._unpack(legal)

    def _unpack(self, seen: BitBuffers) -> None:
        if seen.bytes is not None:
            *_, length = seen.bytes.shape
            *rows, words = seen.bits.shape
            bits = seen.bits.reshape(math.prod(rows), words).view(np.uint64)
            self._launch(WARP * len(bits), unpack_in_parallel, bits, seen.words64, length)

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
        for _ in range(moves):
            for seen, show in zip(buffers, (self.observe, self.write_legal_masks), strict=True):
                show(games, seen)
            self.run(random_playout, games.t, *rows, first, 1)
