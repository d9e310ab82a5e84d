"""Games that were recorded from the Hanabi Learning Environment, played again on ours."""

import json
from collections import Counter
from typing import Any

import pytest

from support.envs.research import CONFIGS, GOLDEN, OURS, as_before, record

HOW = "tests/envs/test_hle_original.py tells what differs, where the original is installed"
GAMES: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CONFIGS)
def test_the_same_is_seen_after_every_move(name: str) -> None:
    golden = GAMES[name]
    again = record(OURS, golden["config"], as_before(golden))
    assert again["games"] == golden["games"], HOW
    assert again == golden


def test_the_games_end_in_every_way() -> None:
    assert set(GAMES) == set(CONFIGS)
    games = [game for golden in GAMES.values() for game in golden["games"]]
    ends = Counter(game["end"] for game in games)
    assert set(ends) == {1, 2, 3}
    assert min(ends.values()) >= 10
    assert len(games) >= 100


def test_the_winning_card_brings_a_token_back_as_it_does_there() -> None:
    """In our rules it does not (R5.1). Without one all tokens were there."""
    won = [game for golden in GAMES.values() for game in golden["games"] if game["end"] == 3]
    tokens = Counter(game["token"] for game in won)
    assert tokens[True] >= 5
    assert tokens[False] >= 1
