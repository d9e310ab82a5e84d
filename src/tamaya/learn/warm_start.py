"""Warm starts: a new run that begins with the weights of a trained net.

The two networks may have different inputs and actions, such as one net for the base box and one
for all boxes. Rows and columns are matched by the names of inputs and actions: the new network
plays what the old one knew just as well, and has only the rest to learn.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tamaya.bots.net.specialize import FIRST, HEAD, HEAD_BIAS, check_net, specialize_net
from tamaya.formats.nets import ANY, NetError, NetFile, read_net
from tamaya.kernel.feature_space import WIDEST_OPTIONS, FeatureSpace
from tamaya.kernel.observe.feature_names import FeatureName
from tamaya.learn.config import TrainingConfig, fit_to_device
from tamaya.learn.trainer import Trainer
from tamaya.rules import format_options, parse_options

FloatArray = npt.NDArray[np.float32]
# a trained net needs smaller steps, less exploration, and the full penalty from the start
FINE_TUNING: dict[str, Any] = {
    "learning_rate": (5e-4, 2e-5),
    "ent_coef": (2e-2, 5e-3),
    "penalty_ramp": 0,
}
SUITS = tuple(suit.name for suit in parse_options(WIDEST_OPTIONS, 2).suits)


def new_trainer(
    config: TrainingConfig, device: str, after: Path | None = None, *, eager: bool = False
) -> Trainer:
    """A trainer for a new run, fitted to the device; `after`: the net for a warm start.

    `OptionsError` if the configuration names no game, `NetError` if the net does not fit.
    """
    if config.variant != ANY:
        variant = format_options(parse_options(config.variant, config.players))
        config = replace(config, variant=variant)
    if after is None:
        return Trainer(fit_to_device(config, device), device, eager=eager)
    file = read_net(after)
    check_net(file)  # raises `NetError` for a foreign file
    trainer = Trainer(fit_to_device(fine_tuning_config(config, file), device), device, eager=eager)
    load_pretrained(trainer, file)
    return trainer


def fine_tuning_config(config: TrainingConfig, file: NetFile) -> TrainingConfig:
    """The configuration for a run that begins with a trained net.

    Hyperparameters that differ from the defaults stay as they are.
    """
    try:
        width, card = len(file.arrays[FIRST]), file.card
        started_from = f"{card['variant']}, {int(card['moves']):,} moves"
    except (KeyError, ValueError) as error:
        raise NetError(f"that net lacks something: {error}") from error
    if "after" in card:
        started_from = f"{started_from} after {card['after']}"
    defaults = TrainingConfig(config.variant, config.players, config.total_moves)
    changes = {
        name: value
        for name, value in FINE_TUNING.items()
        if getattr(config, name) == getattr(defaults, name)
    }
    return replace(config, width=width, started_from=started_from, **changes)


def load_pretrained(trainer: Trainer, file: NetFile) -> None:
    """Load a net's weights into a new trainer; `NetError` if the layers differ."""
    arrays = transfer_weights(file, trainer.config, trainer.mix.feature_space)
    own = trainer.network.state_dict()
    padding = own[FIRST].shape[1] - arrays[FIRST].shape[1]  # inputs that are never 1
    arrays[FIRST] = np.pad(arrays[FIRST], ((0, 0), (0, padding)))
    if {name: tuple(tensor.shape) for name, tensor in own.items()} != {
        name: array.shape for name, array in arrays.items()
    }:
        raise NetError("that net has other layers than this run")
    trainer.network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in own})


def transfer_weights(
    file: NetFile, config: TrainingConfig, space: FeatureSpace
) -> dict[str, FloatArray]:
    """A net's weights, rearranged for the inputs and actions of `space`."""
    players, variant = config.players, config.variant
    if file.card.get("players") != str(players):
        raise NetError(f"that net is for {file.card.get('players', 'no')} players, not {players}")
    if variant != ANY and file.card.get("variant") == ANY:
        file = specialize_net(file, parse_options(variant, players))
    old = check_net(file)
    arrays = {name: array.astype(np.float32) for name, array in file.arrays.items()}
    old_outputs = {**old.actions, ("value",): len(old.actions)}
    outputs = [*space.actions, ("value",)]
    arrays[FIRST] = _match_rows(arrays[FIRST].T, old.inputs, list(space.inputs)).T
    arrays[HEAD] = _match_rows(arrays[HEAD], old_outputs, outputs)
    arrays[HEAD_BIAS] = _match_rows(arrays[HEAD_BIAS], old_outputs, outputs)
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def _match_rows(
    rows: FloatArray, old: dict[FeatureName, int], names: list[FeatureName]
) -> FloatArray:
    """A row for each name: the old one, else the mean of its counterparts, else zeros."""
    out = np.zeros((len(names), *rows.shape[1:]), np.float32)
    for row, name in enumerate(names):
        counterparts = [old[other] for other in _in_other_suits(name) if other in old]
        if name in old:
            out[row] = rows[old[name]]
        elif counterparts:
            out[row] = rows[counterparts].mean(axis=0)
    return out


def _in_other_suits(name: FeatureName) -> list[FeatureName]:
    """The same input or action for every suit, if it concerns a suit."""
    suit = next((part for part in name if part in SUITS), None)
    return [tuple(other if part == suit else part for part in name) for other in SUITS if suit]
