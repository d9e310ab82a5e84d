"""A stay at a machine: train for some minutes, say how it goes, save so that nothing is lost."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from tamaya.learn import plans
from tamaya.learn.games import Games
from tamaya.learn.trainer import Point, Rated, Trainer, greedy
from tamaya.rules import Options, max_score, notation

HELD_OUT = 987_654_321  # a seed that no plan deals from
MOST_TURNS = 400
SAVE_EVERY = 30.0  # seconds
MILLION = 1_000_000
Say = Callable[[str], None]


def stay(
    trainer: Trainer, file: Path, minutes: float | None, say: Say, *, fit: bool = False
) -> str:
    """Go on with a plan until it is done or the time is up; what came of it.

    `fit` makes the plan as long as the time: then both end together.
    Raises `KeyboardInterrupt` like anything else: what was saved last is whole.
    """
    end = math.inf if minutes is None else time.monotonic() + 60 * minutes
    saved = -math.inf
    while not trainer.done and time.monotonic() < end:
        begin, before = time.monotonic(), trainer.moves
        for point in trainer.stretch():
            say(told(trainer, point))
        if fit:
            now = time.monotonic()
            more = (trainer.moves - before) * max(0.0, end - now) / (now - begin)
            trainer.settings = replace(trainer.settings, moves=trainer.moves + int(more))
        if time.monotonic() - saved > SAVE_EVERY:
            plans.save(trainer, file)
            saved = time.monotonic()
    say("playing some games to see how good it is")
    how = rated(trainer)
    plans.save(trainer, file, how)
    return "\n".join(("always what it likes best:", *map(str, how)))


def told(trainer: Trainer, point: Point) -> str:
    """How it goes, in a line that a terminal has room for."""
    share, speed = trainer.settings.share(point.moves), point.moves / max(point.seconds, 0.1)
    left = (trainer.settings.moves - point.moves) / max(speed, 1) / 60
    return (
        f"{100 * share:.1f} %, {left:,.0f} min left, {_short(speed)} moves/s, "
        f"score {point.score:.2f}, perfect {point.perfect:.1f} %"
    )


def _short(speed: float) -> str:
    return f"{speed / 1e6:.1f} M" if speed >= MILLION else f"{speed:,.0f}"


def rated(trainer: Trainer, games: int = 10_000) -> list[Rated]:
    """How well it plays each option set, with deals never trained on; so many games together."""
    mix, settings = trainer.mix, trainer.settings
    some = Games(mix, games, 1, trainer.device)
    scores = greedy(trainer.net, some, HELD_OUT, MOST_TURNS).double()
    several = len(mix.sets) > 1
    names = [notation(game) for game in mix.sets] if several else [settings.variant]
    return [
        rating(name, game, scores[some.set == number])
        for number, (name, game) in enumerate(zip(names, mix.sets, strict=True))
    ]


def rating(name: str, game: Options, scores: Tensor) -> Rated:
    """What scores come to."""
    perfect = 100 * float((scores == max_score(game)).double().mean())
    return Rated(name, float(scores.mean()), float(scores.std() / math.sqrt(len(scores))), perfect)


def usual_device() -> str:
    """A GPU if there is one."""
    return "cuda" if has("cuda") else "cpu"


def has(device: str) -> bool:
    """Whether there is such a device."""
    return device == "cpu" or torch.cuda.is_available()
