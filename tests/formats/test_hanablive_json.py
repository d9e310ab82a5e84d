"""hanab.live's JSON: worked examples, round trips, refusals by name, warnings."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.formats.examples import BLUE, DOWNWARDS, PLAIN, action, all_ones_lost, deck_of, text
from support.formats.random_games import random_game, site_variant
from tamaya.deals import Generator, seeded
from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.game import Game, final_state
from tamaya.formats.hanablive import replay_json
from tamaya.formats.hanablive.vocabulary import is_settled
from tamaya.rules import (
    ColourClue,
    Discard,
    Face,
    Options,
    Play,
    ValueClue,
    format_options,
    parse_options,
)
from tamaya.rules.actions import CardId, Seat
from tamaya.rules.suits import BASE, BLACK
from tamaya.rules.table import EndReason, Result


def variant(name: str) -> dict[str, str]:
    return {"variant": name}


def refused(document: str, kind: type[FormatError] = CannotConvert) -> str:
    with pytest.raises(kind) as wrong:
        replay_json.decode(document)
    return str(wrong.value)


def test_a_game_of_theirs_by_hand() -> None:
    game, warnings = replay_json.decode(text(PLAIN)).value, replay_json.decode(text(PLAIN)).warnings
    assert game.names == ("Alice", "Bob")
    assert game.options == parse_options("base+noempty")
    assert game.actions == (
        Play(CardId(0)),
        ColourClue(Seat(0), 0),
        ValueClue(Seat(1), 3),
        Discard(CardId(5)),
    )
    assert not game.stopped
    assert not warnings
    table = final_state(game).table
    assert table.fireworks == (1, 0, 0, 0, 0)
    assert table.discard_pile == (Face(0, 3),)


def test_their_blue_and_purple_are_our_blue_and_white() -> None:
    document = text(BLUE, options={"emptyClues": True})
    game = replay_json.decode(document).value
    red, yellow, green, white, blue = range(5)
    assert [face.suit for face in game.deal.cards[::10]] == [blue, white, red, yellow, green]
    assert game.actions[1:3] == (ColourClue(Seat(0), blue), ColourClue(Seat(1), blue))
    assert final_state(game).table.fireworks == (0, 0, 0, 1, 1)  # blue 1, a mistake, purple 1
    assert json.loads(replay_json.encode(game).value) == json.loads(document)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("No Variant", "base"),
        ("6 Suits", "own10"),
        ("Rainbow (6 Suits)", "wild10"),
    ],
)
def test_variants_with_full_suits(name: str, ours: str) -> None:
    deck = deck_of(5, 0, 1, 2, 3, 4) if ours != "base" else deck_of(0, 1, 2, 3, 4)
    game = replay_json.decode(text(PLAIN, deck=deck, actions=[], options=variant(name))).value
    assert format_options(game.options) == f"{ours}+noempty"
    assert game.deal.cards[0].suit == (5 if ours != "base" else 0)
    assert json.loads(replay_json.encode(game).value).get("options", {}) == (
        {} if ours == "base" else variant(name)
    )


@pytest.mark.parametrize(
    ("name", "ours"), [("Black (6 Suits)", "own5"), ("Dark Rainbow (6 Suits)", "wild5")]
)
def test_variants_with_one_card_of_each(name: str, ours: str) -> None:
    sixth = [{"suitIndex": 5, "rank": rank} for rank in (1, 2, 3, 4, 5)]
    document = text(PLAIN, deck=deck_of(0, 1, 2, 3, 4) + sixth, options=variant(name))
    assert format_options(replay_json.decode(document).value.options) == f"{ours}+noempty"


def test_the_reversed_suit_is_black_powder() -> None:
    sixth = [{"suitIndex": 5, "rank": rank} for rank in reversed(DOWNWARDS)]
    moves = [action(0, 0), action(0, 5), action(0, 3)]
    deck = sixth + deck_of(0, 1, 2, 3, 4)
    chosen = variant("White Reversed (6 Suits)")
    game = replay_json.decode(text(PLAIN, deck=deck, actions=moves, options=chosen)).value
    assert format_options(game.options) == "black+noempty"
    assert final_state(game).table.fireworks[5] == 2  # a 5, a 3 too early, a 4
    assert game.deal.cards[0] == Face(5, 5)


@pytest.mark.parametrize("name", ["6 Suits", "Black (6 Suits)"])
def test_the_sixth_clue_colour(name: str) -> None:
    ranks = (1, 2, 3, 4, 5) if name.startswith("Black") else (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    sixth = [{"suitIndex": 5, "rank": rank} for rank in ranks]
    deck = deck_of(0)[:5] + sixth[:5] + deck_of(0)[5:] + deck_of(1, 2, 3, 4) + sixth[5:]
    document = text(PLAIN, deck=deck, actions=[action(2, 1, 5)], options=variant(name))
    game = replay_json.decode(document).value
    assert game.actions == (ColourClue(Seat(1), 5),)
    assert json.loads(replay_json.encode(game).value)["actions"] == [action(2, 1, 5)]


def test_the_multicolour_suit_of_the_rainbow_has_no_clue_of_its_own() -> None:
    document = text(PLAIN, deck=deck_of(0, 1, 2, 3, 4, 5), options=variant("Rainbow (6 Suits)"))
    wrong = json.loads(document) | {"actions": [action(2, 1, 5)]}
    assert "no clue colour 5 among 5" in refused(json.dumps(wrong), FormatError)


def test_options_that_both_have() -> None:
    chosen = {"startingPlayer": 1, "emptyClues": True, "allOrNothing": True}
    game = replay_json.decode(text(PLAIN, actions=[action(3, 0, 5)], options=chosen)).value
    assert game.first == 1
    assert game.options == parse_options("base+bouquet")
    assert json.loads(replay_json.encode(game).value)["options"] == chosen


def test_an_empty_clue_is_illegal_unless_allowed() -> None:
    moves = [action(3, 1, 1)]
    assert "actions[0]: the clue would point" in refused(text(PLAIN, actions=moves), FormatError)
    replay_json.decode(text(PLAIN, actions=moves, options={"emptyClues": True}))


def test_a_known_deal_is_said_in_the_words_of_the_site() -> None:
    game = replay_json.decode(text(PLAIN)).value
    assert game.known_deal is None
    assert "hasCustomSeed" not in json.loads(replay_json.encode(game).value)
    for known in ("replayed", "uploaded"):
        marked = replay_json.encode(replace(game, known_deal=known)).value
        assert json.loads(marked)["hasCustomSeed"] is True
        back = replay_json.decode(marked)
        assert (back.value.known_deal, back.warnings) == ("replayed", ())
    assert "hasCustomSeed" in refused(text(PLAIN, hasCustomSeed="yes"), FormatError)


def test_moves_taken_back_are_left_behind_with_a_warning() -> None:
    game = replace(replay_json.decode(text(PLAIN)).value, taken_back=2)
    assert replay_json.encode(game).warnings == ("not kept: how often moves were taken back",)


def test_notes_are_carried() -> None:
    game = replay_json.decode(text(PLAIN, notes=[["", "play?"]])).value
    assert game.notes == (("", "play?"), ())
    assert json.loads(replay_json.encode(game).value)["notes"] == [["", "play?"], []]
    onlookers = replay_json.decode(text(PLAIN, notes=[[], [], ["hm"]]))
    assert onlookers.value.notes == ()
    assert onlookers.warnings == ("not kept: notes of others than the players",)


@pytest.mark.parametrize(
    "end", [action(4, 0, 4), action(4, 1, 3), action(5, -1), action(5, -1, 10)]
)
def test_a_game_that_the_players_ended(end: dict[str, int]) -> None:
    carried = replay_json.decode(text(PLAIN, actions=[action(0, 0), end]))
    assert carried.value.stopped
    outcome = final_state(carried.value).table.outcome
    assert outcome is not None
    assert (outcome.result, outcome.reason) == (Result.STOPPED, EndReason.ENDED_BY_PLAYERS)
    assert [warning[:33] for warning in carried.warnings] == ["not kept: who ended the game, and"]
    assert len(carried.value.actions) == 1


def test_an_end_that_the_rules_had_brought_already() -> None:
    moves = [action(0, 3), action(0, 5), action(0, 4), action(4, 0, 2)]
    carried = replay_json.decode(text(PLAIN, actions=moves))
    game = carried.value
    assert carried.warnings == ("not kept: an end that was marked when the game was over",)
    assert not game.stopped
    outcome = final_state(game).table.outcome
    assert outcome is not None
    assert outcome.reason is EndReason.LAST_MISTAKE


def test_nothing_may_follow_the_end() -> None:
    moves = [action(4, 0, 4), action(0, 0)]
    assert refused(text(PLAIN, actions=moves), FormatError).startswith("actions[1]: ")


def test_a_game_that_the_site_ends_is_stopped() -> None:
    document = all_ones_lost()
    carried = replay_json.decode(text(document))
    assert carried.value.stopped
    assert not carried.warnings
    assert json.loads(replay_json.encode(carried.value).value) == document
    one_less = replay_json.decode(text(document, actions=document["actions"][:-1]))  # type: ignore[index]
    assert not one_less.value.stopped


def test_a_game_that_goes_on_where_the_site_ends_it() -> None:
    game = replay_json.decode(text(all_ones_lost())).value
    unfinished = replay_json.encode(replace(game, stopped=False))
    assert len(unfinished.warnings) == 1
    assert "after action 30; this game is not over yet" in unfinished.warnings[0]
    longer = replace(game, actions=(*game.actions, ValueClue(Seat(1), 2)))
    assert "this game goes on" in replay_json.encode(longer).warnings[0]
    assert replay_json.decode(replay_json.encode(longer).value).value == longer


REFUSED = {
    "deck play": ({"actions": [action(0, 10)], "options": {"deckPlays": True}}, "deck play"),
    "characters": ({"options": {"detrimentalCharacters": True}}, "detrimental characters"),
    "extra card": ({"options": {"oneExtraCard": True}}, "one extra card"),
    "less card": ({"options": {"oneLessCard": True}}, "one less card"),
    "six players": ({"players": list("ABCDEF")}, "6 players"),
    "variant": ({"options": variant("Pink (5 Suits)")}, "'Pink (5 Suits)'"),
    "suit": ({"deck": deck_of(0, 1, 2, 3, 5)}, "suit 5"),
    "start card": ({"deck": [{"suitIndex": 0, "rank": 7}]}, "rank 7, a start card"),
    "rank": ({"deck": [{"suitIndex": 0, "rank": 0}]}, "rank 0"),
}


@pytest.mark.parametrize(("changes", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_played_here_is_refused_by_name(changes: dict[str, object], words: str) -> None:
    assert words in refused(text(PLAIN, **changes))


WRONG = {
    "no players": ({"players": []}, "players: 2 to 5"),
    "players type": ({"players": "AB"}, "players: must be a list"),
    "name": ({"players": ["A", "\x1b[31m"]}, "players[1]: "),
    "deck type": ({"deck": {}}, "deck: must be a list"),
    "card type": ({"deck": ["r1"]}, "deck[0]: must be an object"),
    "card key": ({"deck": [{"rank": 1}]}, "deck[0].suitIndex: is missing"),
    "card bool": ({"deck": [{"suitIndex": False, "rank": 1}]}, "deck[0].suitIndex: must be a who"),
    "short deck": ({"deck": deck_of(0, 1, 2, 3)}, "deck: holds 40 cards, not 50"),
    "wrong deck": ({"deck": deck_of(0, 1, 2, 3, 3)}, "deck: b1 is there 6 times, not 3"),
    "action type": ({"actions": [7]}, "actions[0]: must be an object"),
    "unknown action": ({"actions": [action(6, 0)]}, "actions[0].type: must be 0 to 5, not 6"),
    "no target": ({"actions": [{"type": 0}]}, "actions[0].target: is missing"),
    "no value": ({"actions": [action(3, 1)]}, "actions[0]: a clue needs a value"),
    "other card": ({"actions": [action(0, 7)]}, "actions[0]: that card is not in the hand"),
    "rank of a clue": ({"actions": [action(3, 1, 6)]}, "actions[0]: no card has that value"),
    "no player": ({"actions": [action(3, 2, 1)]}, "actions[0]: there is no such player"),
    "options": ({"options": []}, "options: must be an object"),
    "switch": ({"options": {"emptyClues": 1}}, "options.emptyClues: must be true or false"),
    "idle switch": ({"options": {"timed": "yes"}}, "options.timed: must be true or false"),
    "starts": ({"options": {"startingPlayer": 2}}, "options.startingPlayer: must be 0 to 1"),
    "notes": ({"notes": [[1]]}, "notes[0][0]: must be a text"),
}


@pytest.mark.parametrize(("changes", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_with_its_place(changes: dict[str, object], words: str) -> None:
    assert refused(text(PLAIN, **changes), FormatError).startswith(words)


@pytest.mark.parametrize("key", ["players", "deck", "actions"])
def test_a_missing_key_is_named(key: str) -> None:
    document = {name: value for name, value in PLAIN.items() if name != key}
    assert refused(json.dumps(document), FormatError) == f"{key}: is missing"


def test_what_is_dropped_is_said() -> None:
    idle = {"timed": True, "timeBase": 120, "deckPlays": True, "speedrun": False, "cardCycle": True}
    moves = [{**action(0, 0, 2), "clock": 3}]
    chosen = {**idle, "funny": 1}
    carried = replay_json.decode(
        text(PLAIN, id=7, seed="p2v0s1", actions=moves, options=chosen, x=1)
    )
    assert carried.warnings == (
        "not kept: a value given with a play or a discard",
        "not kept: id, seed, options.timed, options.cardCycle, options.deckPlays, options.timeBase",
        "unknown and not kept: x, options.funny, actions[].clock",
    )


def own(**chosen: object) -> Options:
    return Options(**chosen)  # type: ignore[arg-type]


NOT_THEIRS = {
    "tiles": (parse_options("base+tiles"), "bonus tiles"),
    "announce": (parse_options("base+announce"), "announcing the colour"),
    "seven suits": (parse_options("wild10+black"), "seven suits"),
    "mistakes": (parse_options("base+mistakes=2"), "2 instead of 3 mistakes"),
    "tokens": (parse_options("base+clues=9"), "9 instead of 8 clue tokens"),
    "hand": (own(hand=3), "a hand of 3 cards"),
    "suits": (own(suits=BASE[:3]), "these suits"),
    "other six": (own(suits=(*BASE[:4], BLACK)), "these suits"),
}


@pytest.mark.parametrize(("rules", "words"), NOT_THEIRS.values(), ids=NOT_THEIRS)
def test_what_the_site_does_not_play_is_not_exported(rules: Options, words: str) -> None:
    with pytest.raises(CannotConvert, match=words):
        replay_json.encode(Game(rules, seeded(rules, 1), ("A", "B")))


def test_the_keys_of_an_export() -> None:
    document = json.loads(replay_json.encode(random_game(3, "own5+bouquet", first=1)).value)
    assert list(document) == ["players", "deck", "actions", "options"]
    assert list(document["options"]) == ["variant", "startingPlayer", "emptyClues", "allOrNothing"]
    assert set(document["deck"][0]) == {"suitIndex", "rank"}


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=120, deadline=None)
def test_what_is_written_reads_back_the_same(seed: int) -> None:
    game = random_game(seed, site_variant(Generator(seed)))
    carried = replay_json.encode(game)
    back = replay_json.decode(carried.value).value
    ended_there = is_settled(final_state(replace(game, stopped=False)).table)
    assert back == replace(game, stopped=game.stopped or ended_there)
    if ended_there and not game.stopped:
        assert carried.warnings
