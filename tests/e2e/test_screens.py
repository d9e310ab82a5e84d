"""Key screens look as they do in the pictures that are kept; `make screens` takes them again."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.deals import game_with, put
from support.e2e.friends import Friend
from support.e2e.screenshots import compare
from support.e2e.tables import my_turn, open_table
from support.e2e.visitors import Visitor
from support.server.serving import Server

SIZES = {"phone": (390, 664), "desktop": (1280, 720)}
HANDS = "r1 g2 w3 y4 b5  r2 g1 w4 m5 b1  r4 b2 m1 y5 w1"  # of Ada, Bo and Cleo
SAME_LINK = "(field) => { field.value = 'https://tamaya.example/t/'.padEnd(40, 'x'); }"


@pytest.fixture(name="visitor", params=SIZES)
def _visitor(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    touch = request.param == "phone"
    more = {"bypass_csp": True, "has_touch": touch, "is_mobile": touch}
    visitor = Visitor(browser, request.param, **more)
    width, height = SIZES[request.param]
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.open(server)
    visitor.page.evaluate("localStorage['tamaya.name'] = 'Ada'")
    yield visitor
    visitor.close()


def all_fine(*found: str | None) -> None:
    wrong = [one for one in found if one]
    assert not wrong, "\n".join(wrong)


def test_the_front_page(visitor: Visitor, server: Server) -> None:
    visitor.open(server)
    visitor.page.locator(".lists h2").first.wait_for()
    all_fine(compare(visitor, "front"))


def test_a_lobby(visitor: Visitor, server: Server) -> None:
    visitor.page.route("**/api/qr", lambda route: route.abort())
    open_table(visitor, server, "Ada")
    with Friend(server) as friend:
        friend.comes(visitor.table_id).does("sit", seat=1, name="Bo")
        visitor.page.locator("li").get_by_text("Bo", exact=True).first.wait_for()
        visitor.page.get_by_role("textbox", name="Invite friends").evaluate(SAME_LINK)
        all_fine(compare(visitor, "lobby"))
    visitor.wrong.clear()  # the picture that was not fetched is on the console


def test_a_game(visitor: Visitor, server: Server) -> None:
    """A table by night and by day, a clue, the end, and the replay."""
    page, found = visitor.page, []
    with Friend(server) as bo, Friend(server) as cleo:
        deal = put(visitor, server, game_with(HANDS.split(), "wild10", players=3))
        bo.opens(deal).does("sit", seat=1, name="Bo")
        cleo.comes(bo.id).does("sit", seat=2, name="Cleo")
        visitor.open(server, f"/t/{bo.id}")
        page.locator(".sit").first.click()
        bo.hears(lambda table: all(table["seats"])).does("begin", same_deal=True)
        my_turn(visitor)
        visitor.does({"do": "value", "to": 1, "value": 1})
        bo.acts(do="play", card=6)
        cleo.acts(do="colour", to=0, colour=0)
        my_turn(visitor)
        found.append(compare(visitor, "table"))
        page.emulate_media(color_scheme="light")
        found.append(compare(visitor, "table-light"))
        page.emulate_media(color_scheme="dark")
        if visitor.size == "phone":  # on a desktop the clue pad is open
            visitor.action_button(2).click()
        page.locator(".clues .row").first.locator(".choice").nth(1).click()
        found.append(compare(visitor, "clue"))
        bo.sees(visitor.table["version"]).does("end")
        page.locator(".end").wait_for()
        found.append(compare(visitor, "end"))
        visitor.open(server, f"/g/{visitor.play['address']}#3")
        page.get_by_role("slider").wait_for()
        found.append(compare(visitor, "replay"))
    all_fine(*found)
