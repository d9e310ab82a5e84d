"""The words for option sets: the notation, and the presets of the five boxes (R6)."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from tamaya.rules.errors import OptionsError
from tamaya.rules.options import Options
from tamaya.rules.suits import BASE, BLACK, OWN5, OWN10, WILD5, WILD10, Suit

MULTICOLOURS: Mapping[str, Suit] = {"own10": OWN10, "own5": OWN5, "wild10": WILD10, "wild5": WILD5}
SUITS: Mapping[str, Suit] = {**MULTICOLOURS, "black": BLACK}
SWITCHES: Mapping[str, tuple[str, bool]] = {
    "tiles": ("tiles", True),
    "announce": ("announce", True),
    "bouquet": ("bouquet", True),
    "noempty": ("empty_clues", False),
}
NUMBERS: Mapping[str, tuple[str, range]] = {
    "mistakes": ("mistakes", range(1, 4)),
    "clues": ("clue_tokens", range(8, 13)),
}
WORDS = (
    *SUITS,
    "base",
    *SWITCHES,
    *(f"{word}={number}" for word, (_, numbers) in NUMBERS.items() for number in numbers),
)
LONGEST = 200  # characters; far above any sensible notation

_BIG_BOX = {
    "": "base",
    ":bouquet": "base+bouquet",
    ":avalanche": "wild10",
    ":black-powder": "black",
    ":flamboyants": "base+tiles",
    ":flamboyants-black": "black+tiles",
    ":flamboyants-avalanche": "wild10+tiles",
    ":all": "wild10+black+tiles",
}
_EDITIONS: Mapping[str, Mapping[str, str]] = {
    "standard": {"": "base"},
    "fr": _BIG_BOX,
    "pl": _BIG_BOX,
    "sv": {
        "": "base",
        ":bouquet": "base+bouquet",
        ":cascade": "own5",
        ":announce": "base+announce",
    },
    "cs": {"": "base", ":bouquet": "base+bouquet", ":cascade": "own5", ":cascade2": "wild5"},
    "es": {
        "": "base",
        ":farbrausch": "own10",
        ":farbrausch5": "own5",
        ":farbrausch2": "wild10",
        ":two-mistakes": "base+mistakes=2",
        ":one-mistake": "base+mistakes=1",
        ":nine-clues": "base+clues=9",
    },
}
PRESETS: Mapping[str, str] = {
    edition + name: variant
    for edition, games in _EDITIONS.items()
    for name, variant in games.items()
}

EVERYTHING = "wild10+black+tiles+announce+bouquet"  # of the boxes, at once
OPTION_SETS = tuple(dict.fromkeys((*PRESETS.values(), EVERYTHING)))  # each once


def parse_options(variant: str, players: int = 2) -> Options:
    """The option set of a preset's name (`fr:avalanche`) or of the notation (`wild10+black`)."""
    text = variant.strip().lower()
    if len(text) > LONGEST:
        raise OptionsError(f"a variant has at most {LONGEST} characters, not {len(text)}")
    words = [word.strip() for word in PRESETS.get(text, text).split("+")]
    for word in words:
        if not word:
            raise OptionsError("a variant is a preset or words joined by '+'; here a word is empty")
        if word in PRESETS and word not in WORDS:
            raise OptionsError(f"the preset {word!r} stands alone; its words are {PRESETS[word]!r}")
        if word not in WORDS:
            raise OptionsError(f"unknown variant word {word!r}{_nearest(word)}")
        if words.count(word) > 1:
            raise OptionsError(f"{word!r} is named twice")
    return _build(words, players)


def _nearest(word: str) -> str:
    near = get_close_matches(word, (*WORDS, *PRESETS), n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(WORDS)} and presets"


def _build(words: list[str], players: int) -> Options:
    forms = [word for word in MULTICOLOURS if word in words]
    if len(forms) > 1:
        raise OptionsError(f"at most one multicolour form: {' or '.join(forms)}")
    if "base" in words and any(word in SUITS for word in words):
        raise OptionsError("'base' means no suit beyond the five: leave it out")
    suits = BASE + tuple(suit for word, suit in SUITS.items() if word in words)
    chosen: dict[str, Any] = {
        name: value for word, (name, value) in SWITCHES.items() if word in words
    }
    for word, (name, numbers) in NUMBERS.items():
        named = [number for number in numbers if f"{word}={number}" in words]
        if len(named) > 1:
            raise OptionsError(f"{word!r} is named twice")
        if named:
            chosen[name] = named[0]
    return Options(players, suits, **chosen)


def format_options(chosen: Options) -> str:
    """The canonical notation of an option set; an error if the notation has no words for it."""
    defaults = Options(chosen.players)
    words = [word for word, suit in SUITS.items() if suit in chosen.suits] or ["base"]
    words += [word for word, (name, value) in SWITCHES.items() if getattr(chosen, name) is value]
    words += [
        f"{word}={getattr(chosen, name)}"
        for word, (name, _) in NUMBERS.items()
        if getattr(chosen, name) != getattr(defaults, name)
    ]
    text = "+".join(words)
    if not set(words) <= set(WORDS) or parse_options(text, chosen.players) != chosen:
        raise OptionsError("the notation has no words for this option set")
    return text
