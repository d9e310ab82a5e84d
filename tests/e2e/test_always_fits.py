"""On phones, with any number of players and every box, nothing that one needs is off the screen."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.friends import Friend
from support.e2e.visitors import Visitor
from support.server.serving import Server
from tamaya.rules.notation import EVERYTHING, PRESETS

PHONES = ((360, 640), (375, 553), (390, 664))
# the largest game of each box, and everything at once
BOXES = (
    "fr:all",
    "pl:flamboyants-black",
    "sv:announce",
    "cs:cascade2",
    "es:farbrausch",
    "everything",
)
ACTIONS = ".actions > .buttons .button"

# what is not there, is off the screen, or lies under something else
HIDDEN = """(places) => places.flatMap((place) => {
  const found = [...document.querySelectorAll(place)];
  if (!found.length) return [`${place}: none`];
  return found.flatMap((one, n) => {
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    const out = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const covered = !one.contains(over) && one.closest('.mate') !== over?.closest('.mate, main');
    const small = width < 24 || height < 24;
    return out || covered || small ? [`${place} ${n}: ${out ? 'out' : over?.className}`] : [];
  });
})"""
HAND = (
    "() => [...document.querySelectorAll('.own li')].map((one) => one.getBoundingClientRect().top)"
)


class FakeTable:
    """A page at a table that says what the test wants."""

    def __init__(self, visitor: Visitor, server: Server) -> None:
        self.page = visitor.page
        self.sockets: list[Any] = []
        self.page.route_web_socket("**/ws*", self._answer)
        visitor.open(server, "/t/fake")
        visitor.until_true("document.querySelector('.wait')")

    def _answer(self, socket: Any) -> None:
        self.sockets.append(socket)

    def shows(self, table: dict[str, Any]) -> None:
        self.sockets[-1].send(json.dumps(table))
        self.page.locator(f".table[data-game='{table['play']['game']}']").wait_for()


def dealt(server: Server, box: str, players: int) -> dict[str, Any]:
    """A table whose first seat is to move, with everybody's cards."""
    with Friend(server) as friend:
        friend.opens(variant=PRESETS.get(box, EVERYTHING), players=players, first=0).does(
            "sit", seat=0, name="Ada"
        )
        for seat in range(1, players):
            friend.does("seat-bot", seat=seat, bot="cautious")
        friend.does("begin", same_deal=False)
        return friend.table


def with_tile(table: dict[str, Any]) -> dict[str, Any]:
    """The same table when a tile asks for one of many discarded cards."""
    faces = [(suit, value) for suit in range(len(table["play"]["suits"])) for value in (1, 2, 3)]
    takes = [{"do": "take", "suit": suit, "value": value} for suit, value in faces]
    asked = {"tile": 5, "discard_pile": faces, "legal": [*takes, {"do": "forgo"}]}
    return {**table, "play": {**table["play"], **asked}}


@pytest.fixture(name="table", scope="module")
def _table(browser: Any, server: Server) -> Iterator[FakeTable]:
    visitor = Visitor(browser, "phone", has_touch=True, is_mobile=True)
    yield FakeTable(visitor, server)
    visitor.close()


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_of_it_is_on_the_screen(
    table: FakeTable, server: Server, box: str, players: int
) -> None:
    page, told = table.page, dealt(server, box, players)
    missing: list[str] = []

    def look(state: str, *places: str) -> None:
        found = page.evaluate(HIDDEN, [*places, ".others li"])
        missing.extend(f"{width}×{height}, {state}: {one}" for one in found)

    for number, (width, height) in enumerate(PHONES):
        page.set_viewport_size({"width": width, "height": height})
        game = f"{box} {players} {number}"
        told["play"]["game"] = hash(game) % 10**6
        table.shows(told)
        look("one's turn", ".own button", ACTIONS)
        before = page.evaluate(HAND)
        page.locator(".own button").first.click()
        look("a card chosen", ".own button", ACTIONS)
        if any(one.get("announced") is not None for one in told["play"]["legal"]):
            look("announcing", ".announce button")
        assert page.evaluate(HAND) == before, "the hand does not move"
        page.locator(ACTIONS).nth(2).click()
        choices = [".clues .choice", ".clues .say", ".clues .close"]
        look("a clue", *choices, *([".mates button"] if players > 2 else []))
        page.locator(".clues .choice:not([aria-disabled=true])").first.click()
        look("a clue chosen", *choices)
        told["play"]["game"] += 1
        table.shows(with_tile(told))
        look("a tile", ".tile .buttons .button")
    assert not missing, "\n".join(missing)
