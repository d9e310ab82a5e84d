"""Proximal policy optimization (Schulman et al. 2017): advantages and the clipped loss.

A time step is one seat's own turn. The reward of a decision is all that is won or lost until the
same seat is to move again, by whichever seat; the next value is that seat's estimate then.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.learn.network import Policy


class Transition(NamedTuple):
    """One move in every game."""

    reward: Tensor
    done: Tensor  # whether the game ended with it
    seat: Tensor
    value: Tensor  # the estimate of that seat before the move


class GaeCarry(NamedTuple):
    """The state of the backward pass, [games, players]: what comes at each seat's next turn."""

    rewards_to_go: Tensor  # all rewards from here until that turn
    next_value: Tensor
    next_advantage: Tensor
    complete: Tensor  # whether that turn, or the end of the game, is inside the rollout


class AdvantageEstimate(NamedTuple):
    """For each move: its advantage, its return (the value's target), and whether they are known.

    They are not known for a seat's last move in the rollout if the game goes on after it.
    """

    advantages: Tensor
    returns: Tensor
    valid: Tensor


class Minibatch(NamedTuple):
    """Moves to learn from; a whole rollout has the same form. `valid` masks the loss."""

    observations: Tensor
    legal_actions: Tensor
    actions: Tensor
    log_probs: Tensor  # when the actions were sampled
    advantages: Tensor
    returns: Tensor
    valid: Tensor


class PpoLoss(NamedTuple):
    """The loss to minimize, and two of its terms for the learning curve."""

    total: Tensor
    entropy: Tensor
    value_loss: Tensor


def gae_step(
    carry: GaeCarry, transition: Transition, gamma: float, gae_lambda: float
) -> tuple[GaeCarry, Tensor, Tensor]:
    """One step back in time: the carry before the move, its advantage, and whether it is known."""
    done, seat = transition.done[:, None], transition.seat[:, None]
    value = transition.value[:, None]
    complete = carry.complete | done
    next_value = carry.next_value.masked_fill(done, 0)
    next_advantage = carry.next_advantage.masked_fill(done, 0)
    rewards_to_go = carry.rewards_to_go.masked_fill(done, 0) + transition.reward[:, None]
    delta = rewards_to_go.gather(1, seat) + gamma * next_value.gather(1, seat) - value
    advantage = delta + gamma * gae_lambda * next_advantage.gather(1, seat)
    valid = complete.gather(1, seat)
    advantage = advantage.masked_fill(~valid, 0)
    before = GaeCarry(
        rewards_to_go.scatter(1, seat, 0.0),
        next_value.scatter(1, seat, value),
        next_advantage.scatter(1, seat, advantage),
        complete.scatter(1, seat, True),
    )
    return before, advantage[:, 0], valid[:, 0]


def compute_gae(  # noqa: PLR0913 - the arguments of the paper's formula, and whose turn it was
    rewards: Tensor,
    values: Tensor,
    dones: Tensor,
    seats: Tensor,
    *,
    players: int,
    gamma: float,
    gae_lambda: float,
    step: Callable[..., tuple[GaeCarry, Tensor, Tensor]] = gae_step,
) -> AdvantageEstimate:
    """Generalized advantage estimation (Schulman et al. 2016), each seat's own turns as time steps.

    All tensors are [rollout length, games]. `step` is `gae_step`, or a compiled form of it.
    """
    length, games = rewards.shape
    zeros = torch.zeros(games, players, device=rewards.device)
    carry = GaeCarry(zeros, zeros, zeros, zeros.bool())
    advantages, valid = torch.zeros_like(rewards), torch.zeros_like(rewards, dtype=torch.bool)
    for t in reversed(range(length)):
        transition = Transition(rewards[t], dones[t].bool(), seats[t], values[t])
        carry, advantages[t], valid[t] = step(carry, transition, gamma, gae_lambda)
    return AdvantageEstimate(advantages, advantages + values, valid)


def ppo_loss(
    policy: Policy, minibatch: Minibatch, ent_coef: Tensor, clip_coef: float, vf_coef: float
) -> PpoLoss:
    """Clipped surrogate objective, value loss and entropy bonus, means over the valid moves.

    Advantages are normalized within the minibatch.
    """
    log_probs, values = policy(minibatch.observations, minibatch.legal_actions)
    weight = minibatch.valid / minibatch.valid.sum().clamp(min=1)
    mean = (minibatch.advantages * weight).sum()
    std = ((minibatch.advantages - mean).square() * weight).sum().sqrt()
    advantages = (minibatch.advantages - mean) / (std + 1e-6)
    log_prob = log_probs.gather(1, minibatch.actions[:, None])[:, 0]
    ratio = (log_prob - minibatch.log_probs).exp()
    clipped_ratio = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    policy_loss = -(torch.min(ratio * advantages, clipped_ratio * advantages) * weight).sum()
    entropy = -((log_probs.exp() * log_probs.clamp(min=-1e4)).sum(dim=1) * weight).sum()
    value_loss = ((values - minibatch.returns).square() * weight).sum()
    return PpoLoss(policy_loss + vf_coef * value_loss - ent_coef * entropy, entropy, value_loss)
