"""Searching one view on the processor: what a seat would usually do, and what is better."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.game.actions import action_from_number
from tamaya.kernel.observe.feature_names import action_names
from tamaya.kernel.vector_games import VectorGames
from tamaya.rules import Action, Options, View
from tamaya.search.searcher import Searcher, SearchResult, SearchSettings
from tamaya.search.trained_files import bundled_networks

SLOTS = 128  # rollouts side by side
THREADS = 1  # of PyTorch, so that other processes have processors left


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search of a view found."""

    action: Action  # the one to take
    usual: Action  # what the net would do
    worlds: int  # in which both were tried; 0 if nothing was
    score: float  # mean score of the action in these worlds
    gain: float  # mean points that the action brings more than the usual one, in these worlds
    was_open: bool  # whether more than one action was worth trying


class ViewSearcher:
    """Searches views of games with the same options. Nothing is kept from one view to the next."""

    def __init__(self, options: Options, rollouts: int) -> None:
        torch.set_num_threads(THREADS)
        blueprint, beliefs = bundled_networks(options, "cpu")
        self._mix, self._options = blueprint.mix, blueprint.mix.option_sets[0]
        self._numbers = list(action_names(self._options).values())
        settings = SearchSettings.for_rollouts(rollouts)
        self._searcher = Searcher(blueprint, beliefs, settings, "cpu", positions=1, slots=SLOTS)
        self._compile()

    def search(self, view: View, seed: int, time_is_up: Callable[[], bool]) -> Finding:
        """Search until the rollouts are played or the time is up."""
        torch.set_num_threads(THREADS)
        encoder = ViewEncoder(self._options, self._mix.depth)
        positions = self._searcher.reader.from_views([encoder.position(view)])
        result = self._searcher.search(positions, seed, time_is_up)
        action, usual = (
            action_from_number(view.table, encoder.announce(self._numbers[int(index[0])]))
            for index in (result.chosen, result.blueprint)
        )
        chosen = 0, int(result.chosen[0])
        worlds = int(result.sums.pairs[chosen])
        means = result.sums.means, result.sums.mean_gains
        score, gain = (float(mean[chosen]) if worlds else 0.0 for mean in means)
        return Finding(action, usual, worlds, score, gain, self._is_open(result))

    def _is_open(self, result: SearchResult) -> bool:
        likely = result.log_probs - result.log_probs.max() >= self._searcher.settings.log_ratio
        return int(likely.sum()) > 1

    def _compile(self) -> None:
        """Run every loop of a search once, in a game of our own, because compiling takes time."""
        games = VectorGames(self._mix, 1, "cpu")
        games.start_from_seeds(np.zeros(1, np.uint64))
        reader = self._searcher.reader
        self._searcher.search(reader.from_games(games, np.zeros(1, np.int64)), 0, _Soon(2))


class _Soon:
    """A time limit that is up when it has been asked for so often."""

    def __init__(self, times: int) -> None:
        self._times = times

    def __call__(self) -> bool:
        self._times -= 1
        return self._times < 0
