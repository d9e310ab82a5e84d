"""Every screen in every language on a small phone: all of it is there, and nothing sticks out."""

import re
from typing import Any

import pytest

from e2e.screens import PARTS
from e2e.visitors import Visitor
from server.serving import Server

LANGUAGES = ("fr", "es", "pl", "cs", "sv", "en")
WORDS = "the you your with this that what card cards clue clues player players turn turns game seat"
ENGLISH = re.compile(rf"\b({WORDS.replace(' ', '|')})\b", re.IGNORECASE)
MISSING = re.compile(r"undefined|\bnull\b|NaN|\[object|\{\w+\}")

# all that is read or read aloud, without what is in English by right: the server's own words
READ = """() => {
  const shown = [...document.querySelectorAll('body *')].filter((one) =>
    !one.closest('body [lang=en]') && one.checkVisibility());
  const texts = shown.flatMap((one) => [...one.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
  const names = ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext'];
  const labels = shown.flatMap((one) => names.map((name) => one.getAttribute(name) ?? ''));
  return [document.title, ...texts, ...labels].map((text) => text.trim()).filter(Boolean);
}"""
STICKS_OUT = """() => {
  const { scrollWidth } = document.documentElement;
  const larger = (one) => getComputedStyle(one, '::after').content !== 'none'; // under a finger
  const wide = [...document.querySelectorAll('dialog, button, a.button, .chip')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .filter((one) => getComputedStyle(one).display !== 'inline' && !larger(one))
    .filter((one) => !one.matches('.happened, .toast')); // they end in dots
  return [...(scrollWidth > innerWidth ? [`the page: ${scrollWidth}`] : []),
    ...wide.map((one) => `${one.className}: ${one.textContent.trim().slice(0, 40)}`)];
}"""


def problems(page: Any, language: str) -> list[str]:
    texts = page.evaluate(READ)
    spoken = page.evaluate("document.documentElement.lang")
    return [
        *([] if spoken == language else [f"in {spoken}"]),
        *(f"missing: {text}" for text in texts if MISSING.search(text)),
        *(f"English: {text}" for text in texts if language != "en" and ENGLISH.search(text)),
        *(f"sticks out: {one}" for one in page.evaluate(STICKS_OUT)),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", [0, 1])
def test_every_screen(browser: Any, hasty: Server, language: str, half: int) -> None:
    found = []
    for part in list(PARTS.values())[half::2]:
        visitor = Visitor(browser, "phone", locale=language, reduced_motion="reduce")
        found += [
            f"{screen}: {problem}"
            for screen in part(visitor, hasty)
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
