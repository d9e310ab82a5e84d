"""The front for PettingZoo: its own conformance tests, and every game in step with the rules."""

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from support.drivers import DRIVERS, Driver, chance
from support.kernel.lockstep import Lockstep, uncompiled
from support.parts import require
from tamaya.deals import seeded
from tamaya.kernel.game.actions import action_number
from tamaya.kernel.observe.encode import observation_length
from tamaya.rules import (
    PRESETS,
    Seat,
    State,
    apply,
    legal_actions,
    parse_options,
    score,
    start,
    view,
)

require("pettingzoo")

import pettingzoo.test  # noqa: E402 - only if it is there

from tamaya.envs.pettingzoo import Hanabi, env, raw_env  # noqa: E402

EVERY = list(product(PRESETS, (2, 3, 4, 5)))
VARIANTS = ("base+noempty", "wild10+black+tiles+announce", "own5+bouquet", "black+mistakes=1")
LUCKY, UNIFORM = DRIVERS["lucky"], DRIVERS["uniform"]
conformance: Any = pettingzoo.test  # which has no types


@pytest.fixture(autouse=True)
def _quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's tests print what they do."""


# PettingZoo's own tests


# what it says of every environment with a mask that is not on its list, and of every last step
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize(("preset", "players"), EVERY)
def test_api(preset: str, players: int) -> None:
    conformance.api_test(env(preset, players), num_cycles=30)
    conformance.api_test(raw_env(preset, players), num_cycles=5)


@pytest.mark.parametrize(("preset", "players"), EVERY)
def test_seed(preset: str, players: int) -> None:
    conformance.seed_test(partial(env, preset, players, random_start=True), num_cycles=20)


@pytest.mark.parametrize(("preset", "players"), EVERY)
def test_render(preset: str, players: int) -> None:
    conformance.render_test(partial(env, preset, players))


# the game


def played(game: Hanabi, seed: int, driver: Driver) -> Iterator[tuple[State, State]]:
    """A whole game, and the same one by the rules: before and after every action."""
    rng = chance(f"envs {seed}")
    game.reset(seed=seed)
    first = Seat(game.possible_agents.index(game.agent_selection))
    state = start(game.options, seeded(game.options, seed), first)
    while state.table.outcome is None:
        action = driver(state, rng)
        game.step(action_number(state.table, action))
        before, (state, _) = state, apply(state, action)
        yield before, state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_masks_are_the_rules_and_only_the_mover_has_one(variant: str, players: int) -> None:
    game, again = raw_env(variant, players, random_start=True), 0
    for seed, driver in product(range(3), (LUCKY, UNIFORM)):
        for before, state in played(game, seed, driver):
            mover = state.table.to_move
            legal = legal_actions(view(state, mover))
            assert game.agent_selection == f"player_{mover}"
            for seat, agent in enumerate(game.possible_agents):
                seen = game.observe(agent)
                assert game.observation_space(agent).contains(seen)
                marked = np.flatnonzero(seen["action_mask"]).tolist()
                numbers = sorted(action_number(state.table, action) for action in legal)
                assert marked == (numbers if seat == mover else [])
            if state.table.tile is not None:
                again += 1
                assert before.table.to_move == mover
    assert bool(again) == game.options.tiles


def test_everybody_sees_their_own_vector() -> None:
    chosen = parse_options("wild5+tiles", 3)
    game, board = raw_env("wild5+tiles", 3), Lockstep(uncompiled, start(chosen, seeded(chosen, 1)))
    game.reset(seed=1)
    rng = chance("vectors")
    while board.state.table.outcome is None:
        for seat, agent in enumerate(game.agents):
            seen = game.observe(agent)["observation"]
            assert seen.shape == (observation_length(chosen),)
            assert (seen == board.seen(seat)).all()
        action = UNIFORM(board.state, rng)
        game.step(action_number(board.state.table, action))
        board.do(action)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_rewards_add_up_to_the_score(variant: str, players: int) -> None:
    game = raw_env(variant, players)
    for seed, driver in product(range(8), (LUCKY, UNIFORM)):
        total, points = 0.0, 0
        for _, state in played(game, seed, driver):
            assert len(set(game.rewards.values())) == 1
            total += game.rewards["player_0"]
            points = score(state.table)
        assert total == points
        assert all(game.terminations.values())
        assert not any(game.truncations.values())


