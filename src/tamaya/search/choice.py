"""The choice among actions: what rollouts say of them, and what the blueprint would do.

An action is chosen by log π(a) + η · mean score of a. The first term keeps the searcher close to
the blueprint, so that the others still read its actions rightly; without it, the luckiest of twenty
actions would win (docs/search.md). With few rollouts it would still win too often. Then gains over
the blueprint's action take the place of scores, shrunk as far as their standard errors demand.
"""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

PRIOR_WORLDS = 2  # worlds in which gains are taken to vary by a point, before any world is seen


@dataclass(slots=True)
class ScoreSums:
    """Sums over worlds: [positions, actions of the feature space]."""

    worlds: Tensor
    scores: Tensor
    squares: Tensor
    perfect: Tensor
    pairs: Tensor  # worlds in which the blueprint's action was tried as well
    gains: Tensor  # over the blueprint's action, in the same worlds
    gain_squares: Tensor

    @classmethod
    def zeros(cls, positions: int, actions: int, device: str) -> "ScoreSums":
        """Nothing was tried yet."""
        return cls(*torch.zeros(7, positions, actions, dtype=torch.double, device=device))

    def add(
        self, tried: Tensor, scores: Tensor, counts: Tensor, max_score: int, blueprint: Tensor
    ) -> None:
        """Add `scores` [positions, worlds, tried] of the actions `tried` [positions, tried].

        `counts` says which of the scores count: an action may not have been tried. `blueprint` has
        the blueprint's action of each position.
        """
        numbers = scores.double() * counts
        perfect = ((scores == max_score) & counts).double()
        usual = (tried == blueprint[:, None])[:, None]
        pairs = (counts & (usual & counts).any(dim=2, keepdim=True)).double()
        gains = (numbers - (numbers * usual).sum(dim=2, keepdim=True)) * pairs
        sums = (counts.double(), numbers, numbers.square(), perfect, pairs, gains, gains.square())
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

    @property
    def mean_gains(self) -> Tensor:
        """The mean gain of each action over the blueprint's, in points; NaN without pairs."""
        return self.gains / self.pairs

    def shrunk_gains(self, spread: float) -> Tensor:
        """The expected gain of each action, if true gains vary by `spread` around 0.

        The less certain a mean, the nearer to 0 it is taken to be.
        """
        deviations = (self.gain_squares - self.gains.square() / self.pairs).clamp(min=0)
        variance = (deviations + PRIOR_WORLDS) / (self.pairs + PRIOR_WORLDS) / self.pairs
        return self.mean_gains * spread**2 / (spread**2 + variance)


def choice_values(
    log_probs: Tensor, sums: ScoreSums, eta: float, gain_spread: float | None = None
) -> Tensor:
    """log π(a) + η · mean score; -inf for actions that were not tried.

    With a `gain_spread`, shrunk gains take the place of mean scores.
    """
    scores = sums.means if gain_spread is None else sums.shrunk_gains(gain_spread)
    values = log_probs.double() + eta * scores
    return values.masked_fill(sums.worlds == 0, -torch.inf)
