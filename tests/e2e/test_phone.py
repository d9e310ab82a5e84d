"""A phone of 360 × 740: the fullest screens need no scrolling, and nothing speaks of a mouse."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.friends import Friend
from support.e2e.tables import post, with_bots
from support.e2e.visitors import Visitor
from support.server.serving import Server

LANGUAGES = ("en", "de", "fr", "es", "pl", "cs", "sv")
BEYOND = "document.documentElement.scrollHeight - innerHeight"
LONG_LINE = "document.querySelector('.happened .text').textContent = 'long words '.repeat(40)"


@pytest.fixture(name="visitor", params=LANGUAGES)
def _visitor(browser: Any, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    visitor = Visitor(browser, "phone", locale=request.param, has_touch=True, is_mobile=True)
    yield visitor
    visitor.close()


def test_announcing_fits_with_five_at_the_table(visitor: Visitor, server: Server) -> None:
    with_bots(visitor, server, variant="own5+black+announce", players=5)
    visitor.page.locator("ol.own button").first.click()
    visitor.page.locator(".announce button").nth(5).click()
    visitor.page.evaluate(LONG_LINE)
    assert visitor.page.evaluate(BEYOND) == 0
    tops = {
        one.bounding_box()["y"] for one in visitor.page.locator(".actions > .buttons .button").all()
    }
    assert len(tops) == 1, "the buttons stand in one row"


def test_the_end_of_a_replay_fits(visitor: Visitor, server: Server) -> None:
    with Friend(server) as friend:
        friend.opens(players=5, variant="wild10+black").does("sit", seat=0, name="Ada")
        for seat in range(1, 5):
            friend.does("seat-bot", seat=seat, bot="cautious")
        friend.does("begin", same_deal=False).turn().does("end")
        visitor.open(server, f"/g/{friend.play['address']}")
    visitor.page.get_by_role("slider").press("End")
    visitor.page.locator(".ended").wait_for()
    visitor.page.evaluate(LONG_LINE)
    assert visitor.page.evaluate(BEYOND) == 0


def test_all_teammates_are_in_sight_of_who_gives_a_clue(visitor: Visitor, server: Server) -> None:
    visitor.open(server)
    table = post(visitor, server, "/api/tables", {"settings": {"players": 5, "first": 0}})["table"]
    visitor.open(server, f"/t/{table}")
    visitor.page.locator("li.you").wait_for()
    friends = [Friend(server) for _ in range(4)]
    for seat, friend in enumerate(friends, start=1):
        friend.comes(table).does("sit", seat=seat, name="M" * 19 + str(seat))
    visitor.until(lambda table: all(table["seats"]), "four friends")
    visitor.page.locator(".begin .primary").click()
    visitor.action_button(2).click()
    boxes = [mate.bounding_box() for mate in visitor.page.locator(".mates button").all()]
    assert len(boxes) == 4
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)
    assert visitor.page.evaluate(BEYOND) == 0
    for friend in friends:
        friend.leaves()


def test_dealing_stays_in_sight_before_a_game(visitor: Visitor, server: Server) -> None:
    visitor.open(server)
    visitor.page.locator(".play .button").nth(1).click()
    visitor.page.locator("li.you").wait_for()
    button = visitor.page.locator(".begin .primary")
    for scrolled in (0, 400, 5000):
        visitor.page.evaluate(f"scrollTo(0, {scrolled})")
        box = button.bounding_box()
        assert 600 < box["y"] < box["y"] + box["height"] <= 740
    why = button.get_attribute("aria-describedby")
    assert visitor.page.locator(f"[id='{why}']").is_visible()


@pytest.mark.parametrize("touch", [True, False])
def test_what_needs_a_mouse_or_keys_is_offered_where_they_are(
    browser: Any, server: Server, touch: bool
) -> None:
    visitor = Visitor(browser, "phone", has_touch=touch, is_mobile=touch)
    visitor.open(server, "/games")
    visitor.page.locator(".empty").wait_for()
    assert visitor.page.get_by_text("drop it anywhere").is_visible() is not touch
    with_bots(visitor, server)
    visitor.button("Menu").click()
    visitor.button("Settings").click()
    visitor.page.get_by_role("switch", name="Sound").wait_for()
    assert visitor.page.get_by_role("switch", name="Single-key shortcuts").is_visible() is not touch
    visitor.close()
