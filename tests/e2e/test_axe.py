"""axe-core finds nothing wrong on any screen, by night and by day; nor does who reads it."""

from typing import Any

import pytest

from support.e2e.axe import violations
from support.e2e.reading import problems
from support.e2e.screens import PARTS
from support.e2e.visitors import Visitor
from support.server.serving import Server


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
