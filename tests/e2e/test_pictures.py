"""Pictures of the main screens for the README and the docs: `make pictures`."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from support.e2e.deals import NAMES, game_with, put
from support.e2e.friends import Friend
from support.e2e.peeking import Player, best, faces, pointed, touched
from support.e2e.tables import my_turn, open_table
from support.e2e.tour import close, sheet
from support.e2e.visitors import SIZES, Visitor
from support.server.serving import Server, serving

SHOTS = os.environ.get("TAMAYA_SHOTS")  # a folder, if the pictures are wanted
LARGEST = 500_000
ROUNDS = 9  # before the picture of a table
REPLAYED = 27  # the turn in the picture of a replay


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With links as they are at home on the web."""
    database = tmp_path_factory.mktemp("data") / "games.sqlite"
    with serving(database, None, "--public-url", "https://tamaya.example") as running:
        yield running


@pytest.fixture(name="visitor", params=SIZES)
def _visitor(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    scale = 1.5 if request.param == "phone" else 1
    visitor = Visitor(browser, request.param, device_scale_factor=scale, reduced_motion="reduce")
    if request.param == "desktop":
        visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.open(server)
    visitor.page.evaluate("localStorage['tamaya.name'] = 'Ada'")
    yield visitor
    visitor.close()


@pytest.fixture(name="shots")
def _shots(tmp_path: Path) -> Path:
    folder = Path(SHOTS) if SHOTS else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def take(visitor: Visitor, shots: Path, name: str, *, by_day: bool = False) -> None:
    """A picture by night, and perhaps another one by day."""
    for light, ending in (("dark", ""), ("light", "-light"))[: 1 + by_day]:
        visitor.page.emulate_media(color_scheme=light, reduced_motion="reduce")
        path = shots / f"{name}-{visitor.size}{ending}.png"
        visitor.page.screenshot(path=str(path), animations="disabled")
        assert path.stat().st_size < LARGEST, path.name
    visitor.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_table(visitor: Visitor, server: Server, shots: Path) -> None:
    """Four friends who do well, when Ada has just been told something; and its replay."""
    with ExitStack() as leaving:
        friends = [leaving.enter_context(Friend(server)) for _ in NAMES[1:4]]
        _gather(visitor, friends)
        for turn in range(4 * ROUNDS):
            _act(visitor, friends, turn)
        my_turn(visitor)
        assert sum(visitor.play["fireworks"]) > 8
        take(visitor, shots, "table", by_day=True)
        friends[0].sees(visitor.table["version"]).does("end")
        visitor.page.locator(".end a").click()
        visitor.page.get_by_role("slider").wait_for()
        visitor.open(server, f"/g/{visitor.play['address']}?eyes=0#{REPLAYED}")
        visitor.page.get_by_role("slider").wait_for()
        take(visitor, shots, "replay")


def _gather(visitor: Visitor, friends: list[Friend]) -> None:
    server, host = friends[0].server, friends[0]
    host.opens(put(visitor, server, game_with([], players=4)), talk="remarks", take_back=True)
    for seat, friend in enumerate(friends, start=1):
        if friend is not host:
            friend.comes(host.id)
        friend.does("sit", seat=seat, name=NAMES[seat])
    visitor.open(server, f"/t/{host.id}")
    visitor.page.locator(".sit").first.click()
    host.hears(lambda table: all(table["seats"])).does("begin", same_deal=True)
    my_turn(visitor)


def _act(visitor: Visitor, friends: list[Friend], turn: int) -> None:
    """The next decision, when everybody has heard of the last one."""
    players: list[Player] = [visitor, *friends]
    version = max(visitor.table["version"], *(friend.table["version"] for friend in friends))
    visitor.sees(version)
    for friend in friends:
        friend.sees(version)
    if turn % 4 == 0:
        visitor.does(best(players, visitor))
        visitor.sees(version + 1)
    else:
        friend = friends[turn % 4 - 1]
        friend.does("act", action=_choose(players, friend, turn))


def _choose(players: list[Player], friend: Friend, turn: int) -> dict[str, Any]:
    """Every third time a clue, and at the end one for the visitor; else what is best."""
    play, known = friend.play, faces(players)
    clues = [one for one in play["legal"] if "to" in one]
    mine = [one for one in clues if one["to"] == 0]
    if mine and turn == 4 * ROUNDS - 1:
        return max(mine, key=lambda clue: len(touched(play, known, clue)))
    if clues and turn % 3 == 1:
        return max(clues, key=lambda clue: pointed(play, known, clue))
    return best(players, friend)


def test_the_front_page(visitor: Visitor, server: Server, shots: Path) -> None:
    with Friend(server) as one, Friend(server) as two:
        one.opens(listed=True, variant="wild10").does("sit", seat=0, name="Bo")
        two.opens(listed=True, players=2).does("sit", seat=0, name="Cleo")
        two.does("seat-bot", seat=1, bot="cautious").does("begin", same_deal=False).clues(1)
        visitor.open(server)
        visitor.page.locator(".lists li").nth(1).wait_for()
        take(visitor, shots, "front")


def test_a_lobby_and_its_options(visitor: Visitor, server: Server, shots: Path) -> None:
    open_table(visitor, server, "Ada")
    with Friend(server) as bo:
        bo.comes(visitor.table_id).does("sit", seat=1, name="Bo")
        visitor.page.locator("li").get_by_text("Bo", exact=True).first.wait_for()
        visitor.page.locator(".invite img").wait_for(state="attached")
        take(visitor, shots, "lobby", by_day=True)
        sheet(visitor, ".what .button >> nth=0")
        take(visitor, shots, "options")
        close(visitor)


def test_my_games(visitor: Visitor, server: Server, shots: Path) -> None:
    for number in range(8):
        _plays_elsewhere(visitor, server, ("base", "wild5")[number > 5])
    visitor.open(server, "/games")
    visitor.page.locator(".list li").nth(7).wait_for()
    take(visitor, shots, "games")


def _plays_elsewhere(visitor: Visitor, server: Server, variant: str) -> None:
    """The same person without a browser, with four bots who do the work."""
    with Friend(server) as same:
        kept = {cookie["name"]: cookie["value"] for cookie in visitor.context.cookies()}
        same.caller.cookie = f"tamaya={kept['tamaya']}"
        same.opens(variant=variant, players=5).does("sit", seat=0, name="Ada")
        for seat in range(1, 5):
            same.does("seat-bot", seat=seat, bot="cautious")
        same.does("begin", same_deal=False)
        while not same.turn().play["over"]:
            legal = {one["do"]: one for one in reversed(same.play["legal"])}
            same.does("act", action=legal.get("discard") or legal["value"])


def test_the_introduction(visitor: Visitor, server: Server, shots: Path) -> None:
    visitor.open(server, "/learn")
    for _ in range(6):
        visitor.page.locator(".coach .say").wait_for()
        visitor.page.locator(".next, .show").first.click()
    visitor.page.locator(".coach .say").wait_for()
    take(visitor, shots, "learn")
