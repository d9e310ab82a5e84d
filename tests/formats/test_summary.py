"""The summary of a game: exactly the promised keys, and values worked out by hand."""

import json

import pytest

from support.formats.examples import PLAIN, all_ones_lost, text
from support.formats.random_games import random_game
from tamaya.deals import seeded
from tamaya.formats.errors import CannotConvert
from tamaya.formats.game import Game
from tamaya.formats.hanablive import replay_json
from tamaya.formats.summary import summarize
from tamaya.rules import Options
from tamaya.rules.suits import BASE

KEYS = (
    "variant players turns finished result reason score points_on_table max_score reachable "
    "mistakes clue_tokens deck_left fireworks band mention taken_back known_deal"
)


def test_an_unfinished_game() -> None:
    assert summarize(replay_json.decode(text(PLAIN)).value) == {
        "variant": "base+noempty",
        "players": 2,
        "turns": 4,
        "finished": False,
        "result": "unfinished",
        "reason": None,
        "score": 1,
        "points_on_table": 1,
        "max_score": 25,
        "reachable": 25,
        "mistakes": 0,
        "clue_tokens": 7,
        "deck_left": 38,
        "fireworks": {"red": 1, "yellow": 0, "green": 0, "white": 0, "blue": 0},
        "band": None,
        "mention": None,
        "taken_back": 0,
        "known_deal": None,
    }


def test_a_stopped_game() -> None:
    found = summarize(replay_json.decode(text(all_ones_lost())).value)
    assert (found["result"], found["reason"]) == ("stopped", "ended-by-players")
    assert (found["score"], found["reachable"], found["band"]) == (0, 0, "0-5")
    assert (found["turns"], found["deck_left"], found["finished"]) == (30, 25, True)


@pytest.mark.parametrize("seed", range(40))
def test_the_keys_and_that_values_are_plain(seed: int) -> None:
    found = summarize(random_game(seed))
    assert " ".join(found) == KEYS
    assert json.loads(json.dumps(found)) == found


def test_an_option_set_without_words() -> None:
    rules = Options(2, BASE[:1], hand=2)
    with pytest.raises(CannotConvert):
        summarize(Game(rules, seeded(rules, 1), ("A", "B")))
