"""A trained network in NumPy: bits in, a score for every action out."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tamaya.formats.nets import MARK, NetError, NetFile

EPSILON = 1e-5  # of the layer normalisation, as in training

FloatArray = npt.NDArray[np.float32]


class PolicyNetwork:
    """The actor of an actor-critic network: layers with normalisation, and a score per action.

    It uses a single thread, because many games are played side by side.
    """

    def __init__(self, file: NetFile) -> None:
        card = file.card
        if card.get("format") != MARK:
            raise NetError("this file is no net of ours")
        try:
            self.variant, self.players = card["variant"], int(card["players"])
            self.depth = int(card["depth"])
            self.empty_clues = "noempty" not in self.variant.split("+")  # whether it knows those
            self.layers = _layers(file.arrays)
            self.head = _matrix(file.arrays, "head.weight"), _vector(file.arrays, "head.bias")
        except (KeyError, ValueError) as error:
            raise NetError(f"this net lacks something: {error}") from error
        self.inputs = self.layers[0][0].shape[1] if self.layers else 0
        self.actions = len(self.head[1]) - 1
        self._check()
        first, *others = self.layers[0]
        self._columns = np.ascontiguousarray(first.T)  # a row for each input
        self.layers[0] = (self._columns.T, *others)  # the same numbers, not kept twice

    def _check(self) -> None:
        width = self.inputs
        for weight, *vectors in self.layers:
            if weight.shape[1] != width or any(len(v) != len(weight) for v in vectors):
                raise NetError("the layers of this net do not fit together")
            width = len(weight)
        if not self.layers or self.head[0].shape != (self.actions + 1, width):
            raise NetError("the layers of this net do not fit together")
        if not all(
            np.isfinite(array).all() for layer in (*self.layers, self.head) for array in layer
        ):
            raise NetError("this net has weights that are not finite")

    def action_scores(self, features: npt.NDArray[np.uint8]) -> FloatArray:
        """The score (logit) of each action."""
        x: FloatArray = self._columns[np.flatnonzero(features)].sum(axis=0)  # few bits are set
        for number, (weight, bias, scale, shift) in enumerate(self.layers):
            x = (np.vecdot(weight, x) if number else x) + bias
            x = x - x.mean()
            x = x / np.sqrt((x * x).mean() + np.float32(EPSILON)) * scale + shift
            x = np.maximum(x, np.float32(0))
        weight, bias = self.head
        out: FloatArray = (np.vecdot(weight, x) + bias)[:-1]
        return out


def _layers(arrays: dict[str, Any]) -> list[tuple[FloatArray, ...]]:
    count = sum(name.startswith("body.") and name.endswith(".weight") for name in arrays)
    return [
        (
            _matrix(arrays, f"body.{n}.weight"),
            _vector(arrays, f"body.{n}.bias"),
            _vector(arrays, f"norms.{n}.weight"),
            _vector(arrays, f"norms.{n}.bias"),
        )
        for n in range(count)
    ]


def _matrix(arrays: dict[str, Any], name: str) -> FloatArray:
    return _array(arrays, name, 2)


def _vector(arrays: dict[str, Any], name: str) -> FloatArray:
    return _array(arrays, name, 1)


def _array(arrays: dict[str, Any], name: str, dimensions: int) -> FloatArray:
    array = arrays[name]
    if array.ndim != dimensions:
        raise ValueError(f"{name} has {array.ndim} dimensions")
    numbers: FloatArray = np.ascontiguousarray(array, np.float32)
    return numbers
