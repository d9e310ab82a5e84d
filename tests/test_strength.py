"""The table of strengths is written by the program, and can be put together from parts."""

from pathlib import Path

import pytest

import strength


def test_a_row_is_played_and_what_is_there_stays(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"# Bots\n{strength.BEGIN}{strength.END}\nmore\n", "utf-8")
    strength.write(page, ["| `base` | `hat` | 1 | old |", "Played on a table."])
    strength.write(page, [strength.row("cautious", "base", 2, 1), strength.where()])
    strength.write(page, ["| `base` | `hat` | 1 | new |"])
    text = page.read_text("utf-8")
    begin, end = text.index(strength.BEGIN), text.index(strength.END)
    head, _, hat, cautious, *rest = text[begin:end].splitlines()[1:]
    assert (head, hat) == (strength.HEAD, "| `base` | `hat` | 1 | new |")
    assert cautious.startswith("| `base` | `cautious` | 2 | **")
    assert "Played on a table." in rest
    assert text.startswith("# Bots\n")
    assert text.endswith("more\n")


def test_tables_of_other_machines_are_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = tmp_path / "there.md", tmp_path / "here.md"
    strength.write(there, ["| `base` | `partner` | 9 | good |", "Played on a big one."])
    monkeypatch.setattr("sys.argv", ["strength", "--out", str(here), "--take", str(there)])
    strength.main()
    assert here.read_text("utf-8") == there.read_text("utf-8")


def test_one_bot_in_one_option_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["--only", "clues=9", "--bots", "cautious", "--games", "2", "--jobs", "1"]
    monkeypatch.setattr("sys.argv", ["strength", *asked, "--out", str(tmp_path / "some.md")])
    strength.main()
    rows = [line for line in (tmp_path / "some.md").read_text("utf-8").splitlines() if "`" in line]
    assert [row.split(" | ")[:3] for row in rows] == [["| `base+clues=9`", "`cautious`", "2"]]


def test_every_option_set_of_the_boxes_is_played_once() -> None:
    assert len(strength.variants()) == len(set(strength.variants()))
    assert {"base", "base+noempty", "wild10+black+tiles"} <= set(strength.variants())
