"""Finished games in a real browser: every step of them, their files, their deals, the list."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.e2e.tables import my_turn, with_bots
from support.e2e.visitors import SIZES, Visitor
from support.server.serving import Server

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
KNOWN = "This deal has been played before: somebody may know the cards."
TURNS = 3  # of the person, before the game is ended


class Player(Visitor):
    """Somebody who has played a game."""

    game = ""  # its address


@pytest.fixture(name="visitor", scope="module", params=SIZES)
def _visitor(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Player]:
    """Somebody who has ended a game with bots after a few turns."""
    visitor = Player(browser, request.param, accept_downloads=True)
    with_bots(visitor, server)
    for _ in range(TURNS):
        my_turn(visitor)
        _discard_or_clue(visitor)
    visitor.ends_the_game()
    visitor.until(lambda table: table["play"]["over"] is not None, "the end")
    visitor.game = visitor.play["address"]
    yield visitor
    visitor.close()


def _discard_or_clue(visitor: Visitor) -> None:
    version, legal = visitor.table["version"], visitor.play["legal"]
    visitor.does(next(action for action in legal if action["do"] in ("discard", "colour")))
    visitor.sees(version + 1)


def violations(page: Any) -> list[str]:
    """What axe-core finds wrong."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def dealt(visitor: Visitor, server: Server, path: str) -> Any:
    """The hands as they were dealt, with the eyes of the first seat."""
    answer = visitor.context.request.get(f"http://127.0.0.1:{server.port}{path}")
    return answer.json()["plays"][0]["hands"]


def test_every_step_of_a_game(visitor: Player, server: Server) -> None:
    page = visitor.page
    visitor.open(server, f"/g/{visitor.game}#2")
    slider = page.get_by_role("slider")
    slider.wait_for()
    assert slider.get_attribute("aria-valuetext").startswith("Turn 2 of ")
    assert violations(page) == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/g/{visitor.game}#4")
    page.keyboard.press("End")
    assert "The players ended the game here." in page.locator(".happened").inner_text()
    page.keyboard.press("Home")
    page.wait_for_url(f"**/g/{visitor.game}")
    open_hand = page.locator(".own .face").count()
    page.get_by_label("Point of view").select_option("0")
    page.wait_for_url(f"**/g/{visitor.game}?eyes=0")
    assert (open_hand, page.locator(".own .face").count()) == (5, 0)
    page.reload()
    slider.wait_for()
    assert page.locator(".own .face").count() == 0
    page.keyboard.press("Space")
    page.locator(".line.ended").wait_for()  # it ran to the end
    width, height = SIZES[visitor.size]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    steps = page.locator(".steps").bounding_box()
    assert steps["y"] + steps["height"] <= height


def test_its_deal_is_played_again(visitor: Player, server: Server) -> None:
    page = visitor.page
    before = dealt(visitor, server, f"/api/games/{visitor.game}/steps?eyes=0")
    visitor.open(server, f"/g/{visitor.game}")
    _about(visitor).get_by_role("button", name="With bots").click()
    page.wait_for_url("**/t/*")
    my_turn(visitor)
    table = page.url.rpartition("/")[2]
    assert dealt(visitor, server, f"/api/tables/{table}/steps") == before
    assert violations(page) == []
    if visitor.size == "phone":
        visitor.button("Known deal").click()
    page.get_by_text(KNOWN).locator("visible=true").wait_for()
    visitor.open(server, f"/g/{visitor.game}")
    _about(visitor).get_by_role("button", name="With friends").click()
    page.wait_for_url("**/t/*")
    visitor.until(lambda table: table["deal_set"], "a table with the deal")


def _about(visitor: Visitor) -> Any:
    """What can be done with a game: beside the board, or behind the menu."""
    visitor.page.get_by_role("slider").wait_for()
    if visitor.size == "desktop":
        return visitor.page.locator(".do")
    visitor.page.get_by_role("button", name="Menu").click()
    return visitor.page.get_by_role("dialog")


def test_files_go_out_and_come_in(visitor: Player, server: Server, tmp_path: Path) -> None:
    page = visitor.page
    visitor.open(server, f"/g/{visitor.game}")
    about = _about(visitor)
    saved = []
    for button in ("Tamaya file", "hanab.live file"):
        with page.expect_download() as waiting:
            about.get_by_role("button", name=button).click()
        saved.append(tmp_path / waiting.value.suggested_filename)
        waiting.value.save_as(saved[-1])
    assert [path.name.partition(".")[2] for path in saved] == ["json", "hanablive.json"]
    assert all(json.loads(path.read_text(encoding="utf-8")) for path in saved)
    for path in saved:
        visitor.open(server, "/games")
        page.locator("input[type=file]").set_input_files(path)
        page.get_by_role("link", name="Take a look").or_(
            page.get_by_role("slider")
        ).first.wait_for()
        if page.get_by_role("link", name="Take a look").count():
            page.get_by_role("link", name="Take a look").click()
        page.get_by_role("slider").wait_for()
        assert not page.url.endswith(visitor.game)


def test_what_is_no_game_is_told(visitor: Player, server: Server, tmp_path: Path) -> None:
    page = visitor.page
    visitor.open(server, "/games")
    wrong = tmp_path / "shopping.json"
    wrong.write_text('{"milk": 2}', encoding="utf-8")
    page.locator("input[type=file]").set_input_files(wrong)
    page.get_by_text("We can’t find a game in this file.").wait_for()
    assert violations(page) == []
    visitor.wrong.clear()  # the refused request is on the console


def test_it_is_among_my_games(visitor: Player, server: Server) -> None:
    page = visitor.page
    visitor.open(server, "/games")
    page.locator(f"a[href='/g/{visitor.game}']").wait_for()
    assert page.locator(".list a").count() == 1
    assert violations(page) == []
    page.locator(".list a").click()
    page.get_by_role("slider").wait_for()
    assert page.url.endswith(f"/g/{visitor.game}")
    page.go_back()
    page.get_by_role("heading", name="My games").wait_for()


def test_nothing_played_and_nothing_found(browser: Any, server: Server) -> None:
    visitor = Visitor(browser)
    visitor.open(server, "/games")
    visitor.page.get_by_text("Your sky is still dark.").wait_for()
    assert violations(visitor.page) == []
    visitor.open(server, "/g/never-played")
    visitor.page.get_by_text("There’s no game here").wait_for()
    visitor.wrong.clear()  # the 404 is on the console
    visitor.close()
