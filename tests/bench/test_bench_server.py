"""`tamaya bench server`: what it reports is right, and it leaves nothing behind."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.cli.running import PATIENCE, TAMAYA, Here, in_a_process

KEYS: dict[str, list[str]] = {
    "actions": ["asked", "done", "failed", "reasons", "asked_per_s", "done_per_s", "games"],
    "latency_ms": ["actor", "everyone", "sent"],
    "use": ["server_memory_mb", "memory_per_table_kb", "server_cpu_s", "generator_cpu_s"],
}
SMALL = ("bench", "server", "--tables", "5")


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)


def processes(folder: Path) -> list[int]:
    """Those with this folder in their command line; the server's database is in one."""
    found = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in command.read_bytes():
                found.append(int(command.parent.name))
        except OSError:  # it has just ended
            continue
    return found


def nothing_left(folder: Path) -> bool:
    return not processes(folder) and not list(folder.iterdir())


@contextmanager
def playing(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A long run at a terminal, from the moment when it says that the tables play; and that."""
    ours, theirs = pty.openpty()
    command = [*TAMAYA, *SMALL, "--rate", "5", "--seconds", "60", "--json"]
    surroundings = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=theirs, env=surroundings
    ) as process:
        os.close(theirs)
        said = b""
        while b"1 of 60 s" not in said:
            said += os.read(ours, 1000)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)
    assert b"5 of 5 tables are set" in said


def finished(process: subprocess.Popen[bytes]) -> Any:
    out, _ = process.communicate(timeout=PATIENCE)
    return json.loads(out)


def test_a_small_run_reports_what_it_measured(tmp_path: Path) -> None:
    ran = in_a_process(*SMALL, "--rate", "10", "--seconds", "8", "--json", TMPDIR=str(tmp_path))
    assert (ran.status, ran.err) == (0, "")
    result = json.loads(ran.out)
    assert list(result) == [
        *("tables", "players", "processes", "rate", "seconds", "interrupted"),
        *KEYS,
    ]
    assert all(list(result[part]) == keys for part, keys in KEYS.items())
    asked = (result["tables"], result["players"], result["processes"], result["rate"])
    assert (*asked, result["seconds"]) == (5, 3, 1, 10, 8)
    assert not result["interrupted"]
    actions = result["actions"]
    assert (actions["asked"], actions["done"], actions["failed"]) == (400, 400, 0)
    assert actions["asked_per_s"] == 50
    assert actions["reasons"] == {}
    assert actions["games"] >= 1, "games end, and the next ones begin"
    latency = result["latency_ms"]
    for times in latency.values():
        assert list(times) == ["p50", "p90", "p99", "max"]
        assert 0 <= times["p50"] <= times["p90"] <= times["p99"] <= times["max"]
    for share in ("p50", "p90", "p99", "max"):
        assert latency["sent"][share] <= latency["actor"][share] <= latency["everyone"][share]
    assert latency["actor"]["p50"] > 0
    if Path("/proc/self/stat").exists():
        assert all(number > 0 for number in result["use"].values())
    assert nothing_left(tmp_path)


def test_the_table_for_people(tamaya: Here) -> None:
    ran = tamaya(*SMALL, "--players", "2", "--seconds", "1")
    assert ran.status == 0
    assert ran.out.startswith("5 tables of 2 people, 1 action a second and table, for 1 s\n")
    for word in ("p50", "p99", "seen by everybody", "5  of 5, 0 failed", "memory of a table"):
        assert word in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_help_has_an_example(tamaya: Here) -> None:
    out = tamaya("bench", "server", "--help").out
    assert "Example: tamaya bench server" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_stopped_early_it_tells_what_is_done(tmp_path: Path, sent: signal.Signals) -> None:
    with playing(tmp_path) as (process, _):
        process.send_signal(sent)
        result = finished(process)
    assert process.returncode == 130
    assert result["interrupted"]
    assert 0.5 < result["seconds"] < 50
    assert result["actions"]["done"] > 5
    assert result["actions"]["failed"] == 0
    assert nothing_left(tmp_path)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the server's process in /proc")
def test_a_server_that_dies_is_told(tmp_path: Path) -> None:
    with playing(tmp_path) as (process, terminal):
        (server,) = processes(tmp_path)
        os.kill(server, signal.SIGKILL)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        result = finished(process)
        told = os.read(terminal, 10_000).decode().split("\r\n")[-2]
    assert process.returncode == 1
    words = r"tamaya: a server ended by signal 9; it wrote last: .+ \(all of it: (.+)\)"
    (kept,) = re.findall(words, told)
    assert Path(kept).read_text().startswith("Tamaya is at http://127.0.0.1:")
    Path(kept).unlink()
    assert set(result["actions"]["reasons"]) == {"connection-lost"}
    assert result["use"]["server_memory_mb"] is None
    assert nothing_left(tmp_path)


@pytest.mark.parametrize(
    "wrong", [("--tables", "0"), ("--players", "6"), ("--rate", "11"), ("--processes", "2")]
)
def test_what_cannot_be_measured_is_refused(tamaya: Here, wrong: tuple[str, str]) -> None:
    ran = tamaya("bench", "server", *wrong)
    assert ran.status == 2
    assert wrong[0] in ran.complaint()
