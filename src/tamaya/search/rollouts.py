"""Rollouts: every action is tried in the same sampled worlds, then all seats play the blueprint.

The games run in the kernel, on the CPU or a GPU; on a GPU, a move in all slots is one CUDA graph.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from tamaya.kernel.rollout_games import RolloutGames, RolloutSizes
from tamaya.kernel.run.device import ComputeDevice
from tamaya.learn.cuda_graph import capture_cuda_graph
from tamaya.learn.network import Policy
from tamaya.search.blueprint import Blueprint

MOVES_BETWEEN_CHECKS = 8  # whether all rollouts are over
MAX_MOVES = 1000  # of one rollout; no game is that long
NO_SCORE = -32768  # of an action that was not tried
TimeIsUp = Callable[[], bool]


def never() -> bool:
    """For callers who have time."""
    return False


class RolloutShape(NamedTuple):
    """How many rollouts: so many actions in each of so many worlds of each position."""

    positions: int
    worlds: int
    actions: int


class Rollouts:
    """Plays batches of rollouts of one option set.

    The arrays are allocated once: `sizes` says how much fits into them. Callers write positions,
    seeds, hands and actions into the first rows; see `RolloutArrays`.
    """

    def __init__(
        self,
        blueprint: Blueprint,
        sizes: RolloutSizes,
        device: ComputeDevice,
        *,
        eager: bool = False,
    ) -> None:
        self.sizes, self._device = sizes, device
        self._policy = _best_actions(blueprint.rollout_network or blueprint.network)
        self._games = games = RolloutGames(blueprint.mix, sizes, device)
        arrays = games.arrays
        self.positions = [self._tensor(array) for array in arrays[:3]]
        self.seeds = self._tensor(arrays.seeds.view(np.int64))
        self.hands, self.actions = self._tensor(arrays.hands), self._tensor(arrays.actions)
        self._plan, self._scores = self._tensor(arrays.plan), self._tensor(arrays.scores)
        self._running, self._chosen = self._tensor(games.running), self._tensor(games.chosen)
        self._observations = self._tensor(games.observations.view(np.uint8))
        self._legal_actions = self._tensor(games.legal_actions.view(np.uint8))
        self._moves = torch.zeros((), dtype=torch.int64, device=device.name)
        self._move: Callable[[], None] = self._one_move
        if device.name == "cpu":
            self._move = self._one_move_where_running
        elif not eager:
            self._policy = torch.compile(self._policy)
            self._on_current_stream().start()  # nothing is planned yet: no slot has a rollout
            self._move = capture_cuda_graph(self._one_move)

    def _tensor(self, array: Any) -> Tensor:
        """A tensor that shares the memory of a kernel's array."""
        return torch.as_tensor(array, device=self._device.name)

    @torch.no_grad()
    def play(
        self, shape: RolloutShape, first_world: int = 0, time_is_up: TimeIsUp = never
    ) -> Tensor | None:
        """Play all rollouts of what the arrays hold; the scores, in that shape.

        An action that was not tried has `NO_SCORE`. `first_world` numbers the worlds: another
        number shuffles other decks. None if the time was up before all rollouts were over: those
        that are over are the short ones, which would mislead.
        """
        rollouts = shape.positions * shape.worlds * shape.actions
        self._plan.copy_(torch.tensor([rollouts, shape.worlds, shape.actions, first_world]))
        self._scores[:rollouts] = NO_SCORE
        self._on_current_stream().start()
        for move in range(MAX_MOVES * (1 + rollouts // self.sizes.slots)):
            if move % MOVES_BETWEEN_CHECKS == 0:
                if bool((self._running >= rollouts).all()):
                    break
                if time_is_up():
                    return None
            self._move()
        return self._scores[:rollouts].view(shape).clone()

    @property
    def moves(self) -> int:
        """How many moves were made in all rollouts so far."""
        return int(self._moves)

    @torch.no_grad()
    def _one_move(self) -> None:
        """One move of the blueprint in every slot."""
        games = self._on_current_stream()
        games.observe()
        self._moves += (self._running < self._plan[0]).sum()
        self._chosen.copy_(self._policy(self._observations, self._legal_actions))
        games.advance()

    @torch.no_grad()
    def _one_move_where_running(self) -> None:
        """The same on a processor, where the network is not run for slots without a rollout."""
        self._games.observe()
        running = (self._running < self._plan[0]).nonzero()[:, 0]
        self._moves += len(running)
        seen = self._observations[running], self._legal_actions[running]
        self._chosen[running] = self._policy(*seen)
        self._games.advance()

    def _on_current_stream(self) -> RolloutGames:
        """The games; on a GPU their kernels run on PyTorch's stream, in order with its own."""
        if self._device.name == "cuda":
            processor: Any = self._device
            processor.work_on(torch.cuda.current_stream().cuda_stream)
        return self._games


def _best_actions(policy: Policy) -> Callable[[Tensor, Tensor], Tensor]:
    """A function for the likeliest action of each row."""

    def best(observations: Tensor, legal_actions: Tensor) -> Tensor:
        return policy(observations, legal_actions)[0].argmax(dim=1)

    return best
