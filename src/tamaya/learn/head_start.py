"""A head start: what one net has learned, taken over by another, name by name.

A net for all boxes begins where a net of the base box ended: it plays that well from the first
move, and has only the rest to learn.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tamaya.bots.net.narrowed import FIRST, HEAD, HEAD_BIAS, frame_of, narrowed
from tamaya.formats.nets import ANY, NetError, NetFile, read
from tamaya.kernel.mix import WIDEST, Frame
from tamaya.kernel.names import Name
from tamaya.learn.settings import Settings, suited
from tamaya.learn.trainer import Trainer
from tamaya.rules import notation, options

Numbers = npt.NDArray[np.float32]
GENTLE: dict[str, Any] = {"rate": (5e-4, 2e-5), "entropy": (2e-2, 5e-3), "ramp": 0}
SUITS = tuple(suit.name for suit in options(WIDEST, 2).suits)


def begun(
    settings: Settings, device: str, after: Path | None = None, *, plain: bool = False
) -> Trainer:
    """A new plan, with the net to begin with if there is one; `OptionsError` for no game."""
    if settings.variant != ANY:
        variant = notation(options(settings.variant, settings.players))
        settings = replace(settings, variant=variant)
    if after is None:
        return Trainer(suited(settings, device), device, plain=plain)
    file = read(after)
    frame_of(file)  # or say that it is none of ours
    plan = suited(with_head_start(settings, file), device)
    trainer = Trainer(plan, device, plain=plain)
    begin_with(trainer, file)
    return trainer


def with_head_start(settings: Settings, file: NetFile) -> Settings:
    """A plan that begins with a net: it need not learn again how not to lose, nor to try all.

    What was asked for otherwise than usual stays.
    """
    try:
        width, card = len(file.arrays[FIRST]), file.card
        after = f"{card['variant']}, {int(card['moves']):,} moves"
    except (KeyError, ValueError) as error:
        raise NetError(f"that net lacks something: {error}") from error
    if "after" in card:
        after = f"{after} after {card['after']}"
    usual = Settings(settings.variant, settings.players, settings.moves)
    gentle = {
        name: value
        for name, value in GENTLE.items()
        if getattr(settings, name) == getattr(usual, name)
    }
    return replace(settings, width=width, after=after, **gentle)


def begin_with(trainer: Trainer, file: NetFile) -> None:
    """Have a trainer that has learned nothing yet begin with what is in a file."""
    arrays = taken_over(file, trainer.settings, trainer.mix.frame)
    own = trainer.net.state_dict()
    spare = own[FIRST].shape[1] - arrays[FIRST].shape[1]  # inputs that are never 1
    arrays[FIRST] = np.pad(arrays[FIRST], ((0, 0), (0, spare)))
    if {name: tuple(array.shape) for name, array in own.items()} != {
        name: array.shape for name, array in arrays.items()
    }:
        raise NetError("that net has other layers than this plan")
    trainer.net.load_state_dict({name: torch.from_numpy(arrays[name]) for name in own})


def taken_over(file: NetFile, settings: Settings, frame: Frame) -> dict[str, Numbers]:
    """A net's arrays, in another frame."""
    players, variant = settings.players, settings.variant
    if file.card.get("players") != str(players):
        raise NetError(f"that net is for {file.card.get('players', 'no')} players, not {players}")
    if variant != ANY and file.card.get("variant") == ANY:
        file = narrowed(file, options(variant, players))
    there = frame_of(file)
    arrays = {name: array.astype(np.float32) for name, array in file.arrays.items()}
    actions = {**there.actions, ("value",): len(there.actions)}
    wanted = [*frame.actions, ("value",)]
    arrays[FIRST] = _spread(arrays[FIRST].T, there.seen, list(frame.seen)).T
    arrays[HEAD] = _spread(arrays[HEAD], actions, wanted)
    arrays[HEAD_BIAS] = _spread(arrays[HEAD_BIAS], actions, wanted)
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def _spread(rows: Numbers, there: dict[Name, int], names: list[Name]) -> Numbers:
    """A row for each name: that of the same, or the mean of those that are like it, or nothing."""
    out = np.zeros((len(names), *rows.shape[1:]), np.float32)
    for row, name in enumerate(names):
        alike = [there[other] for other in _alike(name) if other in there]
        if name in there:
            out[row] = rows[there[name]]
        elif alike:
            out[row] = rows[alike].mean(axis=0)
    return out


def _alike(name: Name) -> list[Name]:
    """What is known of other suits holds for a new one, too."""
    suit = next((part for part in name if part in SUITS), None)
    return [tuple(other if part == suit else part for part in name) for other in SUITS if suit]
