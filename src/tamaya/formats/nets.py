"""Files of trained nets: named arrays, and a model card that says what they are.

The format is safetensors: the length of a header, the header as JSON, the numbers. It is read here
and not by the package of that name, because a trained net is to play where only NumPy is installed,
and a checkpoint to be written where only PyTorch is. Nothing in a file is trusted.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamaya.formats.errors import FormatError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DTYPES = {"F16": "<f2", "F32": "<f4", "I64": "<i8"}
MAX_BYTES = 64 << 20
MAX_HEADER_BYTES = 1 << 20
MAX_DIMENSIONS = 2
CARD = "__metadata__"
MARK = "tamaya net 1"  # on the card, under "format"
ANY = "any"  # on the card, under "variant": a net that has the options as inputs


class NetError(FormatError):
    """A file that is not a net, or not one that can be played here."""


@dataclass(frozen=True, slots=True)
class NetFile:
    """A net as it is read: its card and its arrays by name."""

    card: dict[str, str]
    arrays: "dict[str, npt.NDArray[np.generic]]"


def write_net(
    path: Path, card: Mapping[str, str], arrays: "Mapping[str, npt.NDArray[Any]]"
) -> None:
    """Write a net; an existing file is replaced only once the new one is complete."""
    names = {kind: name for name, kind in DTYPES.items()}
    header: dict[str, Any] = {CARD: dict(card)}
    at = 0
    for name, array in arrays.items():
        size = array.nbytes
        kind = names[array.dtype.newbyteorder("<").str]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays.values():
            file.write(array.astype(array.dtype.newbyteorder("<")).tobytes())
    part.replace(path)


def read_net(path: Path) -> NetFile:
    """Read a net, and refuse a file that breaks the format in any way."""
    import numpy as np  # noqa: PLC0415 - the other formats do not need it

    try:
        if path.exists() and not path.is_file():
            raise NetError(f"{path.name} is no file")
        if path.stat().st_size > MAX_BYTES:
            raise NetError(f"{path.name} is too big for a net")
        data = path.read_bytes()
    except OSError as error:
        raise NetError(f"cannot read {path.name}: {error.strerror}") from error
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(MAX_HEADER_BYTES, len(data) - 8):
        raise NetError(f"{path.name} is not a net")
    header = _header(path.name, data[8 : 8 + length])
    card = header.pop(CARD, {})
    if not isinstance(card, dict) or not all(isinstance(word, str) for word in card.values()):
        raise NetError(f"{path.name} has no card")
    numbers, arrays, at = memoryview(data)[8 + length :], {}, 0
    for name, entry in header.items():
        kind, shape, end = _entry(path.name, entry, at, len(numbers))
        arrays[name] = np.frombuffer(numbers[at:end], DTYPES[kind]).reshape(shape)
        at = end
    if at != len(numbers):
        raise NetError(f"{path.name} is damaged: it is longer than it should be")
    return NetFile(card, arrays)


def _header(name: str, text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NetError(f"{name} is not a net") from error
    if not isinstance(header, dict):
        raise NetError(f"{name} is not a net")
    return header


def _entry(name: str, entry: Any, at: int, size: int) -> tuple[str, list[int], int]:
    """An array's dtype, shape and end; it begins where the array before it ended."""
    try:
        kind, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
        whole = all(type(number) is int and 0 <= number <= size for number in (*shape, begin, end))
        whole = whole and type(shape) is list and len(shape) <= MAX_DIMENSIONS
        bytes_of_one = int(DTYPES[kind][2:])
    except (KeyError, TypeError, ValueError) as error:
        raise NetError(f"{name} has an array that is none of ours") from error
    if not whole or begin != at or end - begin != math.prod(shape) * bytes_of_one:
        raise NetError(f"{name} is damaged: an array does not fit")
    return kind, shape, end
