"""What a screen says in a language: all of it is there, and nothing sticks out."""

import re
from typing import Any

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
  const wide = [...document.querySelectorAll('dialog, button, a.button, .chip, .mine h2 small')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .filter((one) => getComputedStyle(one).display !== 'inline' && !larger(one))
    .filter((one) => !one.matches('.happened, .toast, .game')); // they end in dots
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
