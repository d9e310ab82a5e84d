"""Plans on file: the net to play with, and beside it a folder with all that is needed to go on.

The folder has the weights in full, what the optimizers remember, and the plan: its settings,
how far it is, and the learning curve; which is a picture, too. No file is large. The plan is
written last and says which files are its own, by the number of rounds: whenever a save is
interrupted, the one before is still whole.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tamaya.formats import nets
from tamaya.formats.nets import MARK, NetError
from tamaya.kernel.mix import Mix
from tamaya.learn.curve import picture
from tamaya.learn.settings import Settings
from tamaya.learn.trainer import Point, Rated, Trainer

WEIGHTS, FIRST, SECOND = PARTS = ("weights", "first", "second")
PLAN, CURVE = "plan.json", "curve.svg"
INPUTS = "body.0.weight"
NOT_AS_IT_WAS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
Arrays = dict[str, npt.NDArray[Any]]
Tensors = dict[str, torch.Tensor]


def folder_of(file: Path) -> Path:
    """Where the plan of a net is."""
    return file.with_name(f"{file.name.removesuffix('.safetensors')}.plan")


def check_free(file: Path, resumed: Path | None = None) -> None:
    """Refuse a place for a net where something would be lost, or nothing can be written."""
    if file.is_dir():
        raise NetError(f"{file} is a folder")
    there = folder_of(file)
    if resumed is None or folder_of(resumed).resolve() != there.resolve():
        if (there / PLAN).exists():
            raise NetError(f"{there.name} has a plan already: --resume it, or take another name")
        if file.exists():
            raise NetError(f"{file} is there already: take another name")
    try:
        if not there.is_dir():
            there.mkdir()
            there.rmdir()
    except OSError as error:
        raise NetError(f"{there} cannot be made: {error.strerror}") from error


def save(trainer: Trainer, file: Path, rated: Sequence[Rated] = ()) -> None:
    """The net, and the plan beside it; `rated`: how well it plays each of its option sets."""
    folder, weights = folder_of(file), _numpy(trainer.net.state_dict())
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise NetError("the net has come to numbers that are none; what was saved before stays")
    folder.mkdir(parents=True, exist_ok=True)
    first, second, steps = trainer.steps.remembered()
    kept = {WEIGHTS: weights, FIRST: _numpy(first), SECOND: _numpy(second)}
    for part, arrays in kept.items():
        nets.write(_part(folder, part, trainer.rounds), {}, arrays)
    plan = {
        "settings": asdict(trainer.settings),
        "moves": trainer.moves,
        "rounds": trainer.rounds,
        "seconds": trainer.seconds,
        "steps": steps,
        "curve": [list(asdict(point).values()) for point in trainer.curve],
    }
    new = folder / f"{PLAN}.part"
    new.write_text(json.dumps(plan), "utf-8")
    new.replace(folder / PLAN)
    _clear_up(folder, trainer.rounds)
    if trainer.curve:
        (folder / CURVE).write_text(picture(trainer.settings, trainer.curve), "utf-8")
    weights[INPUTS] = weights[INPUTS][:, : len(trainer.mix.frame.seen)]  # the others are never 1
    half = {name: array.astype(np.float16) for name, array in weights.items()}
    nets.write(file, _card(trainer, rated), half)


def _part(folder: Path, part: str, rounds: int) -> Path:
    return folder / f"{part}-{rounds}.safetensors"


def _clear_up(folder: Path, rounds: int) -> None:
    """Delete what belongs to earlier saves."""
    own = {_part(folder, part, rounds) for part in PARTS}
    for path in {*folder.glob("*-*.safetensors*")} - own:
        path.unlink(missing_ok=True)


def _card(trainer: Trainer, rated: Sequence[Rated]) -> dict[str, str]:
    settings = trainer.settings
    told = {"score": "; ".join(map(str, rated))} if rated else {}
    told |= {"after": settings.after} if settings.after else {}
    return {
        "format": MARK,
        "variant": settings.variant,
        "players": str(settings.players),
        "depth": str(settings.depth),
        "moves": str(trainer.moves),
        "seed": str(settings.seed),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "settings": json.dumps(asdict(settings)),
        **told,
    }


def take_up(
    file: Path, device: str = "cpu", mix: Mix | None = None, *, plain: bool = False
) -> Trainer:
    """A trainer that goes on where a plan was left; `NetError` if there is none, or it is done."""
    folder = folder_of(file)
    if not (folder / PLAN).exists():
        raise NetError(f"there is no plan beside {file.name}")
    with _refusing(folder):
        plan = json.loads((folder / PLAN).read_text("utf-8"))
        given = plan["settings"]
        pairs = {name: tuple(given[name]) for name in ("rate", "entropy")}
        settings = Settings(**given | pairs)
        done = int(plan["moves"]) >= settings.moves
        if min(plan["moves"], plan["rounds"], plan["steps"]) < 0 or not plan["seconds"] >= 0:
            raise ValueError("something is below 0")
    if done:
        raise NetError(f"the plan of {file.name} is done; --after {file.name} begins another")
    with _refusing(folder):
        trainer = Trainer(settings, device, mix, plain=plain)
        trainer.moves, trainer.rounds = int(plan["moves"]), int(plan["rounds"])
        trainer.seconds = float(plan["seconds"])
        trainer.curve = [_point(row) for row in plan["curve"]]
        parts = [
            _tensors(nets.read(_part(folder, part, trainer.rounds)).arrays, device)
            for part in PARTS
        ]
        trainer.net.load_state_dict(parts[0])
        steps = int(plan["steps"])
        if steps:
            trainer.steps.remember(parts[1], parts[2], steps)
    return trainer


@contextmanager
def _refusing(folder: Path) -> Iterator[None]:
    """What was meddled with may be wrong in many ways."""
    try:
        yield
    except NOT_AS_IT_WAS as error:
        told = " ".join(str(error).split())
        raise NetError(f"{folder.name} is not a plan to go on with: {told}") from error


def _point(row: list[Any]) -> Point:
    point = Point(*row)
    point = replace(point, sets=tuple(point.sets))
    if not all(isinstance(one, int | float) for one in (*row[:-1], *point.sets)):
        raise TypeError("a point of the curve is made of numbers")
    return point


def _numpy(tensors: dict[str, Any]) -> Arrays:
    return {name: tensor.detach().cpu().numpy() for name, tensor in tensors.items()}


def _tensors(arrays: Any, device: str) -> Tensors:
    return {name: torch.from_numpy(array.copy()).to(device) for name, array in arrays.items()}
