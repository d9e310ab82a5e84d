"""One visitor and bots: from the front page to a finished game with two clicks for each move."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.tables import my_turn
from support.e2e.visitors import SIZES, Visitor
from support.server.serving import Server


@pytest.fixture(name="visitor", params=SIZES)
def _visitor(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    visitor = Visitor(browser, request.param)
    visitor.open(server)
    yield visitor
    visitor.close()


def test_the_first_card_after_one_click(visitor: Visitor) -> None:
    """A name is there already; one click deals, and the first move can be made."""
    assert visitor.page.get_by_label("Your name").input_value()
    visitor.button("Play with bots").click()
    my_turn(visitor)
    assert visitor.events == []  # the first move is the visitor's
    card = visitor.play["hands"][0][0]["id"]
    visitor.does({"do": "play", "card": card})
    visitor.until(lambda table: card not in map(_id, table["play"]["hands"][0]), "the move")


def _id(card: dict[str, Any]) -> int:
    number: int = card["id"]
    return number


def test_a_whole_game_by_clicks(visitor: Visitor) -> None:
    visitor.button("Play with bots").click()
    for _ in range(100):
        my_turn(visitor)
        if visitor.play["over"]:
            break
        _discard_or_tell(visitor)
    visitor.page.locator(".end .verdict").wait_for()
    visitor.button("Play again").click()
    visitor.until(lambda table: table["play"]["game"] == 2, "another game")


def _discard_or_tell(visitor: Visitor) -> None:
    version, legal = visitor.table["version"], visitor.play["legal"]
    visitor.does(next((one for one in legal if one["do"] == "discard"), legal[-1]))
    visitor.sees(version + 1)
