"""The long proofs fail where something is wrong, instead of printing it among their figures."""

import json
from typing import Any

import pytest

import proofs

MEASURED: dict[str, Any] = {
    "actions": {"asked_per_s": 10, "done_per_s": 9, "done": 90, "failed": 0},
    "use": {"server_cpu_s": 0.9, "generator_cpu_s": 0.45},
    "latency_ms": {"everyone": {"p50": 5.0, "p99": 12.0}},
}
FAILED = {**MEASURED["actions"], "failed": 1234}


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
