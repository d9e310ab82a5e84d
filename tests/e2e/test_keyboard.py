"""Keys alone: no mouse, no finger, from the front page to the end of a game and its replay."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.tables import my_turn
from support.e2e.visitors import Visitor
from support.server.serving import Server

# what a screen reader would call the element that has the focus
FOCUSED = """() => {
  const one = document.activeElement;
  const called = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
  return called.trim().replace(/\\s+/g, ' ');
}"""
# a ring around it, or around the box that stands for it
VISIBLE = """() => {
  const one = document.activeElement;
  const shown = [one, one.nextElementSibling].filter(Boolean);
  return shown.some((part) => getComputedStyle(part).outlineStyle !== 'none');
}"""


@pytest.fixture(name="visitor", params=["phone", "desktop"])
def _visitor(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    visitor = Visitor(browser, request.param)
    visitor.open(server)
    yield visitor
    visitor.close()


def press(visitor: Visitor, *keys: str) -> None:
    for key in keys:
        visitor.page.keyboard.press(key)


def tab_to(visitor: Visitor, name: str, key: str = "Tab") -> None:
    """Go on with Tab until the focus is on what is called so; it is seen where it is."""
    passed = []
    for _ in range(80):
        visitor.page.keyboard.press(key)
        called = visitor.page.evaluate(FOCUSED)
        passed.append(called[:30])
        if called.startswith(name):
            assert visitor.page.evaluate(VISIBLE), f"no focus to be seen on {name}"
            return
    pytest.fail(f"no {name} among {passed}")


def takes_a_turn(visitor: Visitor) -> None:
    """Discard the oldest card, or tell the next player something."""
    version, legal = visitor.table["version"], visitor.play["legal"]
    verbs = {action["do"] for action in legal}
    _to_own_cards(visitor)
    if "discard" in verbs:
        press(visitor, "d", "d")
    else:
        clue = next(action for action in legal if action["do"] == "value")
        press(visitor, "Escape", "ArrowUp")
        while visitor.page.evaluate("document.activeElement.dataset.seat") != str(clue["to"]):
            press(visitor, "ArrowRight", "ArrowUp")
        press(visitor, str(clue["value"]), str(clue["value"]))
    visitor.sees(version + 1)


def _to_own_cards(visitor: Visitor) -> None:
    for _ in range(6):
        if visitor.page.evaluate("document.activeElement.dataset.nav") == "own":
            return
        press(visitor, "ArrowDown")
    pytest.fail("the arrows do not lead to the own cards")


def test_a_whole_game_and_its_replay(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    tab_to(visitor, "Play with bots")
    press(visitor, "Enter")
    for _ in range(60):
        my_turn(visitor)
        if visitor.play["over"]:
            break
        takes_a_turn(visitor)
    assert visitor.play["over"]["reason"] in ("last-round", "last-mistake")
    page.locator(".finale").wait_for()  # it takes the first key
    press(visitor, "Escape")
    page.locator(".finale").wait_for(state="detached")
    tab_to(visitor, "See the replay")
    press(visitor, "Enter")
    page.get_by_role("slider").wait_for()
    press(visitor, "End", "ArrowLeft", "Home", "ArrowRight")
    visitor.until_true("location.hash === '#1'")
    page.go_back()
    page.locator(".end").wait_for()
    tab_to(visitor, "Play again")
    press(visitor, "Enter")
    visitor.until(lambda table: table["play"]["game"] == 2, "another game")


def test_a_table_for_friends(visitor: Visitor, server: Server) -> None:
    """A name, options, bots for the free seats, the deal; and no single keys."""
    page = visitor.page
    page.evaluate("localStorage['tamaya.singleKeys'] = false")
    page.reload()
    tab_to(visitor, "Your name")
    press(visitor, "Control+a")
    page.keyboard.type("Keys")
    tab_to(visitor, "Play with friends")
    press(visitor, "Enter")
    page.locator("li.you").wait_for()
    tab_to(visitor, "Options")
    press(visitor, "Enter")
    page.get_by_role("dialog").wait_for()
    tab_to(visitor, "3")  # players
    press(visitor, "ArrowLeft")
    tab_to(visitor, "Taking moves back")
    press(visitor, "Space")
    tab_to(visitor, "Play like this")
    press(visitor, "Enter")
    visitor.until(lambda table: table["settings"]["players"] == 2, "two seats")
    assert visitor.table["settings"]["take_back"]
    tab_to(visitor, "Fill seats with bots")
    press(visitor, "Enter")
    visitor.until(lambda table: all(table["seats"]), "a bot")
    tab_to(visitor, "Deal the cards")
    press(visitor, "Enter")
    my_turn(visitor)
    assert visitor.table["seats"][0]["name"] == "Keys"
    version = visitor.table["version"]
    _to_own_cards(visitor)
    press(visitor, "Enter")
    tab_to(visitor, "Play")
    press(visitor, "Enter")
    visitor.sees(version + 1)
    my_turn(visitor)
    tab_to(visitor, "Menu")
    press(visitor, "Enter")
    tab_to(visitor, "End the game here")
    press(visitor, "Enter", "Enter")
    page.locator(".end").wait_for()
    assert visitor.play["over"]["reason"] == "ended-by-players"


def test_a_sheet_gives_the_focus_back(visitor: Visitor) -> None:
    page = visitor.page
    tab_to(visitor, "Play with bots")
    press(visitor, "Enter")
    my_turn(visitor)
    tab_to(visitor, "Menu")
    for name in ("What happened", "Discard pile", "Settings", "Help"):
        press(visitor, "Enter")
        tab_to(visitor, name)
        press(visitor, "Enter")
        page.get_by_role("dialog", name=name).wait_for()
        press(visitor, "Escape")
        page.locator("dialog").wait_for(state="detached")
        visitor.until_true(f"({FOCUSED})() === 'Menu'")
