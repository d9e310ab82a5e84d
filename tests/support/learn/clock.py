"""A clock that only moves when it is set, and trainers whose iterations take a given time by it."""

from dataclasses import replace

from support.learn.small import MIX, SMALLEST
from tamaya.learn.learning_curve import CurvePoint
from tamaya.learn.trainer import Trainer


class FakeClock:
    """In place of the module `time`."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


class TimedTrainer(Trainer):
    """By default its first iteration takes 100 seconds, all others 10."""

    def __init__(self, clock: FakeClock, moves: int, seconds: tuple[int, ...] = (100, 10)) -> None:
        super().__init__(replace(SMALLEST, total_moves=moves), mix=MIX)
        self.clock, self.iteration_seconds = clock, seconds

    def _train_iteration(self) -> CurvePoint:
        last = len(self.iteration_seconds) - 1
        self.clock.now += self.iteration_seconds[min(self.iterations, last)]
        return super()._train_iteration()
