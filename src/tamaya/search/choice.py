"""The choice among actions: what rollouts say of them, and what the blueprint would do.

An action is chosen by log π(a) + η · mean score of a. The first term keeps the searcher close to
the blueprint, so that the others still read its actions rightly; without it, the luckiest of twenty
actions would win (docs/search.md).
"""

from dataclasses import dataclass, fields

import torch
from torch import Tensor


@dataclass(slots=True)
class ScoreSums:
    """Sums over worlds: [positions, actions of the feature space]."""

    worlds: Tensor
    scores: Tensor
    squares: Tensor
    perfect: Tensor

    @classmethod
    def zeros(cls, positions: int, actions: int, device: str) -> "ScoreSums":
        """Nothing was tried yet."""
        return cls(*torch.zeros(4, positions, actions, dtype=torch.double, device=device))

    def add(self, tried: Tensor, scores: Tensor, counts: Tensor, max_score: int) -> None:
        """Add `scores` [positions, worlds, tried] of the actions `tried` [positions, tried].

        `counts` says which of the scores count: an action may not have been tried.
        """
        numbers = scores.double() * counts
        perfect = ((scores == max_score) & counts).double()
        sums = (counts.double(), numbers, numbers.square(), perfect)
        for field, values in zip(fields(self), sums, strict=True):
            total: Tensor = getattr(self, field.name)
            total.scatter_add_(1, tried.clamp(min=0), values.sum(dim=1))

    @property
    def means(self) -> Tensor:
        """The mean score of each action; NaN where it was not tried."""
        return self.scores / self.worlds

    @property
    def standard_errors(self) -> Tensor:
        """The standard error of each mean."""
        variance = (self.squares - self.scores.square() / self.worlds) / (self.worlds - 1)
        return (variance.clamp(min=0) / self.worlds).sqrt()

    @property
    def perfect_shares(self) -> Tensor:
        """The share of perfect games after each action."""
        return self.perfect / self.worlds


def choice_values(log_probs: Tensor, sums: ScoreSums, eta: float) -> Tensor:
    """log π(a) + η · mean score; -inf for actions that were not tried."""
    values = log_probs.double() + eta * sums.means
    return values.masked_fill(sums.worlds == 0, -torch.inf)
