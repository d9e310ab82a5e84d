"""Checkpoints: saved, resumed, interrupted, damaged."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.parts import require

torch = require("torch")

from support.learn.small import MIX, SMALLEST  # noqa: E402 - only where there is PyTorch
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import NetError  # noqa: E402
from tamaya.learn import checkpoint, plan_files  # noqa: E402
from tamaya.learn.config import config_to_file  # noqa: E402
from tamaya.learn.learning_curve import CurvePoint  # noqa: E402
from tamaya.learn.trainer import Trainer  # noqa: E402


def curve(trainer: Trainer) -> list[CurvePoint]:
    """The learning curve, without the time it took."""
    return [replace(point, seconds=0) for point in trainer.curve]


def test_a_resumed_run_goes_on_as_if_it_had_not_been_interrupted(tmp_path: Path) -> None:
    whole, parts = Trainer(SMALLEST, mix=MIX), Trainer(SMALLEST, mix=MIX)
    for _ in range(3):
        list(whole.train_segment())
    list(parts.train_segment())
    checkpoint.save_checkpoint(parts, tmp_path / "net.safetensors")
    seconds = parts.seconds
    parts = checkpoint.load_checkpoint(tmp_path / "net.safetensors", mix=MIX)
    assert parts.seconds == seconds > 0
    for _ in range(2):
        list(parts.train_segment())
    assert curve(parts) == curve(whole)
    for mine, other in zip(parts.network.parameters(), whole.network.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_without_a_checkpoint_nothing_is_resumed(tmp_path: Path) -> None:
    with pytest.raises(
        NetError, match=r"^there is no checkpoint of none\.safetensors: none\.plan has"
    ):
        checkpoint.load_checkpoint(tmp_path / "none.safetensors")


def test_a_run_that_is_done_is_not_resumed(tmp_path: Path) -> None:
    trainer, file = (
        Trainer(replace(SMALLEST, total_moves=1024), mix=MIX),
        tmp_path / "net.safetensors",
    )
    list(trainer.train_segment())
    checkpoint.save_checkpoint(trainer, file)
    with pytest.raises(NetError, match=r"is done; --after net\.safetensors starts another$"):
        checkpoint.load_checkpoint(file, mix=MIX)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A run that was stopped."""
    trainer, file = Trainer(SMALLEST, mix=MIX), tmp_path / "net.safetensors"
    list(trainer.train_segment())
    checkpoint.save_checkpoint(trainer, file)
    return file


DAMAGES: tuple[dict[str, Any], ...] = (
    {"moves": "many"},
    {"rounds": None},
    {"curve": 3},
    {"steps": []},
    {"settings": {}},
    {"moves": float("inf")},
    {"moves": -1024},
    {"seconds": float("nan")},
    {"curve": [["a"] * 9]},
    {"curve": [[None] * 9]},
    *(
        {"settings": {**config_to_file(SMALLEST), **change}}
        for change in (
            {"width": 48},
            {"layers": 3},
            {"depth": 17},
            {"games": 0},
            {"minibatch": 10_000},
            {"rate": 1},
            {"rate": [1]},
            {"entropy": [0, 0]},
            {"entropy": [0.1, 0.1, 0.1]},
            {"games": 10**12},
            {"stretch": 2.5},
            {"clip": "x"},
            {"gradient": None},
            {"another": 1},
        )
    ),
)


@pytest.mark.parametrize("change", DAMAGES)
def test_a_damaged_checkpoint_is_refused(saved: Path, change: dict[str, Any]) -> None:
    plan = plan_files.checkpoint_folder(saved) / "plan.json"
    plan.write_text(json.dumps(json.loads(plan.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(NetError, match="not a checkpoint to resume"):
        checkpoint.load_checkpoint(saved, mix=MIX)


@pytest.mark.parametrize("part", ["weights", "first", "second"])
def test_tensors_must_have_the_right_shapes(saved: Path, part: str) -> None:
    (file,) = plan_files.checkpoint_folder(saved).glob(f"{part}-*")
    arrays = {name: array[..., :-1] for name, array in nets.read_net(file).arrays.items()}
    nets.write_net(file, {}, arrays)
    with pytest.raises(NetError, match="not a checkpoint to resume"):
        checkpoint.load_checkpoint(saved, mix=MIX)


@pytest.mark.parametrize("writes", range(4))
def test_a_save_that_is_interrupted_leaves_the_one_before(
    saved: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """`writes`: the files that were written before it was interrupted."""
    trainer, left = checkpoint.load_checkpoint(saved, mix=MIX), iter(range(writes))
    write = nets.write_net

    def interrupted(*given: Any) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write(*given)

    list(trainer.train_segment())
    monkeypatch.setattr(nets, "write_net", interrupted)
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save_checkpoint(trainer, saved)
    monkeypatch.undo()
    again = checkpoint.load_checkpoint(saved, mix=MIX)
    assert again.iterations in (SMALLEST.segment_iterations, 2 * SMALLEST.segment_iterations)
    assert (again.iterations == trainer.iterations) == (writes == 3)  # all but the net itself
    checkpoint.save_checkpoint(trainer, saved)
    assert len(list(plan_files.checkpoint_folder(saved).glob("*.safetensors"))) == 3


def test_weights_that_are_nan_are_not_saved(saved: Path) -> None:
    before, trainer = saved.read_bytes(), checkpoint.load_checkpoint(saved, mix=MIX)
    torch.nn.init.constant_(trainer.network.head.bias, float("nan"))
    with pytest.raises(NetError, match="the last checkpoint is kept"):
        checkpoint.save_checkpoint(trainer, saved)
    assert saved.read_bytes() == before


def test_no_checkpoint_is_overwritten(saved: Path) -> None:
    with pytest.raises(NetError, match=r"net\.plan has a checkpoint already"):
        plan_files.check_output_file(saved)
    with pytest.raises(NetError, match="is a folder"):
        plan_files.check_output_file(saved.parent)
    plan_files.check_output_file(saved, saved)
    plan_files.check_output_file(saved, saved.parent / ".." / saved.parent.name / saved.name)
    plan_files.check_output_file(saved.with_name("other.safetensors"))
    assert plan_files.checkpoint_folder(Path("a.1")) != plan_files.checkpoint_folder(Path("a.2"))


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    there, blocked = tmp_path / "notes.txt", tmp_path / "net.plan"
    for file in (there, blocked):
        file.write_text("precious", "utf-8")
    with pytest.raises(NetError, match=r"notes\.txt exists already"):
        plan_files.check_output_file(there)
    with pytest.raises(NetError, match=r"cannot create the folder .*net\.plan: File exists"):
        plan_files.check_output_file(tmp_path / "net.safetensors")
    with pytest.raises(NetError, match="cannot create the folder"):
        plan_files.check_output_file(tmp_path / "no" / "net.safetensors")
    assert {file.name for file in tmp_path.iterdir()} == {"notes.txt", "net.plan"}
