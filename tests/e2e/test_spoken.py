"""What a screen reader is given for cards: what was told of them, and what follows from that."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.deals import game_with, put
from support.e2e.friends import Friend
from support.e2e.tables import my_turn
from support.e2e.visitors import Visitor
from support.server.serving import Server

ADA, BO = "r1 g2 w3 y4 b5", "r2 g3 w4 y5 b1"
# Bo tells Ada the values 1, 2 and 3, she tells him red, yellow and green; then 4 and white
KNOWN = {
    "en": (
        (
            "your card 1: told 1",
            "your card 2: told 2",
            "your card 3: told 3; just pointed at",
            "your card 4: 4 or 5",
            "your card 5: 4 or 5",
            "red 2; knows: told red",
            "green 3; knows: told green",
            "white 4; knows: white or blue",
            "yellow 5; knows: told yellow",
            "blue 1; knows: white or blue",
        ),
        (
            "your card 1: told 1",
            "your card 2: told 2",
            "your card 3: told 3",
            "your card 4: told 4; just pointed at",
            "your card 5: must be 5",
            "red 2; knows: told red",
            "green 3; knows: told green",
            "white 4; knows: told white",
            "yellow 5; knows: told yellow",
            "blue 1; knows: must be blue",
        ),
    ),
    "de": (
        (
            "deine Karte 1: 1 (gesagt)",
            "deine Karte 2: 2 (gesagt)",
            "deine Karte 3: 3 (gesagt); gerade gezeigt",
            "deine Karte 4: 4 oder 5",
            "deine Karte 5: 4 oder 5",
            "rote 2; weiß: Rot (gesagt)",
            "grüne 3; weiß: Grün (gesagt)",
            "weiße 4; weiß: Weiß oder Blau",
            "gelbe 5; weiß: Gelb (gesagt)",
            "blaue 1; weiß: Weiß oder Blau",
        ),
        (
            "deine Karte 1: 1 (gesagt)",
            "deine Karte 2: 2 (gesagt)",
            "deine Karte 3: 3 (gesagt)",
            "deine Karte 4: 4 (gesagt); gerade gezeigt",
            "deine Karte 5: muss 5 sein",
            "rote 2; weiß: Rot (gesagt)",
            "grüne 3; weiß: Grün (gesagt)",
            "weiße 4; weiß: Weiß (gesagt)",
            "gelbe 5; weiß: Gelb (gesagt)",
            "blaue 1; weiß: muss Blau sein",
        ),
    ),
}


@pytest.fixture(name="visitor", params=KNOWN)
def _visitor(browser: Any, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    visitor = Visitor(browser, "desktop", locale=request.param)
    yield visitor
    visitor.close()


def spoken(visitor: Visitor) -> tuple[str, ...]:
    """The names of the own cards and the texts of the other hand, as the browser computes them."""
    browser = visitor.context.new_cdp_session(visitor.page)
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def below(node: dict[str, Any], role: str) -> Iterator[str]:
        """The names of all nodes of this role under a node, in reading order."""
        if node.get("role", {}).get("value") == role and not node["ignored"]:
            yield " ".join(node["name"]["value"].split())
        for child in node.get("childIds", []):
            yield from below(by_id[child], role)

    regions = [node for node in nodes if node.get("role", {}).get("value") == "region"]
    mine = [name for one in regions for name in below(one, "button") if ":" in name]
    theirs = [name for one in regions for name in below(one, "StaticText") if ";" in name]
    return (*mine, *[name for name in theirs if name not in mine])


def wait_until_spoken(visitor: Visitor, expected: tuple[str, ...]) -> None:
    """Wait until the page says this, five seconds at most; cards may still be on their way."""
    for _ in range(100):
        if spoken(visitor) == expected:
            return
        visitor.page.wait_for_timeout(50)
    assert spoken(visitor) == expected


def test_what_is_known_of_cards(visitor: Visitor, server: Server) -> None:
    language = visitor.page.evaluate("navigator.language")
    visitor.open(server)
    with Friend(server) as friend:
        deal = put(visitor, server, game_with(f"{ADA} {BO}".split()))
        friend.opens(deal).does("sit", seat=1, name="Bo")
        visitor.open(server, f"/t/{friend.id}")
        visitor.page.locator(".sit").first.click()
        friend.hears(lambda table: all(table["seats"])).does("begin", same_deal=True)
        for number in range(4):
            my_turn(visitor)
            visitor.does({"do": "colour", "to": 1, "colour": number})
            friend.acts(do="value", to=0, value=number + 1)
            visitor.sees(friend.table["version"])
            my_turn(visitor)
            if number > 1:
                wait_until_spoken(visitor, KNOWN[language][number - 2])
