"""The training loop of PPO: collect a rollout, compute advantages, update on its minibatches.

There is one epoch: every move is learned from once.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import torch
from torch import nn

from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.buffer import LOST
from tamaya.learn.config import TrainingConfig, training_mix
from tamaya.learn.cuda_graph import capture_cuda_graph
from tamaya.learn.learning_curve import CurvePoint
from tamaya.learn.network import ActorCritic, Policy, compute_dtype
from tamaya.learn.optimizer import MuonAdam
from tamaya.learn.ppo import Minibatch, compute_gae, gae_step, ppo_loss
from tamaya.learn.rollout import collect_rollout, sample_actions
from tamaya.learn.vector_env import SelfPlayVectorEnv
from tamaya.rules import max_score

SEED_STRIDE = 1_000_003  # keeps the seeds of different runs apart


class Trainer:
    """A network and all that is needed to go on training it.

    On a GPU the work is compiled and captured as CUDA graphs first, unless `eager`. `mix` replaces
    the option sets that the configuration names.
    """

    def __init__(
        self,
        config: TrainingConfig,
        device: str = "cpu",
        mix: OptionMix | None = None,
        *,
        eager: bool = False,
    ) -> None:
        self.config, self.device = config, device
        self.mix = mix or training_mix(config)
        self.players = self.mix.option_sets[0].players
        self.env = SelfPlayVectorEnv(self.mix, config.num_games, config.rollout_length, device)
        self.moves = self.iterations = 0
        self.seconds = 0.0
        self.curve: list[CurvePoint] = []
        torch.manual_seed(config.seed)
        sizes = (self.env.num_inputs, self.env.num_actions, config.width, config.layers)
        self.network = ActorCritic(*sizes, compute_dtype(device)).to(device)
        self.optimizer = MuonAdam(self.network, config.learning_rate[0], device)
        max_scores = torch.tensor([max_score(game) for game in self.mix.option_sets], device=device)
        self._max_scores = max_scores[self.env.option_sets]
        self._penalty, self._ent_coef = torch.zeros(2, device=device)
        self._indices = torch.zeros(config.minibatch_size, dtype=torch.int64, device=device)
        self._policy: Policy = self.network
        self._sample_actions, self._gae_step, self._loss = sample_actions, gae_step, ppo_loss
        self.collect: Callable[[], None] = self._collect
        self.update: Callable[[], None] = self._update
        if device == "cuda" and not eager:
            self._compile_and_capture()

    def _compile_and_capture(self) -> None:
        """Compile and capture the work; then restore the weights that the warm-up changed."""
        before = {name: tensor.clone() for name, tensor in self.network.state_dict().items()}
        self._policy, self._loss = torch.compile(self.network), torch.compile(ppo_loss)
        self._sample_actions = torch.compile(sample_actions)
        self._gae_step = torch.compile(gae_step)
        self.optimizer.compile()
        self.env.reset(0)
        self.collect = capture_cuda_graph(self._collect)
        self.update = capture_cuda_graph(self._update)
        self.network.load_state_dict(before)
        self.optimizer.reset_state()

    @property
    def done(self) -> bool:
        """Whether the run has all its moves."""
        return self.moves >= self.config.total_moves

    def train_segment(self) -> Iterator[CurvePoint]:
        """Train for `segment_iterations` iterations, from freshly dealt games.

        A segment depends only on the configuration, the weights, the optimizer's state and the
        number of iterations: a run that is saved between two segments and resumed goes on exactly
        as if it had not been interrupted.
        """
        seed = self.config.seed * SEED_STRIDE + self.iterations
        torch.manual_seed(seed)
        self.env.reset(seed)
        for _ in range(self.config.segment_iterations):
            if self.done:
                return
            yield self._train_iteration()

    def _train_iteration(self) -> CurvePoint:
        config, start = self.config, time.perf_counter()
        self.optimizer.learning_rate.fill_(config.learning_rate_at(self.moves))
        self._penalty.fill_(config.penalty_at(self.moves))
        self._ent_coef.fill_(config.ent_coef_at(self.moves))
        self.collect()
        batch_size = self.env.buffer.points.numel()
        permutation = torch.randperm(batch_size, device=self.device)
        for indices in permutation.split(config.minibatch_size):
            if len(indices) == config.minibatch_size:
                self._indices.copy_(indices)
                self.update()
        self.moves += batch_size
        self.iterations += 1
        point = self._curve_point(start)
        self.curve.append(point)
        return point

    def _collect(self) -> None:
        """Collect a rollout, and compute its advantages and returns."""
        buffer, config = self.env.buffer, self.config
        sampled = collect_rollout(self.env, partial(self._sample_actions, self._policy))
        estimate = compute_gae(
            buffer.rewards(self._penalty, config.reward_scale),
            sampled.values,
            buffer.endings,
            buffer.seats,
            players=self.players,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            step=self._gae_step,
        )
        moves = (buffer.observations, buffer.legal_actions, buffer.actions, sampled.log_probs)
        self._batch = Minibatch(*(rows.flatten(0, 1) for rows in (*moves, *estimate)))

    def _update(self) -> None:
        """One step of the optimizer, on the minibatch of the current indices."""
        config = self.config
        minibatch = Minibatch(*(rows[self._indices] for rows in self._batch))
        loss = self._loss(self._policy, minibatch, self._ent_coef, config.clip_coef, config.vf_coef)
        self.network.zero_grad(set_to_none=True)
        loss.total.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), config.max_grad_norm)
        self.optimizer.step()
        self._entropy, self._value_loss = loss.entropy.detach(), loss.value_loss.detach()

    def _curve_point(self, start: float) -> CurvePoint:
        buffer, num_sets = self.env.buffer, len(self.mix.option_sets)
        ended, lost = (buffer.endings > 0).double(), float((buffer.endings == LOST).sum())
        zeros = torch.zeros(num_sets, dtype=torch.double, device=self.device)
        which = self.env.option_sets
        score_sums = zeros.index_add(0, which, (ended * buffer.scores).sum(dim=0))
        games = zeros.index_add(0, which, ended.sum(dim=0))
        num_games = max(1.0, float(games.sum()))
        perfect = float((ended * (buffer.scores == self._max_scores)).sum())
        means = (score_sums / games.clamp(min=1)).tolist() if num_sets > 1 else []
        self.seconds += time.perf_counter() - start
        seconds = round(self.seconds, 1)
        if not games.sum() and self.curve:
            return replace(self.curve[-1], moves=self.moves, seconds=seconds, games=0)
        return CurvePoint(
            self.moves,
            seconds,
            int(games.sum()),
            score=round(float(score_sums.sum()) / num_games, 4),
            perfect=round(100 * perfect / num_games, 4),
            lost=round(100 * lost / num_games, 4),
            entropy=round(float(self._entropy), 4),
            value_loss=round(float(self._value_loss), 4),
            option_set_scores=tuple(round(mean, 3) for mean in means),
        )
