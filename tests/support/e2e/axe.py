"""What axe-core finds wrong with a page."""

from pathlib import Path
from typing import Any

AXE = Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js"
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
