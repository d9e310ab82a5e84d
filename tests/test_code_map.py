"""The map of the code is as the code is, and names only files that exist."""

import re
from pathlib import Path

import pytest

import code_map

ROOT = code_map.ROOT
NAMED = re.compile(r"`([\w/.-]+/[\w.-]+\.(?:py|ts|svelte))`(?: \(`(\w+)[`.])?")


@pytest.mark.parametrize("page", [page.name for page in code_map.PAGES])
def test_the_map_is_up_to_date(page: str) -> None:
    (path,) = (path for path in code_map.PAGES if path.name == page)
    text = path.read_text(encoding="utf-8")
    assert "<!-- made by tools/code_map.py" in text
    assert code_map.up_to_date(text) == text, "run `make map`"


def test_an_old_map_would_be_noticed() -> None:
    old = "<!-- made by tools/code_map.py: tree -->\n```\nold\n```\n<!-- end -->\n"
    new = code_map.up_to_date(old)
    assert "old\n" not in new
    assert "  rules/\n" in new


@pytest.mark.parametrize("page", [*(page.name for page in code_map.PAGES)])
def test_files_that_the_pages_name_exist(page: str) -> None:
    (path,) = (path for path in code_map.PAGES if path.name == page)
    named = NAMED.findall(path.read_text(encoding="utf-8"))
    for file, symbol in named:
        found = [base / file for base in (ROOT, ROOT / "src/tamaya") if (base / file).exists()]
        assert found, f"{page} names {file}"
        if symbol:
            text = Path(found[0]).read_text(encoding="utf-8")
            assert re.search(rf"\b(def|class) {symbol}\b", text), f"{file} has no {symbol}"
