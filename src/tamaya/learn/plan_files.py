"""The folder of a checkpoint: named tensors in float32, and plan.json, which says what they are.

For `two.safetensors` the folder is `two.plan`. It has the weights and the optimizer's moments.
Tensor files carry the number of iterations in their name, and plan.json, which says which of them
count, is replaced last: a save that is interrupted leaves the checkpoint before it intact.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from tamaya.formats import nets
from tamaya.formats.nets import NetError
from tamaya.learn.optimizer import MuonAdam, NamedTensors, OptimizerState

WEIGHTS, FIRST_MOMENTS, SECOND_MOMENTS = TENSOR_FILES = ("weights", "first", "second")
PLAN = "plan.json"
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


def finite_weights(network: nn.Module) -> NamedArrays:
    """The weights of a network; `NetError` if they have become NaN or infinite."""
    weights = _to_numpy(network.state_dict())
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise NetError("the weights have become NaN or infinite; the last checkpoint is kept")
    return weights


def save_plan(
    folder: Path, iterations: int, weights: NamedArrays, state: OptimizerState, plan: dict[str, Any]
) -> None:
    """Save the tensors, and then `plan` with the number of the optimizer's steps."""
    tensor_files = {
        WEIGHTS: weights,
        FIRST_MOMENTS: _to_numpy(state.first_moments),
        SECOND_MOMENTS: _to_numpy(state.second_moments),
    }
    for name, arrays in tensor_files.items():
        nets.write_net(_tensor_file(folder, name, iterations), {}, arrays)
    new = folder / f"{PLAN}.part"
    new.write_text(json.dumps(plan | {"rounds": iterations, "steps": state.num_steps}), "utf-8")
    new.replace(folder / PLAN)
    _delete_old_files(folder, iterations)


def read_plan(file: Path) -> dict[str, Any]:
    """What plan.json says of the run of a net's file; `NetError` if there is no checkpoint."""
    folder = checkpoint_folder(file)
    if not (folder / PLAN).exists():
        raise NetError(f"there is no checkpoint of {file.name}: {folder.name} has no {PLAN}")
    with refuse_damaged(folder):
        plan: dict[str, Any] = json.loads((folder / PLAN).read_text("utf-8"))
        counts = {name: int(plan[name]) for name in ("moves", "rounds", "steps")}
        if min(counts.values()) < 0 or not plan["seconds"] >= 0:
            raise ValueError("a count is below 0")
    return plan | counts


def check_not_done(file: Path, plan: Mapping[str, Any], total_moves: int) -> None:
    """`NetError` if a run has all its moves: there is nothing to resume."""
    if plan["moves"] >= total_moves:
        raise NetError(f"the run of {file.name} is done; --after {file.name} starts another")


def load_tensors(
    folder: Path, plan: Mapping[str, Any], network: nn.Module, optimizer: MuonAdam, device: str
) -> None:
    """Load the weights and the optimizer's state that a plan goes on with."""
    weights, first, second = (
        _to_tensors(nets.read_net(_tensor_file(folder, name, plan["rounds"])).arrays, device)
        for name in TENSOR_FILES
    )
    network.load_state_dict(weights)
    if plan["steps"]:
        optimizer.load_state(OptimizerState(first, second, plan["steps"]))


@contextmanager
def refuse_damaged(folder: Path) -> Iterator[None]:
    """`NetError` for whatever a damaged or edited checkpoint leads to."""
    try:
        yield
    except DAMAGED as error:
        reason = " ".join(str(error).split())
        raise NetError(f"{folder.name} is not a checkpoint to resume: {reason}") from error


def _tensor_file(folder: Path, name: str, iterations: int) -> Path:
    return folder / f"{name}-{iterations}.safetensors"


def _delete_old_files(folder: Path, iterations: int) -> None:
    current = {_tensor_file(folder, name, iterations) for name in TENSOR_FILES}
    for path in {*folder.glob("*-*.safetensors*")} - current:
        path.unlink(missing_ok=True)


def _to_numpy(tensors: Mapping[str, Tensor]) -> NamedArrays:
    return {name: tensor.detach().cpu().numpy() for name, tensor in tensors.items()}


def _to_tensors(arrays: Mapping[str, npt.NDArray[Any]], device: str) -> NamedTensors:
    return {name: torch.from_numpy(array.copy()).to(device) for name, array in arrays.items()}
