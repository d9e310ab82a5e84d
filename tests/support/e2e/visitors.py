"""Visitors with a browser: what their page was told, and the way from an action to clicks."""

import json
import time
from collections.abc import Callable
from typing import Any, Protocol

from support.server.changed_tables import applied

PATIENCE = 30_000  # milliseconds
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
# the address bar of each window would have two processes; the others are Playwright's own choice
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    f"--disable-features={','.join(LEFT_OUT)}",
]


class Home(Protocol):
    """Where pages come from: a server, or what stands in front of one."""

    port: int


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Any, size: str = "phone", locale: str = "en", **more: Any) -> None:
        width, height = SIZES[size]
        self.size = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=more.pop("color_scheme", "dark"),
            reduced_motion=more.pop("reduced_motion", "reduce"),  # quicker to draw
            locale=locale,
            **more,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script("localStorage['tamaya.pace'] = 0")  # no time to read
        self.wrong: list[str] = []
        self.frames: list[str] = []  # all that the server has sent over sockets
        self.page = self.new_page()

    def new_page(self) -> Any:
        """Another tab; what it hears from now on is what counts."""
        self.table: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", self._hear_console)
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        return page

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.frames.append(str(frame))
        if message["type"] == "table-changed":
            message = applied(self.table, message)
        if message["type"] != "table":
            return
        self.table = message
        play = message["play"]
        self.events[play["events_from"] if play else 0 :] = play["events"] if play else []

    def _hear_console(self, said: Any) -> None:
        if said.type == "error" and "WebSocket" not in said.text:
            self.wrong.append(said.text)

    @property
    def play(self) -> dict[str, Any]:
        """The game as this visitor sees it."""
        game: dict[str, Any] = self.table["play"]
        return game

    @property
    def table_id(self) -> str:
        """Of the table whose page is open."""
        return str(self.page.url).rpartition("/")[2]

    def open(self, server: Home, path: str = "/") -> None:
        self.page.goto(f"http://127.0.0.1:{server.port}{path}")

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong

    def until(self, so: Callable[[dict[str, Any]], bool], what: str) -> None:
        """Wait until the page was told of a table that is so."""
        self._wait(lambda: bool(self.table and so(self.table)), what)

    def until_true(self, script: str) -> None:
        """Wait for something in the page; its security policy lets Playwright's own way not in."""
        self._wait(lambda: bool(self.page.evaluate(script)), script)

    def _wait(self, so: Callable[[], bool], what: str) -> None:
        begin = time.monotonic()
        while not so():
            assert time.monotonic() - begin < PATIENCE / 1000, f"{what} never came"
            self.page.wait_for_timeout(20)

    def sees(self, version: int) -> None:
        """Wait until the page was told this version of the table."""
        self.until(lambda table: table["version"] >= version, f"version {version}")

    def hears_more(self, than: int) -> None:
        """Wait until the server has sent more than so many messages."""
        self._wait(lambda: len(self.frames) > than, "another message")

    # by the names that things have

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Any:
        return self.page.get_by_role("link", name=name, exact=True)

    # acting by clicks

    def ends_the_game(self) -> None:
        """As the host, and on purpose."""
        self.button("Menu").click()
        self.button("End the game here").click()
        self.page.get_by_role("dialog", name="Really end it here?").locator(".primary").click()

    def does(self, action: dict[str, Any]) -> None:
        """Click through an action, as a person would."""
        match action:
            case {"do": "play" | "discard" as verb, "card": card}:
                self.page.locator(f"ol.own [data-card='{card}'] button").click()
                if action.get("announced") is not None:
                    self.page.locator(".announce button").nth(action["announced"]).click()
                self.action_button(("play", "discard").index(verb)).click()
            case {"do": "take"}:
                takes = [legal for legal in self.play["legal"] if legal["do"] == "take"]
                self.page.locator(".tile li button").nth(takes.index(action)).click()
                self.page.locator(".tile .primary").click()
            case {"do": "forgo"}:
                self.page.locator(".tile .buttons .button").last.click()
            case _:
                self._clue(action["to"], action)

    def action_button(self, number: int) -> Any:
        """Play, discard, tell."""
        return self.page.locator(".actions > .buttons .button").nth(number)

    def _clue(self, to: int, action: dict[str, Any]) -> None:
        page = self.page
        if not page.locator(".clues").count():  # on a desktop, and for a tile, it is open
            self.action_button(2).click()
        if len(self.table["seats"]) > 2:
            mates = page.locator(".clues .mates")
            name = self.table["seats"][to]["name"]
            mate = mates.get_by_role("button", name=name, exact=True)
            mate.click()
        row, number = (
            (0, action["colour"]) if action["do"] == "colour" else (1, action["value"] - 1)
        )
        page.locator(".clues .row").nth(row).locator(".choice").nth(number).click()
        page.locator(".do .say").click()
