"""Games that are played out from positions, many side by side; see `loops.rollout_loops`."""

from typing import Any, NamedTuple

import numpy as np

from tamaya.kernel.loops import rollout_loops, selfplay_loops
from tamaya.kernel.observe.memory import memory_words
from tamaya.kernel.observe.packing import words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.positions import Positions
from tamaya.kernel.run.device import ComputeDevice

NO_ACTION_TO_TRY = rollout_loops.NO_ACTION_TO_TRY


class RolloutSizes(NamedTuple):
    """How much fits into the arrays of rollouts."""

    slots: int  # games side by side
    positions: int
    worlds: int  # of a position
    rollouts: int


class RolloutArrays(NamedTuple):
    """What the rollouts are, written by the caller; and their scores."""

    words: Any  # of the positions
    memories: Any
    tiles: Any
    seeds: Any  # of a position: from them and the number of a world its deck is shuffled
    hands: Any  # [positions, worlds, places]: faces
    actions: Any  # [positions, actions]: what is tried, in the feature space, or NO_ACTION_TO_TRY
    plan: Any  # rollouts, worlds of a position, actions of a world, number of the first world
    scores: Any  # by the number of the rollout


class RolloutGames:
    """Games in slots; a slot whose rollout is over goes on with another, until all are played."""

    def __init__(self, mix: OptionMix, sizes: RolloutSizes, device: ComputeDevice) -> None:
        self.sizes, self.device = sizes, device
        game, zeros, slots = mix.option_sets[0], device.zeros, sizes.slots
        self._tables = device.to_device(mix.rows(), np.int64)
        self._tables_length, self._depth = mix.tables_length, mix.depth
        self._words = zeros((slots, mix.state_words), np.int64)
        self._deck = zeros((slots, mix.deck_bytes), np.uint8)
        self._memory = zeros((slots, memory_words(game)), np.int64)
        self._features = zeros((slots, mix.feature_words), np.int64)
        self._which = zeros((slots,), np.int64)
        self.running = zeros((slots,), np.int64)  # the number of each slot's rollout
        self.observations = zeros((slots, words_for_bits(len(mix.feature_space.inputs))), np.int64)
        self.legal_actions = zeros(
            (slots, words_for_bits(len(mix.feature_space.actions))), np.int64
        )
        self._seats = zeros((slots,), np.int64)
        self.chosen = zeros((slots,), np.int64)
        positions = Positions(
            zeros((sizes.positions, mix.state_words), np.int64),
            zeros((sizes.positions, memory_words(game)), np.int64),
            zeros((sizes.positions,), np.int64),
        )
        self.arrays = RolloutArrays(
            *positions,
            zeros((sizes.positions,), np.uint64),
            zeros((sizes.positions, sizes.worlds, game.hand_size), np.int64),
            zeros((sizes.positions, len(mix.feature_space.actions)), np.int64),
            zeros((rollout_loops.PLAN_WORDS,), np.int64),
            zeros((sizes.rollouts,), np.int16),
        )

    def start(self) -> None:
        """Begin the first rollout of every slot."""
        self._run(rollout_loops.start_rollouts, self._tables_length)

    def observe(self) -> None:
        """Write observations and legal actions of the seat to move in every slot."""
        rows = self._which, self._words, self._memory, self._features
        out = self.observations, self.legal_actions, self._seats
        numbers = self._tables_length, self._depth
        self.device.run(selfplay_loops.observe_selfplay, self._tables, *rows, *out, *numbers)

    def advance(self) -> None:
        """Apply the `chosen` actions; rollouts that end write their scores and make room."""
        self._run(rollout_loops.advance_rollouts, self.chosen, self._tables_length)

    def _run(self, loop: Any, *more: Any) -> None:
        games = self._tables, self._words, self._deck, self._memory, self.running
        self.device.run(loop, *games, *self.arrays, *more)
