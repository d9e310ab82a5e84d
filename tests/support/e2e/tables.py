"""Tables as they are opened, joined and left through the page."""

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from support.e2e.visitors import Home, Visitor
from support.server.serving import Server


def post(visitor: Visitor, server: Home, path: str, data: object = None) -> Any:
    """A request of this visitor's browser, where the way through the page is not what is tested."""
    base = f"http://127.0.0.1:{server.port}"
    answer = visitor.context.request.post(base + path, data=data, headers={"Origin": base})
    assert answer.ok, answer.text()
    return answer.json()


def with_bots(visitor: Visitor, server: Server, **game: Any) -> None:
    """Sit down with bots, without the way there, and wait for one's turn."""
    visitor.open(server)
    table = post(visitor, server, "/api/play", {"name": "Ada", **game})["table"]
    visitor.open(server, f"/t/{table}")
    my_turn(visitor)


def my_turn(visitor: Visitor) -> None:
    """Wait for one's turn, or for the end of the game."""
    visitor.page.locator(".mine .dot:not(.waits), .end").first.wait_for()


def open_table(host: Visitor, server: Server, name: str) -> str:
    """From the front page to a table; the address for the others."""
    page = host.page
    host.open(server)
    page.get_by_label("Your name").fill(name)
    host.button("Play with friends").click()
    page.locator("li.you").get_by_text(name, exact=True).wait_for()
    address: str = page.get_by_role("textbox", name="Invite friends").input_value()
    return address


def join(friend: Visitor, address: str, name: str) -> None:
    """Come by the link and sit down on the first free seat."""
    page = friend.page
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    friend.button("Sit here").first.click()
    page.locator("li.you").get_by_text(name, exact=True).wait_for()


def deal(host: Visitor, visitors: Sequence[Visitor]) -> None:
    """The host begins, and everybody sees the cards."""
    host.button("Deal the cards").click()
    for visitor in visitors:
        visitor.page.locator("ol.own").wait_for()
        visitor.until(lambda table: table["play"] and not table["play"]["over"], "the deal")


def together(visitors: Sequence[Visitor], *servers: Home, **settings: Any) -> str:
    """A table of these visitors with a game on, without the way there; its id.

    With several servers over one database, each visitor is at another one.
    """
    host, *_ = visitors
    homes = dict(zip(visitors, cycle(servers), strict=False))
    for visitor in visitors:
        visitor.open(homes[visitor])
    wanted = {"players": len(visitors), **settings}
    table: str = post(host, homes[host], "/api/tables", {"settings": wanted})["table"]
    for visitor, name in zip(visitors, ("Ada", "Bo", "Cleo", "Dan", "Eva"), strict=False):
        visitor.page.evaluate(f"localStorage['tamaya.name'] = '{name}'")
        visitor.open(homes[visitor], f"/t/{table}")
        if visitor is not host:  # who sits down by opening the table
            visitor.page.locator("li .sit").first.click()
        visitor.page.locator("li.you").wait_for()
    host.page.locator(".begin .primary").click()
    for visitor in visitors:
        visitor.page.locator("ol.own").wait_for()
    return table
