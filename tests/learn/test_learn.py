"""Training on the CPU, with a game so small that a net learns it while you wait."""

from dataclasses import replace
from pathlib import Path

import pytest

from parts import require

torch = require("torch")

from tamaya.bots.net.bot import NetBot  # noqa: E402 - only where there is PyTorch
from tamaya.bots.net.brain import Brain  # noqa: E402
from tamaya.deals import seeded  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import NetError  # noqa: E402
from tamaya.kernel.actions import number_of  # noqa: E402
from tamaya.learn import plans  # noqa: E402
from tamaya.learn.games import Games  # noqa: E402
from tamaya.learn.net import masked, unpacked  # noqa: E402
from tamaya.learn.rollout import Rollout, weighed  # noqa: E402
from tamaya.learn.session import stay  # noqa: E402
from tamaya.learn.settings import Settings, suited  # noqa: E402
from tamaya.learn.trainer import Point, Trainer, greedy  # noqa: E402
from tamaya.rules import Colour, Options, apply, start, view  # noqa: E402
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


def test_the_bot_does_what_the_trainer_likes_best(tmp_path: Path) -> None:
    """The same file, through PyTorch and the kernel, and through a view and NumPy."""
    trainer = Trainer(SHORT, game=TINY)
    list(trainer.stretch())
    file = tmp_path / "net.safetensors"
    plans.save(trainer, file)
    half = {name: tensor.half().float() for name, tensor in trainer.net.state_dict().items()}
    trainer.net.load_state_dict(half)
    games = Games(TINY, 100, SHORT.depth, "cpu")
    games.begin(5)
    brain = Brain(nets.read(file))
    bots = [[NetBot(brain) for _ in range(2)] for _ in range(100)]
    states = [start(TINY, seeded(TINY, int(seed))) for seed in games.batch.seeds]
    moves = 0
    while any(state.table.outcome is None for state in states):
        watched = games.watch()
        scores, _ = trainer.net(unpacked(watched.seen, games.length, torch.float32))
        legal = unpacked(watched.legal, games.actions, torch.bool)
        best = masked(scores, legal).argmax(dim=1)
        for place, state in enumerate(states):
            if state.table.outcome is None:
                seen = view(state, state.table.to_move)
                action = bots[place][state.table.to_move].act(seen).action
                assert number_of(state.table, action) == int(best[place])
                states[place], _ = apply(state, action)
                moves += 1
        games.advance(best, 1.0)
    assert moves > 200


def test_a_stay_ends_in_time_and_leaves_a_net_to_play_with(tmp_path: Path) -> None:
    said: list[str] = []
    file = tmp_path / "net.safetensors"
    last = stay(Trainer(SHORT, game=TINY), file, 0.0001, said.append)
    assert last.startswith("always what it likes best: ")
    assert said[0].startswith("0.0 M moves (")
    found = nets.read(file)
    assert (found.card["variant"], found.card["moves"]) == ("tiny", "1024")
    assert float(found.card["error"]) >= 0
    assert file.stat().st_size < 4 << 20
    assert {path.name for path in tmp_path.iterdir()} == {"net.safetensors", "net.plan"}


def test_what_suits_a_cpu_is_smaller() -> None:
    big = Settings("base", 2, 1000)
    assert suited(big, "cuda") == big
    assert suited(big, "cpu").games < big.games
