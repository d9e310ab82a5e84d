"""`tamaya bench kernel`: the promised keys, a table for people, and clear words if it cannot."""

import importlib.util
import json

import pytest

from support.cli.running import Here
from tamaya.bench import kernel, peers
from tamaya.bench.report import kernel_lines
from tamaya.bench.speed import PlayedCount, Workload, compare_rows, measure_speed
from tamaya.cli import bench

SHORT = ("--seconds", "0.01")
KEYS = "name variant players device moves_per_s ratio_to ratio game_length repeats"


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.setitem(kernel.MOVES, "cpu", 20)
    monkeypatch.setattr(peers, "GAMES", 1)
    return Here(capsys, monkeypatch)


def test_json_has_the_promised_keys(tamaya: Here) -> None:
    rows = json.loads(tamaya("bench", "kernel", "--json", *SHORT).out)
    assert all(" ".join(row) == KEYS for row in rows)
    ours = [(row["name"], row["players"]) for row in rows if row["variant"] == "base+noempty"]
    names = [f"Tamaya's kernel, {observed}" for observed in kernel.OBSERVE_ARGUMENTS]
    assert ours == [(name, players) for players in (2, 5) for name in names]
    assert [row["players"] for row in rows if row["variant"] == "wild10+black+tiles"] == [2, 5]
    assert all(row["moves_per_s"] > 1_000 and 10 < row["game_length"] < 25 for row in rows)
    assert {row["ratio"] for row in rows} == {None}


# one of them leaves a file open
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_peers_that_are_installed_are_measured_beside_it(tamaya: Here) -> None:
    rows = json.loads(tamaya("bench", "kernel", "--peers", "--json", *SHORT).out)
    same = [row for row in rows if row["variant"] == "base+noempty"]
    speeds = {(row["name"], row["players"]): row["moves_per_s"] for row in same}
    there = [row for row in rows if not row["name"].startswith("Tamaya")]
    assert bool(there) == any(peers.installed("cpu"))
    for row in there:
        assert row["ratio_to"].startswith("Tamaya's kernel, ")
        assert row["ratio_to"].split(", ")[1] == row["name"].split(", ")[-1]
        quotient = row["moves_per_s"] / speeds[row["ratio_to"], row["players"]]
        assert row["ratio"] == pytest.approx(quotient, rel=0.01)


def test_for_people_every_peer_says_how_much_faster_we_are(tamaya: Here) -> None:
    out = tamaya("bench", "kernel", *SHORT).out.splitlines()
    assert out[0].split(maxsplit=3)[:3] == ["engine", "variant", "players"]
    assert sum(line.startswith("Tamaya's kernel") for line in out) == 10
    slow = measure_speed(Workload("slow, x", "base", 2), lambda: PlayedCount(1, 1), 0.001)
    fast = measure_speed(
        Workload("Tamaya's kernel, x", "base", 2), lambda: PlayedCount(50, 1), 0.001
    )
    slow = compare_rows(slow, fast)
    assert slow.ratio is not None
    assert f" {1 / slow.ratio:,.0f} x " in kernel_lines([fast, slow])[-1]


def test_without_numba_it_says_what_to_install(
    tamaya: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda _: None)
    ran = tamaya("bench", "kernel")
    assert ran.status == 1
    assert ran.complaint() == "tamaya: the kernel needs Numba: pip install 'tamaya[fast]'"


def test_without_a_gpu_it_says_so(tamaya: Here) -> None:
    if importlib.util.find_spec("numba.cuda") and _gpu():
        pytest.skip("there is a GPU")
    ran = tamaya("bench", "kernel", "--device", "cuda")
    assert ran.status == 1
    assert "no NVIDIA GPU" in ran.complaint()


def _gpu() -> bool:
    from tamaya.kernel.run import cuda  # noqa: PLC0415 - importing it takes a while

    return bool(cuda.cuda.is_available())
