"""The GPU plays what the CPU plays: the same games on both, every word compared.

    PYTHONPATH=src python tests/long/cuda_games.py [--games 1000000]

With NUMBA_ENABLE_CUDASIM=1 it runs without a GPU, slowly: for a few games only.
"""

import argparse
import os
import sys
from typing import Any

import numpy as np

from tamaya.kernel.batch import Batch
from tamaya.kernel.feature_space import shared_feature_space
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.vector_games import SelfPlayBuffers, VectorGames
from tamaya.rules import Options, parse_options

SETS = (
    "base+noempty",
    "base",
    "own5+announce",
    "wild10+black+tiles",
    "black+bouquet+mistakes=1",
    "wild5+tiles+announce+clues=9",
)
PLAYERS = (2, 3, 4, 5)
SIDE_BY_SIDE = 20_000  # games in a batch
MOVES = 100  # at a time
DEPTH = 12  # actions that a learner remembers
STEPS = 20  # single ones, with all that is seen
LOOKS: tuple[dict[str, Any], ...] = (
    {"observe": "bits"},
    {"observe": "bytes"},
    {"observe": "bits", "everybody": True},
    {"observe": "bytes", "everybody": True},
)


class Different(Exception):
    """The two do not agree."""


def main() -> None:
    """Play until there are games enough; say how many."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="at least so many in all")
    parser.add_argument("--batch", type=int, default=SIDE_BY_SIDE, help="so many side by side")
    parser.add_argument("--moves", type=int, default=MOVES, help="of random play at a time")
    parser.add_argument("--steps", type=int, default=STEPS, help="single ones before that")
    asked = parser.parse_args()
    each = -(-asked.games // (len(SETS) * len(PLAYERS)))
    total = 0
    for variant in SETS:
        for players in PLAYERS:
            both = _both(parse_options(variant, players), asked.batch)
            for _ in range(asked.steps):
                _step(*both)
            games = _random_playout(*both, asked.moves, each)
            total += games
            print(f"{variant}, {players} players: {games:,} games are the same", flush=True)
    for players in PLAYERS:
        _learn(players, asked.batch, asked.steps)
    print(f"{total:,} games, every word the same")


def _both(chosen: Options, batch: int) -> tuple[Batch, Batch]:
    here = Batch(chosen, batch, seed=7, threads=os.cpu_count() or 1)
    return here, Batch(chosen, batch, seed=7, device="cuda")


def _random_playout(here: Batch, there: Batch, moves: int, games: int) -> int:
    """Random play, at least so many games, at first with looks; how many it were."""
    played, looks = 0, [*LOOKS]
    while looks or played < games:
        look = looks.pop() if looks else {}
        mine, other = here.random_playout(moves, **look), there.random_playout(moves, **look)
        if mine != other:
            raise Different(f"{mine} here, {other} there")
        _same(here, there)
        played += mine.games
    return played


def _step(here: Batch, there: Batch) -> None:
    """One action in every game, the first, second … of those that are legal."""
    legal = here.legal()
    _equal(legal, there, there.legal())
    for everybody in (False, True):
        for packed in (False, True):
            seen = here.observe(everybody=everybody, packed=packed)
            _equal(seen, there, there.observe(everybody=everybody, packed=packed))
    chosen = (legal * np.arange(1, 1 + legal.shape[1]) % 7).argmax(axis=1)
    chosen[::50] = -1  # what is not legal is refused on both
    for mine, other in zip(here.step(chosen), there.step(chosen), strict=True):
        _equal(mine, there, other)
    _equal(here.scores(), there, there.scores())
    _same(here, there)


def _learn(players: int, batch: int, steps: int) -> None:
    """What a learner sees in games of several options, side by side."""
    sets = tuple(parse_options(variant, players) for variant in SETS)
    mix = OptionMix(sets, DEPTH, shared_feature_space(players, DEPTH), shows_options=True)
    here, there = (VectorGames(mix, max(batch, len(sets)), device) for device in ("cpu", "cuda"))
    rows = [SelfPlayBuffers(*(array[0] for array in games.buffers(1))) for games in (here, there)]
    for games in (here, there):
        games.start(players)
    for _ in range(steps):
        here.observe(rows[0])
        there.observe(rows[1])
        _all_equal(here, there, rows)
        legal = np.unpackbits(rows[0].legal_actions.view(np.uint8), axis=1, bitorder="little")
        rows[0].actions[:] = (legal * np.arange(1, 1 + legal.shape[1]) % 7).argmax(axis=1)
        there.device.copy_into(rows[1].actions, rows[0].actions)
        here.step(rows[0])
        there.step(rows[1])
    _all_equal(here, there, rows)
    print(f"{players} players: a learner sees the same", flush=True)


def _all_equal(here: VectorGames, there: VectorGames, rows: list[SelfPlayBuffers]) -> None:
    state = [(games.words, games.deck, games.memory) for games in (here, there)]
    for mine, other in zip((*rows[0], *state[0]), (*rows[1], *state[1]), strict=True):
        _equal(mine, there, other)


def _same(here: Batch, there: Batch) -> None:
    for mine, other in zip(here.games, there.games, strict=True):
        _equal(mine, there, other)


def _equal(mine: Any, there: Batch | VectorGames, other: Any) -> None:
    if not np.array_equal(mine, there.device.to_host(other)):
        raise Different("an array differs")


if __name__ == "__main__":
    try:
        main()
    except Different as found:
        sys.exit(f"not the same: {found}")
