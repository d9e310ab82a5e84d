"""Nothing is lost and nothing happens twice: reloads, dead networks, killed servers, two tabs."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.e2e.lost_connections import banner, decisions
from support.e2e.peeking import best
from support.e2e.tables import my_turn, together, with_bots
from support.e2e.visitors import Visitor
from support.server.serving import Server, free_port


@pytest.fixture(name="pair")
def _pair(browser: Any, server: Server) -> Iterator[list[Visitor]]:
    """Two friends with a game on; Ada begins."""
    pair = [Visitor(browser, "phone"), Visitor(browser, "desktop")]
    together(pair, server, first=0)
    yield pair
    for visitor in pair:
        visitor.close()


def acts(pair: list[Visitor], mover: Visitor) -> None:
    mover.until(lambda table: table["play"]["to_move"] == table["you"], "their turn")
    version = mover.table["version"]
    mover.does(best(pair, mover))
    mover.sees(version + 1)


def hand(visitor: Visitor) -> list[str]:
    cards = visitor.page.locator("ol.own [data-card]").all()
    return [str(card.get_attribute("data-card")) for card in cards]


def test_a_reload_in_mid_game(pair: list[Visitor]) -> None:
    ada, bo = pair
    acts(pair, ada)
    acts(pair, bo)
    my_turn(ada)
    before, held = decisions(bo), hand(ada)
    for visitor in pair:
        visitor.page.reload()
        visitor.page.locator("ol.own").wait_for()
    my_turn(ada)
    assert (decisions(ada), hand(ada)) == (before, held)
    acts(pair, ada)
    bo.until(lambda _: len(decisions(bo)) == 3, "Ada's move")


def test_a_lost_network_comes_back(pair: list[Visitor]) -> None:
    ada, bo = pair
    ada.context.set_offline(True)
    banner(ada).wait_for()
    told, bar = banner(ada).bounding_box(), ada.page.locator(".bar").bounding_box()
    assert told["y"] + told["height"] <= bar["y"]  # it hides nothing
    button = ada.action_button(0).bounding_box()
    assert button["y"] + button["height"] <= ada.page.viewport_size["height"]  # nor pushes it away
    ada.page.locator("ol.own button").first.click()
    ada.action_button(0).click(force=True)
    ada.page.get_by_text("Not sent: there is no connection.").first.wait_for()
    ada.context.set_offline(False)
    banner(ada).wait_for(state="detached")
    my_turn(ada)
    assert decisions(ada) == []  # what was not sent did not happen
    ada.page.keyboard.press("Escape")  # the card is still chosen
    ada.page.locator("ol.own [aria-pressed=true]").wait_for(state="detached")
    acts(pair, ada)
    ada.context.set_offline(True)
    banner(ada).wait_for()
    acts(pair, bo)
    ada.context.set_offline(False)
    banner(ada).wait_for(state="detached")
    my_turn(ada)
    assert decisions(ada) == decisions(bo)
    ada.wrong.clear()  # requests that failed are on the console


@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_the_server_goes_and_comes_back(browser: Any, tmp_path: Path, how: str) -> None:
    """Stopped, it closes its sockets; killed with -9, it does nothing any more."""
    database, port = tmp_path / "games.sqlite", free_port()
    server = Server(database, port)
    pair = [Visitor(browser, "phone"), Visitor(browser, "desktop")]
    try:
        together(pair, server, first=0)
        ada, bo = pair
        acts(pair, ada)
        bo.sees(ada.table["version"])
        before = decisions(bo)
        server.stop() if how == "stopped" else server.kill()
        for visitor in pair:
            banner(visitor).wait_for()
        server = Server(database, port)
        for visitor in pair:
            banner(visitor).wait_for(state="detached")
        assert decisions(bo) == before
        acts(pair, bo)
        acts(pair, ada)
        assert len(decisions(ada)) == 3
    finally:
        server.stop()
        for visitor in pair:
            visitor.wrong.clear()  # requests that failed are on the console
            visitor.close()


def test_killed_while_a_move_is_under_way(browser: Any, tmp_path: Path) -> None:
    """The move is there, or the page says that it is not; never is it there twice."""
    database, port = tmp_path / "games.sqlite", free_port()
    server = Server(database, port)
    ada = Visitor(browser)
    try:
        with_bots(ada, server, players=2)
        for _ in range(3):
            my_turn(ada)
            mine = len([one for one in decisions(ada) if one["seat"] == 0])
            ada.page.locator("ol.own button").first.click()
            ada.action_button(0).click()
            server.kill()
            banner(ada).wait_for()
            heard = len(ada.frames)
            server = Server(database, port)
            ada.hears_more(heard)
            my_turn(ada)
            came = len([one for one in decisions(ada) if one["seat"] == 0]) - mine
            assert came in (0, 1)
            told = ada.page.get_by_text("The connection broke before your move got through.")
            told.first.wait_for(state="detached" if came else "visible")
    finally:
        server.stop()
        ada.wrong.clear()
        ada.close()


def test_a_server_that_does_not_answer(pair: list[Visitor], server: Server) -> None:
    ada, bo = pair
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        ada.page.locator("ol.own button").first.click()
        ada.action_button(0).click()
        ada.page.get_by_text("Sending…").first.wait_for()
        for _ in range(3):
            ada.action_button(0).click(force=True)
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    bo.until(lambda _: decisions(bo) != [], "Ada's move")
    my_turn(bo)
    assert len(decisions(bo)) == 1


def test_a_double_click_plays_once(pair: list[Visitor]) -> None:
    ada, bo = pair
    ada.page.locator("ol.own button").first.click()
    ada.action_button(0).dblclick()
    bo.until(lambda _: decisions(bo) != [], "Ada's move")
    acts(pair, bo)
    my_turn(ada)
    ada.page.locator("ol.own button").first.click()
    ada.action_button(0).evaluate("(button) => { button.click(); button.click(); button.click(); }")
    bo.until(lambda _: len(decisions(bo)) > 2, "Ada's second move")
    my_turn(bo)
    assert [one["seat"] for one in decisions(bo)] == [0, 1, 0]


def test_two_tabs_are_one_player(pair: list[Visitor]) -> None:
    ada, bo = pair
    first, address = ada.page, ada.page.url
    second = ada.page = ada.new_page()
    second.goto(address)
    my_turn(ada)
    acts(pair, ada)
    acts(pair, bo)
    for tab in (first, second):
        tab.locator(".mine .dot").wait_for()
    assert len(ada.events) == len(bo.events)
    second.close()
    ada.page = first
    first.locator("ol.own button").first.click()
    ada.action_button(0).click()
    bo.until(lambda _: len(decisions(bo)) == 3, "Ada's move in the first tab")
    assert bo.table["seats"][0].get("away") is not True


def test_a_stale_screen_plays_nothing(pair: list[Visitor]) -> None:
    """One tab on a network so slow that it has not heard what the other one did."""
    ada, bo = pair
    slow = ada.context.new_page()
    release = _held_back(slow)
    slow.goto(ada.page.url)
    slow.locator(".mine .dot").wait_for()
    acts(pair, ada)
    acts(pair, bo)
    slow.locator("ol.own button").first.click()
    slow.locator(".actions > .buttons .button").first.click()
    slow.get_by_text("Sending…").first.wait_for()
    release()
    slow.get_by_text("The table moved on in the meantime. Have another look.").first.wait_for()
    slow.locator(".mine .dot").wait_for()
    assert len(decisions(ada)) == len(decisions(bo)) == 2


def _held_back(page: Any) -> Callable[[], None]:
    """Let the first table through to this tab, and the rest once it is released."""
    held: list[str | bytes] = []
    sockets: list[Any] = []
    open_now, released = True, False

    def route(socket: Any) -> None:
        sockets.append(socket)

        def from_server(message: str | bytes) -> None:
            nonlocal open_now
            if not open_now:
                held.append(message)
            else:
                open_now = released
                socket.send(message)

        socket.connect_to_server().on_message(from_server)

    page.route_web_socket("**/ws*", route)

    def release() -> None:
        nonlocal open_now, released
        open_now = released = True
        for message in held:
            sockets[-1].send(message)

    return release
