"""Ours and the Hanabi Learning Environment itself, move by move, where that is installed."""

import warnings
from random import Random
from typing import Any

import pytest

from support.envs.research import CONFIGS, ORIGINAL, OURS, Library, chance_for, choose, looked, seen
from support.parts import require

with warnings.catch_warnings():
    warnings.simplefilter("ignore", ResourceWarning)  # a file that it leaves open
    require("hle")
THEIRS = Library.load(ORIGINAL)
LUCKS = (0, 0, 0.5, 0.8, 0.95, 1)  # of the games of each config
BEHIND = {"ffi", "lib", "cffi", "enum", "os", "re", "sys", "encode_ffi_string"}  # how it is made
OF_C = {"c_game", "c_move", "observation"}


def both(config: dict[str, Any]) -> tuple[Any, Any]:
    return THEIRS.rl_env.HanabiEnv(config), OURS.rl_env.HanabiEnv(config)


@pytest.mark.parametrize("name", CONFIGS)
def test_the_same_is_seen_after_every_move(name: str) -> None:
    theirs, ours = both({"seed": len(name)} | CONFIGS[name])
    assert ours.game.parameter_string() == theirs.game.parameter_string()
    assert ours.vectorized_observation_shape() == theirs.vectorized_observation_shape()
    assert ours.num_moves() == theirs.num_moves()
    for number, luck in enumerate(LUCKS):
        compare(theirs, ours, chance_for(name, number), luck)


def compare(theirs: Any, ours: Any, chance: Random, luck: float) -> None:
    """A game on both; the objects are asked about everything now and then."""
    there, here, done = theirs.reset(), ours.reset(), False
    while not done:
        same(there, here)
        if chance.random() < 0.05:
            assert looked(OURS, ours) == looked(THEIRS, theirs)
        action = choose(theirs, chance, luck)
        there, *there_too = theirs.step(action)
        here, *here_too = ours.step(action)
        assert here_too == there_too
        done = here_too[1]
    same(there, here)
    assert looked(OURS, ours) == looked(THEIRS, theirs)


def same(there: dict[str, Any], here: dict[str, Any]) -> None:
    """What everybody is shown is the same, and in the same order."""
    assert list(here) == list(there)
    assert here["current_player"] == there["current_player"]
    for own, other in zip(here["player_observations"], there["player_observations"], strict=True):
        assert list(own) == list(other)
    assert seen(here) == seen(there)


@pytest.mark.parametrize("kind", [0, 1, 2])
@pytest.mark.parametrize("players", [2, 5])
def test_chance_moves_alike(players: int, kind: int) -> None:
    """Card by card, also between a move and the card that is dealt for it."""
    theirs, ours = both({"players": players, "seed": 3, "observation_type": kind})
    chance = Random(players)  # noqa: S311 - tests
    for env in (theirs, ours):
        env.state = env.game.new_initial_state()
    while not theirs.state.is_terminal() or theirs.state.cur_player() < 0:
        assert looked(OURS, ours) == looked(THEIRS, theirs)
        if theirs.state.cur_player() < 0:
            theirs.state.deal_random_card()
            ours.state.deal_random_card()
        else:
            action = choose(theirs, chance, 0.7)
            for env in (theirs, ours):
                env.state.apply_move(env.game.get_move(action))
            vectors = [encoded(env) for env in (theirs, ours)]
            assert vectors[0] == vectors[1]
    assert looked(OURS, ours) == looked(THEIRS, theirs)


def encoded(env: Any) -> list[list[int]]:
    seats = range(env.players)
    return [env.observation_encoder.encode(env.state.observation(seat)) for seat in seats]


def test_the_same_names() -> None:
    """Whatever can be imported, and every method; but for how the original is made."""
    for ours, theirs in ((OURS.rl_env, THEIRS.rl_env), (OURS.pyhanabi, THEIRS.pyhanabi)):
        names = {name for name in public(theirs) if not name.endswith(("_flag", "_PREFIXES"))}
        names -= BEHIND | {"PYHANABI_HEADER", "PYHANABI_LIB", "absolute_import", "division"}
        assert names <= public(ours)
        for name in names:
            if isinstance(getattr(theirs, name), type):
                lacking = public(getattr(theirs, name)) - public(getattr(ours, name))
                assert lacking <= OF_C, name


def public(holder: object) -> set[str]:
    return {name for name in dir(holder) if not name.startswith("_")}


@pytest.mark.parametrize("name", ["HanabiMoveType", "HanabiEndOfGameType", "AgentObservationType"])
def test_the_same_numbers(name: str) -> None:
    ours, theirs = getattr(OURS.pyhanabi, name), getattr(THEIRS.pyhanabi, name)
    assert {one.name: one.value for one in ours} == {one.name: one.value for one in theirs}
