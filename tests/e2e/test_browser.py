"""A real browser: somebody clicks through whole games on a phone and on a desktop."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from parts import require, require_program
from server.serving import Server, free_port, serving
from tamaya.cli.serve import CLIENT

SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
PATIENCE = 15_000  # milliseconds
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
]
SHOTS = os.environ.get("TAMAYA_SHOTS")  # a folder for pictures, if they are wanted


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not CLIENT.is_dir():
        pytest.fail("the page is not built: make client")
    with serving(tmp_path_factory.mktemp("data") / "games.sqlite") as running:
        yield running


@pytest.fixture(scope="module", name="browser")
def _browser() -> Iterator[Any]:
    chromium = require_program("chromium")
    with require("playwright").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(name="page", params=SIZES)
def _page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark")
    context.set_default_timeout(PATIENCE)
    context.add_init_script("localStorage['tamaya.pace'] = 0")  # no time to read
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.size = request.param
    yield page
    context.close()
    assert wrong == []


def picture(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}-{page.size}.png"))


def my_turn(page: Any) -> Any:
    return page.locator("text=Your turn >> visible=true").first


def start(page: Any, server: Server) -> None:
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_role("button", name="Play with bots").click()
    my_turn(page).wait_for()


def is_on(button: Any) -> bool:
    return bool(button.get_attribute("aria-disabled", timeout=2000) != "true")


def act(page: Any, timeout: int = PATIENCE) -> None:
    """Discard the oldest card if that is allowed, else tell something."""
    discard = page.get_by_role("button", name="Discard", exact=True)
    page.locator("ol.own button").first.click(timeout=timeout)
    if is_on(discard):
        discard.click(timeout=timeout)
        return
    page.get_by_role("button", name="Clue…").click(timeout=timeout)
    page.locator(".clues .choice:not([aria-disabled=true])").first.click(timeout=timeout)
    page.locator(".clues .say").click(timeout=timeout)


def test_a_whole_game_by_clicks(page: Any, server: Server) -> None:
    playwright = require("playwright")
    start(page, server)
    over = page.get_by_role("button", name="Play again")
    for turn in range(100):
        my_turn(page).or_(over).first.wait_for()
        if over.is_visible():
            break
        if SHOTS and turn == 6:
            page.wait_for_timeout(1500)  # until all cards have landed
            picture(page, "table")
        with suppress(playwright.TimeoutError):  # the table changed under the finger: look again
            act(page, timeout=2000)
    assert over.is_visible()
    over.click()
    my_turn(page).wait_for()


def test_a_reload_brings_the_seat_back(page: Any, server: Server) -> None:
    start(page, server)
    hand = page.locator("ol.own button").count()
    page.reload()
    my_turn(page).wait_for()
    assert page.locator("ol.own button").count() == hand == 5


def test_nothing_is_cut_off(page: Any, server: Server) -> None:
    start(page, server)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= SIZES[page.size][0]


def test_the_page_comes_back_when_the_server_does(browser: Any, tmp_path: Path) -> None:
    database, port = tmp_path / "games.sqlite", free_port()
    server = Server(database, port)
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script("localStorage['tamaya.pace'] = 0")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        start(page, server)
        server.kill()
        page.get_by_text("reconnecting").first.wait_for()
        server = Server(database, port)
        page.get_by_text("reconnecting").first.wait_for(state="hidden")
        act(page)
        my_turn(page).wait_for()
    finally:
        context.close()
        server.stop()
