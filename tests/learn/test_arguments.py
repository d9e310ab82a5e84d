"""`tamaya train` and `python -m tamaya.learn`: the same arguments, the same runs."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from support.cli.running import Here, Ran
from support.parts import require

torch = require("torch")

from support.learn.clock import FakeClock, TimedTrainer  # noqa: E402 - only where there is PyTorch
from support.learn.modules import module_runner  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.learn import __main__ as module  # noqa: E402
from tamaya.learn import checkpoint, device, evaluation, session, warm_start  # noqa: E402
from tamaya.learn.config import TrainingConfig  # noqa: E402

Command = Callable[..., Ran]
BOTH = ["tamaya train", "python -m tamaya.learn"]


@pytest.fixture(autouse=True)
def _short_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = partial(evaluation.evaluate_trainer, num_games=32)
    monkeypatch.setattr(evaluation, "evaluate_trainer", evaluate)


@pytest.fixture(params=BOTH)
def command(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tamaya: Here,
) -> Command:
    """Either of the commands, on the CPU unless it is told otherwise."""

    run_module = module_runner(module.main, monkeypatch, capsys)
    run = partial(tamaya, "train") if request.param == "tamaya train" else run_module
    return partial(run, "--device=cpu")


@pytest.fixture
def trainers(monkeypatch: pytest.MonkeyPatch) -> list[TimedTrainer]:
    """The trainers that the commands make: of the small game, by a clock of their own."""
    clock, trainers = FakeClock(), list[TimedTrainer]()

    def trainer(config: TrainingConfig | Path, *_: object, **_more: object) -> TimedTrainer:
        moves = config.total_moves if isinstance(config, TrainingConfig) else 4000
        trainers.append(TimedTrainer(clock, moves))
        return trainers[0]

    monkeypatch.setattr(session, "time", clock)
    monkeypatch.setattr(warm_start, "new_trainer", trainer)
    monkeypatch.setattr(checkpoint, "load_checkpoint", trainer)
    monkeypatch.setattr(session, "DEFAULT_MOVES", 4000)
    return trainers


@pytest.mark.parametrize(
    ("words", "fitted"),
    [
        ([], False),
        (["--minutes=10"], True),
        (["--minutes=inf"], False),
        (["--moves=4000"], False),
        (["--minutes=10", "--moves=4000"], False),
        (["--resume=old"], False),
        (["--minutes=10", "--resume=old"], False),
    ],
)
def test_a_run_is_fitted_to_the_time_if_only_minutes_are_given(
    words: list[str],
    fitted: bool,
    command: Command,
    trainers: list[TimedTrainer],
    tmp_path: Path,
) -> None:
    assert command(*words, f"--out={tmp_path / 'net'}").status == 0
    (trainer,) = trainers
    assert trainer.done
    assert trainer.config.total_moves == (51 * 512 if fitted else 4000)


def test_train_and_resume(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    small = ("--moves=1e5", "--out", file)
    words = ("--variant=Base", "--minutes=0.01", "--seed=0", "--set", "width=64")
    ran = command(*small, *words)
    assert "greedy self-play:\nbase " in ran.out
    assert "min left" in ran.out + ran.err
    card = nets.read_net(file).card
    assert (card["variant"], card["seed"]) == ("base", "0")
    assert 0 < int(card["moves"]) < 1e5
    ran = command(*small)
    assert "net.plan has a checkpoint already" in ran.err
    ran = command("--resume", file, "--out", file)
    assert "greedy self-play" in ran.out
    assert int(nets.read_net(file).card["moves"]) >= 1e5
    ran = command("--resume", file, "--out", file)
    assert "is done; --after net" in ran.err
    assert ran.status > 0


def test_ctrl_c_ends_it(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "run_session", interrupted)
    ran = command("--moves=1e5", "--out", tmp_path / "other")
    assert ran.status == 130
    assert "Traceback" not in ran.err


USAGE_ERRORS = [
    (["--set", "width"], "--set wants NAME=NUMBER"),
    (["--resume", "net", "--players", "3"], "--resume goes on with a run as it is"),
    (["--net", "net"], "--net goes with --belief only"),
    (["--resume", "net", "--set", "width=3"], "--resume goes on with a run as it is"),
    (["--moves", "1e400"], "--moves: 1e400 is not a number from 1 to 1e+13"),
    (["--players", "6"], "--players: 6 is not a whole number from 2 to 5"),
    (["--seed", "-1"], "--seed: -1 is not a whole number from 0 to 2147483647"),
    (["--device", "tpu"], "--device is cpu or cuda, not tpu"),
    (["--minutes", "nan"], "--minutes: nan is not a number above 0"),
    (["--minutes", "0"], "--minutes: 0 is not a number above 0"),
    (["--minutes", "-1"], "--minutes: -1 is not a number above 0"),
    (["--minutes", "soon"], "--minutes: soon is not a number above 0"),
]
OTHER_ERRORS = [
    (["--set", "entropy=0,0"], "entropy and reward must be above 0"),
    (["--set", "rate=1"], "rate and entropy are two numbers each"),
    (["--set", "another=1"], "there is no setting another"),
    (["--set", "learning_rate=1,1"], "there is no setting learning_rate"),
    (["--variant", "nonsense"], "unknown variant word"),
    (["--after", "none"], "cannot read none"),
    (["--resume", "none"], "there is no checkpoint of none"),
]


@pytest.mark.parametrize(("words", "error"), [*USAGE_ERRORS, *OTHER_ERRORS])
def test_errors_are_told_in_a_line_and_nothing_is_written(
    words: list[str], error: str, command: Command, tmp_path: Path
) -> None:
    ran = command("--out", tmp_path / "net", *words)
    assert error in ran.err.splitlines()[-1]
    assert ran.status == 2 or (words, error) in OTHER_ERRORS
    assert ran.status > 0
    assert not list(tmp_path.iterdir())


def test_no_folder_is_made_or_replaced(command: Command, tmp_path: Path) -> None:
    assert "is a folder" in command("--out", tmp_path).err
    assert "folder" in command("--out", tmp_path / "none" / "net").err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = command("--out", tmp_path / "net", "--device=cuda")
    assert "no GPU here" in ran.err
    assert ran.status > 0
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)  # but Numba finds none
    assert device.default_device() == "cpu"
