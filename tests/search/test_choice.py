"""The choice among actions: sums over worlds beside NumPy, and the value of an action."""

from math import inf, isnan, log

import numpy as np
import pytest

from support.parts import require

torch = require("torch")

from tamaya.search.choice import ScoreSums, choice_values  # noqa: E402 - needs PyTorch

POSITIONS, WORLDS, ACTIONS, TRIED = 3, 40, 9, 4
MAX_SCORE = 7
NOT_TRIED = -1


def test_means_errors_and_shares_are_those_of_numpy() -> None:
    """In two stages; some actions are tried in both, some in one, some not at all."""
    rng = np.random.default_rng(1)
    sums = ScoreSums.zeros(POSITIONS, ACTIONS, "cpu")
    every: dict[tuple[int, int], list[int]] = {}
    for _ in range(2):
        tried = np.array([rng.permutation(ACTIONS)[:TRIED] for _ in range(POSITIONS)])
        tried[1, 2] = NOT_TRIED
        scores = rng.integers(0, MAX_SCORE + 1, (POSITIONS, WORLDS, TRIED))
        counts = np.broadcast_to(tried[:, None] != NOT_TRIED, scores.shape)
        chosen, numbers, there = map(torch.as_tensor, (tried, scores, counts.copy()))
        sums.add(chosen, numbers, there, MAX_SCORE, chosen[:, 0])
        for row, column in np.ndindex(tried.shape):
            if tried[row, column] != NOT_TRIED:
                place = row, int(tried[row, column])
                every.setdefault(place, []).extend(scores[row, :, column].tolist())
    assert {len(scores) for scores in every.values()} == {WORLDS, 2 * WORLDS}
    for place in np.ndindex(POSITIONS, ACTIONS):
        got = every.get(place)
        if got is None:
            assert sums.worlds[place] == 0
            assert isnan(sums.means[place])
            continue
        assert sums.worlds[place] == len(got)
        assert float(sums.means[place]) == pytest.approx(np.mean(got))
        error = np.std(got, ddof=1) / len(got) ** 0.5
        assert float(sums.standard_errors[place]) == pytest.approx(error)
        share = np.mean(np.array(got) == MAX_SCORE)
        assert float(sums.perfect_shares[place]) == pytest.approx(share)


def test_scores_that_are_all_the_same_have_no_error() -> None:
    sums = ScoreSums.zeros(1, 1, "cpu")
    scores = torch.full((1, 3, 1), 7)
    sums.add(torch.zeros(1, 1, dtype=torch.int64), scores, scores > 0, MAX_SCORE, torch.zeros(1))
    assert sums.standard_errors.tolist() == [[0.0]]
    assert sums.perfect_shares.tolist() == [[1.0]]


def test_some_worlds_of_an_action_may_not_count() -> None:
    sums = ScoreSums.zeros(1, 2, "cpu")
    scores, counts = torch.tensor([[[3], [5], [7]]]), torch.tensor([[[True], [True], [False]]])
    sums.add(torch.ones(1, 1, dtype=torch.int64), scores, counts, MAX_SCORE, torch.zeros(1))
    assert sums.worlds.tolist() == [[0, 2]]
    assert float(sums.means[0, 1]) == 4
    assert float(sums.standard_errors[0, 1]) == 1
    assert float(sums.perfect_shares[0, 1]) == 0


@pytest.mark.parametrize(("eta", "best"), [(0.0, 0), (1.0, 0), (10.0, 1)])
def test_points_outweigh_habits_as_eta_says(eta: float, best: int) -> None:
    """The habit is nine times as likely; the other action earns half a point more."""
    log_probs = torch.tensor([[log(0.9), log(0.1), 0.0]])
    tried = torch.tensor([[0, 1]])
    sums = ScoreSums.zeros(1, 3, "cpu")
    scores = torch.tensor([[[3, 4], [4, 4]]])
    sums.add(tried, scores, torch.ones_like(scores, dtype=torch.bool), MAX_SCORE, tried[:, 0])
    values = choice_values(log_probs, sums, eta)
    expected = [log(0.9) + eta * 3.5, log(0.1) + eta * 4, -inf]
    assert values[0].tolist() == pytest.approx(expected, rel=1e-6)
    assert int(values.argmax()) == best


def test_gains_are_over_the_blueprint_s_action_in_the_same_worlds() -> None:
    """In the second batch the blueprint's action was not tried, so that nothing is compared."""
    sums, usual = ScoreSums.zeros(1, 4, "cpu"), torch.tensor([2])
    scores = torch.tensor([[[3, 5], [4, 4], [6, 9]]])
    there = torch.ones_like(scores, dtype=torch.bool)
    sums.add(torch.tensor([[2, 1]]), scores, there, MAX_SCORE, usual)
    sums.add(torch.tensor([[0, 1]]), scores, there, MAX_SCORE, usual)
    assert sums.worlds.tolist() == [[3, 6, 3, 0]]
    assert sums.pairs.tolist() == [[0, 3, 3, 0]]
    assert sums.gains.tolist() == [[0, 5, 0, 0]]
    assert sums.gain_squares.tolist() == [[0, 13, 0, 0]]
    assert float(sums.mean_gains[0, 1]) == pytest.approx(5 / 3)


@pytest.mark.parametrize("worlds", [4, 40, 4000])
def test_the_fewer_the_worlds_the_smaller_a_gain_counts(worlds: int) -> None:
    """Half of the worlds gain a point, half gain nothing."""
    sums, usual = ScoreSums.zeros(1, 2, "cpu"), torch.tensor([0])
    scores = torch.zeros(1, worlds, 2, dtype=torch.int64)
    scores[0, : worlds // 2, 1] = 1
    there = torch.ones_like(scores, dtype=torch.bool)
    sums.add(torch.tensor([[0, 1]]), scores, there, MAX_SCORE, usual)
    variance = (worlds / 4 + 2) / (worlds + 2) / worlds
    expected = 0.5 * 0.1**2 / (0.1**2 + variance)
    assert sums.shrunk_gains(0.1)[0].tolist() == pytest.approx([0.0, expected])
    values = choice_values(torch.zeros(1, 2), sums, 10.0, gain_spread=0.1)
    assert values[0].tolist() == pytest.approx([0.0, 10 * expected])
