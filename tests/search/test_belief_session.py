"""`tamaya train --belief`: sessions, checkpoints, and the files of belief networks."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support.cli.running import Here, Ran
from support.parts import require

torch = require("torch")

from support.learn.clock import FakeClock  # noqa: E402 - only where there is PyTorch
from support.learn.modules import module_runner  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import ANY, NetError  # noqa: E402
from tamaya.learn import session, warm_start  # noqa: E402
from tamaya.learn.arguments import parse_arguments  # noqa: E402
from tamaya.learn.checkpoint import save_checkpoint  # noqa: E402
from tamaya.learn.config import (  # noqa: E402
    MAX_FILE_BYTES,
    TrainingConfig,
    config_to_file,
    training_mix,
)
from tamaya.learn.plan_files import checkpoint_folder  # noqa: E402
from tamaya.learn.vector_env import SelfPlayVectorEnv  # noqa: E402
from tamaya.rules import OPTION_SETS, parse_options  # noqa: E402
from tamaya.search import __main__ as module  # noqa: E402
from tamaya.search import belief_evaluation, belief_session  # noqa: E402
from tamaya.search.belief_checkpoint import (  # noqa: E402
    BeliefRun,
    load_belief_run,
    save_belief_run,
)
from tamaya.search.belief_config import (  # noqa: E402
    BeliefConfig,
    belief_sizes,
    estimate_belief_bytes,
    fit_beliefs_to_device,
)
from tamaya.search.belief_evaluation import evaluate_beliefs, mean_evaluation  # noqa: E402
from tamaya.search.belief_files import belief_arrays, load_beliefs  # noqa: E402
from tamaya.search.belief_session import new_belief_run, run_belief_session  # noqa: E402
from tamaya.search.blueprint import load_blueprint  # noqa: E402
from tamaya.search.own_hand_reader import OwnHandReader  # noqa: E402
from tamaya.search.uniform_posterior import uniform_log_likelihood  # noqa: E402

GAME = parse_options("base+noempty", 2)
TINY_NET = TrainingConfig(
    "base+noempty", 2, 1000, num_games=8, rollout_length=4, minibatch_size=16, depth=2, layers=1
)
SETTINGS = ("games=16", "stretch=3", "width=32", "depth=2", "layers=1")
MOVES = 16 * 3 * 4  # four segments


def untrained_net(folder: Path, variant: str) -> Path:
    """A net of that variant that has learned nothing."""
    file = folder / f"{variant}.safetensors"
    config = replace(TINY_NET, variant=variant, width=32)
    save_checkpoint(warm_start.new_trainer(config, "cpu"), file)
    return file


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small net for the base box."""
    return untrained_net(tmp_path_factory.mktemp("net"), "base+noempty")


