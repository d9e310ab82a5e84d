"""Deals that are known beforehand: a game from a file, and its deal played again."""

import json
import random
from typing import Any

from support.e2e.tables import post
from support.e2e.visitors import Visitor
from support.server.serving import Server
from tamaya.rules import parse_options
from tamaya.text.labels import face_text

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eva")
TILES = (5, 6, 3, 4, 1, 2)
HAND = 5  # cards of each of two players


def game_with(
    top: list[str], variant: str = "base", actions: str = "", players: int = 2
) -> dict[str, Any]:
    """A game as a file: the deck begins with these cards, and the rest is shuffled."""
    rules = parse_options(variant, players)
    rest = [face_text(rules, face) for face in rules.deck]
    for card in top:
        rest.remove(card)
    random.Random(7).shuffle(rest)  # noqa: S311 - the same for everybody
    game: dict[str, Any] = {
        "format": "tamaya-replay",
        "version": 1,
        "variant": variant,
        "players": NAMES[:players],
        "deck": " ".join([*top, *rest]),
        "actions": actions,
    }
    if "tiles" in variant:
        game |= {"tiles": TILES, "place": 7}
    return game


def perfect() -> dict[str, Any]:
    """Every turn the oldest card is played, and it fits: 25 points."""
    plays = [suit + str(value) for value in range(1, 6) for suit in "rygwb"]
    hands = [*plays[: 2 * HAND : 2], *plays[1 : 2 * HAND : 2]]
    return game_with([*hands, *plays[2 * HAND :]], actions=" ".join(["p1"] * 25))


def put(visitor: Visitor, server: Server, game: dict[str, Any]) -> str:
    """The address of a game from a file."""
    address: str = post(visitor, server, "/api/games", json.dumps(game))["id"]
    return address
