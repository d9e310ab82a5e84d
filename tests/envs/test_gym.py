"""The front for Gymnasium: in step with Gymnasium's own vector of single games, in every mode."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from support.parts import require

require("gymnasium")
require("pettingzoo")

import gymnasium  # noqa: E402 - only if it is there
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from tamaya.envs.gym import HanabiVector  # noqa: E402
from tamaya.envs.pettingzoo import raw_env  # noqa: E402
from tamaya.kernel.game.actions import action_number  # noqa: E402
from tamaya.rules import legal_actions, view  # noqa: E402

VARIANTS = (("base+noempty", 2), ("wild10+black+tiles", 3), ("own5+bouquet+announce", 5))
GAMES = 6
Array = npt.NDArray[Any]
rng = np.random.default_rng


class OneGame(gymnasium.Env[Array, Any]):
    """One game for self-play, on top of the front for PettingZoo."""

    def __init__(self, variant: str, players: int) -> None:
        self.game = raw_env(variant, players)
        self.observation_space = self.game.observation_space("player_0")["observation"]
        self.action_space = self.game.action_space("player_0")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        assert not options
        self.game.reset(seed=seed)
        return self.seen()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        legal = self.seen()[1]["action_mask"][action]
        if legal:
            self.game.step(int(action))
        seen, info = self.seen(illegal=not legal)
        over = self.game.terminations["player_0"]
        return seen, self.game.rewards["player_0"] if legal else 0.0, over, False, info

    def seen(self, *, illegal: bool = False) -> tuple[Array, dict[str, Any]]:
        agent = self.game.agent_selection
        seen, seat = self.game.observe(agent), self.game.possible_agents.index(agent)
        info = {"action_mask": seen["action_mask"], "to_move": seat, "illegal": illegal}
        return seen["observation"], info


def both(variant: str, players: int, mode: AutoresetMode) -> tuple[HanabiVector, Any]:
    """Ours, and Gymnasium's own."""
    ours = HanabiVector(GAMES, variant, players, autoreset_mode=mode)
    single = [lambda: OneGame(variant, players)] * GAMES
    return ours, SyncVectorEnv(single, autoreset_mode=mode)


def choose(mask: Array, chance: np.random.Generator) -> Array:
    """Mostly legal actions."""
    wrong = chance.random((len(mask), 1)) < 0.05
    actions: Array = (chance.random(mask.shape) * (mask ^ wrong)).argmax(axis=1)
    return actions


