"""The tables of the introduction are what the server would send now."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_lessons_are_as_they_would_be_written_now() -> None:
    tool = runpy.run_path(str(ROOT / "tools/lesson_tables.py"))
    written = tool["TARGET"].read_text(encoding="utf-8")
    assert written == tool["everything"](), "run `make lessons`"
