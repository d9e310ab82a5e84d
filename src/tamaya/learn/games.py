"""Games for a learner, as tensors that share the kernel's arrays."""

from typing import Any

import numpy as np
import torch

from tamaya.kernel.mix import Mix
from tamaya.kernel.mixed import Mixed, Room
from tamaya.kernel.packing import SIZE


class Games:
    """Many games in step, and room for some moves in each; bits are in bytes there."""

    def __init__(self, mix: Mix, games: int, moves: int, device: str) -> None:
        self.mixed, self.device, self.count = Mixed(mix, games, device), device, games
        self.set = torch.as_tensor(self.mixed.sets, device=device)
        arrays = self.mixed.room(moves)
        self.inputs, self.actions = SIZE * arrays.seen.shape[-1], len(mix.frame.actions)
        bits = [array.view(np.uint8) for array in arrays[:2]]
        self.room = Room(*(torch.as_tensor(a, device=device) for a in (*bits, *arrays[2:])))
        self._rows = [Room(*(array[move] for array in arrays)) for move in range(moves)]

    def begin(self, seed: int) -> None:
        """All games anew."""
        self._here().begin(seed)

    def watch(self, move: int) -> None:
        """Write what there is to see and to do into a row."""
        self._here().watch(self._rows[move])

    def advance(self, move: int) -> None:
        """Do the actions of a row, and write what came of them into it."""
        self._here().advance(self._rows[move])

    def _here(self) -> Mixed:
        """The games; on a GPU among what PyTorch does there, in the order it was asked for."""
        if self.device == "cuda":
            processor: Any = self.mixed.machine
            processor.work_on(torch.cuda.current_stream().cuda_stream)
        return self.mixed
