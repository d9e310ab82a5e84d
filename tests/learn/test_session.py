"""A stay at a machine: what is told, when it is saved, how it ends; and the command."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import typer

from parts import require

torch = require("torch")

from learn.small import MIX, SHORT, TINY  # noqa: E402 - only where there is PyTorch
from tamaya.cli.console import CommandError  # noqa: E402
from tamaya.cli.train import train  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.learn import __main__ as learning  # noqa: E402
from tamaya.learn import plans, session  # noqa: E402
from tamaya.learn.session import rating, stay  # noqa: E402
from tamaya.learn.trainer import Trainer  # noqa: E402


def test_a_point_tells_of_the_games_that_ended() -> None:
    trainer = Trainer(replace(SHORT, rollout=40), mix=MIX)
    point = next(iter(trainer.stretch()))
    room = trainer.games.room
    over = [
        (int(score), int(ended))
        for score, ended in zip(room.score.flatten(), room.ended.flatten(), strict=True)
        if ended
    ]
    assert point.games == len(over) > 20
    assert point.score == pytest.approx(sum(score for score, _ in over) / len(over), abs=1e-3)
    lost = sum(ended == 2 for _, ended in over)
    assert point.lost == pytest.approx(100 * lost / len(over), abs=1e-3)
    best = sum(score == 10 for score, _ in over)
    assert point.perfect == pytest.approx(100 * best / len(over), abs=1e-3)
    assert lost > 0


def test_a_round_in_which_no_game_ended_tells_what_the_one_before_did() -> None:
    trainer = Trainer(replace(SHORT, games=8, rollout=1, minibatch=8, stretch=100), mix=MIX)
    points = list(trainer.stretch())
    pairs = [pair for pair in pairwise(points) if not pair[1].games]
    assert any(before.lost > 0 for before, _ in pairs)
    assert all(before.lost == point.lost for before, point in pairs)
    assert points[-1].moves == 800


def test_how_good_a_net_is() -> None:
    got = rating("tiny", TINY, torch.tensor([10, 10, 0, 6]).double())
    assert (got.mean, got.perfect) == (6.5, 50)
    assert got.error == pytest.approx(4.7258 / 2, abs=1e-3)


def test_whoever_stops_it_loses_nothing_that_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, said = tmp_path / "net.safetensors", list[str]()

    def stopped(text: str) -> None:
        said.append(text)
        if len(said) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(session, "SAVE_EVERY", 0.0)
    with pytest.raises(KeyboardInterrupt):
        stay(Trainer(SHORT, mix=MIX), file, None, stopped)
    assert plans.take_up(file, mix=MIX).rounds == 4


def test_it_is_not_saved_all_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = list[int]()
    monkeypatch.setattr(plans, "save", lambda trainer, *_: saves.append(trainer.rounds))
    stay(Trainer(replace(SHORT, moves=4096), mix=MIX), tmp_path / "net", None, lambda _: None)
    assert saves == [2, 8, 8]  # the first, and the last; that again when it is known how good it is


@pytest.fixture
def teach(monkeypatch: pytest.MonkeyPatch) -> partial[None]:
    """The command, with fewer games at its end."""
    monkeypatch.setattr(session, "rated", partial(session.rated, games=32))
    return partial(train, device="cpu", moves=1e5)


def test_the_command_trains_and_goes_on(
    teach: partial[None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "net.safetensors"
    teach(file, variant="Base", minutes=0.001, seed=0)
    said = capsys.readouterr()
    assert said.out.startswith("always what it likes best:\nbase ")
    assert "min left" in said.err
    card = nets.read(file).card
    assert (card["variant"], card["seed"]) == ("base", "0")
    assert 0 < int(card["moves"]) < 1e5
    with pytest.raises(CommandError, match=r"net\.plan has a plan already"):
        teach(file)
    train(file, resume=file, device="cpu")
    assert "always what it likes best" in capsys.readouterr().out
    assert int(nets.read(file).card["moves"]) >= 1e5
    with pytest.raises(CommandError, match="is done; --after net"):
        train(file, resume=file, device="cpu")

    def stopped(*_: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "stay", stopped)
    with pytest.raises(typer.Exit) as ended:
        teach(tmp_path / "other")
    assert ended.value.exit_code == 130
    assert "stopped; --resume " in capsys.readouterr().err


def test_the_command_refuses_what_cannot_be(
    teach: partial[None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="unknown variant word"):
        teach(tmp_path / "net", variant="nonsense")
    with pytest.raises(CommandError, match="cannot read none"):
        teach(tmp_path / "net", after=tmp_path / "none")
    with pytest.raises(CommandError, match="no plan beside none"):
        train(tmp_path / "net", resume=tmp_path / "none", device="cpu")
    with pytest.raises(CommandError, match="is a folder"):
        teach(tmp_path)
    if not torch.cuda.is_available():
        with pytest.raises(CommandError, match="no GPU here"):
            train(tmp_path / "net", device="cuda")
        monkeypatch.setattr(torch.cuda, "is_available", lambda: True)  # but Numba knows of none
        assert session.usual_device() == "cpu"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--set", "width"], "--set wants NAME=NUMBER"),
        (["--set", "entropy=0,0"], "entropies and rewards above it"),
        (["--set", "rate=1"], "rate and entropy are two numbers each"),
        (["--set", "another=1"], "another"),
        (["--resume", "net", "--players", "3"], "--resume goes on with a plan as it is"),
        (["--moves", "1e400"], "infinity"),
        (["--variant", "nonsense"], "unknown variant word"),
    ],
)
def test_without_the_command_it_is_told_in_a_line_too(
    asked: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ["learn", "--device", "cpu", "--out", str(tmp_path / "net"), *asked]
    monkeypatch.setattr("sys.argv", given)
    with pytest.raises(SystemExit) as ended:
        learning.main()
    assert ended.value.code == 2
    assert told in capsys.readouterr().err.splitlines()[-1]
    assert not list(tmp_path.iterdir())
