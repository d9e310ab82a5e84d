"""Golden files: the same counts and the same games as ever."""

import json
from typing import Any

import pytest

from support.goldens import (
    FOLDER,
    HOW,
    PERFTS,
    PLAYTHROUGHS,
    Perft,
    Playthrough,
    perft_entry,
    playthrough,
)


@pytest.fixture(scope="module")
def counts() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "perft.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("case", PERFTS, ids=lambda case: case.name)
def test_perft(counts: dict[str, Any], case: Perft) -> None:
    assert perft_entry(case) == counts.get(case.name), HOW


@pytest.mark.parametrize("game", PLAYTHROUGHS, ids=lambda game: game.name)
def test_playthrough(game: Playthrough) -> None:
    golden = (FOLDER / "playthroughs" / f"{game.name}.txt").read_text(encoding="utf-8")
    assert playthrough(game).splitlines() == golden.splitlines(), HOW


def test_no_golden_file_is_left_over(counts: dict[str, Any]) -> None:
    names = {path.stem for path in (FOLDER / "playthroughs").iterdir()}
    assert names == {game.name for game in PLAYTHROUGHS}, HOW
    assert set(counts) == {case.name for case in PERFTS}, HOW
