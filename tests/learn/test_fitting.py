"""Plans that are made as long as the time: by a clock of our own, and when that is asked for."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cli.running import Here
from parts import require

require("torch")

from learn.small import MIX, SHORT  # noqa: E402 - only where there is PyTorch
from tamaya.learn import __main__ as learning  # noqa: E402
from tamaya.learn import head_start, plans, session, settings  # noqa: E402
from tamaya.learn.session import stay  # noqa: E402
from tamaya.learn.settings import Settings  # noqa: E402
from tamaya.learn.trainer import Point, Trainer  # noqa: E402


class Clock:
    """Goes on only when it is put on."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Timed(Trainer):
    """Its rounds take as long as they are said to: the first 100 seconds, all others 10."""

    def __init__(self, clock: Clock, moves: int, took: tuple[int, ...] = (100, 10)) -> None:
        super().__init__(replace(SHORT, moves=moves), mix=MIX)
        self.clock, self.took = clock, took

    def _round(self) -> Point:
        self.clock.now += self.took[min(self.rounds, len(self.took) - 1)]
        return super()._round()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of a stay; and it is not long about seeing how good the net is."""
    monkeypatch.setattr(session, "rated", partial(session.rated, games=32))
    made = Clock()
    monkeypatch.setattr(session, "time", made)
    return made


def test_a_plan_can_be_as_long_as_the_time(tmp_path: Path, clock: Clock) -> None:
    trainer = Timed(clock, 10**12)
    said, lengths = list[str](), list[int]()

    def say(text: str) -> None:
        said.append(text)
        lengths.append(trainer.settings.moves)

    stay(trainer, tmp_path / "net", 10, say, fit=True)
    assert (trainer.rounds, clock.now) == (51, 1600)
    assert trainer.done
    assert lengths[0] == 10**12  # what is compiled in the first round says nothing
    assert set(lengths[1:]) == {trainer.moves}
    told = [text.split(", ")[:2] for text in said]
    assert told[0] == ["0.0 %", "8 min left"]
    assert told[25:27] == [["51.0 %", "4 min left"], ["52.9 %", "4 min left"]]
    assert told[50] == ["100.0 %", "0 min left"]


@pytest.mark.parametrize(
    ("took", "rounds"),
    [((700,), 1), ((100, 10, 10, 40), 15), ((100, 40, 40, 10), 45), ((0,) * 9 + (200,), 12)],
)
def test_they_end_together_however_the_machine_goes(
    tmp_path: Path, clock: Clock, took: tuple[int, ...], rounds: int
) -> None:
    trainer = Timed(clock, 10**12, took)
    stay(trainer, tmp_path / "net", 10, lambda _: None, fit=True)
    assert trainer.rounds == rounds
    assert 1600 <= clock.now < 1600 + took[-1]
    assert trainer.settings.moves == trainer.moves


def test_time_that_a_save_takes_is_no_time_to_learn(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object) -> None:
        clock.now += 300

    monkeypatch.setattr(plans, "save", slow)
    trainer = Timed(clock, 10**12)
    stay(trainer, tmp_path / "net", 10, lambda _: None, fit=True)
    assert trainer.done
    assert trainer.rounds == 7  # the last one when the time is up: then the plan is done


@pytest.fixture
def made(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[Timed]:
    """What the commands train, which is none of what they would: 4000 moves if nothing is said."""
    trainers = list[Timed]()

    def trainer(plan: Settings | Path, *_: object, **_more: object) -> Timed:
        trainers.append(Timed(clock, plan.moves if isinstance(plan, Settings) else 4000))
        return trainers[0]

    for place, name in ((head_start, "begun"), (learning, "begun"), (plans, "take_up")):
        monkeypatch.setattr(place, name, trainer)
    for module in (settings, learning):
        monkeypatch.setattr(module, "MOVES", 4000)
    return trainers


@pytest.fixture(params=["tamaya train", "python -m tamaya.learn"])
def ask(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tamaya: Here
) -> Callable[[list[str]], None]:
    """Either of the commands."""

    def module(words: list[str]) -> None:
        monkeypatch.setattr("sys.argv", ["learn", *words])
        learning.main()

    def command(words: list[str]) -> None:
        assert tamaya("train", *words).status == 0

    return command if request.param == "tamaya train" else module


@pytest.mark.parametrize(
    ("asked", "fitted"),
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
def test_a_plan_is_fitted_if_minutes_are_all_that_says_how_long_it_is(
    asked: list[str],
    fitted: bool,
    ask: Callable[[list[str]], None],
    made: list[Timed],
    tmp_path: Path,
) -> None:
    ask([*asked, f"--out={tmp_path / 'net'}", "--device=cpu"])
    (trainer,) = made
    assert trainer.done
    assert trainer.settings.moves == (51 * 512 if fitted else 4000)


@pytest.mark.parametrize("minutes", ["nan", "0", "-1", "soon"])
def test_minutes_are_some(
    minutes: str, tamaya: Here, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--out=net", f"--minutes={minutes}"]
    assert tamaya("train", *asked).status == 2
    monkeypatch.setattr("sys.argv", ["learn", *asked])
    with pytest.raises(SystemExit):
        learning.main()
    assert f"--minutes: {minutes} is no number above 0" in capsys.readouterr().err
