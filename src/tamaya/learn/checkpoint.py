"""Checkpoints: the net to play with, and beside it a folder with all that is needed to resume.

For `two.safetensors` the folder is `two.plan`. It has the weights in float32, the optimizer's
moments, plan.json (hyperparameters, counts, learning curve) and the curve as a picture. Tensor
files carry the number of iterations in their name, and plan.json, which says which of them count,
is replaced last: a save that is interrupted leaves the checkpoint before it intact.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from tamaya.formats import nets
from tamaya.formats.nets import MARK, NetError
from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.config import TrainingConfig, config_to_file, fields_from_file
from tamaya.learn.evaluation import EvaluationResult
from tamaya.learn.learning_curve import CurvePoint, learning_curve_svg
from tamaya.learn.optimizer import NamedTensors, OptimizerState
from tamaya.learn.trainer import Trainer

WEIGHTS, FIRST_MOMENTS, SECOND_MOMENTS = TENSOR_FILES = ("weights", "first", "second")
PLAN, CURVE = "plan.json", "curve.svg"
INPUT_WEIGHT = "body.0.weight"
DAMAGED = (  # exceptions raised by damaged or edited files
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
NamedArrays = dict[str, npt.NDArray[Any]]


def checkpoint_folder(file: Path) -> Path:
    """The folder that belongs to a net's file."""
    return file.with_name(f"{file.name.removesuffix('.safetensors')}.plan")


def check_output_file(file: Path, resumed: Path | None = None) -> None:
    """`NetError` if a run cannot save there, or would overwrite anything but the resumed run."""
    if file.is_dir():
        raise NetError(f"{file} is a folder")
    folder = checkpoint_folder(file)
    if resumed is None or checkpoint_folder(resumed).resolve() != folder.resolve():
        if (folder / PLAN).exists():
            raise NetError(
                f"{folder.name} has a checkpoint already: --resume it, or choose another name"
            )
        if file.exists():
            raise NetError(f"{file} exists already: choose another name")
    try:
        if not folder.is_dir():
            folder.mkdir()
            folder.rmdir()
    except OSError as error:
        raise NetError(f"cannot create the folder {folder}: {error.strerror}") from error


def save_checkpoint(trainer: Trainer, file: Path, results: Sequence[EvaluationResult] = ()) -> None:
    """Save the net and its checkpoint; `results` go onto the net's card."""
    folder, weights = checkpoint_folder(file), _to_numpy(trainer.network.state_dict())
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise NetError("the weights have become NaN or infinite; the last checkpoint is kept")
    folder.mkdir(parents=True, exist_ok=True)
    state = trainer.optimizer.get_state()
    tensor_files = {
        WEIGHTS: weights,
        FIRST_MOMENTS: _to_numpy(state.first_moments),
        SECOND_MOMENTS: _to_numpy(state.second_moments),
    }
    for name, arrays in tensor_files.items():
        nets.write_net(_tensor_file(folder, name, trainer.iterations), {}, arrays)
    plan = {
        "settings": config_to_file(trainer.config),
        "moves": trainer.moves,
        "rounds": trainer.iterations,
        "seconds": trainer.seconds,
        "steps": state.num_steps,
        "curve": [list(asdict(point).values()) for point in trainer.curve],
    }
    new = folder / f"{PLAN}.part"
    new.write_text(json.dumps(plan), "utf-8")
    new.replace(folder / PLAN)
    _delete_old_files(folder, trainer.iterations)
    if trainer.curve:
        (folder / CURVE).write_text(learning_curve_svg(trainer.config, trainer.curve), "utf-8")
    # without the padding: those inputs are never 1
    weights[INPUT_WEIGHT] = weights[INPUT_WEIGHT][:, : len(trainer.mix.feature_space.inputs)]
    half = {name: array.astype(np.float16) for name, array in weights.items()}
    nets.write_net(file, _card(trainer, results), half)


def _tensor_file(folder: Path, name: str, iterations: int) -> Path:
    return folder / f"{name}-{iterations}.safetensors"


def _delete_old_files(folder: Path, iterations: int) -> None:
    current = {_tensor_file(folder, name, iterations) for name in TENSOR_FILES}
    for path in {*folder.glob("*-*.safetensors*")} - current:
        path.unlink(missing_ok=True)


def _card(trainer: Trainer, results: Sequence[EvaluationResult]) -> dict[str, str]:
    config = trainer.config
    optional = {"score": "; ".join(map(str, results))} if results else {}
    optional |= {"after": config.started_from} if config.started_from else {}
    return {
        "format": MARK,
        "variant": config.variant,
        "players": str(config.players),
        "depth": str(config.depth),
        "moves": str(trainer.moves),
        "seed": str(config.seed),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "settings": json.dumps(config_to_file(config)),
        **optional,
    }


def load_checkpoint(
    file: Path, device: str = "cpu", mix: OptionMix | None = None, *, eager: bool = False
) -> Trainer:
    """A trainer that resumes a run; `NetError` if there is no checkpoint or the run is done."""
    folder = checkpoint_folder(file)
    if not (folder / PLAN).exists():
        raise NetError(f"there is no checkpoint of {file.name}: {folder.name} has no {PLAN}")
    with _refuse_damaged(folder):
        plan = json.loads((folder / PLAN).read_text("utf-8"))
        settings = plan["settings"]
        schedules = {key: tuple(settings[key]) for key in ("rate", "entropy")}
        config = TrainingConfig(**fields_from_file(settings | schedules))
        done = int(plan["moves"]) >= config.total_moves
        if min(plan["moves"], plan["rounds"], plan["steps"]) < 0 or not plan["seconds"] >= 0:
            raise ValueError("a count is below 0")
    if done:
        raise NetError(f"the run of {file.name} is done; --after {file.name} starts another")
    with _refuse_damaged(folder):
        trainer = Trainer(config, device, mix, eager=eager)
        trainer.moves, trainer.iterations = int(plan["moves"]), int(plan["rounds"])
        trainer.seconds = float(plan["seconds"])
        trainer.curve = [_curve_point(row) for row in plan["curve"]]
        weights, first, second = (
            _to_tensors(
                nets.read_net(_tensor_file(folder, name, trainer.iterations)).arrays, device
            )
            for name in TENSOR_FILES
        )
        trainer.network.load_state_dict(weights)
        num_steps = int(plan["steps"])
        if num_steps:
            trainer.optimizer.load_state(OptimizerState(first, second, num_steps))
    return trainer


@contextmanager
def _refuse_damaged(folder: Path) -> Iterator[None]:
    """`NetError` for whatever a damaged or edited checkpoint leads to."""
    try:
        yield
    except DAMAGED as error:
        reason = " ".join(str(error).split())
        raise NetError(f"{folder.name} is not a checkpoint to resume: {reason}") from error


def _curve_point(row: list[Any]) -> CurvePoint:
    point = CurvePoint(*row)
    point = replace(point, option_set_scores=tuple(point.option_set_scores))
    if not all(isinstance(value, int | float) for value in (*row[:-1], *point.option_set_scores)):
        raise TypeError("the learning curve has something that is not a number")
    return point


def _to_numpy(tensors: Mapping[str, Tensor]) -> NamedArrays:
    return {name: tensor.detach().cpu().numpy() for name, tensor in tensors.items()}


def _to_tensors(arrays: Mapping[str, npt.NDArray[Any]], device: str) -> NamedTensors:
    return {name: torch.from_numpy(array.copy()).to(device) for name, array in arrays.items()}
