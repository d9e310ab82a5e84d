"""Games for a learner: the kernel's, with a memory, as tensors that share its arrays."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from tamaya.kernel.batch import Batch
from tamaya.kernel.features import features_length
from tamaya.kernel.memory import memory_of
from tamaya.kernel.packing import words_for
from tamaya.rules import Options


class Watched(NamedTuple):
    """What the seat to move sees in every game, as bits; which actions are legal; which seat."""

    seen: Tensor
    legal: Tensor
    mover: Tensor


class Advanced(NamedTuple):
    """What came of an action in every game."""

    reward: Tensor
    ended: Tensor
    score: Tensor


class Games:
    """Many games in step, each followed by another."""

    def __init__(self, options: Options, games: int, depth: int, device: str) -> None:
        self.batch = Batch(options, games, device=device)
        self.depth, self.device = depth, device
        self.length, self.actions = features_length(options, depth), self.batch.actions
        zeros = self.batch.machine.zeros
        self._memory = zeros((games, memory_of(options)), np.int64)
        self._seen = zeros((games, words_for(self.length)), np.int64)
        self._legal = zeros((games, words_for(self.actions)), np.int64)
        self._mover, self._score = zeros((games,), np.int64), zeros((games,), np.int64)
        self._reward, self._ended = zeros((games,), np.float32), zeros((games,), np.uint8)
        seen, legal = (self._tensor(bits.view(np.int32)) for bits in (self._seen, self._legal))
        self._watched = Watched(seen, legal, self._tensor(self._mover))
        reward, ended, score = map(self._tensor, (self._reward, self._ended, self._score))
        self._advanced = Advanced(reward, ended, score)

    def begin(self, seed: int) -> None:
        """All games anew."""
        self.batch.reset(seed)
        self._run("begin_memories", self.batch.games.words, self._memory)

    def watch(self) -> Watched:
        """What there is to see. The next call writes over it."""
        rows = (self.batch.games.words, self._memory, self._seen, self._legal, self._mover)
        self._run("watch", *rows, numbers=(self.depth,))
        return self._watched

    def advance(self, actions: Tensor, penalty: float) -> Advanced:
        """An action in every game. The next call writes over the answer."""
        games, bring = self.batch.games, self.batch.machine.bring
        asked = bring(actions if self.device == "cuda" else actions.numpy(), np.int64)
        rows = (games.words, games.deck, self._memory, games.seeds, asked)
        out = (self._reward, self._ended, self._score)
        self._run("advance", *rows, *out, numbers=(self.batch.first, penalty))
        return self._advanced

    def _run(self, name: str, *rows: object, numbers: tuple[float, ...] = ()) -> None:
        self.batch.machine.run(f"selfplay.{name}", self.batch.games.t, rows, *numbers)

    def _tensor(self, array: object) -> Tensor:
        return torch.as_tensor(array, device=self.device)
