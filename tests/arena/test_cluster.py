"""A Dask cluster for real: a scheduler and workers in processes of their own."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from support.arena.installing import and_path
from support.cli.running import PATIENCE, Here, in_a_process
from support.parts import require
from support.server.serving import free_port

require("distributed")


@contextmanager
def running(program: str, *args: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """One of Dask's programs, ended afterwards."""
    process = subprocess.Popen(  # noqa: S603 - installed with the extra
        [sys.executable, "-m", f"distributed.cli.{program}", *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **env},
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def scheduling() -> Iterator[str]:
    """The address of a scheduler that listens."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with running("dask_scheduler", "--host", address, "--no-dashboard", "--no-show") as process:
        begin = time.monotonic()
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                assert process.poll() is None
                assert time.monotonic() - begin < PATIENCE
                time.sleep(0.05)
        yield address


@pytest.fixture(name="graves", scope="module")
def _graves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the deadly bot counts its victims."""
    return tmp_path_factory.mktemp("graves")


@pytest.fixture(name="cluster", scope="module")
def _cluster(folder: Path, graves: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    path = and_path(folder)
    place = ("--local-directory", str(tmp_path_factory.mktemp("dask")))
    with ExitStack() as stack:
        address = stack.enter_context(scheduling())
        for _ in range(2):
            worker = (address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *place)
            env = {"PYTHONPATH": path, "GRAVES": str(graves), "DEATHS": "1"}
            stack.enter_context(running("dask_worker", *worker, **env))
        yield address


def histogram(out: str) -> object:
    return json.loads(out)[0]["histogram"]


@pytest.mark.usefixtures("installed")
def test_the_same_result_as_at_home_though_a_worker_dies(cluster: str, graves: Path) -> None:
    games = ("--players", "2", "--games", "16", "--json")
    away = in_a_process("arena", "deadly", *games, "--cluster", cluster)
    assert (away.status, away.err) == (0, "")
    assert len(list(graves.iterdir())) == 1
    home = in_a_process("arena", "cautious", *games, "--jobs", "1")
    assert histogram(away.out) == histogram(home.out)


def test_games_come_back_to_be_kept(cluster: str, tmp_path: Path) -> None:
    args = ("arena", "cheater", "--players", "3", "--games", "5", "--cluster", cluster)
    ran = in_a_process(*args, "--save", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert len(list(tmp_path.glob("base-3p-cheater-seed1-game0000?.json"))) == 5


def test_nobody_there(tamaya: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.arena.dask_workers.TIMEOUT", 1.0)
    for address in (f"tcp://127.0.0.1:{free_port()}", "nonsense://x", "nowhere"):
        ran = tamaya("arena", "random", "--cluster", address)
        assert ran.status == 1
        assert ran.complaint() == f"tamaya: no Dask scheduler answers at {address}"


def test_a_cluster_without_workers(tamaya: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.arena.dask_workers.TIMEOUT", 2.0)
    with scheduling() as address:
        ran = tamaya("arena", "random", "--cluster", address)
    assert ran.status == 1
    assert ran.complaint() == "tamaya: no worker of the cluster answers within 2 s"
