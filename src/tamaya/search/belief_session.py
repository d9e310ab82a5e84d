"""A session of `tamaya train --belief`: a new run or a resumed one, until it ends."""

import time
from collections import deque
from dataclasses import replace
from pathlib import Path

import torch

from tamaya.formats.nets import ANY, NetError, NetFile, read_net
from tamaya.learn.arguments import DEFAULT_PLAYERS, DEFAULT_SEED, DEFAULT_VARIANT, TrainArguments
from tamaya.learn.config import DEFAULT_MOVES
from tamaya.learn.plan_files import check_output_file
from tamaya.learn.session import (
    Report,
    ScheduleFitter,
    apply_settings,
    device_from_arguments,
    fits_to_time,
    time_line,
    train_and_save,
)
from tamaya.rules import format_options, parse_options
from tamaya.search import belief_evaluation
from tamaya.search.belief_checkpoint import (
    BeliefRun,
    load_belief_run,
    net_description,
    save_belief_run,
)
from tamaya.search.belief_config import BeliefConfig, fit_beliefs_to_device
from tamaya.search.belief_evaluation import BeliefEvaluation, mean_evaluation
from tamaya.search.belief_files import belief_arrays, check_belief_file
from tamaya.search.belief_training import BeliefTrainer
from tamaya.search.blueprint import training_blueprint
from tamaya.search.trained_files import blueprint_file

REPORT_EVERY = 1.0  # seconds
RECENT = 100  # minibatches that the reported loss is the mean of


def train_beliefs(arguments: TrainArguments, report: Report) -> str:
    """Start or resume a run as the command line asks; the evaluation as text.

    Raises `ArgumentsError`, `NetError` or `OptionsError`, before anything is written, if the
    arguments cannot be carried out.
    """
    device = device_from_arguments(arguments)
    check_output_file(arguments.out, arguments.resume)
    if arguments.resume is not None:
        run = load_belief_run(arguments.resume, device, eager=arguments.plain)
    else:
        run = new_belief_run(arguments, device)
    fit = fits_to_time(arguments)
    return run_belief_session(run, arguments.out, arguments.minutes, report, fit_to_time=fit)


def new_belief_run(arguments: TrainArguments, device: str) -> BeliefRun:
    """A new run, fitted to the device, with the first weights that it is to have."""
    variant, players = arguments.variant or DEFAULT_VARIANT, arguments.players or DEFAULT_PLAYERS
    if variant != ANY:
        variant = format_options(parse_options(variant, players))
    seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
    config = BeliefConfig(int(arguments.moves or DEFAULT_MOVES), seed)
    config = apply_settings(config, arguments.settings)
    net = read_net(arguments.net or blueprint_file(variant, players))
    blueprint = training_blueprint(net, variant, players, device)
    before = read_net(arguments.after) if arguments.after else None
    if before:
        config = _same_network(config, before)
    config = fit_beliefs_to_device(config, blueprint.mix, device)
    trainer = BeliefTrainer(config, blueprint, device, eager=arguments.plain)
    if before:
        _load_weights(trainer, before, variant)
    else:
        trainer.start_from_policy(blueprint.network)
    return BeliefRun(trainer, net, variant)


def run_belief_session(
    run: BeliefRun, file: Path, minutes: float | None, report: Report, *, fit_to_time: bool = False
) -> str:
    """Train until the run is done or the time is up; the evaluation as text.

    See `tamaya.learn.session.train_and_save`.
    """
    trainer, losses = run.trainer, deque[float](maxlen=RECENT)
    reported = -REPORT_EVERY

    def train_segment(fitter: ScheduleFitter | None) -> None:
        nonlocal reported
        for loss in trainer.segment_losses():
            losses.append(loss)
            left = fitter.fit() if fitter else None
            if time.monotonic() - reported >= REPORT_EVERY or trainer.done:
                reported = time.monotonic()
                report(belief_progress(trainer, sum(losses) / len(losses), left))

    def save(results: list[BeliefEvaluation]) -> None:
        save_belief_run(run, file, results)

    train_and_save(trainer, train_segment, lambda: save([]), minutes, fit_to_time=fit_to_time)
    report(f"evaluating with {belief_evaluation.EVALUATION_GAMES:,} games")
    results = belief_evaluation.evaluate_beliefs(trainer.network, trainer.blueprint, trainer.device)
    save(results)
    mean = [mean_evaluation("mean", results)] if len(results) > 1 else []
    return "\n".join(("nats per hand:", *map(str, [*results, *mean])))


def belief_progress(trainer: BeliefTrainer, nats: float, left: float | None = None) -> str:
    """How the run is going, short enough for a terminal; `left`: the seconds, if known."""
    times = time_line(trainer.config.total_moves, trainer.moves, trainer.seconds, left)
    return f"{times}, {nats:.3f} nats per hand"


def _same_network(config: BeliefConfig, file: NetFile) -> BeliefConfig:
    """The configuration for a run that begins with the weights of a belief network."""
    sizes = check_belief_file(file)
    try:
        depth = int(file.card["depth"])
        started_from = net_description(file.card)
        return replace(
            config,
            depth=depth,
            width=sizes.width,
            layers=sizes.layers,
            started_from=started_from,
        )
    except (KeyError, ValueError) as error:
        raise NetError(f"that belief network lacks something: {error}") from error


def _load_weights(trainer: BeliefTrainer, file: NetFile, variant: str) -> None:
    """Begin with the weights of a belief network; `NetError` if it is for other games."""
    options = trainer.blueprint.mix.option_sets[0]
    arrays = belief_arrays(file, None if variant == ANY else options)
    own = trainer.network.state_dict()
    if {name: tuple(tensor.shape) for name, tensor in own.items()} != {
        name: array.shape for name, array in arrays.items()
    }:
        raise NetError("that belief network is for other games or has other layers")
    trainer.network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in own})
