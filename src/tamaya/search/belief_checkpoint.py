"""Checkpoints of belief networks: the network's file, and beside it a folder to resume from.

The folder (see `tamaya.learn.plan_files`) also has the net of the blueprint, so that a run goes on
with the same one wherever it came from.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from tamaya.formats.nets import ANY, NetFile, read_net, write_net
from tamaya.learn.config import config_to_file, fields_from_file
from tamaya.learn.plan_files import (
    check_not_done,
    checkpoint_folder,
    finite_weights,
    load_tensors,
    read_plan,
    refuse_damaged,
    save_plan,
)
from tamaya.search.belief_config import BeliefConfig
from tamaya.search.belief_evaluation import BeliefEvaluation, mean_evaluation
from tamaya.search.belief_files import save_beliefs
from tamaya.search.belief_training import BeliefTrainer
from tamaya.search.blueprint import training_blueprint

BLUEPRINT = "blueprint.safetensors"


@dataclass(frozen=True, slots=True)
class BeliefRun:
    """A trainer, and what its games are."""

    trainer: BeliefTrainer
    net: NetFile  # of the blueprint
    variant: str  # or ANY

    @property
    def players(self) -> int:
        """The seats at the table."""
        return self.trainer.blueprint.mix.option_sets[0].players


def save_belief_run(run: BeliefRun, file: Path, results: list[BeliefEvaluation]) -> None:
    """Save the network and its checkpoint; `results`, if there are any, go onto its card."""
    trainer, folder = run.trainer, checkpoint_folder(file)
    weights = finite_weights(trainer.network)
    folder.mkdir(parents=True, exist_ok=True)
    write_net(folder / BLUEPRINT, run.net.card, run.net.arrays)
    plan = {
        "settings": config_to_file(trainer.config),
        "variant": run.variant,
        "players": run.players,
        "moves": trainer.moves,
        "seconds": trainer.seconds,
        "curve": trainer.curve,
    }
    save_plan(folder, trainer.updates, weights, trainer.optimizer.get_state(), plan)
    save_beliefs(trainer.network, file, _card(run, results))


def load_belief_run(file: Path, device: str, *, eager: bool = False) -> BeliefRun:
    """A run to resume; `NetError` if there is no checkpoint or the run is done."""
    plan, folder = read_plan(file), checkpoint_folder(file)
    with refuse_damaged(folder):
        config = BeliefConfig(**fields_from_file(plan["settings"], BeliefConfig))
    check_not_done(file, plan, config.total_moves)
    with refuse_damaged(folder):
        net, variant = read_net(folder / BLUEPRINT), str(plan["variant"])
        blueprint = training_blueprint(net, variant, int(plan["players"]), device)
        trainer = BeliefTrainer(config, blueprint, device, eager=eager)
        trainer.moves, trainer.seconds = plan["moves"], float(plan["seconds"])
        trainer.curve = [(int(moves), float(nats)) for moves, nats in plan["curve"]]
        if trainer.updates != plan["rounds"]:
            raise ValueError("the counts do not fit each other")
        load_tensors(folder, plan, trainer.network, trainer.optimizer, device)
    return BeliefRun(trainer, net, variant)


def net_description(card: dict[str, str]) -> str:
    """What a net is, in a few words from its card."""
    moves = card.get("moves", "")
    words = (card.get("variant"), moves.isdecimal() and f"{int(moves):,} moves", card.get("date"))
    return ", ".join(word for word in words if word)


def _card(run: BeliefRun, results: list[BeliefEvaluation]) -> dict[str, str]:
    config = run.trainer.config
    optional = {"after": config.started_from} if config.started_from else {}
    if results:
        mean = mean_evaluation(run.variant, results)
        optional |= {"nats": f"{mean.nats:.3f}", "uniform": f"{mean.uniform:.3f}"}
    if results and run.variant == ANY:
        optional["evaluation"] = "; ".join(map(str, results))
    return {
        "variant": run.variant,
        "players": str(run.players),
        "depth": str(config.depth),
        "moves": str(run.trainer.moves),
        "seed": str(config.seed),
        "settings": json.dumps(config_to_file(config)),
        "blueprint": net_description(run.net.card),
        **optional,
    }
