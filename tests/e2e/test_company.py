"""Who is there and who is not: absent friends, closed doors, onlookers, one device for two."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.e2e.tables import deal, join, my_turn, open_table, post, together
from support.e2e.visitors import Visitor
from support.server.serving import Server

Come = Callable[..., Visitor]


@pytest.fixture(name="come")
def _come(browser: Any) -> Iterator[Come]:
    """Visitors who come one by one."""
    visitors: list[Visitor] = []

    def come(size: str = "phone", **more: Any) -> Visitor:
        visitors.append(Visitor(browser, size, **more))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


def faces_in(visitor: Visitor) -> int:
    """How many faces of cards in hands this page was told."""
    return sum(card.get("suit") is not None for hand in visitor.play["hands"] for card in hand)


def test_an_absent_host_s_powers_pass_on(come: Come, hasty: Server) -> None:
    """Ada opens the table and goes; Bo lets a bot play on for her, and deals the next game."""
    ada, bo, cleo = come(), come("desktop"), come()
    together([ada, bo, cleo], hasty, first=0)
    ada.open(hasty, "/learn")
    bo.page.get_by_role("status").get_by_text("Ada is away.").wait_for()
    bo.until(lambda table: table["host"], "the host's powers")
    bo.page.get_by_text("The host is away: the table is in your hands.").first.wait_for()
    cleo.page.get_by_text("The host can let a bot play on.").wait_for()
    bo.button("Let a bot play on").click()
    my_turn(bo)
    assert bo.table["seats"][0]["bot"] == "partner"
    assert cleo.page.locator(".mate .who").filter(has_text="bot").count() == 1
    bo.ends_the_game()
    bo.button("Play again").click()
    bo.until(lambda table: table["play"]["game"] == 2, "the next game")


def test_a_newcomer_takes_an_absent_friend_s_seat(come: Come, hasty: Server) -> None:
    ada, bo, eva = come("desktop"), come(), come()
    table = together([ada, bo], hasty, first=1)
    bo.open(hasty, "/learn")
    ada.page.get_by_role("status").get_by_text("Bo is away.").wait_for()
    ada.button("Free the seat").click()
    ada.page.get_by_text("It’s seat 2’s turn, and nobody is sitting there.").wait_for()
    eva.open(hasty, f"/t/{table}")
    eva.page.get_by_text("Seat 2 is free. You can play on from there.").wait_for()
    assert faces_in(eva) == 0
    eva.page.get_by_label("Your name").fill("Eva")
    eva.button("Sit down").click()
    my_turn(eva)
    assert all(card.get("suit") is None for card in eva.play["hands"][1])
    eva.does({"do": "play", "card": eva.play["hands"][1][0]["id"]})
    my_turn(ada)
    bo.open(hasty, f"/t/{table}")  # whoever comes back too late looks on
    bo.page.get_by_text("You’re watching.").first.wait_for()
    assert faces_in(bo) == 0


@pytest.mark.parametrize("watch", ["nothing", "table"])
def test_a_seat_that_a_bot_kept_is_taken_back(come: Come, hasty: Server, watch: str) -> None:
    ada, bo, eva = come("desktop"), come(), come("desktop")
    table = together([ada, bo], hasty, first=1, watch=watch)
    bo.open(hasty, "/learn")
    ada.page.get_by_role("status").get_by_text("Bo is away.").wait_for()
    ada.button("Let a bot play on").click()
    my_turn(ada)
    bo.open(hasty)
    bo.page.get_by_role("link", name="Continue").click()  # the table is still Bo's
    bo.page.get_by_text("Your seat: Hana is playing for you.").wait_for()
    eva.open(hasty, f"/t/{table}")
    looks_on = "A game is on" if watch == "nothing" else "You’re watching."
    eva.page.get_by_text(looks_on).first.wait_for()
    assert eva.button("Take it back").count() == 0
    bo.button("Take it back").click()
    bo.page.locator("ol.own").wait_for()
    assert bo.table["you"] == 1
    assert all(card.get("suit") is None for card in bo.play["hands"][1])
    ada.does({"do": "play", "card": ada.play["hands"][0][0]["id"]})
    my_turn(bo)


def test_two_of_one_name(come: Come, server: Server) -> None:
    ada, other = come(), come()
    address = open_table(ada, server, "Ada")
    other.page.goto(address)
    other.page.get_by_label("Your name").fill("ada")
    other.button("Sit here").first.click()
    other.page.get_by_text("Somebody at this table already has that name.").wait_for()
    assert other.page.get_by_label("Your name").input_value() == "ada 2"
    other.button("Sit here").first.click()
    other.page.locator("li.you").get_by_text("ada 2", exact=True).wait_for()


def test_a_table_with_a_password(come: Come, server: Server) -> None:
    ada, bo = come("desktop"), come()
    address = open_table(ada, server, "Ada")
    ada.page.get_by_role("textbox", name="Password").fill("lantern")
    ada.button("Lock").click()
    ada.page.get_by_text("Newcomers need the password.").wait_for()
    bo.page.goto(address)
    bo.page.get_by_role("heading", name="This table has a password").wait_for()
    bo.page.get_by_label("Password").fill("firefly")
    bo.button("Come in").click()
    bo.page.get_by_text("That isn’t the password.").wait_for()
    assert bo.table == {}  # nothing of the table has been told
    bo.page.get_by_label("Password").fill("lantern")
    bo.button("Come in").click()
    bo.page.get_by_label("Your name").fill("Bo")
    bo.button("Sit here").first.click()
    ada.page.locator("li").get_by_text("Bo", exact=True).first.wait_for()
    bo.page.reload()
    bo.page.locator("li.you").wait_for()  # who has come in stays in


@pytest.mark.parametrize(("watch", "seen"), [("nothing", None), ("table", 0), ("hands", 10)])
def test_what_onlookers_see(come: Come, server: Server, watch: str, seen: int | None) -> None:
    ada, bo, eve = come(), come(), come("desktop")
    address = open_table(ada, server, "Ada")
    names = {"nothing": "nothing", "table": "the table", "hands": "all hands"}
    ada.page.get_by_role("radio", name=f"{names[watch]} ").check()
    ada.until(lambda table: table["settings"]["watch"] == watch, "what onlookers see")
    join(bo, address, "Bo")
    ada.button("Options").first.click()
    ada.page.get_by_role("dialog").get_by_role("radio", name="2", exact=True).check()
    ada.button("Play like this").click()
    deal(ada, [ada, bo])
    eve.page.goto(address)
    if seen is None:
        eve.page.get_by_text("The host lets nobody watch").wait_for()
        assert eve.table["play"] is None
        return
    eve.page.get_by_text("You’re watching.").first.wait_for()
    assert faces_in(eve) == eve.page.locator(".others .face").count() == seen
    ada.page.reload()  # and back: the others see theirs as before
    my_turn(ada if ada.play["to_move"] == 0 else bo)


def test_a_personal_link_moves_the_seat(come: Come, server: Server) -> None:
    ada, bo, other = come(), come(), come("desktop")
    together([ada, bo], server, first=0)
    ada.button("Menu").click()
    ada.button("Another device").click()
    ada.page.get_by_text("This address works on this computer only.").wait_for()
    assert ada.page.get_by_role("img", name="QR code").count() == 0  # nobody could scan it
    link = ada.page.get_by_role("textbox", name="Move to another device").input_value()
    assert "/#me=" in link
    other.page.goto(link)
    other.button("Yes, bring them here").click()
    other.page.get_by_text("Here you are. Your seats and games came with you.").wait_for()
    assert "me=" not in other.page.url
    other.page.get_by_role("link", name="Continue").click()
    my_turn(other)
    assert other.table["you"] == 0
    other.does({"do": "play", "card": other.play["hands"][0][0]["id"]})
    my_turn(bo)
    again = come()
    again.page.goto(link)
    again.button("Yes, bring them here").click()
    again.page.get_by_text("It works once").wait_for()
    again.wrong.clear()  # the refused request is on the console
    other.button("Menu").click()
    other.button("Another device").click()
    other.page.get_by_role("button", name="Sign out: ").click()
    ada.page.get_by_text("This device was signed out").wait_for()


def test_one_device_for_two(come: Come, server: Server) -> None:
    both = come()
    page = both.page
    open_table(both, server, "Ada")
    page.get_by_role("switch", name="We share one device").click()
    for seat, name in ((2, "Bo"), (3, "Cleo")):
        page.get_by_role("textbox", name=f"Name for seat {seat}").fill(name)
        both.button("Sit here").first.click()
        page.locator("li").get_by_text(name, exact=True).first.wait_for()  # "bot" is no Bo
    both.button("Deal the cards").click()
    for _ in range(4):
        page.locator(".curtain").wait_for()
        assert page.locator("[data-card]").count() == 0  # no hand is to be seen
        name = both.table["seats"][both.table["you"]]["name"]
        page.get_by_role("heading", name=f"Pass the device to {name}").wait_for()
        both.button(f"I’m {name}").click()
        my_turn(both)
        assert all(card.get("suit") is None for card in both.play["hands"][both.table["you"]])
        version = both.table["version"]
        both.does(next(one for one in both.play["legal"] if "to" in one))
        both.sees(version + 1)
    page.reload()
    page.locator(".curtain").wait_for()


def test_a_table_is_found_and_watched_from_the_front_page(come: Come, server: Server) -> None:
    ada, bo = come("desktop"), come()
    open_table(ada, server, "Ada <i>")
    ada.page.get_by_role("switch", name="Among the open tables").click()
    ada.until(lambda table: table["settings"]["listed"], "the list")
    bo.open(server)
    bo.page.get_by_role("link").filter(has_text="Join").filter(has_text="Ada <i>").click()
    bo.page.locator("li").filter(has_text="Ada <i>").first.wait_for()
    ada.button("Fill seats with bots").click()
    ada.until(lambda table: all(table["seats"]), "bots")
    ada.button("Deal the cards").click()
    ada.page.locator("ol.own").wait_for()
    bo.open(server)
    bo.page.get_by_role("link").filter(has_text="Watch").filter(has_text="Ada <i>").click()
    bo.page.get_by_text("You’re watching.").first.wait_for()
    assert bo.page.get_by_text("Ada <i>").first.is_visible()


def test_the_same_deal_again(come: Come, server: Server) -> None:
    ada, bo = come("desktop"), come()
    together([ada, bo], server, first=0)
    dealt = [[card["suit"], card["value"]] for card in ada.play["hands"][1]]
    ada.ends_the_game()
    ada.button("Same deal").click()
    ada.until(lambda table: table["play"]["game"] == 2, "the same deal")
    assert [[card["suit"], card["value"]] for card in ada.play["hands"][1]] == dealt


def test_play_this_deal_with_friends(come: Come, server: Server) -> None:
    ada = come("desktop")
    game = {"name": "Ada", "players": 2}
    ada.open(server)
    ada.open(server, f"/t/{post(ada, server, '/api/play', game)['table']}")
    my_turn(ada)
    ada.ends_the_game()
    ada.link("See the replay").click()
    ada.page.get_by_role("slider").wait_for()
    ada.page.keyboard.press("Home")
    theirs = ada.page.locator(".others .face .value").all_inner_texts()
    ada.button("With friends").first.click()
    ada.page.get_by_text("The deal is set").wait_for()
    ada.button("Fill seats with bots").click()
    ada.button("Play this deal").click()
    my_turn(ada)
    if ada.play["turn"] == 1:  # nobody has drawn a card yet
        assert ada.page.locator(".others .face .value").all_inner_texts() == theirs
    assert ada.table["deal_set"]


def test_a_bot_says_why(come: Come, server: Server) -> None:
    ada = come("desktop")
    ada.open(server)
    ada.button("Play with bots").click()
    for _ in range(2):
        my_turn(ada)
        version = ada.table["version"]
        ada.does(next(one for one in ada.play["legal"] if one["do"] in ("discard", "colour")))
        ada.sees(version + 1)
    my_turn(ada)
    ada.ends_the_game()  # until then, reasons that tell too much stay secret
    why = ada.page.locator(".log").get_by_role("button", name="Why?")
    why.first.wait_for()
    why.first.click()
    assert len(ada.page.locator(".log em").first.inner_text()) > 10
