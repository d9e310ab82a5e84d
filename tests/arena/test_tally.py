"""The statistics, against values worked out by hand and against the standard library."""

from collections import Counter
from math import sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.arena.matchups import Matchup
from tamaya.arena.results import team_result
from tamaya.arena.tally import ScoreTally
from tamaya.arena.teams import Team

FOUR = ScoreTally({20: 1, 22: 1, 25: 2}, perfect=2, lost=0, moves=200, seconds=0.5)


def test_by_hand() -> None:
    assert FOUR.games == 4
    assert FOUR.mean == 23
    # the squares of the differences are 9, 1, 4 and 4: 18; the variance is 18 / 3
    assert FOUR.sem == pytest.approx(sqrt(6 / 4))
    assert FOUR.percent(FOUR.perfect) == 50
    assert FOUR.ms_per_move == 2.5


def test_of_nothing_there_is_nothing_to_tell() -> None:
    none, one = ScoreTally(), ScoreTally({7: 1}, moves=3)
    assert (none.games, none.mean, none.sem, none.percent(0), none.ms_per_move) == (0, *[None] * 4)
    assert (one.mean, one.sem) == (7, None)


def test_sums() -> None:
    both = FOUR + ScoreTally({25: 1, -3: 1, 0: 2}, perfect=1, lost=2, moves=50, seconds=0.25)
    assert both == ScoreTally({20: 1, 22: 1, 25: 3, -3: 1, 0: 2}, 3, 2, 250, 0.75)
    assert both.games == 8


@given(st.lists(st.integers(-5, 30), min_size=2, max_size=200))
def test_as_the_standard_library_has_it(scores: list[int]) -> None:
    tally = ScoreTally(Counter(scores))
    assert tally.mean == pytest.approx(fmean(scores))
    assert tally.sem == pytest.approx(stdev(scores) / sqrt(len(scores)), abs=1e-9)


def test_a_result_holds_plain_rounded_values() -> None:
    setting = Matchup(Team(("a", "b")), "base", 3)
    told = team_result(setting, ScoreTally({25: 1, 3: 2}, perfect=1, lost=0, moves=3, seconds=1))
    assert (told.bots, told.players, told.variant, told.seed, told.games) == (
        ("a", "b"),
        2,
        "base",
        3,
        3,
    )
    assert (told.mean, told.perfect, told.lost) == (10.333333, 33.333333, 0)
    assert list(told.histogram.items()) == [(3, 2), (25, 1)]
    assert told.ms_per_move == 333.333333
