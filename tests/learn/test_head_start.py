"""A plan that begins with what another net has learned."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from drivers import DRIVERS, chance
from parts import require

require("torch")

from tamaya.bots.net.bot import NetBot  # noqa: E402 - only where there is PyTorch
from tamaya.bots.net.teams import from_file  # noqa: E402
from tamaya.deals import seeded  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import ANY, NetError  # noqa: E402
from tamaya.kernel.names import Name  # noqa: E402
from tamaya.learn import plans  # noqa: E402
from tamaya.learn.head_start import begun, with_head_start  # noqa: E402
from tamaya.learn.settings import Settings, suited  # noqa: E402
from tamaya.rules import Colour, OptionsError, apply, options, start, view  # noqa: E402

SMALL = Settings("base+noempty", 3, 1_000_000, games=32, rollout=16, minibatch=64, depth=4)


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A net that has learned a little of the base box."""
    file = tmp_path_factory.mktemp("nets") / "before.safetensors"
    trainer = begun(replace(SMALL, width=32, stretch=2), "cpu")
    list(trainer.stretch())
    plans.save(trainer, file)
    return file


def after(before: Path, variant: str) -> Path:
    """A plan that begins with it and has learned nothing more."""
    file = before.with_name(f"{variant}.safetensors")
    plans.save(begun(replace(SMALL, variant=variant), "cpu", before), file)
    return file


def test_a_net_for_all_boxes_plays_at_first_as_the_one_that_it_began_with(before: Path) -> None:
    game, rng = options("base+noempty", 3), chance("head start")
    old, new = (NetBot(from_file(file)) for file in (before, after(before, ANY)))
    state, moves = start(game, seeded(game, 1)), 0
    while state.table.outcome is None:
        seen = view(state, state.table.to_move)
        assert new.act(seen) == old.act(seen)
        state, _ = apply(state, DRIVERS["lucky"](state, rng))
        moves += 1
    assert moves > 20


def test_and_back_again(before: Path) -> None:
    """A net for all boxes can be the beginning of one for a single set."""
    again = after(after(before, ANY), "base+noempty")
    there, here = nets.read(before).arrays, nets.read(again).arrays
    assert all(np.array_equal(there[name], here[name]) for name in there)


def test_what_is_new_is_like_what_is_known(before: Path) -> None:
    trainer = begun(replace(SMALL, variant=ANY), "cpu", before)
    frame, net = trainer.mix.frame, trainer.net.state_dict()

    def column(*name: str | int) -> npt.NDArray[np.float32]:
        return np.asarray(net["body.0.weight"][:, frame.seen[name]])

    def row(*name: str | int) -> npt.NDArray[np.float32]:
        return np.asarray(net["head.weight"][frame.actions[name]])

    five = [colour for colour in Colour if colour is not Colour.MULTICOLOUR]
    known = np.mean([column("hand", 1, 0, colour, 4) for colour in five], axis=0)
    for new in ("multicolour", "black"):
        assert column("hand", 1, 0, new, 4) == pytest.approx(known, abs=1e-6)
    assert not row("forgo").any()
    told: list[Name] = [name for name in frame.seen if name[0] == "switch"]
    assert told
    assert not any(column(*name).any() for name in told)


def test_it_says_where_it_began_and_is_gentle(before: Path) -> None:
    file = after(before, ANY)
    assert nets.read(file).card["after"] == "base+noempty, 1,024 moves"
    plan = plans.take_up(file).settings
    assert (plan.after, plan.ramp) == ("base+noempty, 1,024 moves", 0)
    assert plan.rate[0] < SMALL.rate[0]
    assert plan.entropy[0] < SMALL.entropy[0]
    further = with_head_start(replace(SMALL, rate=(0.1, 0.01)), nets.read(file))
    assert further.after == "any, 0 moves after base+noempty, 1,024 moves"
    assert (further.rate, further.entropy, further.ramp) == ((0.1, 0.01), plan.entropy, 0)


def test_another_kind_of_net_is_no_beginning(before: Path, tmp_path: Path) -> None:
    with pytest.raises(NetError, match="that net is for 3 players, not 2"):
        begun(replace(SMALL, players=2), "cpu", before)
    with pytest.raises(NetError, match="other layers than this plan"):
        begun(replace(SMALL, layers=2), "cpu", before)
    empty = tmp_path / "empty.safetensors"
    nets.write(empty, {}, {})
    with pytest.raises(NetError, match="no net of ours"):
        begun(SMALL, "cpu", empty)


def test_it_keeps_the_width_of_the_net_before_and_remembers_less(before: Path) -> None:
    """Also where a new plan of this kind would have less width."""
    plan = replace(Settings(ANY, 5, 1000), after="another")
    assert suited(plan, "cuda").width == plan.width > suited(replace(plan, after=""), "cuda").width
    assert suited(plan, "cuda").depth < plan.depth


def test_a_plan_has_the_notation_of_its_game(before: Path) -> None:
    plan = begun(replace(SMALL, variant="Base + NoEmpty", width=32), "cpu").settings
    assert plan.variant == "base+noempty"
    with pytest.raises(OptionsError):
        begun(replace(SMALL, variant="nonsense"), "cpu")
