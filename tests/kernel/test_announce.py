"""Plays are announced where that makes no mistake of a card that fits: as the rules see it."""

from dataclasses import replace
from typing import Any

import pytest

from support.announcing import announced as by_rules
from support.announcing import silent
from support.drivers import DRIVERS, chance, new_game, random_options
from support.kernel.lockstep import uncompiled
from support.kernel.observed_game import Watched
from tamaya.kernel.from_view import words_from_view
from tamaya.kernel.game.actions import action_from_number, action_number
from tamaya.kernel.game.announce import announce_if_safe
from tamaya.rules import Options, Play, State, apply, view
from tamaya.rules.events import Played

GAMES = 40  # of each driver


@pytest.mark.parametrize("name", DRIVERS)
def test_the_kernel_and_the_bot_announce_what_the_rules_allow_without_risk(name: str) -> None:
    rng, met = chance(f"announce {name}"), {True: 0, False: 0}
    for _ in range(GAMES):
        chosen = replace(random_options(rng), announce=True)
        game = Watched(uncompiled, new_game(chosen, rng))
        t: Any = game.game.t.tolist()
        while game.state.table.outcome is None:
            done = silent(DRIVERS[name](game.state, rng))
            shown = view(game.state, game.state.table.to_move)
            said = by_rules(shown, done)
            number = action_number(game.state.table, done)
            either: tuple[Any, Any] = (game.game.w, words_from_view(shown, t))
            for w in either:
                assert action_from_number(game.state.table, announce_if_safe(t, w, number)) == said
            if isinstance(said, Play) and isinstance(done, Play):
                met[said != done] += 1
                assert placed(game.state, said) == placed(game.state, done)
            game.do(said)
    assert min(met.values()) > 20


def placed(state: State, play: Play) -> bool:
    """Whether a card comes to lie on its firework."""
    _, events = apply(state, play)
    return next(event.placed for event in events if isinstance(event, Played))


def test_without_that_rule_nothing_is_announced() -> None:
    chosen: Options = replace(random_options(chance("silence")), announce=False)
    game = Watched(uncompiled, new_game(chosen, chance("silence")))
    t: Any = game.game.t.tolist()
    assert [announce_if_safe(t, game.game.w, number) for number in range(20)] == [*range(20)]
