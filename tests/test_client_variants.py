"""web/tests/variants.json, against which the client's notation is tested, is true of the rules."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tamaya.rules import PRESETS, OptionsError, format_options, parse_options
from tamaya.rules.notation import WORDS
from tamaya.rules.options import PLAYERS
from variant_cases import SAMPLE, TARGET, all_words, figures

CASES: Mapping[str, list[Any]] = json.loads(TARGET.read_text(encoding="utf-8"))


def test_every_preset_is_there() -> None:
    words = "web/tests/variants.json is not what the rules say: run tools/variant_cases.py"
    assert dict(CASES["presets"]) == dict(PRESETS), words


def test_spellings_have_this_notation() -> None:
    spellings = CASES["spellings"]
    assert len(spellings) >= SAMPLE
    assert [format_options(parse_options(spelt)) for spelt, _ in spellings] == [
        text for _, text in spellings
    ]
    used = {word for _, text in spellings for word in text.split("+")}
    assert used == set(WORDS) - {"mistakes=3", "clues=8"}


@pytest.mark.parametrize("variant", CASES["wrong"], ids=lambda variant: variant[:30] or "nothing")
def test_these_are_refused(variant: str) -> None:
    with pytest.raises(OptionsError):
        parse_options(variant)


def test_figures_hang_on_suits_and_players_alone() -> None:
    by_suits = {(suits, players): numbers for suits, players, *numbers in CASES["figures"]}
    seen = set()
    for words in all_words():
        suits = "+".join(word for word in words if word[:3] in ("own", "wil", "bla")) or "base"
        for players in PLAYERS:
            assert figures("+".join(words), players) == by_suits[suits, players]
            seen.add((suits, players))
    assert seen == set(by_suits)
