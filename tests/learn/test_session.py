"""Training sessions: progress, checkpoints, the end; and runs that are as long as the time."""

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from support.parts import require

require("torch")

from support.learn.clock import FakeClock, TimedTrainer  # noqa: E402 - only where there is PyTorch
from support.learn.small import MIX, SMALLEST  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.learn import checkpoint, evaluation, session  # noqa: E402
from tamaya.learn.session import run_session  # noqa: E402
from tamaya.learn.trainer import Trainer  # noqa: E402


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The time of a session; its evaluation is short."""
    evaluate = partial(evaluation.evaluate_trainer, num_games=32)
    monkeypatch.setattr(evaluation, "evaluate_trainer", evaluate)
    clock = FakeClock()
    monkeypatch.setattr(session, "time", clock)
    return clock


def test_a_session_ends_in_time_and_leaves_a_net_to_play_with(tmp_path: Path) -> None:
    reports: list[str] = []
    file = tmp_path / "net.safetensors"
    text = run_session(Trainer(SMALLEST, mix=MIX), file, 0.0001, reports.append)
    assert re.fullmatch(r"greedy self-play:\ntiny \d+\.\d+ ± [\d.]+, [\d.]+ % perfect", text)
    assert re.fullmatch(
        r"0\.1 %, \d+ min left, [\d,]+ moves/s, score \d\.\d\d, perfect 0\.0 %", reports[0]
    )
    found = nets.read_net(file)
    assert (found.card["variant"], found.card["moves"]) == ("tiny", "1024")
    assert found.card["score"].startswith("tiny ")
    assert json.loads(found.card["settings"])["rate"] == list(SMALLEST.learning_rate)
    assert file.stat().st_size < 4 << 20
    curve = (tmp_path / "net.plan" / "curve.svg").read_text("utf-8")
    assert "tiny, 2 players" in "".join(ET.fromstring(curve).itertext())  # noqa: S314 - our own
    assert {path.name for path in tmp_path.iterdir()} == {"net.safetensors", "net.plan"}


def test_an_interruption_loses_nothing_that_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, reports = tmp_path / "net.safetensors", list[str]()

    def interrupt(text: str) -> None:
        reports.append(text)
        if len(reports) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(session, "SAVE_EVERY", 0.0)
    with pytest.raises(KeyboardInterrupt):
        run_session(Trainer(SMALLEST, mix=MIX), file, None, interrupt)
    assert checkpoint.load_checkpoint(file, mix=MIX).iterations == 4


def test_checkpoints_are_saved_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = list[int]()
    save = "save_checkpoint"
    monkeypatch.setattr(checkpoint, save, lambda trainer, *_: saves.append(trainer.iterations))
    trainer = Trainer(replace(SMALLEST, total_moves=4096), mix=MIX)
    run_session(trainer, tmp_path / "net", None, lambda _: None)
    assert saves == [2, 8, 8]  # the first, the last, and the last with its evaluation


def test_a_run_can_be_as_long_as_the_time(tmp_path: Path, clock: FakeClock) -> None:
    trainer = TimedTrainer(clock, 10**12)
    reports, lengths = list[str](), list[int]()

    def report(text: str) -> None:
        reports.append(text)
        lengths.append(trainer.config.total_moves)

    run_session(trainer, tmp_path / "net", 10, report, fit_to_time=True)
    assert (trainer.iterations, clock.now) == (51, 1600)
    assert trainer.done
    assert lengths[0] == 10**12  # the first iteration compiles, and says nothing about the speed
    assert set(lengths[1:]) == {trainer.moves}
    beginnings = [text.split(", ")[:2] for text in reports]
    assert beginnings[0] == ["0.0 %", "8 min left"]
    assert beginnings[25:27] == [["51.0 %", "4 min left"], ["52.9 %", "4 min left"]]
    assert beginnings[50] == ["100.0 %", "0 min left"]


@pytest.mark.parametrize(
    ("seconds", "iterations"),
    [((700,), 1), ((100, 10, 10, 40), 15), ((100, 40, 40, 10), 45), ((0,) * 9 + (200,), 12)],
)
def test_run_and_time_end_together_even_if_the_speed_changes(
    tmp_path: Path, clock: FakeClock, seconds: tuple[int, ...], iterations: int
) -> None:
    trainer = TimedTrainer(clock, 10**12, seconds)
    run_session(trainer, tmp_path / "net", 10, lambda _: None, fit_to_time=True)
    assert trainer.iterations == iterations
    assert 1600 <= clock.now < 1600 + seconds[-1]
    assert trainer.config.total_moves == trainer.moves


def test_the_time_that_saving_takes_is_not_time_to_train(
    tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object) -> None:
        clock.now += 300

    monkeypatch.setattr(checkpoint, "save_checkpoint", slow)
    trainer = TimedTrainer(clock, 10**12)
    run_session(trainer, tmp_path / "net", 10, lambda _: None, fit_to_time=True)
    assert trainer.done
    assert trainer.iterations == 7  # the last one when the time is up: then the run is done
