"""A stay at a machine: train for some minutes, say how it goes, save so that nothing is lost."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from tamaya.kernel.machine import machine
from tamaya.learn import plans
from tamaya.learn.games import Games
from tamaya.learn.trainer import Point, Rated, Trainer, greedy
from tamaya.rules import Options, max_score, notation

HELD_OUT = 987_654_321  # a seed that no plan deals from
MOST_TURNS = 400
SAVE_EVERY = 30.0  # seconds
TICK = 1e-3  # seconds: some clocks show no less
MILLION = 1_000_000
Say = Callable[[str], None]


def stay(
    trainer: Trainer, file: Path, minutes: float | None, say: Say, *, fit: bool = False
) -> str:
    """Go on with a plan until it is done or the time is up; what came of it.

    `fit` makes the plan as long as the time, if that has an end: then both end together.
    Raises `KeyboardInterrupt` like anything else: what was saved last is whole.
    """
    end = math.inf if minutes is None else time.monotonic() + 60 * minutes
    fitting = Fitting(trainer, end) if fit and math.isfinite(end) else None
    saved = -math.inf
    while not trainer.done and (fitting or time.monotonic() < end):
        for point in trainer.stretch():
            say(told(trainer, point, fitting.measure() if fitting else None))
        if time.monotonic() - saved > SAVE_EVERY:
            plans.save(trainer, file)
            saved = time.monotonic()
    plans.save(trainer, file)
    say("playing some games to see how good it is")
    how = rated(trainer)
    plans.save(trainer, file, how)
    return "\n".join(("always what it likes best:", *map(str, how)))


class Fitting:
    """Makes a plan as long as the time that is left, round by round.

    How fast it goes is measured from the end of the first round: in that much is compiled. Until
    then the plan has hardly begun, however long it is.
    """

    def __init__(self, trainer: Trainer, end: float) -> None:
        self.trainer, self.end = trainer, end
        self._since: tuple[float, int] | None = None  # when the first round was over, and its moves

    def measure(self) -> float:
        """After a round: how long the plan is now to be. The seconds that are left."""
        now, moves = time.monotonic(), self.trainer.moves
        self._since = self._since or (now, moves)
        begin, before = self._since
        left = max(0.0, self.end - now)
        if moves > before or not left:
            more = (moves - before) * left / max(now - begin, TICK)
            self.trainer.settings = replace(self.trainer.settings, moves=moves + int(more))
        return left


def told(trainer: Trainer, point: Point, left: float | None = None) -> str:
    """How it goes, in a line that a terminal has room for; `left`: seconds, if they are known."""
    share, speed = trainer.settings.share(point.moves), point.moves / max(point.seconds, 0.1)
    if left is None:
        left = (trainer.settings.moves - point.moves) / max(speed, 1)
    return (
        f"{100 * share:.1f} %, {left / 60:,.0f} min left, {_short(speed)} moves/s, "
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
    """Whether there is such a device, for PyTorch and for the kernel."""
    if device == "cuda" and torch.cuda.is_available():
        with suppress(RuntimeError, ImportError):
            return bool(machine(device, threads=1))
    return device == "cpu"
