"""The search: for a batch of positions, how good every action is, and which one to choose.

Nothing is carried from turn to turn: the result follows from the positions, which hold what the
seats to move know, and from the seed. Rollouts are spent by sequential halving: few on all actions,
many on the best.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

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
BATCH = 128  # rollouts; on a processor, larger batches are hardly faster
FEW_ROLLOUTS = 5_000  # with fewer, scores are too uncertain to be taken as they come


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
    gain_spread: float | None = None  # shrink gains over the blueprint; it is in every stage then
    log_ratio: float = -np.inf  # actions with a lower log π(a) - log π(blueprint) are not tried
    batch: int | None = None  # rollouts between two looks at the clock; None: a whole stage

    @classmethod
    def for_rollouts(cls, rollouts: int) -> Self:
        """Settings that suit so many rollouts."""
        if rollouts >= FEW_ROLLOUTS:
            return cls(rollouts)
        stages = (Stage(4, 0.4), Stage(2, 0.6))
        return cls(rollouts, 40.0, stages, gain_spread=0.1, log_ratio=-10.0, batch=BATCH)

    def batches(self, stage: Stage) -> Iterator[int]:
        """The worlds of a stage, a batch at a time."""
        left = self.worlds(stage)
        most = left if self.batch is None else max(1, self.batch // stage.actions)
        while left:
            yield min(left, most)
            left -= min(left, most)

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
        """Search positions. What there is not time enough to complete does not count."""
        count, device = len(positions.tiles), self.device.name
        torch.manual_seed(seed)
        root = self._observe(positions)
        for array, given in zip(self.rollouts.positions, positions, strict=True):
            array[:count] = torch.as_tensor(given, device=device)
        self.rollouts.seeds[:count] = torch.randint(1 << 62, (count,), device=device)
        values = root.log_probs.double()
        for stage in self.settings.stages:
            candidates = self._candidates(root, values, min(stage.actions, values.shape[1]))
            if bool((candidates == NO_ACTION_TO_TRY).all()):
                break
            batches = self.settings.batches(stage)
            done = all(self._try(root, candidates, worlds, time_is_up) for worlds in batches)
            values = self._values(root, candidates)
            if not done:
                break
        tried = root.sums.worlds.any(dim=1) & root.consistent
        chosen = values.argmax(dim=1).where(tried, root.blueprint)
        return SearchResult(root.log_probs, root.sums, chosen, root.blueprint)

    def _candidates(self, root: "_Root", values: Tensor, count: int) -> Tensor:
        """So many actions of each position, the best first, or NO_ACTION_TO_TRY."""
        if self.settings.gain_spread is not None:
            values = values.scatter(1, root.blueprint[:, None], torch.inf)
        best = values.topk(count, dim=1)
        log_ratios = root.log_probs - root.log_probs.amax(dim=1, keepdim=True)
        likely = log_ratios.gather(1, best.indices) >= self.settings.log_ratio
        there = (best.values > LEAST_LEGAL) & likely
        if self.settings.gain_spread is not None:  # an action alone has nothing to be compared with
            there &= there.sum(dim=1, keepdim=True) > 1
        return best.indices.where(there, NO_ACTION_TO_TRY)

    def _try(self, root: "_Root", candidates: Tensor, worlds: int, time_is_up: TimeIsUp) -> bool:
        """Try the candidates in so many more worlds; whether there was time enough."""
        count, tried = candidates.shape
        hands = sample_hands(self.beliefs, root.encoded, root.known, worlds)
        root.consistent &= hands.consistent
        candidates = candidates.where(root.consistent[:, None], NO_ACTION_TO_TRY)
        self.rollouts.hands[:count, :worlds] = hands.faces
        self.rollouts.actions[:count, :tried] = candidates
        shape = RolloutShape(count, worlds, tried)
        scores = self.rollouts.play(shape, root.worlds, time_is_up)
        if scores is None:
            return False
        root.sums.add(candidates, scores, scores != NO_SCORE, self._max_score, root.blueprint)
        root.worlds += worlds
        return True

    def _values(self, root: "_Root", candidates: Tensor) -> Tensor:
        """The values of the candidates; -inf elsewhere."""
        eta, spread = self.settings.eta, self.settings.gain_spread
        values = choice_values(root.log_probs, root.sums, eta, spread)
        return values.masked_fill(~_is_among(candidates, values), -torch.inf)

    def _observe(self, positions: Positions) -> "_Root":
        """What the blueprint would do, and what is known and believed of the own hands."""
        inputs, hands = self.reader.observe(positions), self.reader.own_hands(positions)
        observations, legal_actions = (self._tensor(array.view(np.uint8)) for array in inputs[:2])
        log_probs, _ = self.blueprint.network(observations, legal_actions)
        count, actions = log_probs.shape
        return _Root(
            self.beliefs.encode(observations),
            KnownOfHand(self._tensor(hands.possible), self._tensor(hands.unseen)),
            log_probs,
            log_probs.argmax(dim=1),
            ScoreSums.zeros(count, actions, self.device.name),
            torch.ones(count, dtype=torch.bool, device=self.device.name),
        )

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device.name)


@dataclass(slots=True)
class _Root:
    """Positions that are being searched."""

    encoded: Tensor  # by the body of the belief network
    known: KnownOfHand
    log_probs: Tensor  # of the blueprint
    blueprint: Tensor  # what it would do
    sums: ScoreSums
    consistent: Tensor  # whether hands were found that contradict nothing
    worlds: int = 0  # so far


def _is_among(columns: Tensor, values: Tensor) -> Tensor:
    """In the shape of `values`: whether a column is among the `columns` of its row, -1 for none."""
    among = torch.zeros(len(values), values.shape[1] + 1, dtype=torch.bool, device=values.device)
    return among.scatter(1, columns % among.shape[1], True)[:, :-1]
