"""Training a belief network on games that a blueprint plays with itself.

Every move of every game is a row: what the seat to move sees, and the hand that it holds. Most
moves are the blueprint's best; a few are sampled from a softened policy, because searchers deviate
from the blueprint as well. There is no buffer: a minibatch is one move in all games.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from tamaya.learn.cuda_graph import capture_cuda_graph
from tamaya.learn.network import ActorCritic, compute_dtype
from tamaya.learn.optimizer import MuonAdam
from tamaya.learn.rollout import UNIFORM_RANGE
from tamaya.learn.trainer import SEED_STRIDE
from tamaya.learn.vector_env import SelfPlayVectorEnv
from tamaya.search.belief_config import BeliefConfig, belief_sizes
from tamaya.search.belief_network import BeliefNetwork
from tamaya.search.blueprint import Blueprint
from tamaya.search.own_hand_reader import OwnHandReader


class BeliefTrainer:
    """A belief network, the games that it learns from, and all that is needed to go on.

    On a GPU the work is compiled and captured as a CUDA graph first, unless `eager`.
    """

    def __init__(
        self, config: BeliefConfig, blueprint: Blueprint, device: str, *, eager: bool = False
    ) -> None:
        self.config, self.blueprint, self.device = config, blueprint, device
        self.moves, self.seconds = 0, 0.0
        self.curve: list[tuple[int, float]] = []  # moves, and nats per hand of the segment before
        torch.manual_seed(config.seed)
        self.env = SelfPlayVectorEnv(blueprint.mix, config.num_games, 1, device)
        sizes = belief_sizes(config, blueprint.mix)
        self.network = BeliefNetwork(sizes, compute_dtype(device)).to(device)
        self.optimizer = MuonAdam(self.network, config.learning_rate, device)
        self._hands = OwnHandReader(self.env, blueprint.mix)
        self._policy: Callable[..., Any] = blueprint.network
        self._log_likelihood: Callable[..., Tensor] = self.network.log_likelihood
        self._loss = torch.zeros((), device=device)
        self.update: Callable[[], None] = self._update
        if device == "cuda" and not eager:
            self._compile_and_capture()

    def _compile_and_capture(self) -> None:
        """Compile and capture the work; then restore the weights that the warm-up changed."""
        before = {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
        self._policy = torch.compile(self._policy)
        self._log_likelihood = torch.compile(self.network.log_likelihood)
        self.optimizer.compile()
        self.env.reset(0)
        self.update = capture_cuda_graph(self._update)
        self.network.load_state_dict(before)
        self.optimizer.reset_state()

    @property
    def done(self) -> bool:
        """Whether the run has all its moves."""
        return self.moves >= self.config.total_moves

    @property
    def updates(self) -> int:
        """How many minibatches the network has learned from."""
        return self.moves // self.config.num_games

    def start_from_policy(self, policy: ActorCritic) -> None:
        """Begin with the body of a policy, if it is as wide and has as many layers."""
        if [layer.out_features for layer in policy.body] != [
            layer.out_features for layer in self.network.body
        ]:
            return
        own = self.network.state_dict()
        for name, weights in policy.state_dict().items():
            if name.startswith(("body.", "norms.")):
                columns = weights[:, : own[name].shape[1]] if weights.dim() == 2 else weights
                own[name].copy_(columns)

    def train_segment(self) -> float:
        """Train for a segment; nats per hand. See `segment_losses`."""
        losses = list(self.segment_losses())
        return sum(losses) / max(1, len(losses))

    def segment_losses(self) -> Iterator[float]:
        """Train for `segment_updates` minibatches, from freshly dealt games; nats of each.

        A segment depends only on the configuration, the weights, the optimizer's state and the
        number of moves: a run that is saved between two segments and resumed goes on exactly as if
        it had not been interrupted.
        """
        seed = self.config.seed * SEED_STRIDE + self.updates
        torch.manual_seed(seed)
        self.env.reset(seed)
        total, updates = 0.0, 0
        while updates < self.config.segment_updates and not self.done:
            loss = self._train_update()
            total, updates = total + loss, updates + 1
            yield loss
        if updates:
            self.curve.append((self.moves, round(total / updates, 4)))

    def _train_update(self) -> float:
        start = time.perf_counter()
        self.optimizer.learning_rate.fill_(self.config.learning_rate_at(self.moves))
        self.update()
        self.moves += self.config.num_games
        loss = float(self._loss)
        self.seconds += time.perf_counter() - start
        return loss

    def _update(self) -> None:
        """One move in every game, and a step of the optimizer on all of them."""
        self._choose_actions()
        loss = -self._log_likelihood(self.env.buffer.observations[0], *self._hands.read()).mean()
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self._loss = loss.detach()
        self.env.step(0)

    @torch.no_grad()
    def _choose_actions(self) -> None:
        """Observe, and choose an action in every game."""
        env, config = self.env, self.config
        env.observe(0)
        log_probs, _ = self._policy(env.buffer.observations[0], env.buffer.legal_actions[0])
        uniform = torch.rand(log_probs.shape, device=self.device).clamp(*UNIFORM_RANGE)
        sampled = (log_probs / config.temperature - (-uniform.log()).log()).argmax(dim=1)
        explores = torch.rand(env.num_games, device=self.device) < config.exploration
        env.buffer.actions[0] = torch.where(explores, sampled, log_probs.argmax(dim=1))
