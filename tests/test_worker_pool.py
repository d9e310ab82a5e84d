"""Worker processes: results, errors, time limits, deaths, and an end together with the parent."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tamaya.worker_pool import TaskFailed, TaskTimedOut, WorkerDied, WorkerPool, available_cores

SOON = 15.0  # seconds, on a busy machine


@pytest.fixture(name="pool")
def _pool() -> Iterator[WorkerPool]:
    with WorkerPool(1) as pool:
        yield pool


def double(number: int) -> int:
    return 2 * number


def fail(error: BaseException) -> None:
    raise error


def make_lock() -> object:
    return threading.Lock()  # cannot be pickled


def die(graves: str, deaths: int) -> int:
    """Kill this process, unless that has happened so often before."""
    for number in range(deaths):
        try:
            Path(graves, str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def test_a_task_runs_in_another_process(pool: WorkerPool) -> None:
    assert pool.submit(double, 21).result(SOON) == 42
    first, second = (pool.submit(os.getpid).result(SOON) for _ in range(2))
    assert first == second != os.getpid()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="the system knows no niceness")
def test_processes_can_yield_to_others() -> None:
    with WorkerPool(1, niceness=3) as pool:
        assert pool.submit(os.nice, 0).result(SOON) == min(os.nice(0) + 3, 19)


def test_tasks_share_the_processes() -> None:
    with WorkerPool(2) as pool:
        futures = [pool.submit(os.getpid) for _ in range(20)]
        assert len({future.result(SOON) for future in futures}) <= 2


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("no way"), "ZeroDivisionError: no way"),
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt: "),
    ],
)
def test_an_error_is_described(pool: WorkerPool, error: BaseException, words: str) -> None:
    with pytest.raises(TaskFailed) as failed:
        pool.submit(fail, error).result(SOON)
    assert str(failed.value) == words
    assert failed.value.error_type == type(error).__name__
    assert pool.submit(double, 1).result(SOON) == 2, "the process goes on"


def test_a_result_that_cannot_travel_is_an_error(pool: WorkerPool) -> None:
    with pytest.raises(TaskFailed, match="TypeError: cannot pickle"):
        pool.submit(make_lock).result(SOON)
    assert pool.submit(double, 1).result(SOON) == 2


def test_a_task_that_hangs_is_ended_and_the_place_is_known(
    pool: WorkerPool, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(TaskTimedOut) as late:
        pool.submit(time.sleep, 60, time_limit=0.3).result(SOON)
    assert re.fullmatch(r'File ".*worker_pool.py", line \d+ in _outcome', late.value.place)
    assert capfd.readouterr().err == ""
    assert pool.submit(double, 1, time_limit=SOON).result(SOON) == 2, "another process goes on"


def test_a_time_limit_is_for_one_task(pool: WorkerPool) -> None:
    pool.submit(double, 1, time_limit=0.5).result(SOON)
    pool.submit(time.sleep, 0.8).result(SOON)


def test_a_process_that_dies_is_replaced(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(WorkerDied):
        pool.submit(die, str(tmp_path), 1).result(SOON)
    assert pool.submit(die, str(tmp_path), 1).result(SOON) != os.getpid()


def test_a_task_may_be_tried_again(pool: WorkerPool, tmp_path: Path) -> None:
    assert pool.submit(die, str(tmp_path), 2, tries=3).result(SOON)
    with pytest.raises(WorkerDied):
        pool.submit(die, str(tmp_path), 9, tries=3).result(SOON)
    assert len(list(tmp_path.iterdir())) == 5


def test_a_process_that_dies_while_idle_costs_nothing(pool: WorkerPool) -> None:
    pid = pool.submit(os.getpid).result(SOON)
    os.kill(pid, signal.SIGKILL)
    wait_for_end(pid)
    assert pool.submit(os.getpid).result(SOON) != pid


def test_a_worker_can_be_started_before_it_is_needed() -> None:
    with WorkerPool(2) as pool:
        pool.warm_up().result(SOON)
        began = time.monotonic()
        assert pool.submit(double, 2, time_limit=SOON).result(SOON) == 4
        assert time.monotonic() - began < SOON / 2


def test_closing_ends_what_hangs() -> None:
    pool = WorkerPool(1)
    pid = pool.submit(os.getpid).result(SOON)
    hanging, waiting = pool.submit(time.sleep, 600), pool.submit(double, 1)
    time.sleep(0.2)
    pool.close()
    with pytest.raises(WorkerDied):
        hanging.result(SOON)
    assert waiting.cancelled()
    wait_for_end(pid)


PARENT = """
import os, sys, time
from tamaya.worker_pool import WorkerPool

if __name__ == "__main__":
    pool = WorkerPool(2)
    print(pool.submit(os.getpid).result(), flush=True)
    if sys.argv[1] == "killed":
        pool.submit(time.sleep, 600)
        time.sleep(600)
"""


@pytest.mark.parametrize("end", ["killed", "forgetful"])
def test_no_worker_outlives_its_parent(end: str, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    parent = subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, script, end], stdout=subprocess.PIPE, text=True
    )
    with parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        if end == "killed":
            parent.kill()
        parent.wait(SOON)
    wait_for_end(pid)


def wait_for_end(pid: int) -> None:
    """Until there is no such process, or only what nobody has collected yet."""
    end = time.monotonic() + SOON
    while _runs(pid):
        assert time.monotonic() < end
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        process = Path(f"/proc/{pid}")
        ended = (process / "stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z"
        return not ended or len(list((process / "task").iterdir())) > 1  # its other threads
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_there_is_a_core() -> None:
    assert available_cores() >= 1
