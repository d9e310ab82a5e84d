"""A tour through every screen in front of a game and after it, in any language."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from support.e2e.deals import perfect, put
from support.e2e.friends import Friend
from support.e2e.visitors import Visitor
from support.parts import require
from support.server.serving import Server

PASSWORD = "stars"
Part = Callable[[Visitor, Server], Iterator[str]]


def close(visitor: Visitor) -> None:
    """Close the sheet that is open."""
    visitor.page.keyboard.press("Escape")
    visitor.page.locator("dialog").wait_for(state="detached")


def sheet(visitor: Visitor, opener: str) -> None:
    """Open a sheet, and wait until it stands still."""
    visitor.page.locator(opener).click()
    settled(visitor)


def settled(visitor: Visitor) -> None:
    visitor.page.locator("dialog[open]").wait_for()
    visitor.page.evaluate(
        "Promise.all(document.querySelector('dialog').getAnimations().map((one) => one.finished))"
    )


def reach_phones(visitor: Visitor) -> None:
    """The server says an address that others reach, too: then there are QR codes."""

    def answer(route: Any) -> None:
        told = route.fetch()
        route.fulfill(response=told, body=told.text().replace("127.0.0.1", "192.168.1.5"))

    visitor.page.route("**/api/qr", answer)


def front(visitor: Visitor, server: Server) -> Iterator[str]:
    """The front page: alone, with tables to join and to watch, and its sheets."""
    page = visitor.page
    visitor.open(server)
    page.locator(".lists h2").first.wait_for()
    yield "front page"
    reach_phones(visitor)
    with Friend(server) as neighbour, Friend(server) as playing:
        neighbour.opens(listed=True).does("sit", seat=0, name="Bo")
        playing.opens(listed=True, players=2).does("sit", seat=1, name="Cleo")
        playing.does("lock", password=PASSWORD)
        playing.does("seat-bot", seat=0, bot="cautious").does("begin", same_deal=False)
        visitor.open(server)
        page.locator(".lists li").nth(1).wait_for()
        yield "front page with tables"
    sheet(visitor, "button.game")
    yield "options of a game with bots"
    page.locator("dialog fieldset").nth(1).locator("input").nth(1).check()
    page.locator("dialog .mix").wait_for()
    yield "options mixed"
    close(visitor)
    sheet(visitor, "nav button")
    page.locator("dialog img").wait_for()
    yield "another device"
    close(visitor)
    visitor.open(server, "/?variant=confetti&players=4")
    page.locator(".kind").wait_for()
    yield "a game that nobody knows"


def moving(visitor: Visitor, server: Server) -> Iterator[str]:
    """Somebody comes with a personal link, and with one that is spent."""
    page = visitor.page
    with Friend(server) as owner:
        _, link = owner.opens().caller.ask("/api/me/link", {})
        for path, state in ((link["path"], "status"), ("/#me=spent", "alert")):
            visitor.open(server, "/games")
            visitor.open(server, path)
            settled(visitor)
            yield f"personal link, {state}"
            page.locator("dialog .primary").click()
            page.locator(f".toast[role={state}]").wait_for()
            yield f"personal link followed, {state}"
    visitor.wrong.clear()  # the refused request is on the console


def lobby(visitor: Visitor, server: Server) -> Iterator[str]:
    """Before a game, as the host."""
    page = visitor.page
    reach_phones(visitor)
    visitor.open(server)
    page.locator(".play .button").nth(1).click()
    page.locator("li.you").wait_for()
    page.locator(".invite img").wait_for(state="attached")
    if visitor.size == "phone":
        page.locator(".toggle").click()
    yield "lobby of the host"
    sheet(visitor, ".what .button >> nth=0")
    yield "options of a table"
    page.locator("dialog fieldset").nth(1).locator("input").nth(1).check()
    page.locator("dialog .mix [role=switch]").first.click()
    yield "options of a table, mixed"
    page.locator("dialog .primary").click()
    visitor.until(lambda table: "black" in table["settings"]["variant"], "black powder")
    sheet(visitor, ".what .button >> nth=1")
    yield "rules"
    close(visitor)
    page.locator(".doors .field").fill("lantern")
    page.locator(".doors [type=submit]").click()
    page.locator(".doors .row > [type=button]").wait_for()
    yield "lobby with a password"
    page.locator(".seats > [role=switch]").click()  # one device for several people
    page.locator("li.asks").first.wait_for()
    yield "lobby of one device"


def guest(visitor: Visitor, server: Server) -> Iterator[str]:
    """Before a game, as somebody who was invited; and at a closed door."""
    page = visitor.page
    with Friend(server) as host:
        host.opens(listed=True, talk="chat").does("sit", seat=0, name="Bo")
        visitor.open(server, f"/t/{host.id}")
        page.locator(".sit").first.wait_for()
        yield "lobby of a newcomer"
        page.locator(".sit").first.click()
        page.locator("li.you").wait_for()
        host.does("say", remark="hello")
        page.locator(".talk li.said").wait_for()
        yield "lobby of a guest"
    with Friend(server) as shut:
        shut.opens().does("lock", password=PASSWORD)
        visitor.open(server, f"/t/{shut.id}")
        page.locator("[type=password]").fill("moon")
        yield "closed door"
        page.locator("form .primary").click()
        page.get_by_role("alert").wait_for()
        yield "wrong password"


def games(visitor: Visitor, server: Server) -> Iterator[str]:
    """The list of games: empty, with games, and with files that cannot be read."""
    page = visitor.page
    visitor.open(server, "/games")
    page.locator(".empty").wait_for()
    yield "no games yet"
    wrong = {"name": "shopping.json", "mimeType": "application/json", "buffer": b'{"milk": 2}'}
    page.locator("input[type=file]").set_input_files(wrong)
    page.locator(".problem").wait_for()
    yield "no game in a file"
    visitor.wrong.clear()  # the refused request is on the console
    for players in (2, 3):
        _stop_a_game(visitor, server, players)
    visitor.open(server, "/games")
    page.locator(".list li").nth(1).wait_for()
    yield "my games"


def _stop_a_game(visitor: Visitor, server: Server, players: int) -> None:
    """The same person somewhere else ends a game with bots."""
    with Friend(server) as same:
        kept = {cookie["name"]: cookie["value"] for cookie in visitor.context.cookies()}
        same.caller.cookie = f"tamaya={kept['tamaya']}"
        same.opens(players=players).does("sit", seat=0, name="Ada")
        for seat in range(1, players):
            same.does("seat-bot", seat=seat, bot="cautious")
        same.does("begin", same_deal=False).turn().does("end")


def replay(visitor: Visitor, server: Server) -> Iterator[str]:
    """A perfect game, step by step, and the sheets beside it."""
    page = visitor.page
    visitor.open(server)
    game = put(visitor, server, perfect())
    visitor.open(server, f"/g/{game}?eyes=0#7")
    page.get_by_role("slider").wait_for()
    yield "replay through somebody's eyes"
    page.locator(".steps select, .more select").first.select_option("open")
    page.locator(".own .face").first.wait_for()
    yield "replay with open hands"
    page.keyboard.press("?")
    settled(visitor)
    yield "keys of a replay"
    close(visitor)
    sheet(visitor, ".top .icon >> nth=-1")
    yield "about a replay"
    close(visitor)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.locator(".finale").wait_for()
    yield "finale"
    page.keyboard.press("Escape")
    page.locator(".finale").wait_for(state="detached")
    yield "end of a replay"


def nowhere(visitor: Visitor, server: Server) -> Iterator[str]:
    """Addresses of nothing, and a server that does not answer."""
    page = visitor.page
    visitor.open(server, "/t/nothing")
    page.locator(".nowhere").wait_for()
    yield "no table"
    visitor.open(server, "/nonsense/")
    page.locator(".nowhere").wait_for()
    yield "nothing at all"
    visitor.open(server, "/g/nothing")
    page.get_by_role("alert").wait_for()
    yield "no game"
    visitor.open(server)
    page.locator(".lists h2").first.wait_for()
    visitor.context.set_offline(True)
    page.locator(".play .primary").click()
    page.get_by_role("alert").wait_for()
    yield "no answer"
    page.locator("nav a").first.click()
    page.get_by_role("alert").wait_for()
    yield "no list of games"
    visitor.context.set_offline(False)
    visitor.wrong.clear()  # requests that failed are on the console


def learn(visitor: Visitor, server: Server) -> Iterator[str]:
    """Every step of the introduction, and the way out of it."""
    page = visitor.page
    visitor.open(server, "/learn")
    words = page.locator(".coach .say, .done h1")
    for step in range(60):
        words.wait_for()
        yield f"introduction, step {step}"
        if page.locator(".done").count():
            return
        other = words.and_(page.locator(f":not(:text-is({words.inner_text()!r}))"))
        page.locator(".next, .show").first.click()
        friends_move = page.locator(".lesson:not(:has(.say)) .next")
        other.or_(friends_move).first.wait_for()
        while not other.count():  # it can be skipped
            with suppress(require("playwright").TimeoutError):
                friends_move.click(timeout=200)
    raise AssertionError("the introduction has no end")
