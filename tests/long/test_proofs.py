"""The long proofs fail where something is wrong, instead of printing it among their figures."""

import json
from typing import Any

import pytest

from long import proofs
from long.floods import Flooded
from tamaya.bots import BOTS
from tamaya.server.limits.quotas import SOCKETS_OF_ADDRESS

MEASURED: dict[str, Any] = {
    "actions": {"asked_per_s": 10, "done_per_s": 9, "done": 90, "failed": 0},
    "use": {"server_cpu_s": 0.9, "generator_cpu_s": 0.45},
    "latency_ms": {"everyone": {"p50": 5.0, "p99": 12.0}},
}
FAILED = {**MEASURED["actions"], "failed": 1234}


def flood(**more: int) -> Flooded:
    """One that was given exactly what the limits allow, and more of some kinds."""
    found = Flooded()
    for kind, limit in proofs.LIMITED.items():
        found.granted[kind] = int(limit.burst) + more.get(kind, 0)
        found.seconds[kind] = 1.0
    found.granted["sockets"] = SOCKETS_OF_ADDRESS + more.get("sockets", 0)
    return found


def test_a_flood_that_gets_more_than_the_limits_is_a_failure() -> None:
    assert proofs.let_through(flood(), 1) == []
    assert proofs.let_through(flood(replays=6, tables=1), 1) == [], "what comes back in a second"
    assert proofs.let_through(flood(tables=2), 2) == [], "and the last, given twice"
    assert proofs.let_through(flood(sockets=40), 2) == []
    assert len(proofs.let_through(flood(replays=7, tables=2, sockets=1), 1)) == 3
    assert len(proofs.let_through(flood(replays=8, tables=3, sockets=41), 2)) == 3


@pytest.mark.parametrize("kind", [*proofs.LIMITED, "sockets"])
def test_each_kind_of_flood_is_looked_at(kind: str) -> None:
    assert len(proofs.let_through(flood(**{kind: 100}), 1)) == 1


def test_too_few_twins_are_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "BOTS", {"random": BOTS["random"]})
    with pytest.raises(SystemExit, match="twins were compared, not 20,000"):
        list(proofs._words(1))


def test_what_a_bench_has_measured_is_a_row() -> None:
    row = proofs.row_of(json.dumps(MEASURED), "")
    assert row.split() == ["90", "5", "12", "10.00", "5.00"]
    late = proofs.row_of(
        json.dumps({**MEASURED, "actions": FAILED}), "tamaya: 1,234 actions failed"
    )
    assert late.endswith("  1,234 failed")


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ("", "tamaya: the server does not begin: no"),
        (json.dumps(MEASURED), "tamaya: a server ended by signal 9; it wrote last: x"),
        (json.dumps({**MEASURED, "use": {**MEASURED["use"], "server_cpu_s": None}}), ""),
        (json.dumps({**MEASURED, "actions": {**FAILED, "done": 0}}), ""),
    ],
)
def test_a_bench_that_failed_is_no_row(printed: str, complaint: str) -> None:
    with pytest.raises(SystemExit, match="the bench"):
        proofs.row_of(printed, complaint)
