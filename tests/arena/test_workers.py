"""Processes that play: killed ones cost nothing, and Ctrl-C tells what is done."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from support.cli.running import PATIENCE, TAMAYA, in_a_process
from tamaya.arena.games import GameChunk, play_chunk
from tamaya.arena.matchups import Matchup
from tamaya.arena.run import ArenaRun
from tamaya.arena.teams import parse_team
from tamaya.cli import arena as command
from tamaya.cli.output_files import write_atomically

GAMES = ("--players", "2", "--games", "24", "--json")
SOON = 2.0  # seconds, for who was told to end


def scores(out: str) -> object:
    return json.loads(out)[0]["histogram"]


@pytest.fixture(name="graves")
def _graves(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the deadly bot counts its victims."""
    monkeypatch.setenv("GRAVES", str(tmp_path))
    return tmp_path


def test_a_killed_worker_costs_no_result(graves: Path) -> None:
    spared = in_a_process("arena", "deadly", *GAMES, "--jobs", "1", DEATHS="0")
    struck = in_a_process("arena", "deadly", *GAMES, "--jobs", "2", DEATHS="3")
    assert len(list(graves.iterdir())) == 3
    assert (struck.status, struck.err) == (0, "")
    assert scores(struck.out) == scores(spared.out)


@pytest.mark.usefixtures("graves")
def test_workers_that_die_without_end_are_given_up() -> None:
    ran = in_a_process("arena", "deadly", *GAMES, "--jobs", "2", DEATHS="1000")
    assert ran.status == 1
    assert "4 workers were lost one after the other over games " in ran.complaint()
    assert " of deadly (base, 2 players): WorkerDied: " in ran.err


@pytest.mark.usefixtures("installed")
def test_a_bot_that_fails_is_told_alike_by_many_processes() -> None:
    args = ("arena", "cautious,raises,made", "--games", "20")
    alone, two = (in_a_process(*args, "--jobs", jobs) for jobs in ("1", "2"))
    assert "raises in seat B failed at move " in alone.complaint()
    assert (two.status, two.complaint()) == (1, alone.complaint())


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_is_done(tmp_path: Path, jobs: str) -> None:
    command = [*TAMAYA, "arena", "sleepy", "--players", "2", "--games", "500", "--json"]
    running = subprocess.Popen(  # noqa: S603 - our own command
        [*command, "--jobs", jobs, "--save", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # a group of processes, as at a terminal
    )
    begin = time.monotonic()
    while not any(tmp_path.iterdir()):
        assert time.monotonic() - begin < PATIENCE
        assert running.poll() is None, running.communicate()
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (130, b"")
    (row,) = json.loads(out)
    assert 0 < row["games"] < 500
    assert row["games"] == sum(row["histogram"].values()) == len(list(tmp_path.iterdir()))
    assert row["mean"] > 10
    end = time.monotonic() + SOON
    while left := alive(running.pid):  # nobody is left behind
        assert time.monotonic() < end, left
        time.sleep(0.05)


def alive(group: int) -> list[str]:
    """The processes of a group that are running."""
    told = subprocess.run(
        ["ps", "-eo", "pgid=,stat=,args="],  # noqa: S607 - of the system
        capture_output=True,
        text=True,
        check=True,
    )
    lines = (line.split(None, 2) for line in told.stdout.splitlines())
    return [args for pgid, stat, args in lines if int(pgid) == group and stat[0] != "Z"]


def test_what_is_kept_is_counted_though_somebody_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matchup = Matchup(parse_team("cautious", 2), "base", 1)
    chunk = GameChunk(matchup, 0, 2, keep=True)
    run, write = ArenaRun([matchup], range(2), keep=True), write_atomically

    def stopped(*given: Any) -> None:
        write(*given)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(command, "write_atomically", stopped)
    with pytest.raises(KeyboardInterrupt):
        command._Progress(run, tmp_path).receive(chunk, play_chunk(chunk))
    assert run.played == len(list(tmp_path.iterdir())) == 2
