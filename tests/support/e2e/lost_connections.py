"""What a page shows when its connection is lost, and what it has decided meanwhile."""

from typing import Any

from support.e2e.visitors import Visitor

LOST = "Connection lost. Your game is safe"


def decisions(visitor: Visitor) -> list[dict[str, Any]]:
    """Who did what, as this page was told."""
    return [event for event in visitor.events if event["event"] in ("clued", "discarded", "played")]


def banner(visitor: Visitor) -> Any:
    return visitor.page.get_by_role("alert").filter(has_text=LOST)
