"""A training session: train until the run is done or the time is up, report, save, evaluate."""

import math
import time
from ast import literal_eval
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tamaya.learn import checkpoint, evaluation, plan_files, warm_start
from tamaya.learn.arguments import (
    DEFAULT_PLAYERS,
    DEFAULT_SEED,
    DEFAULT_VARIANT,
    ArgumentsError,
    TrainArguments,
)
from tamaya.learn.config import DEFAULT_MOVES, TrainingConfig, fields_from_file
from tamaya.learn.device import default_device, device_available
from tamaya.learn.learning_curve import CurvePoint
from tamaya.learn.trainer import Trainer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SAVE_EVERY = 30.0  # seconds
CLOCK_RESOLUTION = 1e-3  # seconds; some clocks are no finer
MILLION = 1_000_000
Report = Callable[[str], None]
Config = TypeVar("Config", bound="DataclassInstance")


class Trainable(Protocol):
    """A trainer of any kind; its configuration has the field `total_moves`."""

    config: Any
    moves: int

    @property
    def done(self) -> bool:
        """Whether the run has all its moves."""


def run_from_arguments(arguments: TrainArguments, report: Report) -> str:
    """Start or resume a run as the command line asks; the evaluation as text.

    Raises `ArgumentsError`, `NetError` or `OptionsError`, before anything is written, if the
    arguments cannot be carried out.
    """
    if arguments.belief:
        raise ArgumentsError("belief networks are trained by python -m tamaya.search")
    device = device_from_arguments(arguments)
    plan_files.check_output_file(arguments.out, arguments.resume)
    if arguments.resume is not None:
        trainer = checkpoint.load_checkpoint(arguments.resume, device, eager=arguments.plain)
    else:
        config = config_from_arguments(arguments)
        trainer = warm_start.new_trainer(config, device, arguments.after, eager=arguments.plain)
    fit = fits_to_time(arguments)
    return run_session(trainer, arguments.out, arguments.minutes, report, fit_to_time=fit)


def device_from_arguments(arguments: TrainArguments) -> str:
    """The device to train on; `ArgumentsError` if it cannot be used here."""
    device = arguments.device or default_device()
    if not device_available(device):
        raise ArgumentsError("there is no GPU here that PyTorch and Numba can use")
    return device


def fits_to_time(arguments: TrainArguments) -> bool:
    """Whether the length of the run follows from the time, if that is limited."""
    return arguments.moves is None and arguments.resume is None


def config_from_arguments(arguments: TrainArguments) -> TrainingConfig:
    """The hyperparameters of a new run; `ArgumentsError` if they are invalid."""
    config = TrainingConfig(
        arguments.variant or DEFAULT_VARIANT,
        arguments.players or DEFAULT_PLAYERS,
        int(arguments.moves or DEFAULT_MOVES),
        DEFAULT_SEED if arguments.seed is None else arguments.seed,
    )
    return apply_settings(config, arguments.settings)


def apply_settings(config: Config, settings: Sequence[str]) -> Config:
    """Hyperparameters changed as the words after `--set` say; `ArgumentsError` if invalid."""
    words = [setting.partition("=") for setting in settings]
    try:
        values: dict[str, Any] = {name: literal_eval(text) for name, _, text in words}
        return replace(config, **fields_from_file(values, type(config)))
    except (ValueError, TypeError, SyntaxError, ArithmeticError) as error:
        raise ArgumentsError(str(error)) from error


def run_session(
    trainer: Trainer,
    file: Path,
    minutes: float | None,
    report: Report,
    *,
    fit_to_time: bool = False,
) -> str:
    """Train until the run is done or the time is up; the evaluation as text.

    See `train_and_save`.
    """

    def train_segment(fitter: "ScheduleFitter | None") -> None:
        for point in trainer.train_segment():
            report(progress_line(trainer, point, fitter.fit() if fitter else None))

    def save() -> None:
        checkpoint.save_checkpoint(trainer, file)

    train_and_save(trainer, train_segment, save, minutes, fit_to_time=fit_to_time)
    report(f"evaluating with {evaluation.EVALUATION_GAMES:,} games")
    results = evaluation.evaluate_trainer(trainer)
    checkpoint.save_checkpoint(trainer, file, results)
    return "\n".join(("greedy self-play:", *map(str, results)))


def train_and_save(
    trainer: Trainable,
    train_segment: Callable[["ScheduleFitter | None"], None],
    save: Callable[[], None],
    minutes: float | None,
    *,
    fit_to_time: bool,
) -> None:
    """Train segment by segment until the run is done or the time is up; save now and then.

    `fit_to_time` changes the length of the run so that it is done when the time is up, if that is
    limited. An interruption such as `KeyboardInterrupt` leaves the last checkpoint intact.
    """
    end = math.inf if minutes is None else time.monotonic() + 60 * minutes
    fitter = ScheduleFitter(trainer, end) if fit_to_time and math.isfinite(end) else None
    saved = -math.inf
    while not trainer.done and (fitter or time.monotonic() < end):
        train_segment(fitter)
        if time.monotonic() - saved > SAVE_EVERY:
            save()
            saved = time.monotonic()
    save()


class ScheduleFitter:
    """Fits the length of a run, and with it all schedules, to the time that is left.

    The speed is measured from the end of the first iteration, because much is compiled during it.
    Until then the schedules have hardly begun, however long the run is.
    """

    def __init__(self, trainer: Trainable, end: float) -> None:
        self.trainer, self.end = trainer, end
        self._first: tuple[float, int] | None = None  # time and moves after the first iteration

    def fit(self) -> float:
        """Call this after every iteration; the seconds that are left."""
        now, moves = time.monotonic(), self.trainer.moves
        self._first = self._first or (now, moves)
        first_time, first_moves = self._first
        left = max(0.0, self.end - now)
        if moves > first_moves or not left:
            seconds = max(now - first_time, CLOCK_RESOLUTION)
            more = (moves - first_moves) * left / seconds
            self.trainer.config = replace(self.trainer.config, total_moves=moves + int(more))
        return left


def progress_line(trainer: Trainer, point: CurvePoint, left: float | None = None) -> str:
    """How the run is going, short enough for a terminal; `left`: the seconds, if known."""
    times = time_line(trainer.config.total_moves, point.moves, point.seconds, left)
    return f"{times}, score {point.score:.2f}, perfect {point.perfect:.1f} %"


def time_line(total_moves: int, moves: int, seconds: float, left: float | None = None) -> str:
    """How far a run is, how long it still takes and how fast it is."""
    speed = moves / max(seconds, 0.1)
    if left is None:
        left = (total_moves - moves) / max(speed, 1)
    progress = 100 * min(1.0, moves / total_moves)
    return f"{progress:.1f} %, {left / 60:,.0f} min left, {_short_speed(speed)} moves/s"


def _short_speed(speed: float) -> str:
    return f"{speed / 1e6:.1f} M" if speed >= MILLION else f"{speed:,.0f}"
