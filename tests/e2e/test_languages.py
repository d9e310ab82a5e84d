"""Screens in our languages on a small phone: all of it is there, and nothing sticks out.

French and English are read where axe-core looks. Of the others, each part of the tour is in one;
`make languages` reads every screen in all of them.
"""

import os
from typing import Any

import pytest

from support.e2e.reading import problems
from support.e2e.screens import PARTS
from support.e2e.visitors import Visitor
from support.server.serving import Server

LANGUAGES = ("de", "es", "pl", "cs", "sv")
ALL = "TAMAYA_LANGUAGES" in os.environ
TOURS = [
    (part, language)
    for place, part in enumerate(PARTS)
    for number, language in enumerate(LANGUAGES)
    if ALL or number == place % len(LANGUAGES)
]


@pytest.mark.parametrize(("part", "language"), TOURS)
def test_every_screen(browser: Any, hasty: Server, part: str, language: str) -> None:
    visitor = Visitor(browser, "phone", locale=language)
    found = [
        f"{screen}: {problem}"
        for screen in PARTS[part](visitor, hasty)
        for problem in problems(visitor.page, language)
    ]
    visitor.close()
    assert not found, "\n".join(found)


def test_a_language_that_we_do_not_speak(browser: Any, hasty: Server) -> None:
    visitor = Visitor(browser, "phone", locale="ja-JP")
    for _ in PARTS["front"](visitor, hasty):
        assert problems(visitor.page, "en") == []
    visitor.close()


def test_a_language_by_choice(browser: Any, hasty: Server) -> None:
    """It is kept, also at the table, where it can be changed too."""
    visitor = Visitor(browser, "phone", locale="sv")
    page = visitor.page
    visitor.open(hasty)
    visitor.button("Čeština").click()
    page.locator("html[lang=cs]").wait_for()
    page.locator(".play .primary").click()
    page.locator("ol.own").wait_for()
    page.reload()
    page.locator("ol.own").wait_for()
    assert page.evaluate("document.documentElement.lang") == "cs"
    visitor.close()


def test_a_language_changed_in_the_middle_of_a_game(browser: Any, hasty: Server) -> None:
    """Nothing is loaded anew, and nothing stays in the language before."""
    visitor = Visitor(browser, "phone", locale="en")
    page = visitor.page
    visitor.open(hasty)
    page.locator(".play .primary").click()
    page.locator("ol.own").wait_for()
    page.evaluate("window.stays = true")
    for language, name in (("pl", "Polski"), ("es", "Español")):
        visitor.button("Menu").click()
        page.locator(
            f"dialog button:has-text('{'Language' if language == 'pl' else 'Język'}')"
        ).click()
        visitor.button(name).click()
        page.locator(f"html[lang={language}]").wait_for()
        assert problems(page, language) == []
        page.keyboard.press("Escape")
        assert problems(page, language) == []
    assert page.evaluate("window.stays")
    visitor.close()
