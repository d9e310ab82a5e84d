"""Rollouts in bfloat16: nearly always the same moves, and only where processors multiply in it."""

from dataclasses import replace

import numpy as np
import pytest

from support.parts import require

torch = require("torch")

from support.search.networks import random_beliefs, random_blueprint  # noqa: E402 - needs PyTorch
from tamaya.kernel.vector_games import VectorGames  # noqa: E402
from tamaya.rules import parse_options  # noqa: E402
from tamaya.search import blueprint as blueprint_module  # noqa: E402
from tamaya.search.searcher import Searcher, SearchSettings  # noqa: E402
from tamaya.search.trained_files import bundled_networks  # noqa: E402

OPTIONS = parse_options("base+noempty", 3)
GAMES, TURNS = 32, 20


@pytest.mark.parametrize("players", [2, 5])
def test_the_fast_network_makes_nearly_always_the_same_move(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blueprint_module, "processor_has_bfloat16", lambda: True)
    options = parse_options("base+noempty", players)
    blueprint, _ = bundled_networks(options, "cpu")
    assert blueprint.rollout_network is not None
    games, same = VectorGames(blueprint.mix, GAMES, "cpu"), []
    games.start_from_seeds(np.arange(GAMES, dtype=np.uint64))
    buffers = games.buffers(1)
    row = type(buffers)(*(array[0] for array in buffers))
    for _ in range(TURNS):
        games.observe(row)
        seen = [torch.as_tensor(array.view(np.uint8)) for array in row[:2]]
        with torch.no_grad():
            precise = blueprint.network(*seen)[0].argmax(dim=1)
            fast = blueprint.rollout_network(*seen)[0].argmax(dim=1)
        same.append((precise == fast).double().mean())
        row.actions[:] = precise.numpy()
        games.step(row)
    assert 0.98 < float(np.mean(same)) < 1, "it rounds, but not much"


def test_other_processors_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blueprint_module, "processor_has_bfloat16", lambda: False)
    blueprint, _ = bundled_networks(OPTIONS, "cpu")
    assert blueprint.rollout_network is None


def test_rollouts_are_played_with_it() -> None:
    usual, other = random_blueprint(OPTIONS, seed=1), random_blueprint(OPTIONS, seed=2)
    moves = []
    for network in (None, usual.network, other.network):
        blueprint = replace(usual, rollout_network=network)
        searcher = Searcher(
            blueprint, random_beliefs(OPTIONS), SearchSettings(60), "cpu", positions=1, slots=20
        )
        games = VectorGames(blueprint.mix, 1, "cpu")
        games.start_from_seeds(np.zeros(1, np.uint64))
        positions = searcher.reader.from_games(games, np.zeros(1, np.int64))
        searcher.search(positions, 1)
        moves.append(searcher.rollouts.moves)
    assert moves[0] == moves[1] != moves[2]
