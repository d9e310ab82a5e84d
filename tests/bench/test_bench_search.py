"""`tamaya bench search`: the promised keys, a table for people, and clear words if it cannot."""

import json
from dataclasses import replace

import pytest

from support.cli.running import Here
from support.parts import require
from tamaya.bench import search
from tamaya.bench.report import search_lines
from tamaya.bench.search import MoveTimes, SearchLoad, SearchSpeed, WaitTimes
from tamaya.bench.speed import SpeedRow
from tamaya.cli import bench

torch = require("torch")

SHORT = ("bench", "search", "--seconds", "0.01", "--moves", "3")


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.setitem(search.LOADS, "cpu", SearchLoad(1, 48, 16))
    monkeypatch.setattr(search, "PLAYERS", (2,))
    monkeypatch.setattr(search, "BOT_PLAYERS", (5,))
    monkeypatch.setattr(search, "REQUESTS", 5)
    return Here(capsys, monkeypatch)


def test_json_has_the_promised_keys(tamaya: Here) -> None:
    measured = json.loads(tamaya(*SHORT, "--json").out)
    assert set(measured) == {"rollouts", "bot", "waits"}
    (row,) = measured["rollouts"]
    assert (row["players"], row["device"], row["variant"]) == (2, "cpu", "base+noempty")
    assert row["moves_per_s"] > 100
    assert 40 < row["game_length"] < 80, "moves that were made, not slots that might have"
    (bot,) = measured["bot"]
    assert (bot["players"], bot["moves"]) == (5, 3)
    assert 0 < bot["median"] <= bot["p95"]
    waits = measured["waits"]
    assert waits["requests"] == 5
    assert 0 < waits["alone_p50"] <= waits["alone_p95"]
    assert 0 < waits["beside_p50"] <= waits["beside_p95"]


def test_for_people_there_are_tables() -> None:
    row = SpeedRow("net moves", "base+noempty", 2, "cpu", 20_000.0, None, None, 50.0, 5)
    waits = WaitTimes(200, 3.25, 4.0, 3.5, 9.0, 17)
    times = MoveTimes(5, 100, 1500.0, 400.0, 1200.0, 2010.0)
    lines = list(search_lines(SearchSpeed([row], [times], waits)))
    (speed,) = (line.split() for line in lines if line.startswith("base+noempty"))
    assert speed == ["base+noempty", "2", "cpu", "20,000", "400", "50.0"]
    assert ["5", "100", "400", "1,200", "2,010", "1,500"] in [line.split() for line in lines]
    assert ["while", "search", "thinks", "3.5", "9.0"] in [line.split() for line in lines]
    on_a_gpu = list(search_lines(SearchSpeed([replace(row, device="cuda")], [], None)))
    assert on_a_gpu[-1].startswith("Openings, 500 positions at a time, 10,000 rollouts")


@pytest.mark.parametrize(
    ("words", "says"),
    [(["--device", "tpu"], "--device is cpu or cuda"), (["--device", "cuda"], "there is no GPU")],
)
def test_what_cannot_be_is_refused_in_a_line(tamaya: Here, words: list[str], says: str) -> None:
    if words[1] == "cuda" and torch.cuda.is_available():
        pytest.skip("there is a GPU")
    ran = tamaya("bench", "search", *words)
    assert ran.status != 0
    assert says in ran.err


def test_without_pytorch_it_says_what_to_install(
    tamaya: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda _: None)
    ran = tamaya(*SHORT)
    assert ran.status == 1
    assert "pip install 'tamaya[learn]'" in ran.err