def test_a_lost_game_takes_back_what_had_been_scored() -> None:
    game, lost = raw_env("base", 2), set()
    for seed in range(20):
        for before, after in played(game, seed, UNIFORM):
            assert game.rewards["player_0"] == score(after.table) - score(before.table)
        lost.add(game.rewards["player_1"])
    assert min(lost) < -1


def test_the_last_steps_are_nobodys() -> None:
    game = env("base", 3)
    game.reset(seed=2)
    dead, total = [], dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, _, _ = game.last()
        assert seen is not None
        total[agent] += reward
        if over:
            dead.append(agent)
            assert not seen["action_mask"].any()
        game.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert sorted(dead) == game.possible_agents
    assert game.agents == []
    assert len(set(total.values())) == 1


# seeds


def first_sight(game: Hanabi, seed: int | None = None) -> bytes:
    game.reset(seed=seed)
    return game.observe("player_1")["observation"].tobytes()


def test_a_seed_is_a_deal() -> None:
    one, other = raw_env("base", 2), raw_env("base", 2)
    games = [first_sight(one, 7), first_sight(one), first_sight(one)]
    assert games == [first_sight(other, 7), first_sight(other), first_sight(other)]
    assert len(set(games)) == 3
    assert first_sight(raw_env("base", 2)) != first_sight(raw_env("base", 2))
    for wrong in (-1, 1 << 64):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            one.reset(seed=wrong)


def test_anybody_may_begin_if_asked() -> None:
    game = raw_env("base", 4, random_start=True)
    begins = []
    for seed in range(20):
        game.reset(seed=seed)
        begins.append(game.agent_selection)
        assert game.observe(game.agent_selection)["action_mask"].any()
        game.reset(seed=seed)
        assert game.agent_selection == begins[-1]
    assert set(begins) == set(game.possible_agents)


# what is refused


def test_an_illegal_action_ends_the_game() -> None:
    game = env("base", 2)
    game.reset(seed=1)
    game.step(0)  # a discard, with all clue tokens there
    assert game.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(game.terminations.values())
    for agent in game.agents:
        seen = game.observe(agent)
        assert seen is not None
        assert not seen["action_mask"].any()


def test_without_guards_it_is_an_error_and_nothing_happens() -> None:
    game = raw_env("base", 2)
    before = first_sight(game, 1)
    for wrong in (0, -1, 1000, None):
        with pytest.raises(ValueError, match=r"not legal here|whole numbers"):
            game.step(wrong)
    assert game.observe("player_1")["observation"].tobytes() == before
    assert game.agent_selection == "player_0"


def test_guards() -> None:
    game = env("base", 2)
    with pytest.raises(AssertionError, match="reset"):
        game.step(5)
    game.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        game.step(20)
    with pytest.raises(ValueError, match="ansi or human, not as 'rgb_array'"):
        env("base", 2, render_mode="rgb_array")


# the table as text


def test_the_mover_sees_all_hands_but_its_own() -> None:
    game = raw_env("wild10+black+tiles", 2, random_start=True, render_mode="ansi")
    text = ""
    for _, state in played(game, 3, LUCKY):
        text = game.render() or ""
        hands = [line for line in text.splitlines() if line.startswith("player_")][-2:]
        over = state.table.outcome is not None
        for seat, line in enumerate(hands):
            assert ("??" in line) == (seat == state.table.to_move and not over)
    assert text.startswith(("won (", "scored (", "lost ("))


def test_a_table() -> None:
    game = raw_env("base", 2, render_mode="human")
    game.reset(seed=7)
    out = io.StringIO()
    with redirect_stdout(out):
        game.step(15)  # player_1 is told all 1s
        assert game.render() is None
    once, twice, *_ = out.getvalue().split("\n\n")
    assert once == twice
    assert once.splitlines()[0] == (
        "player_1 to move | score 0 | clue tokens 7/8 | mistakes 0/3 | deck 40"
    )
    assert raw_env("base", 2).render() is None
