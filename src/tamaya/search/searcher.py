"""The search: for a batch of positions, how good every action is, and which one to choose.

Nothing is carried from turn to turn: the result follows from the positions, which hold what the
seats to move know, and from the seed. Rollouts are spent by sequential halving: few on all actions,
many on the best.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from tamaya.kernel.positions import PositionReader, Positions
from tamaya.kernel.rollout_games import NO_ACTION_TO_TRY, RolloutSizes
from tamaya.kernel.run.device import open_device
from tamaya.rules import max_score
from tamaya.search.belief_network import BeliefNetwork
from tamaya.search.beliefs import KnownOfHand, sample_hands
from tamaya.search.blueprint import Blueprint
from tamaya.search.choice import ScoreSums, choice_values
from tamaya.search.rollouts import NO_SCORE, Rollouts, RolloutShape, TimeIsUp, never

LEAST_LEGAL = -1e8  # log-probabilities of illegal actions are below
MIN_WORLDS = 2  # of a stage: a standard error needs two


class Stage(NamedTuple):
    """A round of sequential halving: so many of the best actions, and a share of the rollouts."""

    actions: int
    share: float


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a position is searched."""

    rollouts: int = 10_000  # at most, for each position
    eta: float = 100.0  # the weight of a point beside log π
    stages: tuple[Stage, ...] = (Stage(16, 0.25), Stage(6, 0.35), Stage(3, 0.4))

    def worlds(self, stage: Stage) -> int:
        """In how many worlds each action of a stage is tried."""
        return max(MIN_WORLDS, int(self.rollouts * stage.share / stage.actions))

    def sizes(self, positions: int, slots: int) -> RolloutSizes:
        """The room that so many positions need."""
        worlds = [self.worlds(stage) for stage in self.stages]
        most = max(n * stage.actions for n, stage in zip(worlds, self.stages, strict=True))
        return RolloutSizes(slots, positions, max(worlds), positions * most)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Tensors with a row for each position, and a column for each action of the feature space."""

    log_probs: Tensor  # of the blueprint
    sums: ScoreSums
    chosen: Tensor  # by row: the action with the best value
    blueprint: Tensor  # by row: what the blueprint would do


class Searcher:
    """Searches positions of one option set, with a blueprint and a belief network."""

    def __init__(  # noqa: PLR0913 - the two networks, how, where, and for how many
        self,
        blueprint: Blueprint,
        beliefs: BeliefNetwork,
        settings: SearchSettings,
        device: str,
        *,
        positions: int,
        slots: int,
        eager: bool = False,
    ) -> None:
        self.blueprint, self.beliefs, self.settings = blueprint, beliefs, settings
        self.device = open_device(device, threads=1)
        self.reader = PositionReader(blueprint.mix, self.device)
        sizes = settings.sizes(positions, slots)
        self.rollouts = Rollouts(blueprint, sizes, self.device, eager=eager)
        self._max_score = max_score(blueprint.mix.option_sets[0])

    @torch.no_grad()
    def search(self, positions: Positions, seed: int, time_is_up: TimeIsUp = never) -> SearchResult:
        """Search positions; a stage for which there is not time enough does not count."""
        count, device = len(positions.tiles), self.device.name
        torch.manual_seed(seed)
        log_probs, encoded, known = self._observe(positions)
        for array, given in zip(self.rollouts.positions, positions, strict=True):
            array[:count] = torch.as_tensor(given, device=device)
        self.rollouts.seeds[:count] = torch.randint(1 << 62, (count,), device=device)
        sums = ScoreSums.zeros(count, log_probs.shape[1], device)
        values, consistent = log_probs.double(), torch.ones(count, dtype=torch.bool, device=device)
        first_world = 0
        for stage in self.settings.stages:
            worlds, tried = self.settings.worlds(stage), min(stage.actions, values.shape[1])
            best = values.topk(tried, dim=1)
            candidates = best.indices.where(best.values > LEAST_LEGAL, NO_ACTION_TO_TRY)
            hands = sample_hands(self.beliefs, encoded, known, worlds)
            consistent &= hands.consistent
            candidates = candidates.where(consistent[:, None], NO_ACTION_TO_TRY)
            self.rollouts.hands[:count, :worlds] = hands.faces
            self.rollouts.actions[:count, :tried] = candidates
            shape = RolloutShape(count, worlds, tried)
            scores = self.rollouts.play(shape, first_world, time_is_up)
            if scores is None:
                break
            sums.add(candidates, scores, scores != NO_SCORE, self._max_score)
            first_world += worlds
            values = _only(choice_values(log_probs, sums, self.settings.eta), best.indices)
        blueprint = log_probs.argmax(dim=1)
        chosen = values.argmax(dim=1).where(consistent, blueprint)
        return SearchResult(log_probs, sums, chosen, blueprint)

    def _observe(self, positions: Positions) -> tuple[Tensor, Tensor, KnownOfHand]:
        """The blueprint's log-probabilities, and what is known and believed of the own hands."""
        inputs, hands = self.reader.observe(positions), self.reader.own_hands(positions)
        observations, legal_actions = (self._tensor(array.view(np.uint8)) for array in inputs[:2])
        log_probs, _ = self.blueprint.network(observations, legal_actions)
        known = KnownOfHand(self._tensor(hands.possible), self._tensor(hands.unseen))
        return log_probs, self.beliefs.encode(observations), known

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device.name)


def _only(values: Tensor, columns: Tensor) -> Tensor:
    """The values in these columns of each row; -inf elsewhere."""
    return torch.full_like(values, -torch.inf).scatter(1, columns, values.gather(1, columns))
