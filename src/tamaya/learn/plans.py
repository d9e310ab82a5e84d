"""Plans on file: the net to play with, and beside it a folder with all that is needed to go on.

The folder has the weights in full, both of the optimizer's memories, and the plan: its settings,
how far it is, and the learning curve; which is a picture, too. No file is large.
"""

import json
from collections.abc import Sequence
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

WEIGHTS, FIRST, SECOND, PLAN, CURVE = (
    "weights.safetensors",
    "first.safetensors",
    "second.safetensors",
    "plan.json",
    "curve.svg",
)
INPUTS = "body.0.weight"
Arrays = dict[str, npt.NDArray[Any]]


def folder_of(file: Path) -> Path:
    """Where the plan of a net is."""
    return file.with_name(f"{file.stem}.plan")


def save(trainer: Trainer, file: Path, rated: Sequence[Rated] = ()) -> None:
    """The net, and the plan beside it; `rated`: how well it plays each of its option sets."""
    folder = folder_of(file)
    folder.mkdir(parents=True, exist_ok=True)
    weights = _numpy(trainer.net.state_dict())
    memory = [trainer.optimizer.state[weight] for weight in trainer.net.parameters()]
    nets.write(folder / WEIGHTS, {}, weights)
    for path, key in ((FIRST, "exp_avg"), (SECOND, "exp_avg_sq")):
        kept = {name: one[key] for name, one in zip(weights, memory, strict=True) if one}
        nets.write(folder / path, {}, _numpy(kept))
    plan = {
        "settings": asdict(trainer.settings),
        "moves": trainer.moves,
        "rounds": trainer.rounds,
        "seconds": trainer.seconds,
        "steps": int(memory[0]["step"]) if memory[0] else 0,
        "curve": [list(asdict(point).values()) for point in trainer.curve],
    }
    if trainer.curve:
        (folder / CURVE).write_text(picture(trainer.settings, trainer.curve), "utf-8")
    part = folder / f"{PLAN}.part"
    part.write_text(json.dumps(plan), "utf-8")
    part.replace(folder / PLAN)
    weights[INPUTS] = weights[INPUTS][:, : len(trainer.mix.frame.seen)]  # the others are never 1
    half = {name: array.astype(np.float16) for name, array in weights.items()}
    nets.write(file, _card(trainer, rated), half)


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
        **told,
    }


def take_up(
    file: Path, device: str = "cpu", mix: Mix | None = None, *, plain: bool = False
) -> Trainer:
    """A trainer that goes on where a plan was left."""
    folder = folder_of(file)
    try:
        plan = json.loads((folder / PLAN).read_text("utf-8"))
        settings = plan["settings"]
        for name in ("rate", "entropy"):
            settings[name] = tuple(settings[name])
        trainer = Trainer(Settings(**settings), device, mix, plain=plain)
        trainer.moves, trainer.rounds, trainer.seconds = (
            plan["moves"],
            plan["rounds"],
            plan["seconds"],
        )
        trainer.curve = [_point(row) for row in plan["curve"]]
        steps = plan["steps"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NetError(f"{folder.name} is not a plan to go on with: {error}") from error
    trainer.net.load_state_dict(_tensors(nets.read(folder / WEIGHTS).arrays, device))
    if steps:
        _remember(trainer, folder, steps)
    return trainer


def _point(row: list[Any]) -> Point:
    point = Point(*row)
    return replace(point, sets=tuple(point.sets))


def _remember(trainer: Trainer, folder: Path, steps: int) -> None:
    """Put the optimizer's memories back, where there are some already into those."""
    first = _tensors(nets.read(folder / FIRST).arrays, trainer.device)
    second = _tensors(nets.read(folder / SECOND).arrays, trainer.device)
    for name, weight in trainer.net.named_parameters():
        there = trainer.optimizer.state[weight]
        kept = {"exp_avg": first[name], "exp_avg_sq": second[name]}
        for key, tensor in {"step": torch.tensor(float(steps)), **kept}.items():
            if key in there:
                there[key].copy_(tensor)
            else:
                there[key] = tensor


def _numpy(tensors: dict[str, Any]) -> Arrays:
    return {name: tensor.detach().cpu().numpy() for name, tensor in tensors.items()}


def _tensors(arrays: Any, device: str) -> dict[str, Any]:
    return {name: torch.from_numpy(array.copy()).to(device) for name, array in arrays.items()}
