"""Figures in the docs are written by the commands that measure them."""

from pathlib import Path

import pytest

import figures
from tamaya.bench.report import machine

PAGE = """# A page

<!-- figures: tamaya bots -->
old
<!-- end of figures -->

Words between.

<!-- figures: tamaya rules -->
other
<!-- end of figures -->
"""


def test_only_the_wanted_blocks_are_measured_again() -> None:
    new = figures.written(PAGE, lambda command: "bots" in command, lambda command: f"[{command}]\n")
    assert new == PAGE.replace("old\n", "[tamaya bots]\n")


def test_what_was_written_while_it_was_measured_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, measured = tmp_path / "page.md", list[str]()

    def measure(command: str) -> str:
        measured.append(command)
        page.write_text(PAGE.replace("between", "changed"), "utf-8")
        return "new\n"

    page.write_text(PAGE, "utf-8")
    for name, value in (("PAGES", (page,)), ("ROOT", tmp_path), ("measured", measure)):
        monkeypatch.setattr(figures, name, value)
    monkeypatch.setattr("sys.argv", ["figures", "bots"])
    figures.main()
    assert page.read_text("utf-8") == PAGE.replace("between", "changed").replace("old", "new")
    assert measured == ["tamaya bots"]


def test_a_block_says_what_was_run_and_where() -> None:
    block = figures.measured("tamaya bots")
    assert block.startswith("```\n$ tamaya bots\n")
    assert "cautious" in block
    assert machine() in block


def test_every_marked_block_has_been_measured() -> None:
    pages = [figures.ROOT / "README.md", *figures.ROOT.glob("docs/*.md")]
    blocks = [block for page in pages for block in figures.BLOCK.findall(page.read_text("utf-8"))]
    assert blocks
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text.count("<!-- figures: ") == len(figures.BLOCK.findall(text))
        measured = [found[0] for found in figures.BLOCK.finditer(text)]
        assert all("Measured on " in block for block in measured), page.name
