"""A net sees through a view what the kernel shows a learner: bit for bit, in every option set."""

import numpy as np
import pytest

from support.drivers import DRIVERS, chance, new_game, random_options
from support.kernel.lockstep import uncompiled
from support.kernel.observed_game import DEPTH, Watched
from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.view_history import ViewHistory
from tamaya.rules import Seat, view

GAMES = 20  # of each driver


@pytest.mark.parametrize("name", DRIVERS)
def test_a_view_shows_what_the_kernel_shows(name: str) -> None:
    rng = chance(f"seen {name}")
    for _ in range(GAMES):
        game = Watched(uncompiled, new_game(random_options(rng), rng))
        options = game.game.options
        encoders = [ViewEncoder(options, DEPTH) for _ in range(options.players)]
        while game.state.table.outcome is None:
            game.do(DRIVERS[name](game.state, rng))
            if game.state.table.outcome is not None:
                break
            seat = Seat(rng.randrange(options.players))
            seen = encoders[seat].encode(view(game.state, seat))
            assert np.array_equal(seen, game.seen(seat))


@pytest.mark.parametrize("name", DRIVERS)
def test_a_history_remembers_what_the_kernel_remembers(name: str) -> None:
    rng = chance(f"history {name}")
    for _ in range(GAMES):
        game = Watched(uncompiled, new_game(random_options(rng), rng))
        history = ViewHistory(game.game.options)
        while game.state.table.outcome is None:
            game.do(DRIVERS[name](game.state, rng))
            if game.state.table.outcome is None:
                history.follow(view(game.state, Seat(0)))
                assert history.words() == game.m.tolist()
