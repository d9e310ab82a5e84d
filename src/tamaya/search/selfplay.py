"""Games side by side in which all seats search, and the same deals played by the blueprint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from tamaya.kernel.vector_games import VectorGames
from tamaya.learn.buffer import LOST
from tamaya.rules import max_score
from tamaya.search.blueprint import Blueprint
from tamaya.search.searcher import Searcher

MAX_TURNS = 400
Report = Callable[[int, int], None]  # turns, games that go on


@dataclass(slots=True)
class PlayedGames:
    """Games that were played: by their places, the scores and the actions."""

    scores: npt.NDArray[np.int64]
    perfect: npt.NDArray[np.bool_]
    lost: npt.NDArray[np.bool_]
    actions: list[list[int]] = field(default_factory=list)  # in the feature space
    moves: int = 0
    deviations: int = 0  # moves that the blueprint would not have made


def play_searched(
    searcher: Searcher,
    seeds: Sequence[int],
    seed: int,
    report: Report = lambda _turns, _games: None,
) -> PlayedGames:
    """One game for each deal's seed; every move of every seat is searched."""
    games, name = _Games(searcher.blueprint, seeds, searcher.device.name), searcher.device.name
    played = games.played
    for turn in range(MAX_TURNS):
        going_on = torch.as_tensor(np.flatnonzero(games.going_on), device=name)
        if not len(going_on):
            break
        report(turn, len(going_on))
        positions = searcher.reader.from_games(
            games.vector, searcher.device.to_device(going_on, np.int64)
        )
        result = searcher.search(positions, seed + turn)
        played.moves += len(going_on)
        played.deviations += int((result.chosen != result.blueprint).sum())
        games.step(going_on, result.chosen)
    return played


@torch.no_grad()
def play_blueprint(blueprint: Blueprint, seeds: Sequence[int], device: str) -> PlayedGames:
    """The same deals, played by the blueprint alone."""
    games = _Games(blueprint, seeds, device)
    for _ in range(MAX_TURNS):
        if not games.going_on.any():
            break
        games.step(None, games.best_actions())
    return games.played


class _Games:
    """Games of which each ends once."""

    def __init__(self, blueprint: Blueprint, seeds: Sequence[int], device: str) -> None:
        self.blueprint, self.device = blueprint, device
        self._max_score = max_score(blueprint.mix.option_sets[0])
        self.vector = VectorGames(blueprint.mix, len(seeds), device)
        self.vector.start_from_seeds(np.array(seeds, np.uint64))
        self._buffers = self.vector.buffers(1)
        self._row = type(self._buffers)(*(array[0] for array in self._buffers))
        self.going_on = np.ones(len(seeds), bool)
        scores, (perfect, lost) = np.zeros(len(seeds), np.int64), np.zeros((2, len(seeds)), bool)
        self.played = PlayedGames(scores, perfect, lost, [[] for _ in seeds])

    def best_actions(self) -> Tensor:
        """What the blueprint does in every game."""
        self.vector.observe(self._row)
        packed = (array.view(np.uint8) for array in self._row[:2])
        return self.blueprint.network(*(self._tensor(array) for array in packed))[0].argmax(dim=1)

    def step(self, places: Tensor | None, actions: Tensor) -> None:
        """Apply actions in these games, or in all; a game that ends is done."""
        every = self._tensor(self._row.actions)
        every[slice(None) if places is None else places] = actions
        self.vector.step(self._row)
        endings, scores = (
            self.vector.device.to_host(a) for a in (self._row.endings, self._row.scores)
        )
        numbers = every.cpu().numpy()
        for place in np.flatnonzero(self.going_on):
            self.played.actions[place].append(int(numbers[place]))
        ended = self.going_on & (endings != 0)
        self.played.scores[ended] = scores[ended]
        self.played.perfect[ended] = scores[ended] == self._max_score
        self.played.lost[ended] = endings[ended] == LOST
        self.going_on &= ~ended

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device)
