"""The own replay file: a golden document, round trips, and every refusal with its place."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.formats.random_games import random_game
from tamaya.deals import seeded
from tamaya.formats import replay
from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.game import Game, KnownDeal, TakenBack, final_state
from tamaya.formats.replay import KNOWN_DEALS
from tamaya.rules import Deal, Forgo, Options, Play, Result, ValueClue, parse_options, result
from tamaya.rules.actions import CardId, Seat
from tamaya.rules.suits import BASE

SORTED = " ".join(f"{s}{v}" for s in "rygwb" for v in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5))
GOLDEN: dict[str, object] = {
    "format": "tamaya-replay",
    "version": 1,
    "variant": "base",
    "players": ["Ana", "Bo"],
    "deck": SORTED,
    "actions": "p1 A:1 p4",
}


def with_tiles() -> dict[str, object]:
    return {**GOLDEN, "variant": "base+tiles", "tiles": [1, 2, 3, 4, 5, 6], "place": 7}


def said(document: dict[str, object]) -> str:
    with pytest.raises(FormatError) as wrong:
        replay.decode(json.dumps(document))
    return str(wrong.value)


def test_a_game_written_by_hand() -> None:
    game = replay.decode(json.dumps(GOLDEN))
    assert game.options == Options(2)
    assert game.deal.cards[:4] == ((0, 1), (0, 1), (0, 1), (0, 2))
    assert game.names == ("Ana", "Bo")
    actions = (Play(CardId(0)), ValueClue(Seat(0), 1), Play(CardId(4)))
    assert game.actions == actions  # A then held the cards 1 2 3 4 10
    assert final_state(game).table.fireworks == (2, 0, 0, 0, 0)


def test_the_golden_line() -> None:
    assert replay.encode(replay.decode(json.dumps(GOLDEN))) == json.dumps(GOLDEN)
    assert list(GOLDEN) == [key for key in replay.KEYS if key in GOLDEN]


def test_every_key_in_its_order() -> None:
    document = {**with_tiles(), "first": 1, "stopped": True, "notes": [["", "x"], []]}
    document |= {"actions": "p1", "taken_back": 2}
    document |= {"take_backs": [{"after": 1, "times": 2, "moves": 3}], "known_deal": "replayed"}
    text = replay.encode(replay.decode(json.dumps(document)))
    assert list(json.loads(text)) == list(replay.KEYS)
    assert json.loads(text) == document


def test_defaults_may_be_written_out() -> None:
    document = {**GOLDEN, "first": 0, "stopped": False, "notes": [["", ""], [""]]}
    document |= {"taken_back": 0, "take_backs": []}
    assert replay.encode(replay.decode(json.dumps(document))) == json.dumps(GOLDEN)


@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 30),
    st.integers(0, 3),
    st.sampled_from([None, *KNOWN_DEALS]),
)
@settings(max_examples=120, deadline=None)
def test_what_is_written_reads_back_the_same(
    seed: int, times: int, first: int, known: KnownDeal | None
) -> None:
    game = replace(random_game(seed), taken_back=times, known_deal=known)
    if times and first <= len(game.actions):  # otherwise it is not known where
        game = replace(game, take_backs=(TakenBack(first, times, 2 * times),))
    text = replay.encode(game)
    assert "\n" not in text
    back = replay.decode(text)
    assert back == game
    assert replay.encode(back) == text


def test_the_random_games_are_of_all_sorts() -> None:
    games = [random_game(seed) for seed in range(300)]
    results = Counter(result(final_state(game).table) for game in games)
    assert all(results[kind] >= 3 for kind in Result), results
    assert {type(action).__name__ for game in games for action in game.actions} == {
        "Play",
        "Discard",
        "ColourClue",
        "ValueClue",
        "Take",
        "Forgo",
    }


def test_forgoing_is_written_too() -> None:
    game = random_game(360, "wild10+tiles+clues=12")
    assert Forgo() in game.actions
    assert replay.decode(replay.encode(game)) == game


@pytest.mark.parametrize("key", ["format", "version", "variant", "players", "deck", "actions"])
def test_a_missing_key_is_named(key: str) -> None:
    assert key in said({k: v for k, v in GOLDEN.items() if k != key})
    assert "is missing" in said({k: v for k, v in GOLDEN.items() if k != key})


WRONG = {
    "another format": ({"format": "chess"}, "format: must be 'tamaya-replay', not 'chess'"),
    "newer": ({"version": 2}, "version: version 2 is newer than this program"),
    "no version": ({"version": 0}, "version: must be 1"),
    "true is no number": ({"version": True}, "version: must be a whole number, not true or false"),
    "fraction": ({"version": 1.0}, "version: must be a whole number, not a fraction"),
    "unknown key": ({"colour": 1}, "unknown key colour"),
    "unprintable key": ({"a\nb": 1}, r"unknown key 'a\nb'"),
    "variant": ({"variant": "basic"}, "variant: unknown variant word 'basic'"),
    "variant type": ({"variant": None}, "variant: must be a text, not null"),
    "one player": ({"players": ["A"]}, "players: 2 to 5 players play, not 1"),
    "six players": ({"players": ["A"] * 6}, "players: 2 to 5 players play, not 6"),
    "player type": ({"players": ["A", 1]}, "players[1]: must be a text, not a whole number"),
    "no name": ({"players": ["A", ""]}, "players[1]: a name has 1 to 60 characters, not 0"),
    "long name": ({"players": ["A", "x" * 61]}, "players[1]: a name has 1 to 60 characters"),
    "blank name": ({"players": ["A", "  "]}, "players[1]: a name is made of printable"),
    "turned": ({"players": ["A", "x\u202ey"]}, "players[1]: a name is made of printable"),
    "control": ({"players": ["A", "x\x07"]}, "players[1]: a name is made of printable"),
    "surrogate": ({"players": ["\ud800", "B"]}, "players[0]: holds half a character"),
    "first": ({"first": 2}, "first: must be 0 to 1, not 2"),
    "card": ({"deck": "r1 r1 r1 x2"}, "deck[3]: there is no suit 'x' in this game"),
    "value": ({"deck": "r1 r6"}, "deck[1]: cards go from 1 to 5, not 6"),
    "no card": ({"deck": "r1 17"}, "deck[1]: '17' is not a card"),
    "short deck": ({"deck": SORTED[:-3]}, "deck: holds 49 cards, not 50"),
    "wrong deck": ({"deck": SORTED.replace("b5", "b4")}, "deck: b4 is there 3 times, not 2"),
    "deck type": ({"deck": ["r1"]}, "deck: must be a text, not a list"),
    "tiles": ({"tiles": []}, "tiles: this variant is played without tiles"),
    "place": ({"place": 0}, "place: this variant is played without tiles"),
    "no action": ({"actions": "p1 q2"}, "actions[1]: 'q2' is not an action"),
    "own clue": ({"actions": "p1 B:1"}, "actions[1]: a clue goes to a teammate"),
    "full": ({"actions": "p1 A:1 A:r"}, "actions[2]: a clue goes to a teammate"),
    "slot": ({"actions": "p6"}, "actions[0]: there is no card 6 in a hand of 5"),
    "after the end": ({"actions": "p4 p1 p4 p1"}, "actions[3]: the game is over"),
    "stopped": ({"stopped": 1}, "stopped: must be true or false, not a whole number"),
    "note rows": ({"notes": [["x"]]}, "notes: 1 lists of notes for 2 players"),
    "too many": ({"notes": [["x"] * 51, []]}, "notes[0]: 51 notes for 50 cards"),
    "long note": ({"notes": [[], ["x" * 2001]]}, "notes[1][0]: a note has at most 2000"),
    "taken back": ({"taken_back": -1}, "taken_back: must be 0"),
    "taken back type": ({"taken_back": "2"}, "taken_back: must be a whole number, not a text"),
    "take-backs": ({"take_backs": {}}, "take_backs: must be a list, not an object"),
    "a place": ({"taken_back": 1, "take_backs": [1]}, "take_backs[0]: must be an object"),
    **{
        name: ({"taken_back": 3, "take_backs": places}, words)
        for name, places, words in (
            ("no after", [{"times": 1, "moves": 1}], "take_backs[0].after: is missing"),
            ("a stranger", [{"who": 1}], "take_backs[0]: unknown key who"),
            (
                "beyond the end",
                [{"after": 100, "times": 3, "moves": 3}],
                "take_backs[0]: after: must be 0 to",
            ),
            (
                "never",
                [{"after": 0, "times": 0, "moves": 3}],
                "take_backs[0]: times: must be 1 to",
            ),
            (
                "too few moves",
                [{"after": 0, "times": 3, "moves": 2}],
                "take_backs[0]: each time at least one move",
            ),
            (
                "too often",
                [{"after": 0, "times": 4, "moves": 4}],
                "take_backs: must be 3 times in all",
            ),
            (
                "twice",
                [{"after": 0, "times": 1, "moves": 1}, {"after": 0, "times": 2, "moves": 2}],
                "take_backs: each place is named once, in order",
            ),
        )
    },
    "known deal": ({"known_deal": "no"}, "known_deal: must be one of replayed, uploaded"),
    "known deal type": ({"known_deal": None}, "known_deal: must be a text, not null"),
    "half note": ({"notes": [[], ["\udfff"]]}, "notes[1][0]: holds half a character"),
}


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_its_place(change: dict[str, object], words: str) -> None:
    assert said({**GOLDEN, **change}).startswith(words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tiles": [1, 2, 3, 4, 5]}, "tiles: the tiles are 1 to 6, each once"),
        ({"tiles": [1, 2, 3, 4, 5, 7]}, "tiles[5]: must be 1 to 6, not 7"),
        ({"place": 2**32}, "place: must be 0 to 4294967295"),
        ({"place": -1}, "place: must be 0"),
    ],
)
def test_tiles_are_checked(change: dict[str, object], words: str) -> None:
    assert said({**with_tiles(), **change}).startswith(words)


def test_a_game_that_is_over_cannot_be_stopped() -> None:
    over = {**GOLDEN, "variant": "base+mistakes=1", "actions": "p5", "stopped": True}
    assert said(over) == "stopped: the game was over already"


def test_the_worst_notes_that_are_allowed() -> None:
    game = replace(replay.decode(json.dumps(GOLDEN)), notes=(("\x00\x1f\u2028🎆" * 500,), ()))
    assert replay.decode(replay.encode(game)) == game


def test_a_variant_without_words_is_refused() -> None:
    rules = Options(2, BASE[:2], hand=3)
    with pytest.raises(CannotConvert, match="no words"):
        replay.encode(Game(rules, seeded(rules, 1), ("A", "B")))


def test_what_cannot_be_replayed_is_not_written() -> None:
    rules = parse_options("base")
    game = Game(rules, seeded(rules, 1), ("A", "B"))
    for wrong in (
        replace(game, actions=(Play(CardId(9)),)),
        replace(random_game(1, "base+mistakes=1", first=0), stopped=True),
        replace(game, names=("A",)),
        replace(game, names=("A", "\n")),
        replace(game, deal=Deal(())),
        replace(game, first=Seat(2)),
        replace(game, notes=(("x",),)),
    ):
        with pytest.raises(FormatError):
            replay.encode(wrong)
