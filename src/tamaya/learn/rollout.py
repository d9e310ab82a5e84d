"""Collecting rollouts: the current policy plays all seats of all games."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.learn.network import Policy
from tamaya.learn.vector_env import SelfPlayVectorEnv

UNIFORM_RANGE = (1e-9, 1 - 1e-7)  # keeps the Gumbel noise finite


class ActionSample(NamedTuple):
    """Sampled actions, their log-probabilities, and the values of the positions."""

    actions: Tensor
    log_probs: Tensor
    values: Tensor


def sample_actions(
    policy: Policy, observations: Tensor, legal_actions: Tensor, uniform: Tensor
) -> ActionSample:
    """An action for each row, by the Gumbel-max trick; `uniform`: random numbers from 0 to 1."""
    log_probs, values = policy(observations, legal_actions)
    actions = (log_probs - (-uniform.clamp(*UNIFORM_RANGE).log()).log()).argmax(dim=1)
    return ActionSample(actions, log_probs.gather(1, actions[:, None])[:, 0], values)


@torch.no_grad()
def collect_rollout(
    env: SelfPlayVectorEnv, sample: Callable[[Tensor, Tensor, Tensor], ActionSample]
) -> ActionSample:
    """Fill the environment's rollout buffer; the samples of all its moves.

    `sample` is `sample_actions` with a policy.
    """
    buffer, samples = env.buffer, []
    for t in range(len(buffer.observations)):
        env.observe(t)
        uniform = torch.rand(env.num_games, env.num_actions, device=env.device)
        sampled = sample(buffer.observations[t], buffer.legal_actions[t], uniform)
        buffer.actions[t] = sampled.actions
        env.step(t)
        samples.append(sampled)
    return ActionSample(*map(torch.stack, zip(*samples, strict=True)))
