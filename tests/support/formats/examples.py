"""Games of hanab.live written out by hand from the description of its formats."""

import json

RANKS = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
DOWNWARDS = (1, 2, 2, 3, 3, 4, 4, 5, 5, 5)  # the ranks of a reversed suit


def deck_of(*suits: int) -> list[dict[str, int]]:
    """The suits one after the other, each from its 1s to its 5."""
    return [{"suitIndex": suit, "rank": rank} for suit in suits for rank in RANKS]


def action(kind: int, target: int, value: int | None = None) -> dict[str, int]:
    found = {"type": kind, "target": target}
    return found if value is None else {**found, "value": value}


# A holds red 1 1 1 2 2, B holds red 3 3 4 4 5; card 10 is the first yellow 1
PLAIN: dict[str, object] = {
    "players": ["Alice", "Bob"],
    "deck": deck_of(0, 1, 2, 3, 4),
    "actions": [action(0, 0), action(2, 0, 0), action(3, 1, 3), action(1, 5)],
}
PLAIN_COMPACT = (
    "215aaabbccddefffgghh-iijkkkllmmnnopppqqrr-sstuuuvvwwxxy,03aaga-tbbf,0"  # 20 characters each
)
# A holds blue 1 1 1 2 2, B holds blue 3 3 4 4 5; then the purple cards
BLUE: dict[str, object] = {
    "players": ["Alice", "Bob"],
    "deck": deck_of(3, 4, 0, 1, 2),
    "actions": [action(0, 0), action(2, 0, 3), action(2, 1, 3), action(0, 5), action(0, 10)],
}


def all_ones_lost() -> dict[str, object]:
    """B discards all fifteen 1s, one by one: the site ends the game, the rulebooks do not."""
    cards = deck_of(0, 1, 2, 3, 4)
    ones = [card for card in cards if card["rank"] == 1]
    others = [card for card in cards if card["rank"] != 1]
    turns = [(action(3, 1, 1), action(1, card)) for card in range(5, 20)]
    return {
        "players": ["Alice", "Bob"],
        "deck": others[:5] + ones + others[5:],
        "actions": [one for turn in turns for one in turn],
    }


def text(document: dict[str, object], **changes: object) -> str:
    return json.dumps({**document, **changes})
