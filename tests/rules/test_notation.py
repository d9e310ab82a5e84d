"""Section 6: presets and notation, and what is refused with which words."""

import itertools
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.scenes import stacked
from tamaya.rules import (
    PRESETS,
    Colour,
    EndReason,
    IllegalAction,
    Options,
    OptionsError,
    Outcome,
    Reason,
    Result,
    RulesError,
    band,
    format_options,
    parse_options,
    score,
    start,
)
from tamaya.rules.errors import WORDS
from tamaya.rules.suits import BASE, BLACK, OWN5, OWN10, RED, WILD5, WILD10, plain

DOCS = Path(__file__).parents[2] / "docs/rules.md"


@pytest.mark.rule("R6.1")
def test_the_presets_are_those_of_the_docs() -> None:
    rows = re.findall(r"^\| (`.+`) \| `(.+)` \|$", DOCS.read_text(), re.MULTILINE)
    listed = {name: variant for names, variant in rows for name in re.findall(r"`(.+?)`", names)}
    assert dict(PRESETS) == listed
    assert len(PRESETS) == 1 + 8 + 8 + 4 + 4 + 7


@pytest.mark.rule("R6.1")
@pytest.mark.parametrize(("preset", "variant"), PRESETS.items())
def test_a_preset_is_its_notation(preset: str, variant: str) -> None:
    for players in (2, 3, 4, 5):
        assert parse_options(preset, players) == parse_options(variant, players)
        assert format_options(parse_options(preset, players)) == variant


@pytest.mark.rule("R6.1")
def test_words_come_in_any_order_and_leave_in_one() -> None:
    words = ["wild5", "black", "tiles", "announce", "bouquet", "noempty", "mistakes=1", "clues=12"]
    for order in itertools.islice(itertools.permutations(words), 0, 40_320, 997):
        assert format_options(parse_options("+".join(order), 3)) == "+".join(words)


@pytest.mark.rule("R6.1")
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" Base ", "base"),
        ("tiles", "base+tiles"),
        ("mistakes=3+clues=8", "base"),
        ("clues=9+mistakes=2", "base+mistakes=2+clues=9"),
        ("STANDARD", "base"),
        ("noempty+base", "base+noempty"),
        ("wild10 + black", "wild10+black"),
    ],
)
def test_friendly_input(text: str, canonical: str) -> None:
    assert format_options(parse_options(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "here a word is empty"),
        ("zzz", "unknown variant word 'zzz'; known are own10, own5"),
        ("fr:all+noempty", "'fr:all' stands alone; its words are 'wild10+black+tiles'"),
        ("wild1O", "unknown variant word 'wild1o'; did you mean 'wild10'?"),
        ("fr:avalanch", "did you mean 'fr:avalanche'?"),
        ("base+", "a variant is a preset or words joined by '+'; here a word is empty"),
        ("base+base", "'base' is named twice"),
        ("black+black", "'black' is named twice"),
        ("mistakes=1+mistakes=2", "'mistakes' is named twice"),
        ("mistakes=4", "unknown variant word 'mistakes=4'"),
        ("clues=7", "unknown variant word 'clues=7'"),
        ("base+black", "'base' means no suit beyond the five"),
        ("own5+own10", "at most one multicolour form: own10 or own5"),
        ("x" * 201, "at most 200 characters, not 201"),
    ],
)
def test_what_the_notation_refuses(text: str, message: str) -> None:
    with pytest.raises(OptionsError) as error:
        parse_options(text)
    assert message in str(error.value)


def test_words_for_the_suits() -> None:
    for word, suit in (("own10", OWN10), ("own5", OWN5), ("wild10", WILD10), ("wild5", WILD5)):
        assert parse_options(word).suits == (*BASE, suit)
        assert parse_options(f"black+{word}").suits == (*BASE, suit, BLACK)
    assert parse_options("black").suits == (*BASE, BLACK)


@pytest.mark.parametrize(
    "free",
    [
        Options(suits=BASE[:3]),
        Options(hand=4),
        Options(clue_tokens=3),
        Options(clue_tokens=13),
        Options(mistakes=4),
        Options(suits=(*BASE, BLACK, OWN5)),
    ],
)
def test_option_sets_without_notation(free: Options) -> None:
    with pytest.raises(OptionsError, match="no words for this option set"):
        format_options(free)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 2.0}, "players must be a whole number"),
        ({"mistakes": "3"}, "mistakes must be a whole number"),
        ({"clue_tokens": None}, "clue_tokens must be a whole number"),
        ({"hand": 4.5}, "hand must be a whole number"),
        ({"mistakes": 0}, "mistakes must be at least 1, not 0"),
        ({"clue_tokens": -1}, "clue_tokens must be at least 0, not -1"),
        ({"hand": -1}, "hand must be at least 0, not -1"),
        ({"hand": 26}, "2 hands of 26 need 52 cards; there are 50"),
        ({"suits": ()}, "1 to 7 suits, not 0"),
        ({"suits": BASE * 2}, "1 to 7 suits, not 10"),
        ({"suits": (RED, RED)}, "two suits have the name 'red'"),
        ({"suits": (RED, replace(BASE[1], letter="r"))}, "two suits have the letter 'r'"),
        ({"suits": (RED, plain(Colour.YELLOW, (1, 1)))}, "the same number of values"),
        ({"suits": (replace(RED, copies=(), order=()),)}, "the same number of values, 1 to 9"),
        ({"suits": (plain(Colour.RED, (1,) * 10),)}, "the same number of values, 1 to 9"),
        ({"suits": (replace(RED, order=(1, 2, 3, 4, 4)),)}, "red: order and copies do not name"),
        ({"suits": (replace(RED, copies=(1, 1, 1, 1)),)}, "red: order and copies do not name"),
        ({"suits": (replace(RED, copies=(1, 1, 0, 1, 1)),)}, "red: every value needs 1 to 9"),
        ({"suits": (replace(RED, copies=(1, 1, 10, 1, 1)),)}, "red: every value needs 1 to 9"),
    ],
)
def test_what_free_options_refuse(change: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError) as error:
        Options(**change)
    assert message in str(error.value)


def test_the_widest_free_options() -> None:
    nine = plain(Colour.RED, (9,) * 9)
    assert len(Options(suits=(nine,), clue_tokens=0, mistakes=1, hand=1).deck) == 81
    assert Options(hand=25).hand_size == 25  # the whole deck in hand


@pytest.mark.rule("R5.8")
def test_a_win_in_bouquet_final_has_no_band() -> None:
    game = parse_options("own5+bouquet")
    table = start(game, stacked(game, "")).table
    won = table._replace(fireworks=(5,) * 6, outcome=Outcome(Result.WON, EndReason.ALL_COMPLETE))
    assert (score(won), band(won), won.outcome and won.outcome.result) == (30, None, "won")


def test_every_reason_has_words() -> None:
    assert set(WORDS) == set(Reason)
    for reason in Reason:
        assert str(IllegalAction(reason)) == WORDS[reason]
        assert IllegalAction(reason).args == (reason,)
    assert issubclass(IllegalAction, RulesError)
    assert issubclass(OptionsError, RulesError)
    assert issubclass(RulesError, ValueError)
