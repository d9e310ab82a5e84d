"""The kernel compiled for an NVIDIA GPU: a thread for every game."""

import logging
import math
import warnings
from collections.abc import Sequence
from types import ModuleType
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

from tamaya.kernel.machine import Array, Games, Seen  # noqa: E402
from tamaya.kernel.packing import words_for  # noqa: E402
from tamaya.kernel.target import Target  # noqa: E402

cuda: Any = _cuda  # which says nothing of its types
vars(config)["CUDA_LOW_OCCUPANCY_WARNINGS"] = 0  # few games are fine, too
SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])  # by threads of Python: few, and slow
LOG = logging.getLogger(__name__)
THREADS = 2 if SIMULATED else 128  # in a block
WARP = 2 if SIMULATED else 32
ROUND = 8  # moves, after which those whose game is over deal together
MOST_BLOCKS = 1 << 14
_used = set[str]()  # loops


def mine() -> int:
    """The number of this thread."""
    number: int = cuda.grid(1)
    return number


def apart() -> int:
    """How many threads there are."""
    number: int = cuda.gridsize(1)
    return number


def _target() -> Target:
    within = cuda.jit(device=True)
    grid = ModuleType("grid")
    grid.__dict__.update({f.__name__: within(f) for f in (mine, apart)}, TOGETHER=WARP, ROUND=ROUND)
    return Target("cuda", within, cuda.jit, {"grid": grid})


CUDA = _target()


def _crowd() -> Any:
    return CUDA.load("crowd")


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

    def run(self, name: str, t: Array, rows: Sequence[Array], *numbers: float) -> None:
        """A loop over games, whose arrays have a row for each; of `loops`, or "module.loop"."""
        module, _, function = name.rpartition(".")
        loop = getattr(CUDA.load(module or "loops"), function)
        self._launch(loop, len(rows[0]), t, *rows, *numbers)

    def _launch(self, loop: Any, threads: int, *arguments: Any) -> None:
        name = getattr(loop, "__name__", "")
        if name not in _used and not SIMULATED:
            _used.add(name)
            LOG.warning("compiling the kernel's %s loop for the GPU: some seconds", name)
        loop[min(-(-threads // THREADS), MOST_BLOCKS), THREADS, self._stream](*arguments)

    def look(self, games: Games, seen: Seen) -> None:
        """What is seen in every game, as bits and as bytes."""
        self._launch(_crowd().look_bits, len(games.words), games.t, games.words, seen.bits)
        self._unpack(seen)

    def mark(self, games: Games, legal: Seen) -> None:
        """What is legal in every game, as bits and as bytes."""
        self._launch(_crowd().mark_bits, len(games.words), games.t, games.words, legal.bits)
        self._unpack(legal)

    def _unpack(self, seen: Seen) -> None:
        if seen.bytes is not None:
            *_, length = seen.bytes.shape
            *rows, words = seen.bits.shape
            bits = seen.bits.reshape(math.prod(rows), words).view(np.uint64)
            self._launch(_crowd().unpack, WARP * len(bits), bits, seen.eights, length)

    def wander(
        self, games: Games, ended: Array, points: Array, first: int, moves: int, *more: Seen
    ) -> None:
        """Random play; with more, all is written before every move that a player would look at."""
        rows = (games.words, games.deck, games.seeds, games.counters, ended, points)
        if not more:
            self.run("wander", games.t, rows, first, moves)
            return
        for _ in range(moves):
            for seen, show in zip(more, (self.look, self.mark), strict=True):
                show(games, seen)
            self.run("wander", games.t, rows, first, 1)