def agree(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """All that Gymnasium's vector knows, ours knows."""
    for name, value in theirs.items():
        mask = theirs.get(f"_{name}")
        if isinstance(value, dict):
            agree(ours[name], value)
        elif mask is None:
            assert (ours[name] >= value).all()  # of which games it is known
        else:
            assert ours[name].shape == value.shape
            for one, other in zip(ours[name][mask], value[mask], strict=True):
                assert np.array_equal(one, other)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_as_gymnasium_would_do_it(variant: str, players: int, mode: AutoresetMode) -> None:
    ours, theirs = both(variant, players, mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    chance, ends, illegal = rng(1), 0, 0
    (seen, info), (expected, known) = ours.reset(seed=11), theirs.reset(seed=11)
    for _ in range(120):
        assert (seen == expected).all()
        assert seen in ours.observation_space
        agree(info, known)
        actions = choose(info["action_mask"], chance)
        step, answer = ours.step(actions), theirs.step(actions)
        for one, other in zip(step[:4], answer[:4], strict=True):
            assert (one == other).all()
            assert one.dtype == other.dtype
        seen, _, over, _, info = step
        expected, known = answer[0], answer[4]
        ends += over.sum()
        illegal += info["illegal"].sum()
        assert ("final_obs" in info) == ("final_obs" in known)
        if mode is AutoresetMode.DISABLED and over.any():
            agree(info, known)
            seen, info = ours.reset(options={"reset_mask": over})
            expected, known = theirs.reset(options={"reset_mask": over.copy()})
    assert ends > 10
    assert illegal > 5


def test_the_last_look_at_a_game() -> None:
    """Same step: the observation is that of the new game already."""
    games = HanabiVector(GAMES, "base+mistakes=1", autoreset_mode="SameStep")
    other = HanabiVector(GAMES, "base+mistakes=1", autoreset_mode="Disabled")
    _, info = games.reset(seed=3)
    other.reset(seed=3)
    for _ in range(20):
        actions = info["action_mask"].argmax(axis=1)
        seen, _, over, _, info = games.step(actions)
        last, _, there, _, facts = other.step(actions)
        assert (over == there).all()
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert (info["_final_info"] == over).all()
            for place in range(GAMES):
                assert np.array_equal(info["final_obs"][place], last[place]) == over[place]
            final = info["final_info"]
            assert (final["to_move"][over] == facts["to_move"][over]).all()
            assert not final["action_mask"].any()
            new, _ = other.reset(options={"reset_mask": over})
            assert (seen == new).all()
            return
    pytest.fail("no game came to its end")


# seeds


def test_game_n_is_dealt_from_seed_plus_n() -> None:
    games = HanabiVector(3, "base", 2)
    seen, info = games.reset(seed=40)
    for place, seed in enumerate((40, 41, 42)):
        alone = raw_env("base", 2)
        alone.reset(seed=seed)
        assert (alone.observe("player_0")["observation"] == seen[place]).all()
        state = alone._replay.state
        legal = legal_actions(view(state, state.table.to_move))
        numbers = sorted(action_number(state.table, action) for action in legal)
        assert np.flatnonzero(info["action_mask"][place]).tolist() == numbers
    assert (games.reset(seed=[40, 41, 42])[0] == seen).all()
    assert (games.reset(seed=40)[0] == seen).all()
    assert games.np_random_seed == 40


def test_without_a_seed_games_go_on() -> None:
    one, other = HanabiVector(3), HanabiVector(3)
    assert (one.reset()[0] != other.reset()[0]).any()
    first = one.reset(seed=5)[0]
    second, third = one.reset()[0], one.reset()[0]
    assert (first != second).any()
    assert (second != third).any()
    other.reset(seed=5)
    assert (other.reset()[0] == second).all()


def test_seeds_for_some_games() -> None:
    ours, theirs = both("base", 2, AutoresetMode.DISABLED)
    ours.reset(seed=1)
    theirs.reset(seed=1)
    some = np.arange(GAMES) % 2 == 1
    seen, _ = ours.reset(seed=90, options={"reset_mask": some})
    assert (seen == theirs.reset(seed=90, options={"reset_mask": some.copy()})[0]).all()


def test_a_new_game_begins_without_points() -> None:
    games = HanabiVector(200, "base", 2)
    games.reset(seed=1)
    _, rewards, _, _, _ = games.step([5] * 200)  # everybody plays a card
    assert rewards.sum() > 20
    _, info = games.reset()
    clues = 10 + info["action_mask"][:, 10:].argmax(axis=1)
    _, rewards, _, _, info = games.step(clues)
    assert not info["illegal"].any()
    assert not rewards.any()


# what is refused


def test_an_illegal_action_does_nothing() -> None:
    games = HanabiVector(4, "black", 2)
    before, _ = games.reset(seed=1)
    seen, rewards, over, _, info = games.step(np.array([0, -1, 10_000, 5]))
    assert info["illegal"].tolist() == [True, True, True, False]
    assert rewards.tolist()[:3] == [0, 0, 0]
    assert not over.any()
    assert (seen[:3] == before[:3]).all()
    assert (seen[3] != before[3]).any()
    with pytest.raises(ValueError, match="4 games need as many whole numbers"):
        games.step([1, 2])


def test_games_that_are_over_wait_if_nothing_resets_them() -> None:
    games = HanabiVector(2, "base+mistakes=1", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded):
        games.step([5, 5])
    with pytest.raises(ResetNeeded):
        games.reset(options={"reset_mask": np.array([True, False])})
    _, info = games.reset(seed=6)
    over = np.zeros(2, np.bool_)
    while not over.any():
        *_, over, _, info = games.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(ResetNeeded):
        games.step([5, 5])
    games.reset(options={"reset_mask": over})
    games.step([5, 5])


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True, False], TypeError),
        (np.array([1, 0]), TypeError),
        (np.array([True]), ValueError),
        (np.array([False, False]), ValueError),
    ],
)
def test_masks_that_are_none(mask: Any, error: type[Exception]) -> None:
    games, theirs = HanabiVector(2), SyncVectorEnv([lambda: OneGame("base", 2)] * 2)
    for vector in (games, theirs):
        vector.reset(seed=1)
        with pytest.raises(error, match="reset_mask"):
            vector.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="2 games need as many seeds, not 3"):
        games.reset(seed=[1, 2, 3])


# with the rest of Gymnasium


def test_made_by_name() -> None:
    games = gymnasium.make_vec("tamaya/Hanabi-v0", num_envs=3, variant="fr:all", players=4)
    assert isinstance(games, HanabiVector)
    assert (games.num_envs, games.options.players) == (3, 4)
    assert games.spec is not None
    assert gymnasium.make_vec(games.spec).unwrapped.num_envs == 3
    games.close()


@pytest.mark.parametrize("variant", ["base+noempty", "black", "base+bouquet"])
def test_rewards_add_up_to_scores(variant: str) -> None:
    """As a wrapper of Gymnasium counts them, and as the batch has them in the end."""
    vector = HanabiVector(GAMES, variant, 3)
    games: Any = RecordEpisodeStatistics(vector)
    _, info = games.reset(seed=2)
    chance, ends = rng(3), 0
    for _ in range(150):
        *_, over, _, info = games.step(choose(info["action_mask"], chance))
        scores = vector._batch.scores()
        for place in np.flatnonzero(over):
            ends += 1
            assert info["episode"]["r"][place] == scores[place]
    assert ends > 10


def test_what_is_handed_out_stays_as_it_is() -> None:
    games = HanabiVector(GAMES)
    seen, info = games.reset(seed=1)
    kept, facts = seen.copy(), {name: value.copy() for name, value in info.items()}
    answer = games.step(info["action_mask"].argmax(axis=1))
    kept_answer = [part.copy() for part in answer[:4]]
    games.step(answer[4]["action_mask"].argmax(axis=1))
    assert (seen == kept).all()
    assert all((info[name] == facts[name]).all() for name in facts)
    assert all((now == then).all() for now, then in zip(answer[:4], kept_answer, strict=True))
