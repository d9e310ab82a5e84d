"""Checkpoints: the net to play with, and beside it a folder with all that is needed to resume.

The folder (see `plan_files`) has the hyperparameters, counts and the learning curve in its
plan.json, and the curve as a picture.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tamaya.formats import nets
from tamaya.formats.nets import MARK
from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.config import TrainingConfig, config_to_file, fields_from_file
from tamaya.learn.evaluation import EvaluationResult
from tamaya.learn.learning_curve import CurvePoint, learning_curve_svg
from tamaya.learn.plan_files import (
    check_not_done,
    checkpoint_folder,
    finite_weights,
    load_tensors,
    read_plan,
    refuse_damaged,
    save_plan,
)
from tamaya.learn.trainer import Trainer

CURVE = "curve.svg"
INPUT_WEIGHT = "body.0.weight"


def save_checkpoint(trainer: Trainer, file: Path, results: Sequence[EvaluationResult] = ()) -> None:
    """Save the net and its checkpoint; `results` go onto the net's card."""
    folder, weights = checkpoint_folder(file), finite_weights(trainer.network)
    folder.mkdir(parents=True, exist_ok=True)
    plan = {
        "settings": config_to_file(trainer.config),
        "moves": trainer.moves,
        "seconds": trainer.seconds,
        "curve": [list(asdict(point).values()) for point in trainer.curve],
    }
    save_plan(folder, trainer.iterations, weights, trainer.optimizer.get_state(), plan)
    if trainer.curve:
        (folder / CURVE).write_text(learning_curve_svg(trainer.config, trainer.curve), "utf-8")
    # without the padding: those inputs are never 1
    weights[INPUT_WEIGHT] = weights[INPUT_WEIGHT][:, : len(trainer.mix.feature_space.inputs)]
    half = {name: array.astype(np.float16) for name, array in weights.items()}
    nets.write_net(file, _card(trainer, results), half)


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
    plan, folder = read_plan(file), checkpoint_folder(file)
    with refuse_damaged(folder):
        settings = plan["settings"]
        schedules = {key: tuple(settings[key]) for key in ("rate", "entropy")}
        config = TrainingConfig(**fields_from_file(settings | schedules))
    check_not_done(file, plan, config.total_moves)
    with refuse_damaged(folder):
        trainer = Trainer(config, device, mix, eager=eager)
        trainer.moves, trainer.iterations = plan["moves"], plan["rounds"]
        trainer.seconds = float(plan["seconds"])
        trainer.curve = [_curve_point(row) for row in plan["curve"]]
        load_tensors(folder, plan, trainer.network, trainer.optimizer, device)
    return trainer


def _curve_point(row: list[Any]) -> CurvePoint:
    point = CurvePoint(*row)
    point = replace(point, option_set_scores=tuple(point.option_set_scores))
    if not all(isinstance(value, int | float) for value in (*row[:-1], *point.option_set_scores)):
        raise TypeError("the learning curve has something that is not a number")
    return point
