"""Games for a learner: the kernel's, with a memory, as tensors that share its arrays."""

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from tamaya.kernel.batch import fresh_seeds
from tamaya.kernel.machine import machine
from tamaya.kernel.memory import memory_of
from tamaya.kernel.mix import Mix
from tamaya.kernel.packing import SIZE, words_for


class Room(NamedTuple):
    """Room for some moves in every game: a row for each move, in it an entry for each game."""

    seen: Tensor  # by the seat to move: bits, in bytes
    legal: Tensor  # likewise
    mover: Tensor
    action: Tensor
    gained: Tensor  # cards placed
    lost: Tensor  # and those that count no more, because the game is lost
    ended: Tensor  # 1: over; 2: lost
    score: Tensor


class Games:
    """Many games in step, each followed by another; side by side if there are several sets."""

    def __init__(self, mix: Mix, games: int, moves: int, device: str) -> None:
        self.mix, self.device, self.count = mix, device, games
        self.machine = machine(device, threads=1)
        zeros, bring = self.machine.zeros, self.machine.bring
        sets = np.arange(games) * len(mix.sets) // games
        self._tables, self._which = bring(mix.rows(), np.int64), bring(sets, np.int64)
        self._words = zeros((games, mix.words), np.int64)
        self._deck = zeros((games, mix.bytes), np.uint8)
        self._memory = zeros((games, memory_of(mix.sets[0])), np.int64)
        self._seeds = zeros((games,), np.uint64)
        self._seeds_here = torch.as_tensor(self._seeds.view(np.int64), device=device)
        own = np.zeros((games, mix.seen_words), np.int64)
        own[:, -1] = -1
        self._own, self._behind = bring(own, np.int64), mix.behind
        self.set = torch.as_tensor(sets, device=device)
        self.actions, seen_words = len(mix.frame.actions), words_for(len(mix.frame.seen))
        self.inputs = SIZE * seen_words
        many, legal_words = (moves, games), words_for(self.actions)
        arrays = (
            zeros((*many, seen_words), np.int64),
            zeros((*many, legal_words), np.int64),
            *(zeros(many, kind) for kind in (np.int64, np.int64, np.float32, np.float32)),
            *(zeros(many, kind) for kind in (np.uint8, np.int64)),
        )
        bits = [array.view(np.uint8) for array in arrays[:2]]
        self.room = Room(*(torch.as_tensor(a, device=device) for a in (*bits, *arrays[2:])))
        self._rows = [[array[move] for array in arrays] for move in range(moves)]

    @property
    def seeds(self) -> Any:
        """The seed of every game, as tamaya.deals takes it."""
        return self.machine.fetch(self._seeds).copy()

    def begin(self, seed: int) -> None:
        """All games anew."""
        self._seeds_here.copy_(torch.from_numpy(fresh_seeds(seed, self.count).view(np.int64)))
        self._run("begin_games", self._words, self._deck, self._memory, self._seeds, numbers=(0,))

    def watch(self, move: int) -> None:
        """Write what there is to see and to do into a row."""
        seen, legal, mover, *_ = self._rows[move]
        rows = (self._words, self._memory, self._own, seen, legal, mover)
        self._run("watch", *rows, numbers=(self._behind, self.mix.depth))

    def advance(self, move: int) -> None:
        """Do the actions of a row, and write what came of them into it."""
        *_, action, gained, lost, ended, score = self._rows[move]
        rows = (self._words, self._deck, self._memory, self._seeds, action)
        out = (gained, lost, ended, score)
        self._run("advance", *rows, *out, numbers=(self._behind, 0))

    def _run(self, name: str, *rows: Any, numbers: tuple[int, ...]) -> None:
        if self.device == "cuda":
            on(self.machine)
        self.machine.run(f"selfplay.{name}", self._tables, (self._which, *rows), *numbers)


def on(processor: Any) -> None:
    """Let the kernel's loops run among those of PyTorch, in the order they were asked for."""
    from numba import cuda  # noqa: PLC0415 - only where there is a GPU

    processor.stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
