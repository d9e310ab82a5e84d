"""Three friends in three browsers play whole games, from the front page to the replay."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.e2e.peeking import play_on
from support.e2e.tables import deal, join, open_table
from support.e2e.visitors import Visitor
from support.server.serving import Server

NAMES = ("Ada", "Bo", "Cleo")
Events = list[dict[str, Any]]
MOST_GAMES = 3  # until what is waited for has happened


@pytest.fixture(name="friends")
def _friends(browser: Any, server: Server) -> Iterator[list[Visitor]]:
    """A host and two friends, by phone and at a desk, around a table."""
    visitors = [
        Visitor(browser, "phone"),
        Visitor(browser, "desktop"),
        Visitor(browser, "phone", has_touch=True, reduced_motion="reduce"),
    ]
    host, *others = visitors
    address = open_table(host, server, NAMES[0])
    for friend, name in zip(others, NAMES[1:], strict=True):
        join(friend, address, name)
    yield visitors
    for visitor in visitors:
        visitor.close()


def choose(host: Visitor, *steps: Callable[[Any], None]) -> None:
    """The host takes some steps in the sheet with the options, and everybody reads the result."""
    host.button("Options").click()
    sheet = host.page.get_by_role("dialog")
    for step in steps:
        step(sheet)
    sheet.get_by_role("button", name="Play like this").click()
    sheet.wait_for(state="detached")


def radio(name: str) -> Callable[[Any], None]:
    return lambda sheet: sheet.get_by_role("radio", name=re.compile(f"^{name}( |$)")).check()


def switch(name: str) -> Callable[[Any], None]:
    return lambda sheet: sheet.get_by_role("switch", name=re.compile(f"^{name} ")).click()


def box(name: str) -> Callable[[Any], None]:
    return lambda sheet: sheet.get_by_role("combobox", name="Box").select_option(name)


def play_until(friends: list[Visitor], enough: Callable[[Events], bool]) -> None:
    """Whole games, one after the other, until one had all that is waited for."""
    host, *_ = friends
    deal(host, friends)
    for game in range(1, MOST_GAMES + 1):
        play_on(friends)
        for friend in friends:
            assert friend.events == host.events
            friend.page.locator(".end .verdict").wait_for()
        if enough(host.events):
            return
        if game < MOST_GAMES:
            _again(host, friends)
    pytest.fail(f"{MOST_GAMES} games, and never what was waited for")


def _again(host: Visitor, friends: list[Visitor]) -> None:
    number = host.play["game"]
    _skip_finale(host)
    host.button("Play again").click()
    for friend in friends:
        friend.until(lambda table: table["play"]["game"] > number, "another game")


def _skip_finale(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".finale").wait_for(state="detached")


def shown_to_all(friends: list[Visitor], server: Server) -> None:
    """The end as each of them finds it: the score, the replay, the list of games."""
    for friend in friends:
        page, over, game = friend.page, friend.play["over"], friend.play["address"]
        _skip_finale(friend)
        assert f"{over['score']} of " in page.locator(".end .score").inner_text()
        friend.link("See the replay").click()
        page.get_by_role("slider").wait_for()
        assert page.url.endswith(f"/g/{game}")
        friend.open(server, "/games")
        page.locator(f"a[href='/g/{game}']").wait_for()
        assert all(name in page.locator(".list li").first.inner_text() for name in NAMES)


def test_the_standard_game(friends: list[Visitor], server: Server) -> None:
    host = friends[0]
    choose(host, radio("Bo"), switch("Taking moves back"))
    host.until(lambda table: table["settings"]["first"] == 1, "Bo as the one who begins")

    def good(events: Events) -> bool:
        return bool(host.play["over"]["score"] > 20) and events[0]["seat"] == 1

    play_until(friends, good)
    assert host.play["over"]["result"] in ("won", "scored")
    shown_to_all(friends, server)


def test_everything_in_the_big_box(friends: list[Visitor], server: Server) -> None:
    host = friends[0]
    choose(host, radio("From your box"), box("French big box"), radio("Everything at once"))
    host.until(lambda table: table["settings"]["variant"] == "wild10+black+tiles", "all of it")

    def tiles_used(events: Events) -> bool:
        used = {one["tile"] for one in events if one["event"] == "tile-gone" and one["used"]}
        return len(used) > 1 and bool(used & {3, 4, 5, 6})  # those that ask for a choice

    play_until(friends, tiles_used)
    assert len(host.play["fireworks"]) == 7
    shown_to_all(friends, server)


def test_announced_colours_and_the_bouquet(friends: list[Visitor], server: Server) -> None:
    host = friends[0]
    steps = (
        radio("Mix your own"),
        radio("A sixth colour, five cards"),
        switch("Announce the colour"),
        switch("Bouquet final"),
    )
    choose(host, *steps)
    wanted = "own5+announce+bouquet"
    host.until(lambda table: table["settings"]["variant"] == wanted, wanted)

    def announced(events: Events) -> bool:
        said = [one for one in events if one["event"] == "played" and one["announced"] is not None]
        back = [one["why"] for one in events if one["event"] == "token-back"]
        return len(said) > 5 and "announced" in back

    play_until(friends, announced)
    assert host.play["over"]["band"] is None  # there is no scale: all or nothing
    shown_to_all(friends, server)
