"""A net sees through a view what the kernel shows a learner: bit for bit, in every option set."""

from typing import Any

import numpy as np
import pytest

from drivers import DRIVERS, chance, new_game, random_options
from kernel.lockstep import uncompiled
from kernel.test_features import DEPTH, Watched
from tamaya.bots.net.seen import Memory, words
from tamaya.kernel.game import layout
from tamaya.kernel.observe.features import features, features_length
from tamaya.rules import Seat, view

GAMES = 20  # of each driver


@pytest.mark.parametrize("name", DRIVERS)
def test_a_view_shows_what_the_kernel_shows(name: str) -> None:
    rng = chance(f"seen {name}")
    for _ in range(GAMES):
        game = Watched(uncompiled, new_game(random_options(rng), rng))
        options = game.game.options
        memories = [Memory(options) for _ in range(options.players)]
        t: Any = game.game.t.tolist()
        while game.state.table.outcome is None:
            game.do(DRIVERS[name](game.state, rng))
            if game.state.table.outcome is not None:
                break
            seat = Seat(rng.randrange(options.players))
            seen = view(game.state, seat)
            memories[seat].follow(seen)
            assert memories[seat].words() == game.m.tolist()
            w: Any = words(seen, t)
            w[layout.LAST] = memories[seat].actions[-1]
            out: Any = [0] * -(-features_length(options, DEPTH) // 64)
            m: Any = memories[seat].words()
            count = features(t, w, m, seat, DEPTH, out)
            packed = np.array([int(word) & (1 << 64) - 1 for word in out], np.uint64)
            bits = np.unpackbits(packed.view(np.uint8), bitorder="little")[:count]
            assert np.array_equal(bits, game.seen(seat))
