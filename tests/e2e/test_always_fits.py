"""At any size, with any number of players and every box, all that one needs is on the screen."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.e2e.friends import Friend
from support.e2e.visitors import Visitor
from support.server.serving import Server
from tamaya.rules.notation import EVERYTHING, PRESETS

SCREENS = {
    "phone": ((360, 640), (375, 553), (390, 664)),
    "desktop": (
        (640, 360),  # 1280 × 720 at 200 %
        (720, 450),  # 1440 × 900 at 200 %
        (768, 1024),
        (1024, 768),
        (1280, 720),
        (1440, 900),
        (1920, 1080),
        (2560, 1440),
    ),
}
# the largest game of each box, and everything at once
BOXES = (
    "fr:all",
    "pl:flamboyants-black",
    "sv:announce",
    "cs:cascade2",
    "es:farbrausch",
    "everything",
)
WIDE = 900  # from here on the own hand stays while a clue is chosen
PAD_OPEN = 1200  # from here on the clue pad is open before anything is chosen
LONGEST_NAME = 20
ACTIONS = ".actions > .buttons .button"
TOOLS = ".actions .more, .actions .tools button"  # of a chosen card; folded where room is short

# what is not there, is off the screen, or lies under something else
HIDDEN = """(places) => places.flatMap((place) => {
  const found = [...document.querySelectorAll(place)]
    .filter((one) => !one.matches('.more, .tools *') || one.checkVisibility());
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
# on a desktop, what happened stands above what can be done
OVERLAP = """() => {
  const [line, doing] = ['.line', '.do'].map((place) => document.querySelector(place));
  if (!line.checkVisibility()) return false;
  const [above, below] = [line, doing].map((one) => one.getBoundingClientRect());
  return above.bottom > below.top && above.right > below.left && above.left < below.right;
}"""
LARGER = """() => {
  const [own, theirs] = ['.own', '.others'].map((place) =>
    [...document.querySelectorAll(`${place} li`)].map((one) => one.getBoundingClientRect().width));
  return Math.max(...own) > Math.min(...theirs) + 1;
}"""
HAND = (
    "() => [...document.querySelectorAll('.own li')].map((one) => one.getBoundingClientRect().top)"
)


class FakeTable:
    """A page at a table that says what the test wants."""

    def __init__(self, visitor: Visitor, server: Server) -> None:
        self.page, self.size = visitor.page, visitor.size
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
    """A table whose first seat is to move again, with everybody's cards and long names."""
    with Friend(server) as friend:
        friend.opens(variant=PRESETS.get(box, EVERYTHING), players=players, first=0).does(
            "sit", seat=0, name="Ada"
        )
        for seat in range(1, players):
            friend.does("seat-bot", seat=seat, bot="cautious")
        friend.does("begin", same_deal=False)
        friend.clues(1)
        table = friend.turn().comes(friend.id).table  # with all that has happened
        text = json.dumps(table)
        for name in [sitter["name"] for sitter in table["seats"]]:
            text = text.replace(f'"{name}"', json.dumps(f"{name} the Wonderful"[:LONGEST_NAME]))
        told: dict[str, Any] = json.loads(text)
        return told


def with_tile(table: dict[str, Any]) -> dict[str, Any]:
    """The same table when a tile asks for one of many discarded cards."""
    faces = [(suit, value) for suit in range(len(table["play"]["suits"])) for value in (1, 2, 3)]
    takes = [{"do": "take", "suit": suit, "value": value} for suit, value in faces]
    asked = {"tile": 5, "discard_pile": faces, "legal": [*takes, {"do": "forgo"}]}
    return {**table, "play": {**table["play"], **asked}}


@pytest.fixture(name="table", scope="module", params=SCREENS)
def _table(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[FakeTable]:
    touch = request.param == "phone"
    visitor = Visitor(browser, request.param, has_touch=touch, is_mobile=touch)
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
        if page.evaluate(OVERLAP):
            found.append("what happened lies under the actions")
        missing.extend(f"{width}×{height}, {state}: {one}" for one in found)

    for number, (width, height) in enumerate(SCREENS[table.size]):
        page.set_viewport_size({"width": width, "height": height})
        game = f"{box} {players} {number}"
        told["play"]["game"] = hash(game) % 10**6
        table.shows(told)
        look("one's turn", ".own button", ACTIONS)
        choices = [".clues .choice", *([".mates button"] if players > 2 else [])]
        if width >= PAD_OPEN:
            look("the clue pad", *choices, ".do .say")
        if width >= WIDE:
            assert not page.evaluate(LARGER), "own cards are larger than those that are read"
        before = page.evaluate(HAND)
        page.locator(".own button").first.click()
        look("a card chosen", ".own button", ACTIONS, TOOLS)
        if any(one.get("announced") is not None for one in told["play"]["legal"]):
            look("announcing", ".announce button")
        assert page.evaluate(HAND) == before, "the hand does not move"
        if not page.locator(".clues").count():
            page.locator(ACTIONS).nth(2).click()
        choices += [".do .say", *([".own button"] if width >= WIDE else [".clues .close"])]
        look("a clue", *choices)
        page.locator(".clues .choice:not([aria-disabled=true])").first.click()
        look("a clue chosen", *choices)
        told["play"]["game"] += 1
        table.shows(with_tile(told))
        look("a tile", ".tile .buttons .button")
    assert not missing, "\n".join(missing)
