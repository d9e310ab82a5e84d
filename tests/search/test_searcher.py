"""The search as a whole, in a game that can be solved: exact values, stages, seeds, secrecy."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from support.drivers import chance, lucky
from support.parts import require

torch = require("torch")

from support.search.every_deal import (  # noqa: E402 - only where there is PyTorch
    MICRO,
    Table,
    action_values,
    every_moment,
    groups,
    learned,
)
from support.search.networks import random_beliefs, random_blueprint  # noqa: E402
from support.search.twin_games import TwinGames, act  # noqa: E402
from tamaya.deals import seeded  # noqa: E402
from tamaya.kernel.game.actions import action_from_number  # noqa: E402
from tamaya.kernel.observe.feature_names import action_names  # noqa: E402
from tamaya.kernel.positions import Positions  # noqa: E402
from tamaya.rules import Colour, Options, score, start  # noqa: E402
from tamaya.rules.suits import plain  # noqa: E402
from tamaya.search.beliefs import sample_hands  # noqa: E402
from tamaya.search.choice import choice_values  # noqa: E402
from tamaya.search.searcher import Searcher, SearchResult, SearchSettings, Stage  # noqa: E402
from tamaya.search.selfplay import play_searched  # noqa: E402

OPTIONS = Options(
    3,
    tuple(plain(colour, (3, 2, 1)) for colour in tuple(Colour)[:2]),
    hand=2,
    clue_tokens=3,
    mistakes=2,
    tiles=True,
    announce=True,
)
STAGES = (Stage(12, 0.4), Stage(4, 0.3), Stage(2, 0.3))
SETTINGS = SearchSettings(rollouts=200, eta=10.0, stages=STAGES)
GAMES = 6


def small_searcher(settings: SearchSettings = SETTINGS, slots: int = 50) -> Searcher:
    blueprint, beliefs = random_blueprint(OPTIONS), random_beliefs(OPTIONS)
    return Searcher(blueprint, beliefs, settings, "cpu", positions=GAMES, slots=slots)


def games_in_the_middle(searcher: Searcher) -> TwinGames:
    games, rng = TwinGames(searcher.blueprint.mix, range(GAMES)), chance("middle")
    for _ in range(4):
        games.step(lucky, rng)
    return games


def positions_of(searcher: Searcher, games: TwinGames) -> Positions:
    return searcher.reader.from_games(games.vector, np.arange(GAMES))


def everything(result: SearchResult) -> list[Any]:
    sums = result.sums
    tensors = (sums.worlds, sums.scores, sums.squares, sums.perfect)
    return [t.tolist() for t in (*tensors, result.chosen, result.blueprint, result.log_probs)]


# the choice, where all is known

SOLVED = SearchSettings(rollouts=2000, eta=10.0, stages=(Stage(10, 1.0),))
MOST = 32  # positions after each turn


@dataclass(frozen=True, slots=True)
class Solved:
    """A position that was searched, beside the exact values of its actions."""

    values: Any
    means: Any
    chosen: int
    blueprint: int


@pytest.fixture(scope="module")
def solved() -> list[Solved]:
    torch.set_num_threads(1)
    blueprint = random_blueprint(MICRO, seed=3)
    beliefs = learned(blueprint).network.eval()
    searcher = Searcher(blueprint, beliefs, SOLVED, "cpu", positions=MOST, slots=512)
    out = []
    for moment in every_moment(blueprint):
        seen = groups(moment)
        firsts = np.unique(seen, return_index=True)[1][:MOST]
        table = Table(blueprint, len(firsts))
        table.set(moment, firsts)
        result = searcher.search(searcher.reader.from_games(table.games, np.arange(len(firsts))), 7)
        for row, first in enumerate(firsts):
            values = action_values(blueprint, moment, np.flatnonzero(seen == seen[first]))
            means = result.sums.means[row].numpy()
            out.append(Solved(values, means, int(result.chosen[row]), int(moment.chosen[first])))
            assert out[-1].blueprint == int(result.blueprint[row])
    return out


def test_search_plays_as_well_as_the_blueprint_everywhere_and_better_somewhere(
    solved: list[Solved],
) -> None:
    """By exact values: the true posterior, every deal that it leaves, greedy play to the end."""
    gains = [one.values[one.chosen] - one.values[one.blueprint] for one in solved]
    assert len(gains) > 150
    assert min(gains) >= 0
    assert sum(gain > 0 for gain in gains) > 50


def test_mean_scores_are_near_the_exact_values(solved: list[Solved]) -> None:
    errors = []
    for one in solved:
        legal = np.isfinite(one.values)
        assert np.array_equal(legal, ~np.isnan(one.means)), "every legal action, and no other"
        errors.append(np.abs(one.means - one.values)[legal].max())
    assert np.mean(errors) < 0.05


# stages


def test_rollouts_go_to_the_best_actions() -> None:
    """After each stage the actions with the best values go on, and the others stay as they are."""
    searcher = small_searcher()
    positions = positions_of(searcher, games_in_the_middle(searcher))
    result = searcher.search(positions, 5)
    expected = torch.zeros_like(result.sums.worlds)
    candidates = result.log_probs > -1e8
    for number, stage in enumerate(STAGES):
        if number:
            before = small_searcher(replace(SETTINGS, stages=STAGES[:number]))
            values = choice_values(result.log_probs, before.search(positions, 5).sums, 10.0)
            values[~candidates] = -np.inf
        else:
            values = result.log_probs.double().masked_fill(~candidates, -np.inf)
        best = values.topk(stage.actions, dim=1)
        candidates = torch.zeros_like(candidates).scatter(1, best.indices, best.values > -1e8)
        expected += candidates * SETTINGS.worlds(stage)
    assert result.sums.worlds.tolist() == expected.tolist()
    assert len(set(result.sums.worlds.flatten().tolist())) == 4
    last = choice_values(result.log_probs, result.sums, 10.0).masked_fill(~candidates, -np.inf)
    assert result.chosen.tolist() == last.argmax(dim=1).tolist()
    assert (result.chosen != result.blueprint).any()


def test_every_stage_has_worlds_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher, firsts = small_searcher(), []
    play = searcher.rollouts.play

    def noted(shape: Any, first_world: int, time_is_up: Any) -> Any:
        firsts.append(first_world)
        return play(shape, first_world, time_is_up)

    monkeypatch.setattr(searcher.rollouts, "play", noted)
    searcher.search(positions_of(searcher, games_in_the_middle(searcher)), 5)
    first, second, _ = (SETTINGS.worlds(stage) for stage in STAGES)
    assert firsts == [0, first, first + second]


def test_no_more_rollouts_than_allowed() -> None:
    for stages in (STAGES, SearchSettings().stages):
        settings = SearchSettings(rollouts=1000, stages=stages)
        spent = sum(stage.actions * settings.worlds(stage) for stage in stages)
        assert 900 <= spent <= 1000


def test_the_same_seed_gives_the_same_result_in_any_number_of_slots() -> None:
    searcher = small_searcher()
    positions = positions_of(searcher, games_in_the_middle(searcher))
    first = everything(searcher.search(positions, 5))
    assert everything(searcher.search(positions, 5)) == first
    assert everything(small_searcher(slots=7).search(positions, 5)) == first
    assert everything(searcher.search(positions, 6)) != first


def test_nothing_secret_is_searched_with() -> None:
    searcher = small_searcher()
    games = games_in_the_middle(searcher)
    before = everything(searcher.search(positions_of(searcher, games), 5))
    words = games.vector.words.copy()
    games.scramble(chance("searched"))
    assert (words != games.vector.words).any()
    assert everything(searcher.search(positions_of(searcher, games), 5)) == before


# few rollouts


def test_with_few_rollouts_the_blueprint_s_action_is_in_every_stage() -> None:
    settings = SearchSettings.for_rollouts(400)
    searcher = small_searcher(replace(settings, log_ratio=-1e9))
    games = games_in_the_middle(searcher)
    result = searcher.search(positions_of(searcher, games), 5)
    tried = [settings.worlds(stage) for stage in settings.stages]
    for row, usual in enumerate(result.blueprint.tolist()):
        worlds = sorted(filter(None, result.sums.worlds[row].tolist()))
        assert worlds == [tried[0], tried[0], sum(tried), sum(tried)]
        assert int(result.sums.worlds[row, usual]) == sum(tried)
        assert torch.equal(result.sums.pairs[row], result.sums.worlds[row])


def test_with_few_rollouts_unlikely_actions_are_not_tried() -> None:
    searcher = small_searcher(replace(SearchSettings.for_rollouts(400), log_ratio=-0.2))
    result = searcher.search(positions_of(searcher, games_in_the_middle(searcher)), 5)
    ratios = result.log_probs - result.log_probs.max(dim=1, keepdim=True).values
    assert bool((ratios[result.sums.worlds > 0] >= -0.2).all())
    likely = (ratios >= -0.2).sum(dim=1)
    assert (likely == 1).any(), "there are positions where only one action is likely"
    assert (likely > 1).any()
    assert (result.sums.worlds.any(dim=1) == (likely > 1)).all()
    alone = likely == 1
    assert result.chosen[alone].tolist() == result.blueprint[alone].tolist()


def test_with_many_rollouts_scores_are_taken_as_they_come() -> None:
    assert SearchSettings.for_rollouts(10_000) == SearchSettings(10_000)
    assert SearchSettings.for_rollouts(1_000).gain_spread is not None


def test_rollouts_in_small_batches_are_as_many() -> None:
    settings = replace(SearchSettings.for_rollouts(400), batch=7)
    for stage in settings.stages:
        assert sum(settings.batches(stage)) == settings.worlds(stage)
        assert max(settings.batches(stage)) * stage.actions <= 7


# what falls back to the blueprint


def test_without_time_the_blueprint_decides() -> None:
    searcher = small_searcher()
    positions = positions_of(searcher, games_in_the_middle(searcher))
    result = searcher.search(positions, 5, time_is_up=lambda: True)
    assert result.chosen.tolist() == result.blueprint.tolist()
    assert not result.sums.worlds.any()


def test_a_stage_without_time_enough_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher = small_searcher()
    positions = positions_of(searcher, games_in_the_middle(searcher))
    one_stage = small_searcher(replace(SETTINGS, stages=STAGES[:1])).search(positions, 5)
    alone, stages = iter([searcher.rollouts.play]), []

    def play(shape: Any, first_world: int, _time_is_up: Any) -> Any:
        stages.append(shape)
        return next(alone)(shape, first_world) if len(stages) == 1 else None

    monkeypatch.setattr(searcher.rollouts, "play", play)
    result = searcher.search(positions, 5)
    assert len(stages) == 2
    assert everything(result) == everything(one_stage)


def test_rollouts_are_not_half_played() -> None:
    """The time is asked for now and then; when it is up, there are no scores."""
    searcher, asked = small_searcher(slots=4), []
    positions = positions_of(searcher, games_in_the_middle(searcher))

    def time_is_up() -> bool:
        asked.append(1)
        return len(asked) > 3

    assert not searcher.search(positions, 5, time_is_up).sums.worlds.any()
    assert len(asked) == 4


def test_without_a_hand_that_is_possible_the_blueprint_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searcher = small_searcher()
    positions = positions_of(searcher, games_in_the_middle(searcher))

    def none_for_the_second(*given: Any) -> Any:
        hands = sample_hands(*given)
        hands.consistent[1] = False
        return hands

    monkeypatch.setattr("tamaya.search.searcher.sample_hands", none_for_the_second)
    result = searcher.search(positions, 5)
    assert int(result.chosen[1]) == int(result.blueprint[1])
    tried = result.sums.worlds.any(dim=1).tolist()
    assert tried == [row != 1 for row in range(GAMES)]


# whole games


def test_searched_games_have_the_scores_of_the_rules() -> None:
    searcher = small_searcher(replace(SETTINGS, rollouts=24))
    seeds, mix = range(40, 40 + GAMES), searcher.blueprint.mix
    played = play_searched(searcher, seeds, 3)
    numbers = {mix.feature_space.actions[name]: own for name, own in action_names(OPTIONS).items()}
    for row, seed in enumerate(seeds):
        state = start(OPTIONS, seeded(OPTIONS, seed))
        for action in played.actions[row]:
            state = act(state, action_from_number(state.table, numbers[action]))
        assert state.table.outcome is not None
        assert played.scores[row] == score(state.table)
    assert played.moves == sum(len(actions) for actions in played.actions)
    assert 0 < played.deviations < played.moves
