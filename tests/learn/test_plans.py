"""Plans on file: left, taken up again, interrupted, meddled with."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from parts import require

torch = require("torch")

from learn.small import MIX, SHORT  # noqa: E402 - only where there is PyTorch
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import NetError  # noqa: E402
from tamaya.learn import plans  # noqa: E402
from tamaya.learn.trainer import Point, Trainer  # noqa: E402


def curve(trainer: Trainer) -> list[Point]:
    """Without the time it took."""
    return [replace(point, seconds=0) for point in trainer.curve]


def test_a_plan_taken_up_again_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, parts = Trainer(SHORT, mix=MIX), Trainer(SHORT, mix=MIX)
    for _ in range(3):
        list(whole.stretch())
    list(parts.stretch())
    plans.save(parts, tmp_path / "net.safetensors")
    seconds = parts.seconds
    parts = plans.take_up(tmp_path / "net.safetensors", mix=MIX)
    assert parts.seconds == seconds > 0
    for _ in range(2):
        list(parts.stretch())
    assert curve(parts) == curve(whole)
    for mine, other in zip(parts.net.parameters(), whole.net.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_what_is_no_plan_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetError, match=r"^there is no plan beside none\.safetensors$"):
        plans.take_up(tmp_path / "none.safetensors")


def test_what_is_done_is_refused(tmp_path: Path) -> None:
    trainer, file = Trainer(replace(SHORT, moves=1024), mix=MIX), tmp_path / "net.safetensors"
    list(trainer.stretch())
    plans.save(trainer, file)
    with pytest.raises(NetError, match=r"is done; --after net\.safetensors begins another$"):
        plans.take_up(file, mix=MIX)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A plan that was left."""
    trainer, file = Trainer(SHORT, mix=MIX), tmp_path / "net.safetensors"
    list(trainer.stretch())
    plans.save(trainer, file)
    return file


ODD: tuple[dict[str, Any], ...] = (
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
        {"settings": {**asdict(SHORT), **change}}
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


@pytest.mark.parametrize("change", ODD)
def test_a_plan_that_was_meddled_with_is_refused(saved: Path, change: dict[str, Any]) -> None:
    plan = plans.folder_of(saved) / "plan.json"
    plan.write_text(json.dumps(json.loads(plan.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(NetError, match="not a plan to go on with"):
        plans.take_up(saved, mix=MIX)


@pytest.mark.parametrize("part", ["weights", "first", "second"])
def test_what_is_remembered_must_fit(saved: Path, part: str) -> None:
    (file,) = plans.folder_of(saved).glob(f"{part}-*")
    arrays = {name: array[..., :-1] for name, array in nets.read(file).arrays.items()}
    nets.write(file, {}, arrays)
    with pytest.raises(NetError, match="not a plan to go on with"):
        plans.take_up(saved, mix=MIX)


@pytest.mark.parametrize("writes", range(4))
def test_a_save_that_is_interrupted_leaves_the_one_before(
    saved: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """Wherever in it: before the first file, after it, and so on."""
    trainer, left = plans.take_up(saved, mix=MIX), iter(range(writes))
    write = nets.write

    def interrupted(*given: Any) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write(*given)

    list(trainer.stretch())
    monkeypatch.setattr(nets, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        plans.save(trainer, saved)
    monkeypatch.undo()
    again = plans.take_up(saved, mix=MIX)
    assert again.rounds in (SHORT.stretch, 2 * SHORT.stretch)
    assert (again.rounds == trainer.rounds) == (writes == 3)  # all but the net to play with
    plans.save(trainer, saved)
    assert len(list(plans.folder_of(saved).glob("*.safetensors"))) == 3


def test_a_net_that_has_become_nonsense_is_not_saved(saved: Path) -> None:
    before, trainer = saved.read_bytes(), plans.take_up(saved, mix=MIX)
    torch.nn.init.constant_(trainer.net.head.bias, float("nan"))
    with pytest.raises(NetError, match="what was saved before stays"):
        plans.save(trainer, saved)
    assert saved.read_bytes() == before


def test_nothing_is_written_over_a_plan(saved: Path) -> None:
    with pytest.raises(NetError, match=r"net\.plan has a plan already"):
        plans.check_free(saved)
    with pytest.raises(NetError, match="is a folder"):
        plans.check_free(saved.parent)
    plans.check_free(saved, saved)
    plans.check_free(saved, saved.parent / ".." / saved.parent.name / saved.name)
    plans.check_free(saved.with_name("other.safetensors"))
    assert plans.folder_of(Path("a.1")) != plans.folder_of(Path("a.2"))


def test_nothing_is_written_over_another_file(tmp_path: Path) -> None:
    there, blocked = tmp_path / "notes.txt", tmp_path / "net.plan"
    for file in (there, blocked):
        file.write_text("precious", "utf-8")
    with pytest.raises(NetError, match=r"notes\.txt is there already"):
        plans.check_free(there)
    with pytest.raises(NetError, match=r"net\.plan cannot be made: File exists"):
        plans.check_free(tmp_path / "net.safetensors")
    with pytest.raises(NetError, match="cannot be made"):
        plans.check_free(tmp_path / "no" / "net.safetensors")
    assert {file.name for file in tmp_path.iterdir()} == {"notes.txt", "net.plan"}
