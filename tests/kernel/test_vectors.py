"""Vectors, bit for bit those of another engine, for everybody at the table."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from support.drivers import DRIVERS, chance, new_game, random_options
from support.kernel.lockstep import Lockstep
from support.kernel.written import Did, vector
from support.parts import require
from tamaya.deals import seeded
from tamaya.kernel.game.actions import action_number
from tamaya.kernel.run.cpu import CPU
from tamaya.rules import Deal, EndReason, Seat, parse_options, start, view

GAMES = 100  # for each driver and number of players
OPTION_SETS = 40  # for each driver
PLAYERS = (2, 3, 4, 5)


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    return require("open_spiel")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", ["uniform", "lucky"])
def test_another_engine_sees_the_same(pyspiel: ModuleType, name: str, players: int) -> None:
    chosen, rng = parse_options("base+noempty", players), chance(f"vectors {name} {players}")
    theirs_game, compiled = pyspiel.load_game("hanabi", {"players": players}), CPU.compile
    for _ in range(GAMES):
        deal = seeded(chosen, rng.randrange(1 << 64))
        ours, theirs = Lockstep(compiled, start(chosen, deal)), theirs_game.new_initial_state()
        dealt = let_chance_deal(theirs, deal, 0)
        while ours.state.table.outcome is None:
            compare(ours, theirs)
            action = DRIVERS[name](ours.state, rng)
            theirs.apply_action(action_number(ours.state.table, action))
            ours.do_blindly(action)
            dealt = let_chance_deal(theirs, deal, dealt)
        if ours.state.table.outcome.reason is not EndReason.ALL_COMPLETE:
            compare(ours, theirs)  # they take a token back even for the card that wins


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


@pytest.mark.parametrize("name", DRIVERS)
def test_every_option_has_its_vector(name: str) -> None:
    rng, compiled = chance(f"every vector {name}"), CPU.compile
    for _ in range(OPTION_SETS):
        both = Lockstep(compiled, new_game(random_options(rng), rng))
        while both.state.table.outcome is None:
            before, action = both.state.table, DRIVERS[name](both.state, rng)
            did = Did(before, action, both.do_blindly(action))
            seat = Seat(rng.randrange(both.options.players))
            assert both.seen(seat).tolist() == vector(view(both.state, seat), did)
