"""Talk, notes, order and moves taken back, seen from both sides of the table."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.e2e.tables import my_turn, together
from support.e2e.visitors import Visitor
from support.server.serving import Server

Pair = Callable[..., list[Visitor]]


@pytest.fixture(name="pair")
def _pair(browser: Any, server: Server) -> Iterator[Pair]:
    """Two with a game on, one at a desk and one by phone; the first begins."""
    visitors: list[Visitor] = []

    def sit(languages: tuple[str, str] = ("en", "en"), **settings: Any) -> list[Visitor]:
        sizes = ("desktop", "phone")
        visitors.extend(
            Visitor(browser, size, locale) for size, locale in zip(sizes, languages, strict=True)
        )
        together(visitors, server, first=0, **settings)
        return visitors

    yield sit
    for visitor in visitors:
        visitor.close()


def said(visitor: Visitor) -> str:
    """All that was said, as it stands in the talk."""
    text: str = visitor.page.locator(".lines >> visible=true").inner_text()
    return text


def open_talk(visitor: Visitor) -> None:
    """On a phone the talk is a sheet."""
    visitor.page.locator(".line .talk").click()
    visitor.page.get_by_role("dialog").wait_for()


def quiet(visitor: Visitor) -> Any:
    return visitor.page.locator(
        "text=Right now only the player whose turn it is may talk. >> visible=true"
    )


def test_the_remarks_fold_away(pair: Pair) -> None:
    ada, bo = pair(talk="remarks")
    remarks = ada.page.get_by_role("group", name="Say it with one tap")
    unfold = ada.button("Say it with one tap")
    for leave in (
        lambda: ada.page.keyboard.press("Escape"),
        lambda: ada.page.locator(".mine h2").click(),
        lambda: ada.does(ada.play["legal"][0]),
    ):
        unfold.click()
        remarks.wait_for()
        leave()
        remarks.wait_for(state="detached")
    my_turn(bo)


def test_a_remark_is_read_in_one_s_own_language(pair: Pair) -> None:
    french, polish = pair(("fr", "pl"), talk="remarks")
    french.button("Dis-le d’un geste").click()
    french.button("Merci.").click()
    french.page.get_by_text("Merci.").first.wait_for()
    polish.page.locator(".toast").wait_for()
    assert polish.page.locator(".toast").inner_text() == "Ada: Dziękuję."
    polish.page.locator(".toast").click()
    assert "Ada: Dziękuję." in said(polish)
    assert polish.page.locator(".say input").count() == 0  # remarks only, no free talk


def test_what_people_write_is_text(pair: Pair) -> None:
    ada, bo = pair(talk="chat")
    words = "<b>bold</b> <img src=x onerror=alert(1)> & ]]>"
    ada.page.get_by_role("textbox", name="Say something").fill(words)
    ada.page.keyboard.press("Enter")
    bo.page.locator(".toast").click()
    for visitor in (ada, bo):
        assert f"Ada: {words}" in said(visitor)
        assert visitor.page.locator(".lines img, .lines b:has-text('bold')").count() == 0
    bo.page.get_by_role("textbox", name="Say something").fill("Hm & so")
    bo.button("Say it").click()
    ada.page.locator(".lines").get_by_text("Hm & so").wait_for()


def test_only_clues_speak_until_the_game_is_over(pair: Pair) -> None:
    ada, bo = pair(talk="clues")
    assert ada.page.locator(".line .talk, .side .talking").count() == 0
    bo.button("Menu").click()
    bo.button("Talk").click()
    bo.page.get_by_text("At this table, only clues are said during the game.").wait_for()
    assert bo.page.locator(".say button, .say input").count() == 0
    bo.page.keyboard.press("Escape")
    ada.ends_the_game()
    bo.page.locator(".end").wait_for()
    ada.page.get_by_role("textbox", name="Say something").fill("What a night")
    ada.button("Say it").click()
    bo.page.locator(".toast").get_by_text("What a night").wait_for()


def test_quiet_while_others_think(pair: Pair) -> None:
    ada, bo = pair(talk="chat", hush=True)
    open_talk(bo)
    quiet(bo).wait_for()
    assert bo.page.get_by_role("textbox").count() == 0
    ada.page.get_by_role("textbox", name="Say something").fill("Hm…")
    ada.page.keyboard.press("Enter")
    bo.page.get_by_role("log").get_by_text("Hm…").wait_for()
    ada.does({"do": "play", "card": 0})
    bo.page.get_by_role("textbox", name="Say something").wait_for()
    quiet(ada).wait_for()


def test_a_note_is_private(pair: Pair) -> None:
    ada, bo = pair()
    ada.page.locator("ol.own button").nth(2).click()
    ada.button("Note").click()
    ada.page.get_by_role("textbox", name="Note on your card 3").fill("<i>surely</i> a 5")
    ada.button("Save").click()
    ada.page.locator(".noted").get_by_text("<i>surely</i> a 5").wait_for()
    ada.does({"do": "play", "card": 0})
    bo.until(lambda table: table["play"]["turn"] == 2, "Ada's move")
    assert not any("surely" in frame for frame in bo.frames)
    assert "surely" not in bo.page.content()
    ada.page.reload()
    ada.page.locator("li[data-card='2'] .noted").wait_for()  # it went along with its card


def test_the_own_order_is_seen_by_everybody(pair: Pair) -> None:
    ada, bo = pair()
    theirs = bo.page.locator(".mate .cards [data-card]")
    ada.page.locator("ol.own button").first.click()
    ada.button("Move right").click()
    ada.button("Turn").click()
    bo.page.locator(".mate li.turned[data-card='0']").wait_for()
    order = [card.get_attribute("data-card") for card in theirs.all()]
    own = [card.get_attribute("data-card") for card in ada.page.locator("ol.own li").all()]
    assert order == own == ["1", "0", "2", "3", "4"]
    ada.page.locator("ol.own li[data-card='0'].turned").wait_for()


def test_a_move_is_taken_back_if_the_other_agrees(pair: Pair) -> None:
    ada, bo = pair(take_back=True)
    ada.does({"do": "play", "card": 0})
    my_turn(bo)
    ada.button("Take back").click()
    bo.page.get_by_text("Ada would like to take back the last move.").wait_for()
    bo.button("No, play on").click()
    my_turn(bo)
    assert len(ada.events) > 0
    ada.button("Take back").click()
    bo.button("Agree").click()
    my_turn(ada)
    ada.page.locator("ol.own [data-card='0']").wait_for()
    for visitor in (ada, bo):
        visitor.until(lambda table: table["play"]["turn"] == 1, "the move taken back")
        assert (visitor.play["discard_pile"], visitor.events) == ([], [])
        assert sum(visitor.play["fireworks"]) == 0


def test_a_question_waits_for_whoever_is_away(browser: Any, hasty: Server) -> None:
    ada, bo = Visitor(browser, "phone"), Visitor(browser, "desktop")
    together((ada, bo), hasty, first=0, take_back=True)
    ada.does({"do": "play", "card": 0})
    my_turn(bo)
    bo.open(hasty)
    ada.until(lambda table: table["seats"][1].get("away"), "Bo away")
    ada.button("Take back").click()
    ada.page.get_by_text("Anyone who’s away answers when they’re back.").wait_for()
    assert ada.play["taken_back"] == 0
    bo.page.go_back()
    bo.button("Agree").click()
    ada.until(lambda table: table["play"]["taken_back"] == 1, "Bo's yes")
    for visitor in (ada, bo):
        visitor.close()


def test_nothing_is_taken_back_where_that_is_not_played(pair: Pair) -> None:
    ada, bo = pair(take_back=False)
    ada.does({"do": "play", "card": 0})
    my_turn(bo)
    ada.page.locator(".mate .dot").wait_for()
    assert ada.button("Take back").count() == 0


def test_looking_back_shows_what_one_saw_then(pair: Pair) -> None:
    ada, bo = pair()
    own = ada.play["hands"][0]
    ada.does({"do": "play", "card": own[0]["id"]})
    my_turn(bo)
    bo.does(next(one for one in bo.play["legal"] if "to" in one))
    my_turn(ada)
    ada.page.keyboard.press("[")
    ada.page.get_by_role("slider").wait_for()
    ada.page.keyboard.press("Home")
    ada.page.locator(f".own [data-card='{own[0]['id']}']").wait_for()
    assert ada.page.locator(".own .face").count() == 0  # still backs to their holder
    steps = ada.page.request.get(f"{ada.page.url.replace('/t/', '/api/tables/')}/steps").json()
    mine = [card for play in steps["plays"] for card in play["hands"][0]]
    assert all(card.get("suit") is None for card in mine), json.dumps(mine[0])
    ada.button("Back to now").first.click()
    my_turn(ada)
