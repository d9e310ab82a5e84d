"""A part that a machine lacks: the test skips and says how to get it, or fails if all is asked."""

from dataclasses import dataclass

import pytest

from support.parts import PARTS, REQUIRE, Part, missing_parts, require, require_program


@dataclass(frozen=True, slots=True)
class Report:
    """As pytest's own, or as one that came from a worker of xdist."""

    longrepr: object


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(PARTS, "anvil", Part("no_such_module", "heavy tests", "pip install anvil"))
    monkeypatch.delenv(REQUIRE, raising=False)
    return "anvil"


def test_a_part_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, "json", Part("json", "reading", "nothing"))
    assert require("json").__name__ == "json"


def test_a_missing_part_skips_and_says_how_to_get_it(lacking: str) -> None:
    with pytest.raises(pytest.skip.Exception, match=r"missing part anvil: .* pip install anvil"):
        require(lacking)


def test_a_program(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    with pytest.raises(pytest.skip.Exception, match="missing part anvil"):
        require_program(lacking)
    monkeypatch.setitem(PARTS, "sh", Part("sh", "everything", "nothing"))
    assert require_program("sh").endswith("/sh")


def test_where_all_is_required_a_missing_part_fails(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(REQUIRE, "all")
    with pytest.raises(pytest.fail.Exception, match=r"missing part anvil: .* pip install anvil"):
        require(lacking)


def test_nobody_requires_a_part_that_is_hard_to_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        PARTS, "moon", Part("no_such_module", "tides", "a ladder", hard_to_get=True)
    )
    monkeypatch.setenv(REQUIRE, "all")
    with pytest.raises(pytest.skip.Exception, match="missing part moon"):
        require("moon")


def test_each_missing_part_is_named_once_at_the_end(lacking: str) -> None:
    skipped, failed = ("file.py", 3, f"Skipped: missing part {lacking}: …"), "missing part anvil: …"
    assert missing_parts(map(Report, (skipped, failed, None, skipped))) == [
        "anvil: heavy tests; get it with: pip install anvil"
    ]
