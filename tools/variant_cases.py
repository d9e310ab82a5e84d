"""Write web/tests/variants.json: option sets as the rules know them, for the client's tests."""

import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tamaya.rules import PRESETS, OptionsError, format_options, max_score, parse_options
from tamaya.rules.notation import MULTICOLOURS, NUMBERS, SWITCHES
from tamaya.rules.options import PLAYERS

TARGET = Path(__file__).parent.parent / "web/tests/variants.json"
SAMPLE = 300
WRONG = (
    "",
    "base+",
    "rainbow",
    "fr:nothing",
    "wild10+rainbow",
    "mistakes=0",
    "mistakes=4",
    "clues=7",
    "clues=13",
    "clues",
    "black+black",
    "mistakes=1+mistakes=2",
    "own5+wild10",
    "base+black",
    "base+own10",
    "fr:all+bouquet",
    "base" + "+tiles" * 40,
)


def main() -> None:
    """Write the file."""
    TARGET.write_text(text(), encoding="utf-8", newline="\n")


def text() -> str:
    """The file: a line for each case."""
    parts = [
        f' "{name}": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n ]"
        for name, rows in cases().items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def cases() -> dict[str, list[Any]]:
    """Presets, spellings and their notation, texts that are refused, figures by suits."""
    chance = random.Random(18)  # noqa: S311 - a sample, not a secret
    sample = chance.sample(list(all_words()), SAMPLE)
    return {
        "presets": [[name, variant] for name, variant in PRESETS.items()],
        "spellings": [
            [spelt, format_options(parse_options(spelt))]
            for spelt in (_spelt(words, chance) for words in sample)
        ],
        "wrong": [wrong for wrong in WRONG if _refused(wrong)],
        "figures": [
            [suits, players, *figures(suits, players)]
            for suits in dict.fromkeys(_suits(words) for words in all_words())
            for players in PLAYERS
        ],
    }


def all_words() -> Iterator[tuple[str, ...]]:
    """Every option set, as words; numbers are always named."""
    suits = product(("", *MULTICOLOURS), ("", "black"))
    switches = list(product(*(("", word) for word in SWITCHES)))
    numbers = list(product(*([f"{word}={n}" for n in all_] for word, (_, all_) in NUMBERS.items())))
    for parts in product(suits, switches, numbers):
        yield tuple(word for part in parts for word in part if word)


def figures(variant: str, players: int) -> list[int]:
    """Cards in a hand, cards, fireworks, most points."""
    chosen = parse_options(variant, players)
    return [chosen.hand_size, len(chosen.deck), len(chosen.suits), max_score(chosen)]


def _suits(words: tuple[str, ...]) -> str:
    return "+".join(word for word in words if word in (*MULTICOLOURS, "black")) or "base"


def _spelt(words: tuple[str, ...], chance: random.Random) -> str:
    """The words in any order, as a person might type them."""
    typed = chance.sample(words, len(words))
    joined = chance.choice(("+", " + ")).join(typed)
    return joined.upper() if chance.random() < 0.1 else joined


def _refused(variant: str) -> bool:
    try:
        parse_options(variant)
    except OptionsError:
        return True
    raise AssertionError(f"{variant!r} can be played")


if __name__ == "__main__":
    main()
