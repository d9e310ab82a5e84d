"""The compact form: a worked example, round trips, what it loses and what it refuses."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.formats.examples import PLAIN, PLAIN_COMPACT, all_ones_lost, text
from support.formats.random_games import SITE_VARIANTS, pick, random_game
from tamaya.deals import Generator, seeded
from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.game import Game, final_state
from tamaya.formats.hanablive import link, replay_json
from tamaya.rules import Seat, parse_options
from tamaya.text.labels import placeholder_names

DECK = "aaabbccddefffgghhiijkkkllmmnnopppqqrrsstuuuvvwwxxy"


def test_a_game_by_hand() -> None:
    carried = link.decode(PLAIN_COMPACT)
    same = replay_json.decode(text(PLAIN, options={"emptyClues": True})).value
    assert carried.value == replace(same, names=("Player A", "Player B"))
    assert carried.warnings == ()
    assert link.encode(carried.value).value == PLAIN_COMPACT
    assert link.encode(carried.value).warnings == ()


@pytest.mark.parametrize(
    "written",
    [
        PLAIN_COMPACT.replace("-", ""),
        "-".join(PLAIN_COMPACT),
        f"  {PLAIN_COMPACT}\r\n",
        f"https://hanab.live/replay-json/{PLAIN_COMPACT}",
        f"https://hanab.live/shared-replay-json/{PLAIN_COMPACT}#5",
        f"/shared-replay-json/{PLAIN_COMPACT}?x=y",
        f"replay-json/{PLAIN_COMPACT.replace(',', '%2C')}",
    ],
)
def test_every_way_of_writing_it(written: str) -> None:
    assert link.decode(written) == link.decode(PLAIN_COMPACT)
    assert link.looks_compact(written.strip())


def test_a_game_without_actions() -> None:
    rules = parse_options("own5", 4)
    game = Game(rules, seeded(rules, 5), tuple(placeholder_names(4)))
    written = link.encode(game).value.replace("-", "")
    assert written.startswith("415")
    assert written.endswith(",00,2")
    assert link.decode(written).value == game


def test_a_single_type_of_action() -> None:
    game = link.decode(f"215{DECK},33eb,0").value  # span 1: (3 + 1) * 1 is e, B is b
    assert game == link.decode(f"215{DECK},03tb,0").value


def test_a_game_that_was_ended() -> None:
    game = replace(link.decode(PLAIN_COMPACT).value, stopped=True)
    carried = link.encode(game)  # type 4 of 0 to 4, value 4: (4 + 1) * 5 + 4 is the 30th: 3
    assert carried.value.replace("-", "").endswith("3a,0")
    assert link.decode(carried.value).value == game
    assert link.decode(f"215{DECK},55aa,0").value.stopped


def test_the_link() -> None:
    game = link.decode(PLAIN_COMPACT).value
    assert link.replay_link(game).value == f"https://hanab.live/replay-json/{PLAIN_COMPACT}"


def test_what_is_lost_is_said() -> None:
    game = replay_json.decode(text(PLAIN, notes=[["x"]], options={"allOrNothing": True})).value
    game = replace(game, taken_back=1, known_deal="replayed")
    assert link.encode(game).warnings == (
        "not kept: the names of the players",
        "not kept: the option 'noempty'",
        "not kept: the option 'bouquet'",
        "not kept: the notes",
        "not kept: how often moves were taken back",
        "not kept: that the deal was known",
    )


def test_a_game_that_the_site_ends() -> None:
    game = replay_json.decode(text(all_ones_lost())).value
    assert link.decode(link.encode(game).value).value.stopped
    assert not any("ends a game" in line for line in link.encode(game).warnings)
    assert any("ends a game" in w for w in link.encode(replace(game, stopped=False)).warnings)


def test_another_first_player_is_refused() -> None:
    game = replace(link.decode(f"215{DECK},00,0").value, first=Seat(1))
    with pytest.raises(CannotConvert, match="always begins with player A"):
        link.encode(game)


def test_bouquet_that_would_be_another_game_is_refused() -> None:
    refused = []
    for seed in range(60):
        game = random_game(seed, "base+bouquet", first=0)
        table = final_state(replace(game, stopped=False)).table
        try:
            written = link.encode(game).value
        except CannotConvert as wrong:
            refused.append(str(wrong))
            continue
        same = final_state(replace(link.decode(written).value, stopped=False)).table
        assert table._replace(options=same.options) == same
    assert 10 < len(refused) < 50
    assert all("the option 'bouquet'" in line for line in refused)
    assert any("the game is over" in line for line in refused)  # it went on past the last round


@pytest.mark.parametrize("variant", ["base+tiles", "base+announce", "wild10+black", "base+clues=9"])
def test_what_the_site_does_not_play_is_refused(variant: str) -> None:
    with pytest.raises(CannotConvert, match="does not play"):
        link.encode(random_game(1, variant, first=0))


WRONG = {
    "nothing": ("", "'' is not a compact game"),
    "words": ("hello there", "'hello there' is not a compact game"),
    "letters": (f"215{DECK}!,00,0", "'215"),
    "one player": (f"115{DECK},00,0", "players: 2 to 5"),
    "ranks": (f"251{DECK},00,0", "deck: goes from 5 to 1"),
    "short": (f"215{DECK[1:]},00,0", "deck: holds 49 cards"),
    "deck": (f"215a{DECK[:-1]},00,0", "deck: r1 is there 4 times"),
    "types": (f"215{DECK},30,0", "actions: goes from 3 to 0"),
    "half": (f"215{DECK},03aag,0", "actions: ends in the middle"),
    "type": (f"215{DECK},69aa,0", "actions[0]: there is no action type 6"),
    "illegal": (f"215{DECK},03aaaa,0", "actions[1]: that card is not in the hand"),
    "far": (f"215{DECK},03aZ,0", "actions[0]: that card is not in the hand"),
    "colour": (f"215{DECK},030b,0", "actions[0]: there is no clue colour"),
    "no value": (f"215{DECK},03cb,0", "actions[0]: a clue needs a value"),
}


@pytest.mark.parametrize(("written", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(written: str, words: str) -> None:
    with pytest.raises(FormatError) as wrong:
        link.decode(written)
    assert str(wrong.value).startswith(words)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (f"615{DECK},00,0", "6 players"),
        (f"215{DECK},00,4", "variant 4 is not played here"),
        (f"215Z{DECK[1:]},00,0", "suit 12"),
        (f"217g{DECK[1:]},00,0", "rank 7, a start card"),
        (f"215{DECK},00ak,0", "deck play"),
    ],
)
def test_what_is_not_played_here_is_refused_by_name(written: str, words: str) -> None:
    with pytest.raises(CannotConvert, match=words):
        link.decode(written)


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=100, deadline=None)
def test_what_is_written_reads_back_the_same(seed: int) -> None:
    game = random_game(seed, pick(Generator(seed), SITE_VARIANTS), first=0)
    carried = link.encode(game)
    back = link.decode(carried.value).value
    assert (back.actions, back.deal, back.options) == (game.actions, game.deal, game.options)
    assert back.stopped == game.stopped or any("ends a game" in line for line in carried.warnings)
