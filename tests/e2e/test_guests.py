"""Programs of others at a table of the page: invited by name, heard, away, replaced, read later."""

from collections.abc import Iterator
from typing import Any

import pytest

from e2e.conftest import serve_page
from support.e2e.axe import violations
from support.e2e.reading import problems
from support.e2e.tables import post
from support.e2e.visitors import Visitor
from support.hanablive.bot_program import Program
from support.hanablive.our_bots import our_bot, wait_for
from support.server.serving import Server, free_port
from support.server.serving import Visitor as Asking


@pytest.fixture(scope="module", name="ports")
def _ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int]]:
    door = free_port()
    more = ("--away-after", "1", "--hanablive-port", str(door))
    with serve_page(tmp_path_factory, *more) as server:
        yield server, door


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_program_is_invited_and_plays(browser: Any, ports: tuple[Server, int], size: str) -> None:
    server, door = ports
    ada = Visitor(browser, size)
    with Program(door, f"will-{size}") as bot:
        ada.open(server)
        settings = {"players": 2, "first": 1, "talk": "chat"}
        table = post(ada, server, "/api/tables", {"settings": settings})["table"]
        ada.open(server, f"/t/{table}")
        ada.page.locator("li.you").wait_for()
        ada.page.locator(".guests li").filter(has_text=bot.name).get_by_role("button").click()
        number = bot.answer_invitation()
        row = ada.page.locator(".seats li").filter(has_text=bot.name)
        row.get_by_text("guest bot").wait_for()
        bot.send("chat", msg="hello, Ada", room=f"table{number}")
        ada.until(lambda table: any(line.get("text") for line in table["lines"]), "its greeting")
        ada.button("Deal the cards").click()
        game = bot.begin()
        ada.page.locator(".mate").get_by_text("guest bot").wait_for()
        bot.send("note", tableID=game.table, order=5, note="surely red")
        game.act(3, 0, next(rank for _, rank in game.hands[0].values()))
        ada.until(lambda table: table["play"] and table["play"]["legal"], "her turn")
        ada.ends_the_game()
        ada.until(lambda table: table["play"]["over"], "the end")
        address = ada.play["address"]
    ada.until(lambda table: table["seats"][1].get("away"), "that it is gone")
    ada.open(server, f"/g/{address}")
    ada.page.locator(".mate .noted").get_by_text("surely red").wait_for()
    ada.close()


def test_a_bot_of_ours_comes_as_a_program_and_plays_to_the_end(
    browser: Any, ports: tuple[Server, int]
) -> None:
    """`tamaya bot` in a process of its own; Ada plays blindly, so that it does not take long."""
    server, door = ports
    ada = Visitor(browser, "phone")
    with our_bot("cautious", door, "hana-bot") as process:
        wait_for(Asking(server.port), "hana-bot")
        ada.open(server)
        table = post(ada, server, "/api/tables", {"settings": {"players": 2, "first": 0}})["table"]
        ada.open(server, f"/t/{table}")
        ada.page.locator("li.you").wait_for()
        ada.button("Invite hana-bot").click()
        ada.until(lambda told: told["seats"][1] and not told["seats"][1].get("away"), "its answer")
        ada.button("Deal the cards").click()
        turn = next_turn(ada, 0)
        while not ada.play["over"]:
            ada.does(next(action for action in ada.play["legal"] if action["do"] == "play"))
            turn = next_turn(ada, turn)
        assert ada.play["over"]["reason"] == "last-mistake"
        assert [event for event in ada.events if event.get("seat") == 1], "it moved"
        process.terminate()
        said = process.communicate(timeout=10)[1].splitlines()
    assert said == [f"cautious is at http://127.0.0.1:{door} as hana-bot"]
    ada.close()


def next_turn(visitor: Visitor, after: int) -> int:
    """Wait for one's next turn, or for the end."""

    def so(table: dict[str, Any]) -> bool:
        play = table["play"]
        return bool(play and (play["over"] or (play["legal"] and play["turn"] > after)))

    visitor.until(so, f"a turn after {after}")
    turn: int = visitor.play["turn"]
    return turn


INVITE = {  # the button as it is heard
    "en": "Invite {}",
    "de": "Einladen: {}",
    "fr": "Inviter {}",
    "es": "Invitar a {}",
    "pl": "Zaproś: {}",
    "cs": "Pozvat: {}",
    "sv": "Bjud in {}",
}


@pytest.mark.parametrize("language", INVITE)
def test_who_can_be_invited_is_told_in_every_language(
    browser: Any, ports: tuple[Server, int], language: str
) -> None:
    server, door = ports
    ada = Visitor(browser, "phone", locale=language, bypass_csp=True)
    with Program(door, "a-long-bot-name") as bot:
        ada.open(server)
        table = post(ada, server, "/api/tables", {"settings": {"players": 3}})["table"]
        ada.open(server, f"/t/{table}")
        ada.page.locator("li.you").wait_for()
        row = ada.page.locator(".guests li").filter(has_text=bot.name)
        row.wait_for()
        found = wrong_on(ada.page, language)
        row.get_by_role("button", name=INVITE[language].format(bot.name), exact=True).click()
        bot.answer_invitation()
        ada.until(lambda told: told["seats"][1] and not told["seats"][1].get("away"), "the bot")
        ada.page.locator(".seats li").filter(has_text=bot.name).locator("select").wait_for()
        found += wrong_on(ada.page, language)
        assert not found, "\n".join(found)
    ada.close()


def wrong_on(page: Any, language: str) -> list[str]:
    """What sticks out or is not translated; axe-core looks at the English page."""
    return [*problems(page, language), *(violations(page) if language == "en" else ())]
