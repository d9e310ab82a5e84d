"""Training a belief network on games that a blueprint plays with itself.

Every move of every game is a row: what the seat to move sees, and the hand that it holds. Most
moves are the blueprint's best; a few are sampled from a softened policy, because searchers deviate
from the blueprint as well. There is no buffer: a minibatch is one move in all games.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tamaya.kernel.observe.features import features_length
from tamaya.kernel.own_hands import OwnHands, face_numbers, number_of_faces, own_hand_arrays
from tamaya.learn.cuda_graph import capture_cuda_graph
from tamaya.learn.network import ActorCritic, compute_dtype
from tamaya.learn.optimizer import MuonAdam
from tamaya.learn.rollout import UNIFORM_RANGE
from tamaya.learn.vector_env import SelfPlayVectorEnv
from tamaya.search.belief_network import BeliefNetwork, BeliefSizes
from tamaya.search.blueprint import Blueprint

EVALUATION_SEED = 987_654_321  # no run trains with deals of this seed
MAX_TURNS = 400
SEED_STRIDE = 1_000_003  # keeps the seeds of different runs apart
WARM_UP = 0.02  # the share of a run in which the learning rate rises from 0


@dataclass(frozen=True, slots=True)
class BeliefConfig:
    """The hyperparameters of a run."""

    total_moves: int
    seed: int = 1
    num_games: int = 32_768  # played in parallel; a move in each of them is a minibatch
    segment_updates: int = 2000  # after so many, all games restart
    depth: int = 16  # how many of the last actions the network sees
    width: int = 512
    layers: int = 3
    learning_rate: float = 2e-3  # rises to this, then falls linearly to 0
    exploration: float = 0.04  # the share of moves that are sampled
    temperature: float = 2.5  # of the policy that those are sampled from

    def learning_rate_at(self, moves: int) -> float:
        """The learning rate after so many moves."""
        progress = min(1.0, moves / self.total_moves)
        return self.learning_rate * min(1.0, progress / WARM_UP, (1 - progress) / (1 - WARM_UP))


class BeliefTrainer:
    """A belief network, the games that it learns from, and all that is needed to go on.

    On a GPU the work is compiled and captured as a CUDA graph first, unless `eager`.
    """

    def __init__(
        self, config: BeliefConfig, blueprint: Blueprint, device: str, *, eager: bool = False
    ) -> None:
        self.config, self.device, self.moves = config, device, 0
        torch.manual_seed(config.seed)
        mix, game = blueprint.mix, blueprint.mix.option_sets[0]
        self.env = SelfPlayVectorEnv(mix, config.num_games, 1, device)
        sizes = BeliefSizes(
            features_length(game, config.depth),
            game.hand_size,
            number_of_faces(game),
            config.width,
            config.layers,
        )
        self.network = BeliefNetwork(sizes, compute_dtype(device)).to(device)
        self.optimizer = MuonAdam(self.network, config.learning_rate, device)
        numbers = face_numbers(mix, [suit.name for suit in game.suits])
        self._hands = _OwnHandReader(self.env, numbers, sizes)
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

    def start_from_policy(self, policy: ActorCritic) -> None:
        """Begin with the body of a policy that is as wide."""
        own = self.network.state_dict()
        for name, weights in policy.state_dict().items():
            if name.startswith(("body.", "norms.")):
                columns = weights[:, : own[name].shape[1]] if weights.dim() == 2 else weights
                own[name].copy_(columns)

    def train_segment(self) -> float:
        """Train for `segment_updates` minibatches, from freshly dealt games; nats per hand.

        A segment depends only on the configuration, the weights, the optimizer's state and the
        number of moves: a run that is saved between two segments and resumed goes on exactly as if
        it had not been interrupted.
        """
        seed = self.config.seed * SEED_STRIDE + self.moves // self.config.num_games
        torch.manual_seed(seed)
        self.env.reset(seed)
        total, updates = torch.zeros((), dtype=torch.double, device=self.device), 0
        while updates < self.config.segment_updates and not self.done:
            self.optimizer.learning_rate.fill_(self.config.learning_rate_at(self.moves))
            self.update()
            self.moves += self.config.num_games
            total += self._loss
            updates += 1
        return float(total) / max(1, updates)

    def _update(self) -> None:
        """One move in every game, and a step of the optimizer on all of them."""
        self._choose_actions(self.config.exploration)
        loss = -self._log_likelihood(self.env.buffer.observations[0], *self._hands.read()).mean()
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self._loss = loss.detach()
        self.env.step(0)

    @torch.no_grad()
    def _choose_actions(self, exploration: float) -> None:
        """Observe, and choose an action in every game."""
        env = self.env
        env.observe(0)
        log_probs, _ = self._policy(env.buffer.observations[0], env.buffer.legal_actions[0])
        uniform = torch.rand(log_probs.shape, device=self.device).clamp(*UNIFORM_RANGE)
        sampled = (log_probs / self.config.temperature - (-uniform.log()).log()).argmax(dim=1)
        explores = torch.rand(env.num_games, device=self.device) < exploration
        env.buffer.actions[0] = torch.where(explores, sampled, log_probs.argmax(dim=1))

    @torch.no_grad()
    def evaluate(self) -> float:
        """Nats per hand, over one whole game of the blueprint in every place."""
        env, device = self.env, self.device
        env.reset(EVALUATION_SEED)
        going_on = torch.ones(env.num_games, dtype=torch.bool, device=device)
        nats, hands = torch.zeros(2, dtype=torch.double, device=device)
        for _ in range(MAX_TURNS):
            self._choose_actions(exploration=0.0)
            known = self._hands.read()
            likelihood = self.network.log_likelihood(env.buffer.observations[0], *known)
            nats -= (likelihood * going_on).double().sum()
            hands += going_on.sum()
            env.step(0)
            going_on &= env.buffer.endings[0] == 0
            if not bool(going_on.any()):
                break
        return float(nats / hands)


class _OwnHandReader:
    """Reads the hand of the seat to move in the games of an environment, as tensors."""

    def __init__(self, env: SelfPlayVectorEnv, numbers: Any, sizes: BeliefSizes) -> None:
        self._env, device = env, env.games.device
        self._numbers = device.to_device(numbers, np.int64)
        self._arrays = own_hand_arrays(env.num_games, sizes.hand_size, sizes.num_faces, device)
        self._tensors = OwnHands(*(torch.as_tensor(a, device=env.device) for a in self._arrays))

    def read(self) -> OwnHands:
        """The hands as they are now."""
        self._env.on_current_stream().observe_own_hands(self._numbers, self._arrays)
        return self._tensors
