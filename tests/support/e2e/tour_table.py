"""A tour through every screen of a game, in any language, with a friend who plays along."""

from collections.abc import Iterator

from support.e2e.deals import game_with, put
from support.e2e.friends import Friend
from support.e2e.tables import my_turn, post, with_bots
from support.e2e.tour import close, settled, sheet
from support.e2e.visitors import Visitor
from support.server.serving import Server

MENU = (
    "log",
    "look back",
    "discards",
    "talk",
    "help",
    "rules",
    "learn",
    "empathy",
    "settings",
    "language",
    "device",
    "seats",
    "invite",
)


def _plays_with(friend: Friend, visitor: Visitor, top: str, variant: str) -> None:
    """A game of two: the visitor begins, with a hand that is known."""
    server = friend.server
    visitor.open(server)
    deal = put(visitor, server, game_with(top.split(), variant))
    friend.opens(deal, talk="chat", take_back=True).does("sit", seat=1, name="Bo")
    visitor.open(server, f"/t/{friend.id}")
    visitor.page.locator(".sit").first.click()
    friend.hears(lambda table: all(table["seats"])).does("begin", same_deal=True)
    my_turn(visitor)


def turn(visitor: Visitor, server: Server) -> Iterator[str]:
    """One's turn: a card, its tools, a note, a clue; what the friend says and asks."""
    page = visitor.page
    with Friend(server) as friend:
        _plays_with(friend, visitor, "r1 r2 r3 r4 r5 g3 w2 y1 b4 y1", "wild10+black+tiles")
        yield "own turn"
        friend.does("say", text="<b>Tamaya</b> & <i>Kagiya</i>")
        page.locator(".toast, .talking li.said").first.wait_for()
        yield "something said"
        page.locator("ol.own button").nth(1).click()
        yield "card chosen"
        if visitor.size == "phone":
            page.locator(".actions .more").click()
            yield "tools of a card"
        page.locator(".tools button").last.click()
        settled(visitor)
        yield "a note"
        page.locator("dialog input").fill("2?")
        page.locator("dialog .primary").click()
        page.locator(".noted").wait_for()
        page.keyboard.press("Escape")
        if visitor.size == "phone":
            visitor.action_button(2).click()
        page.locator(".clues").wait_for()
        yield "telling"
        page.locator(".clues .row").last.locator(".choice").first.click()
        yield "clue chosen"
        page.locator(".do .say").click()
        friend.acts(do="discard", card=5)
        my_turn(visitor)
        visitor.does({"do": "play", "card": 0})
        friend.clues(0)
        my_turn(visitor)
        yield "own turn, knowing something"
        friend.does("take-back")
        page.locator(".ask .buttons").wait_for()
        yield "asked to take back"
        page.locator(".ask .button").last.click()
        my_turn(visitor)


def tiles(visitor: Visitor, server: Server) -> Iterator[str]:
    """A bonus tile asks; then the friend goes away."""
    page = visitor.page
    with Friend(server) as friend:
        _plays_with(friend, visitor, "r1 r2 r3 r4 r5 g3 w2 y1 b4 y1", "base+tiles")
        visitor.does({"do": "value", "to": 1, "value": 1})
        friend.acts(do="discard", card=5)
        for card in range(5):
            my_turn(visitor)
            visitor.does({"do": "play", "card": card})
            if card < 4:
                friend.clues(0)
        page.locator(".tile li button").first.wait_for()
        yield "tile asks for a card"
        page.locator(".tile li button").first.click()
        yield "card for the tile chosen"
        page.locator(".tile .primary").click()
        friend.turn()
    page.locator(".mate .away").wait_for()
    page.locator(".ask").wait_for()
    yield "the friend is away"


def sheets(visitor: Visitor, server: Server) -> Iterator[str]:
    """All sheets of a table, and looking back."""
    page = visitor.page
    with_bots(visitor, server)
    visitor.does(next(one for one in visitor.play["legal"] if "to" in one))
    my_turn(visitor)
    sheet(visitor, ".top .icon >> nth=-1")
    yield "menu"
    for place, name in enumerate(MENU):
        if name in ("look back", "learn", "empathy"):
            continue
        page.locator("dialog .menu .bare").nth(place).click()
        settled(visitor)
        if name == "device":
            page.locator("dialog code").wait_for()  # no QR code on this computer alone
        yield f"sheet: {name}"
        close(visitor)
        sheet(visitor, ".top .icon >> nth=-1")
    page.locator("dialog .menu .bare").nth(MENU.index("look back")).click()
    page.get_by_role("slider").wait_for()
    yield "looking back"
    page.keyboard.press("Escape")
    my_turn(visitor)
    page.evaluate("localStorage['tamaya.counting'] = true")
    page.reload()
    my_turn(visitor)
    page.locator("ol.own button").first.click()
    page.locator(".can-be").wait_for(state="attached")
    yield "what a card can be"
    visitor.context.set_offline(True)
    page.locator(".banner").wait_for()
    yield "connection lost"
    visitor.context.set_offline(False)
    page.locator(".banner").wait_for(state="detached")
    visitor.wrong.clear()  # requests that failed are on the console


def announcing(visitor: Visitor, server: Server) -> Iterator[str]:
    """A colour to be announced, with five at the table."""
    with_bots(visitor, server, variant="own5+announce", players=5)
    yield "five at the table"
    visitor.page.locator("ol.own button").first.click()
    visitor.page.locator(".announce button").nth(2).click()
    yield "a colour announced"


def sharing(visitor: Visitor, server: Server) -> Iterator[str]:
    """Looking on at others, and one device for two."""
    page = visitor.page
    with Friend(server) as friend:
        friend.opens(players=2, watch="table").does("sit", seat=0, name="Bo")
        friend.does("seat-bot", seat=1, bot="cautious").does("begin", same_deal=False)
        visitor.open(server, f"/t/{friend.id}")
        page.locator("main.table").wait_for()
        yield "looking on"
    visitor.open(server)
    settings = {"players": 2, "hot_seat": True}
    table = post(visitor, server, "/api/tables", {"settings": settings})["table"]
    visitor.open(server, f"/t/{table}")
    page.locator("li.you").wait_for()  # the first seat is taken by opening the table
    page.locator("li.asks .field").fill("Cleo")
    page.locator("li.asks .sit").click()
    page.locator("li.asks").wait_for(state="detached")
    page.locator(".begin .primary").click()
    page.locator(".curtain").wait_for()
    yield "curtain"


def ends(visitor: Visitor, server: Server) -> Iterator[str]:
    """Ends of games: lost, and stopped by the host; then the replay."""
    page = visitor.page
    with Friend(server) as friend:
        _plays_with(friend, visitor, "r5 r4 r3 r2 r1", "black+mistakes=1")
        visitor.does({"do": "play", "card": 0})
        page.locator(".end").wait_for()
        yield "lost, as a guest"
        page.locator(".end button").last.click()
        page.locator("li.you").wait_for()
        yield "seats after a game"
    with_bots(visitor, server)
    sheet(visitor, ".top .icon >> nth=-1")
    page.locator(".menu .bare").last.click()
    settled(visitor)
    yield "really end it"
    page.locator("dialog .primary").click()
    page.locator(".end").wait_for()
    yield "stopped, as the host"
    page.locator(".end a").click()
    page.get_by_role("slider").wait_for()
    yield "replay of one's own game"
