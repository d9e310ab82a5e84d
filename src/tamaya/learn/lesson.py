"""What is learned from some moves: how far the net is from what they were worth."""

from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.learn.rollout import Policy
from tamaya.learn.settings import Settings


class Lesson(NamedTuple):
    """Moves to learn from: what was seen, what was done, what was thought, what came of it."""

    seen: Tensor
    legal: Tensor
    action: Tensor
    likely: Tensor
    better: Tensor
    worth: Tensor
    known: Tensor


class Loss(NamedTuple):
    """What is to become less; the entropy; how wrong the value is."""

    whole: Tensor
    spread: Tensor
    error: Tensor


def loss(policy: Policy, some: Lesson, entropy: Tensor, settings: Settings) -> Loss:
    """PPO's, over the moves of which we know what they were worth."""
    logs, value = policy(some.seen, some.legal)
    weight = some.known / some.known.sum().clamp(min=1)
    mean = (some.better * weight).sum()
    wide = ((some.better - mean).square() * weight).sum().sqrt()
    better = (some.better - mean) / (wide + 1e-6)
    ratio = (logs.gather(1, some.action[:, None])[:, 0] - some.likely).exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    chosen = -(torch.min(ratio * better, clipped * better) * weight).sum()
    spread = -((logs.exp() * logs.clamp(min=-1e4)).sum(dim=1) * weight).sum()
    error = ((value - some.worth).square() * weight).sum()
    return Loss(chosen + settings.value * error - entropy * spread, spread, error)
