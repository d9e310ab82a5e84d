"""axe-core finds nothing wrong on any screen, by night and by day; nor does who reads it."""

from pathlib import Path
from typing import Any

import pytest

from support.e2e.reading import problems
from support.e2e.screens import PARTS
from support.e2e.visitors import Visitor
from support.server.serving import Server

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (run) => {
  const { violations } = await axe.run(document, run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any }) =>
    [id, target.join(' '), html.slice(0, 100), any[0]?.message ?? ''].join(' | ')));
}"""


def violations(page: Any) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN, {"runOnly": TAGS, "resultTypes": ["violations"]})
    return found


@pytest.mark.parametrize("how", [("phone", "fr", "dark"), ("desktop", "en", "light")], ids="-".join)
@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_wrong(
    browser: Any, hasty: Server, part: str, how: tuple[str, str, str]
) -> None:
    size, language, light = how
    visitor = Visitor(browser, size, language, color_scheme=light, bypass_csp=True)
    found = [
        f"{screen}: {wrong}"
        for screen in PARTS[part](visitor, hasty)
        for wrong in (*violations(visitor.page), *problems(visitor.page, language))
    ]
    visitor.close()
    assert not found, "\n".join(found)
