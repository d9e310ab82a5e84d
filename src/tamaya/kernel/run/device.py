"""The interface of a device that games are played on, and the arrays that it is given."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVarTuple

import numpy.typing as npt

Array = Any  # a NumPy array, or an array on the GPU
Arguments = TypeVarTuple("Arguments")  # of a loop


class GameArrays(NamedTuple):
    """The arrays of a batch: the option tables, and four arrays with a row for each game."""

    t: Array  # the option tables
    words: Array
    deck: Array
    seeds: Array
    counters: Array  # of the generator for random playouts


class BitBuffers(NamedTuple):
    """Buffers for observations or legal masks: bits, and bytes if they are wanted."""

    bits: Array
    bytes: Array
    words64: Array  # the same bytes as 64-bit words, for devices that write those


class ComputeDevice(Protocol):
    """A processor or GPU that games are played on."""

    @property
    def name(self) -> str:
        """The name of the device, as users write it."""

    def zeros(self, shape: tuple[int, ...], kind: npt.DTypeLike) -> Array:
        """An array of zeros on the device."""

    def bit_buffers(self, rows: tuple[int, ...], length: int, *, bytes_too: bool) -> BitBuffers:
        """Buffers for rows of so many bits."""

    def to_device(self, array: Any, kind: npt.DTypeLike) -> Array:
        """Make an array of the caller's available to loops, copied only if necessary."""

    def copy_into(self, array: Array, values: npt.NDArray[Any]) -> None:
        """Overwrite an array of the device with values of the host."""

    def synchronize(self) -> None:
        """Wait until all loops have ended, so that other libraries can read the arrays."""

    def to_host(self, array: Array) -> npt.NDArray[Any]:
        """The array as NumPy has it, copied only if necessary."""

    def run(self, loop: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Compile a loop if necessary, and run it.

        Its arguments are the tables, then arrays with a row for every game, then numbers.
        """

    def observe(self, games: GameArrays, seen: BitBuffers) -> None:
        """Write the observations of every game, as bits and as bytes."""

    def write_legal_masks(self, games: GameArrays, legal: BitBuffers) -> None:
        """Write the legal actions of every game, as bits and as bytes."""

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


def open_device(name: str, threads: int) -> ComputeDevice:
    """The device with this name, `cpu` or `cuda`; the CPU can use several threads."""
    if name == "cpu":
        from tamaya.kernel.run.cpu import Cpu  # noqa: PLC0415 - compiling is prepared only if wanted

        return Cpu(threads)
    if name == "cuda":
        from tamaya.kernel.run.cuda import Cuda  # noqa: PLC0415 - only where there is a GPU

        return Cuda()
    raise ValueError(f"games are played on cpu or cuda, not on {name!r}")
