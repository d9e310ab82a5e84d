"""Runs that begin with the weights of a trained net."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from support.drivers import DRIVERS, chance
from support.parts import require

require("torch")

from tamaya.bots.net.bot import NetBot  # noqa: E402 - only where there is PyTorch
from tamaya.bots.net.net_selection import net_from_file  # noqa: E402
from tamaya.deals import seeded  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import ANY, NetError  # noqa: E402
from tamaya.kernel.observe.feature_names import FeatureName  # noqa: E402
from tamaya.learn.checkpoint import load_checkpoint, save_checkpoint  # noqa: E402
from tamaya.learn.config import TrainingConfig  # noqa: E402
from tamaya.learn.warm_start import fine_tuning_config, new_trainer  # noqa: E402
from tamaya.rules import Colour, OptionsError, apply, parse_options, start, view  # noqa: E402

SMALL = TrainingConfig(
    "base+noempty", 3, 1_000_000, num_games=32, rollout_length=16, minibatch_size=64, depth=4
)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A net that was trained a little with the base box."""
    file = tmp_path_factory.mktemp("nets") / "before.safetensors"
    trainer = new_trainer(replace(SMALL, width=32, segment_iterations=2), "cpu")
    list(trainer.train_segment())
    save_checkpoint(trainer, file)
    return file


def after(before: Path, variant: str) -> Path:
    """A net of a run that begins with `before` and has not trained yet."""
    file = before.with_name(f"{variant}.safetensors")
    save_checkpoint(new_trainer(replace(SMALL, variant=variant), "cpu", before), file)
    return file


def test_a_net_for_all_boxes_plays_at_first_like_the_one_it_began_with(before: Path) -> None:
    game, rng = parse_options("base+noempty", 3), chance("head start")
    old, new = (NetBot(net_from_file(file)) for file in (before, after(before, ANY)))
    state, moves = start(game, seeded(game, 1)), 0
    while state.table.outcome is None:
        seen = view(state, state.table.to_move)
        assert new.act(seen) == old.act(seen)
        state, _ = apply(state, DRIVERS["lucky"](state, rng))
        moves += 1
    assert moves > 20


def test_from_all_boxes_to_a_single_option_set(before: Path) -> None:
    again = after(after(before, ANY), "base+noempty")
    there, here = nets.read_net(before).arrays, nets.read_net(again).arrays
    assert all(np.array_equal(there[name], here[name]) for name in there)


def test_new_suits_start_as_the_mean_of_the_known_ones(before: Path) -> None:
    trainer = new_trainer(replace(SMALL, variant=ANY), "cpu", before)
    space, net = trainer.mix.feature_space, trainer.network.state_dict()

    def column(*name: str | int) -> npt.NDArray[np.float32]:
        return np.asarray(net["body.0.weight"][:, space.inputs[name]])

    def row(*name: str | int) -> npt.NDArray[np.float32]:
        return np.asarray(net["head.weight"][space.actions[name]])

    five = [colour for colour in Colour if colour is not Colour.MULTICOLOUR]
    known = np.mean([column("hand", 1, 0, colour, 4) for colour in five], axis=0)
    for new in ("multicolour", "black"):
        assert column("hand", 1, 0, new, 4) == pytest.approx(known, abs=1e-6)
    assert not row("forgo").any()
    switches: list[FeatureName] = [name for name in space.inputs if name[0] == "switch"]
    assert switches
    assert not any(column(*name).any() for name in switches)


def test_it_names_its_origin_and_fine_tunes(before: Path) -> None:
    file = after(before, ANY)
    assert nets.read_net(file).card["after"] == "base+noempty, 1,024 moves"
    config = load_checkpoint(file).config
    assert (config.started_from, config.penalty_ramp) == ("base+noempty, 1,024 moves", 0)
    assert config.learning_rate[0] < SMALL.learning_rate[0]
    assert config.ent_coef[0] < SMALL.ent_coef[0]
    further = fine_tuning_config(replace(SMALL, learning_rate=(0.1, 0.01)), nets.read_net(file))
    assert further.started_from == "any, 0 moves after base+noempty, 1,024 moves"
    assert (further.learning_rate, further.ent_coef) == ((0.1, 0.01), config.ent_coef)
    assert further.penalty_ramp == 0


def test_a_net_of_another_kind_is_refused(before: Path, tmp_path: Path) -> None:
    with pytest.raises(NetError, match="that net is for 3 players, not 2"):
        new_trainer(replace(SMALL, players=2), "cpu", before)
    with pytest.raises(NetError, match="other layers than this run"):
        new_trainer(replace(SMALL, layers=2), "cpu", before)
    empty = tmp_path / "empty.safetensors"
    nets.write_net(empty, {}, {})
    with pytest.raises(NetError, match="no net of ours"):
        new_trainer(SMALL, "cpu", empty)


def test_the_variant_is_normalized(before: Path) -> None:
    config = new_trainer(replace(SMALL, variant="Base + NoEmpty", width=32), "cpu").config
    assert config.variant == "base+noempty"
    with pytest.raises(OptionsError):
        new_trainer(replace(SMALL, variant="nonsense"), "cpu")