@pytest.fixture(scope="module")
def any_net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small net for all boxes."""
    return untrained_net(tmp_path_factory.mktemp("net"), ANY)


@pytest.fixture(autouse=True)
def _short_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = partial(evaluate_beliefs, num_games=32)
    monkeypatch.setattr(belief_evaluation, "evaluate_beliefs", evaluate)


def new_run(net: Path, *words: str) -> BeliefRun:
    """A run of four small segments; `words` are further arguments."""
    settings = (word for setting in SETTINGS for word in ("--set", setting))
    given = ("--belief", "--out=x", f"--net={net}", f"--moves={MOVES}", *settings, *words)
    return new_belief_run(parse_arguments(given, "tamaya train"), "cpu")


def weights(run: BeliefRun) -> list[Any]:
    return [parameter.detach().clone() for parameter in run.trainer.network.parameters()]


def test_a_resumed_run_goes_on_as_if_it_had_not_been_interrupted(net: Path, tmp_path: Path) -> None:
    whole, parts, file = new_run(net), new_run(net), tmp_path / "beliefs.safetensors"
    for _ in range(4):
        whole.trainer.train_segment()
    for _ in range(2):
        parts.trainer.train_segment()
        save_belief_run(parts, file, [])
        seconds = parts.trainer.seconds
        parts = load_belief_run(file, "cpu")
        assert parts.trainer.seconds == seconds > 0
    for _ in range(2):
        parts.trainer.train_segment()
    assert whole.trainer.done
    assert parts.trainer.curve == whole.trainer.curve
    assert len(whole.trainer.curve) == 4
    assert all(map(torch.equal, weights(parts), weights(whole)))
    assert not any(map(torch.equal, weights(parts), weights(new_run(net))))
    save_belief_run(parts, file, [])
    with pytest.raises(NetError, match=r"is done; --after beliefs\.safetensors starts another$"):
        load_belief_run(file, "cpu")


def test_a_session_leaves_a_network_to_search_with(net: Path, tmp_path: Path) -> None:
    run, file, reports = new_run(net, "--seed=7"), tmp_path / "beliefs.safetensors", list[str]()
    text = run_belief_session(run, file, None, reports.append)
    heading, result = text.split("\n")
    assert heading == "nats per hand:"
    found = re.fullmatch(r"base\+noempty (\d+\.\d+), uniform posterior (\d+\.\d+)", result)
    assert found
    assert re.fullmatch(
        r"100\.0 %, 0 min left, [\d,]+ moves/s, \d+\.\d+ nats per hand", reports[-2]
    )
    card = nets.read_net(file).card
    assert (card["nats"], card["uniform"]) == found.groups()
    assert {name: card[name] for name in ("format", "variant", "players", "moves", "seed")} == {
        "format": "tamaya belief 1",
        "variant": "base+noempty",
        "players": "2",
        "moves": str(MOVES),
        "seed": "7",
    }
    assert card["blueprint"] == f"base+noempty, 0 moves, {card['date']}"
    assert json.loads(card["settings"]) == config_to_file(run.trainer.config)
    network = load_beliefs(file, GAME, "cpu")
    assert all(
        torch.allclose(mine, other, atol=1e-2)
        for mine, other in zip(network.parameters(), weights(run), strict=True)
    )
    assert {path.name for path in tmp_path.iterdir()} == {"beliefs.safetensors", "beliefs.plan"}


def test_an_interruption_loses_nothing_that_was_saved(
    net: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, file, reports = new_run(net), tmp_path / "beliefs.safetensors", list[str]()

    def interrupt(text: str) -> None:
        reports.append(text)
        if len(reports) == 8:
            raise KeyboardInterrupt

    monkeypatch.setattr(session, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(belief_session, "REPORT_EVERY", 0.0)
    with pytest.raises(KeyboardInterrupt):
        run_belief_session(run, file, None, interrupt)
    assert load_belief_run(file, "cpu").trainer.updates == 6


@pytest.mark.parametrize("writes", range(5))
def test_a_save_that_is_interrupted_leaves_the_one_before(
    net: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """`writes`: the files that were written before it was interrupted."""
    run, file, left = new_run(net), tmp_path / "beliefs.safetensors", iter(range(writes))
    write = nets.write_net
    run.trainer.train_segment()
    save_belief_run(run, file, [])

    def interrupted(*given: Any) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write(*given)

    run.trainer.train_segment()
    for place in ("formats.nets", "search.belief_checkpoint", "search.belief_files"):
        monkeypatch.setattr(f"tamaya.{place}.write_net", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_belief_run(run, file, [])
    monkeypatch.undo()
    again = load_belief_run(file, "cpu")
    assert again.trainer.updates == (6 if writes == 4 else 3)  # all but the network itself


def test_damaged_checkpoints_are_refused(net: Path, tmp_path: Path) -> None:
    run, file = new_run(net), tmp_path / "beliefs.safetensors"
    run.trainer.train_segment()
    save_belief_run(run, file, [])
    plan = checkpoint_folder(file) / "plan.json"
    sound = json.loads(plan.read_text("utf-8"))
    changes: tuple[dict[str, Any], ...] = (
        {"moves": 16},
        {"variant": "nonsense"},
        {"variant": "black"},
        {"curve": [1]},
        {"settings": {}},
        {"settings": sound["settings"] | {"width": 48}},
        {"settings": sound["settings"] | {"temperature": 0}},
        {"settings": sound["settings"] | {"clip": 1}},
    )
    for change in changes:
        plan.write_text(json.dumps(sound | change), "utf-8")
        with pytest.raises(NetError, match="not a checkpoint to resume"):
            load_belief_run(file, "cpu")
    torch.nn.init.constant_(run.trainer.network.head.bias, float("nan"))
    with pytest.raises(NetError, match="the last checkpoint is kept"):
        save_belief_run(run, file, [])


def test_run_and_time_end_together(
    net: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, run = FakeClock(), new_run(net, "--moves=1e12")
    update = run.trainer.update

    def slow() -> None:
        clock.now += 10
        assert clock.now < 2000, "the run goes on"
        update()

    monkeypatch.setattr(session, "time", clock)
    monkeypatch.setattr(belief_session, "time", clock)
    run.trainer.update = slow
    run_belief_session(run, tmp_path / "x", 5, lambda _: None, fit_to_time=True)
    assert (run.trainer.updates, clock.now) == (30, 1300)
    assert run.trainer.config.total_moves == run.trainer.moves


def test_the_first_weights_are_those_of_the_policy(net: Path) -> None:
    run = new_run(net)
    body = run.trainer.network.body[0].weight
    policy = run.trainer.blueprint.network.body[0].weight
    assert torch.equal(body, policy[:, : body.shape[1]])
    narrow = new_run(net, "--set", "width=16")
    assert narrow.trainer.network.body[0].weight.shape[0] == 16


def test_a_run_can_begin_with_another_network(net: Path, tmp_path: Path) -> None:
    before, file = new_run(net), tmp_path / "before.safetensors"
    before.trainer.train_segment()
    save_belief_run(before, file, [])
    after = new_run(net, f"--after={file}", "--set", "width=16", "--set", "depth=1")
    config = after.trainer.config
    assert (config.width, config.depth, config.layers) == (32, 2, 1)
    date = nets.read_net(file).card["date"]
    assert config.started_from == f"base+noempty, 48 moves, {date}"
    for mine, other in zip(weights(after), weights(before), strict=True):
        assert torch.allclose(mine, other, atol=1e-2)
    with pytest.raises(NetError, match="no belief network of ours"):
        new_run(net, f"--after={net}")


# networks for all boxes


def test_one_network_for_all_boxes_is_reduced_to_a_game(any_net: Path, tmp_path: Path) -> None:
    """Its probabilities for the hands of a game are the same."""
    run, file = new_run(any_net, "--variant=any"), tmp_path / "any.safetensors"
    run.trainer.train_segment()
    text = run_belief_session(run, file, None, lambda _: None)
    assert len(text.split("\n")) == 1 + len(OPTION_SETS) + 1  # a heading, and the mean of all
    names = list(run.trainer.blueprint.mix.feature_space.actions)
    again = new_run(any_net, "--variant=any", f"--after={file}")  # in half precision as well
    for number, name in enumerate(OPTION_SETS):
        game = parse_options(name, 2)
        own = load_beliefs(file, game, "cpu")
        alone = load_blueprint(nets.read_net(any_net), game, "cpu")
        env = SelfPlayVectorEnv(alone.mix, 4, 1, "cpu")
        shared = SelfPlayVectorEnv(run.trainer.blueprint.mix, 4 * len(OPTION_SETS), 1, "cpu")
        places = (shared.option_sets == number).nonzero()[:, 0]
        shared.reset(3)
        env.games.start_from_seeds(np.array([shared.seeds[place] for place in places]))
        readers = OwnHandReader(env, alone.mix), OwnHandReader(shared, run.trainer.blueprint.mix)
        for _ in range(8):
            env.observe(0)
            shared.observe(0)
            likelihoods = (
                own.log_likelihood(env.buffer.observations[0], *readers[0].read()),
                again.trainer.network.log_likelihood(
                    shared.buffer.observations[0], *readers[1].read()
                )[places],
            )
            assert torch.allclose(*likelihoods, atol=1e-4)
            uniform = (
                uniform_log_likelihood(*readers[0].read()),
                uniform_log_likelihood(*readers[1].read())[places],
            )
            assert torch.allclose(*uniform)
            actions = shared.buffer.legal_actions[0]
            chosen = run.trainer.blueprint.network(shared.buffer.observations[0], actions)[0]
            shared.buffer.actions[0] = chosen.argmax(dim=1)
            for at, place in enumerate(places):
                action = names[int(shared.buffer.actions[0][place])]
                env.buffer.actions[0][at] = alone.mix.feature_space.actions[action]
            env.step(0)
            shared.step(0)


def test_networks_for_other_games_are_refused(any_net: Path, net: Path, tmp_path: Path) -> None:
    every, base = tmp_path / "any.safetensors", tmp_path / "base.safetensors"
    save_belief_run(new_run(any_net, "--variant=any"), every, [])
    save_belief_run(new_run(net), base, [])
    with pytest.raises(NetError, match="does not fit its card"):
        belief_arrays(nets.read_net(every), parse_options("base", 3))
    with pytest.raises(NetError, match="for other games or has other layers"):
        new_run(any_net, "--variant=any", f"--after={base}")
    with pytest.raises(NetError, match="for other hands or other faces"):
        load_beliefs(base, parse_options("black", 2), "cpu")
    with pytest.raises(NetError, match="no belief network of ours"):
        load_beliefs(net, GAME, "cpu")
    assert new_run(net, f"--after={every}").trainer.network.sizes.num_faces == 25


# quality and sizes


def test_a_network_that_knows_nothing_is_as_good_as_the_uniform_posterior(net: Path) -> None:
    run = new_run(net)
    (result,) = evaluate_beliefs(run.trainer.network, run.trainer.blueprint, "cpu", 64)
    assert result.nats == pytest.approx(result.uniform, rel=0.05)
    assert 5 < result.uniform < 15
    mean = mean_evaluation("mean", [result, replace(result, hands=3 * result.hands, nats=0.0)])
    assert mean.nats == pytest.approx(result.nats / 4)
    assert mean.uniform == pytest.approx(result.uniform)


@pytest.mark.parametrize(
    ("variant", "players", "depth", "sizes"),
    [
        ("base+noempty", 2, 16, (512, 16)),
        ("base+noempty", 3, 16, (512, 11)),
        ("base+noempty", 5, 13, (448, 13)),
        (ANY, 2, 16, (448, 16)),
        (ANY, 5, 13, (384, 13)),
    ],
)
def test_files_are_small_enough_to_be_bundled(
    variant: str, players: int, depth: int, sizes: tuple[int, int]
) -> None:
    mix = training_mix(TrainingConfig(variant, players, 1, depth=depth))
    config = fit_beliefs_to_device(BeliefConfig(1), mix, "cuda")
    assert (config.width, config.depth) == sizes
    assert estimate_belief_bytes(belief_sizes(config, mix)) <= MAX_FILE_BYTES
    taken = BeliefConfig(1, started_from="another", width=640)
    assert fit_beliefs_to_device(taken, mix, "cuda") == taken
    small = fit_beliefs_to_device(BeliefConfig(1), mix, "cpu")
    assert (small.num_games, small.width) == (256, 128)


# the commands

Command = Callable[..., Ran]


@pytest.fixture(params=["tamaya train --belief", "python -m tamaya.search"])
def command(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Command:
    """Either of the commands, on the CPU unless it is told otherwise."""

    run_module = module_runner(module.main, monkeypatch, capsys)
    tamaya = partial(Here(capsys, monkeypatch), "train", "--belief")
    run = tamaya if request.param.startswith("tamaya") else run_module
    return partial(run, "--device=cpu")


def test_train_and_resume(command: Command, net: Path, tmp_path: Path) -> None:
    file = tmp_path / "beliefs.safetensors"
    words = [word for setting in SETTINGS for word in ("--set", setting)]
    small = ("--net", net, "--moves=1e5", "--minutes=0.001", "--out", file)
    ran = command(*small, *words)
    assert "nats per hand:\nbase+noempty " in ran.out
    assert "min left" in ran.out + ran.err
    before = int(nets.read_net(file).card["moves"])
    assert 0 < before < 1e5
    assert "beliefs.plan has a checkpoint already" in command(*small).err
    ran = command("--resume", file, "--minutes=0.001", "--out", file)
    assert "nats per hand:\nbase+noempty " in ran.out
    assert int(nets.read_net(file).card["moves"]) > before


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--set", "another=1"], "there is no setting another"),
        (["--set", "games=0"], "counts must be at least 1"),
        (["--set", "seed=0.5"], "must be whole numbers"),
        (["--set", "temperature=0"], "temperature must be above 0"),
        (["--set", "exploration=2"], "exploration is a share"),
        (["--set", "rate=1,2"], "must be single numbers"),
        (["--variant", "nonsense"], "unknown variant word"),
        (["--net", "none"], "cannot read none"),
        (["--after", "none"], "cannot read none"),
        (["--resume", "none"], "there is no checkpoint of none"),
        (["--resume", "none", "--net", "none"], "--resume goes on with a run as it is"),
        (["--net", "NET", "--players", "3"], "was trained for base+noempty with 2 players"),
        (["--net", "NET", "--variant", "any"], "not trained for all boxes"),
    ],
)
def test_errors_are_told_in_a_line_and_nothing_is_written(
    words: list[str], error: str, command: Command, net: Path, tmp_path: Path
) -> None:
    ran = command("--out", tmp_path / "x", *[str(net) if word == "NET" else word for word in words])
    assert error in ran.err.splitlines()[-1]
    assert ran.status > 0
    assert not list(tmp_path.iterdir())
