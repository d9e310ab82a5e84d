"""Many games for a learner, of one or several option sets: observe, step, observe again."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game.seeds import game_seeds
from tamaya.kernel.loops import position_loops, selfplay_loops
from tamaya.kernel.observe.memory import memory_words
from tamaya.kernel.observe.packing import words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.own_hands import OwnHands
from tamaya.kernel.run.device import open_device


class SelfPlayBuffers(NamedTuple):
    """Arrays of shape [moves, games, …], or [games, …] for one move."""

    observations: Any  # of the seat to move: bits, in words
    legal_actions: Any  # likewise
    seats: Any  # who is to move
    actions: Any  # by their number in the feature space
    points: Any  # cards that the action placed
    points_lost: Any  # all cards placed, if the action lost the game
    endings: Any  # 0: the game goes on, 1: it is over, 2: it is over and lost
    scores: Any  # after the action


class VectorGames:
    """Games in parallel; a game that ends is followed by a new one with the same options."""

    def __init__(self, mix: OptionMix, games: int, device: str = "cpu") -> None:
        self.mix, self.device = mix, open_device(device, threads=1)
        zeros, to_device = self.device.zeros, self.device.to_device
        self.which_set = np.arange(games) * len(mix.option_sets) // games  # of each game
        self._tables, self._which = (
            to_device(mix.rows(), np.int64),
            to_device(self.which_set, np.int64),
        )
        self.words = zeros((games, mix.state_words), np.int64)
        self.deck = zeros((games, mix.deck_bytes), np.uint8)
        self.memory = zeros((games, memory_words(mix.option_sets[0])), np.int64)
        self._seeds = zeros((games,), np.uint64)
        features = np.zeros((games, mix.feature_words), np.int64)
        features[:, -1] = -1
        self._features, self._tables_length = to_device(features, np.int64), mix.tables_length

    def __len__(self) -> int:
        return len(self.which_set)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of every game, as tamaya.deals takes it."""
        return self.device.to_host(self._seeds).copy()

    def buffers(self, moves: int) -> SelfPlayBuffers:
        """Buffers for so many moves."""
        space, many, zeros = self.mix.feature_space, (moves, len(self)), self.device.zeros
        bits = [
            zeros((*many, words_for_bits(len(some))), np.int64)
            for some in (space.inputs, space.actions)
        ]
        kinds = (np.int64, np.int64, np.float32, np.float32, np.uint8, np.int64)
        return SelfPlayBuffers(*bits, *(zeros(many, kind) for kind in kinds))

    def start(self, seed: int) -> None:
        """Restart all games; their seeds follow from this one."""
        self.start_from_seeds(game_seeds(seed, len(self)))

    def start_from_seeds(self, seeds: npt.NDArray[np.uint64]) -> None:
        """Restart all games, each from its own seed, as tamaya.deals takes it."""
        self.device.copy_into(self._seeds, seeds)
        rows = self._which, self.words, self.deck, self.memory, self._seeds
        self.device.run(selfplay_loops.start_selfplay, self._tables, *rows, 0)

    def observe(self, buffers: SelfPlayBuffers) -> None:
        """Write observations, legal actions and seats into buffers for one move."""
        rows = self._which, self.words, self.memory, self._features
        out = buffers.observations, buffers.legal_actions, buffers.seats
        numbers = self._tables_length, self.mix.depth
        self.device.run(selfplay_loops.observe_selfplay, self._tables, *rows, *out, *numbers)

    def observe_own_hands(self, face_numbers: Any, out: OwnHands) -> None:
        """Write the hand of the seat to move and what it knows of it; see `own_hands`."""
        rows = self._which, self.words, face_numbers
        self.device.run(position_loops.observe_own_hands, self._tables, *rows, *out)

    def step(self, buffers: SelfPlayBuffers) -> None:
        """Apply the actions in buffers for one move, and write their results there."""
        rows = self._which, self.words, self.deck, self.memory, self._seeds, buffers.actions
        out = buffers.points, buffers.points_lost, buffers.endings, buffers.scores
        self.device.run(
            selfplay_loops.step_selfplay, self._tables, *rows, *out, self._tables_length, 0
        )
