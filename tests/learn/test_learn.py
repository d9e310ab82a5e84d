"""Training on the CPU, with a game so small that a net learns it while you wait."""

from dataclasses import replace
from pathlib import Path

import pytest

from parts import require

torch = require("torch")

from tamaya.formats.nets import NetError  # noqa: E402 - only where there is PyTorch
from tamaya.learn import plans  # noqa: E402
from tamaya.learn.games import Games  # noqa: E402
from tamaya.learn.rollout import Rollout, weighed  # noqa: E402
from tamaya.learn.settings import Settings  # noqa: E402
from tamaya.learn.trainer import Point, Trainer, greedy  # noqa: E402
from tamaya.rules import Colour, Options  # noqa: E402
from tamaya.rules.suits import plain  # noqa: E402

TINY = Options(
    2,
    tuple(plain(colour, (3, 2, 2, 2, 1)) for colour in tuple(Colour)[:2]),
    hand=3,
    clue_tokens=4,
    mistakes=2,
    empty_clues=False,
)
PLAN = Settings(
    "tiny",
    2,
    moves=1_000_000,
    games=256,
    rollout=64,
    stretch=10,
    minibatch=2048,
    width=128,
    layers=2,
    depth=4,
    ramp=300_000,
    rate=(2e-3, 1e-4),
    entropy=(3e-2, 3e-3),
)
SHORT = replace(PLAN, games=32, rollout=16, stretch=2, minibatch=128, width=32)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_a_small_game_is_learned_within_a_minute() -> None:
    """From nothing, where nearly every game is lost, to two thirds of all points."""
    trainer = Trainer(PLAN, game=TINY)
    first = next(iter(trainer.stretch()))
    assert first.score < 1
    while not trainer.done:
        list(trainer.stretch())
    scores = greedy(trainer.net, Games(TINY, 500, PLAN.depth, "cpu"), 77, 200)
    assert scores.double().mean() > 6


def curve(trainer: Trainer) -> list[Point]:
    """Without the time it took."""
    return [replace(point, seconds=0) for point in trainer.curve]


def test_a_plan_taken_up_again_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, parts = Trainer(SHORT, game=TINY), Trainer(SHORT, game=TINY)
    for _ in range(3):
        list(whole.stretch())
    list(parts.stretch())
    plans.save(parts, tmp_path / "net.safetensors")
    parts = plans.take_up(tmp_path / "net.safetensors", game=TINY)
    for _ in range(2):
        list(parts.stretch())
    assert curve(parts) == curve(whole)
    for mine, other in zip(parts.net.parameters(), whole.net.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_what_is_no_plan_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="not a plan to go on with"):
        plans.take_up(tmp_path / "none.safetensors")


def test_a_decision_is_worth_what_comes_until_ones_next_turn() -> None:
    """Two seats in turn, one game: rewards 1 2 4 8, then the game is over; then another begins."""
    settings = replace(SHORT, reward=1.0, discount=0.5, trace=1.0)
    values = [10.0, 20.0, 30.0, 40.0, 50.0]
    zeros = torch.zeros(5, 1)
    rollout = Rollout(
        seen=zeros,
        legal=zeros,
        mover=torch.tensor([[0], [1], [0], [1], [0]]),
        action=zeros,
        likely=zeros,
        value=torch.tensor(values)[:, None],
        reward=torch.tensor([1.0, 2.0, 4.0, 8.0, 16.0])[:, None],
        ended=torch.tensor([0, 0, 0, 1, 0])[:, None],
        score=zeros,
    )
    worth = weighed(rollout, settings, 2)
    last = [(8 - 40), (4 + 8 - 30)]  # seat 1, seat 0: the game ends before they are asked again
    first = [(2 + 4 + 0.5 * 40 - 20) + 0.5 * last[0], (1 + 2 + 0.5 * 30 - 10) + 0.5 * last[1]]
    assert worth.better[:4, 0].tolist() == [first[1], first[0], last[1], last[0]]
    assert worth.known[:, 0].tolist() == [True, True, True, True, False]


def test_rates_go_from_the_first_to_the_last() -> None:
    plan = replace(PLAN, moves=1000, rate=(1.0, 0.0), entropy=(1.0, 0.01), ramp=100)
    assert [plan.rate_after(done) for done in (0, 500, 1000, 2000)] == [1.0, 0.5, 0.0, 0.0]
    assert plan.entropy_after(500) == pytest.approx(0.1)
    assert [plan.penalty_after(done) for done in (0, 50, 100, 900)] == [0.0, 0.5, 1.0, 1.0]
