"""Vectors, bit for bit those of another engine, for everybody at the table."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from drivers import DRIVERS, chance
from kernel.lockstep import PLAIN, Kernel, Lockstep
from parts import require
from tamaya.deals import seeded
from tamaya.kernel.actions import number_of
from tamaya.kernel.cpu import CPU
from tamaya.rules import Deal, options, start

GAMES = 150  # for each driver and number of players
PLAYERS = (2, 3, 4, 5)


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    return require("open_spiel")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", ["uniform", "lucky"])
def test_another_engine_sees_the_same(pyspiel: ModuleType, name: str, players: int) -> None:
    chosen, rng = options("base+noempty", players), chance(f"vectors {name} {players}")
    theirs_game, kernel = pyspiel.load_game("hanabi", {"players": players}), Kernel(CPU)
    for _ in range(GAMES):
        deal = seeded(chosen, rng.randrange(1 << 64))
        ours, theirs = Lockstep(kernel, start(chosen, deal)), theirs_game.new_initial_state()
        dealt = let_chance_deal(theirs, deal, 0)
        while ours.state.table.outcome is None:
            compare(ours, theirs)
            action = DRIVERS[name](ours.state, rng)
            theirs.apply_action(number_of(ours.state.table, action))
            ours.do_blindly(action)
            dealt = let_chance_deal(theirs, deal, dealt)


def let_chance_deal(theirs: Any, deal: Deal, dealt: int) -> int:
    """Let the other engine draw our cards."""
    while theirs.is_chance_node():
        face = deal.cards[dealt]
        theirs.apply_action(face.suit * 5 + face.value - 1)
        dealt += 1
    return dealt


def compare(ours: Lockstep, theirs: Any) -> None:
    players = ours.options.players
    for seat in range(players):
        assert np.array_equal(ours.seen(seat), theirs.observation_tensor(seat))
    assert np.flatnonzero(ours.marked()).tolist() == theirs.legal_actions()


@pytest.mark.parametrize("variant", ["wild10+black+tiles+announce", "own5", "black+clues=12"])
@pytest.mark.parametrize("players", [2, 5])
def test_every_option_has_a_vector(variant: str, players: int) -> None:
    chosen, rng = options(variant, players), chance(variant)
    both = Lockstep(PLAIN, start(chosen, seeded(chosen, 3)))
    fast = Lockstep(Kernel(CPU), start(chosen, seeded(chosen, 3)))
    seen = set[bytes]()
    while both.state.table.outcome is None:
        out = both.seen(both.state.table.to_move)
        assert set(out.tolist()) == {0, 1}
        assert (fast.seen(both.state.table.to_move) == out).all()
        seen.add(out.tobytes())
        action = DRIVERS["lucky"](both.state, rng)
        both.do(action)
        fast.do(action)
    assert len(seen) == both.state.table.turns + tile_choices(both)


def tile_choices(both: Lockstep) -> int:
    """Actions that were no turns."""
    free = sum(getattr(event, "free", False) for event in both.state.history)
    kinds = [type(event).__name__ for event in both.state.history]
    return int(free) + sum(kind in ("ShuffledBack", "PlacedFromPile") for kind in kinds)
