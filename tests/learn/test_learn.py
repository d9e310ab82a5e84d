"""Training on the CPU, with a game so small that a net learns it while you wait."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from announcing import announced, silent
from drivers import DRIVERS, chance
from parts import require

torch = require("torch")

from learn.small import MIX, PLAN, SHORT, TINY  # noqa: E402 - only where there is PyTorch
from tamaya.bots import make  # noqa: E402
from tamaya.bots.net.bot import NetBot  # noqa: E402
from tamaya.bots.net.brain import Brain  # noqa: E402
from tamaya.bots.net.teams import from_file  # noqa: E402
from tamaya.deals import seeded  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import ANY  # noqa: E402
from tamaya.kernel.actions import number_of  # noqa: E402
from tamaya.kernel.mixed import Room  # noqa: E402
from tamaya.kernel.names import action_names  # noqa: E402
from tamaya.learn import plans  # noqa: E402
from tamaya.learn.games import Games  # noqa: E402
from tamaya.learn.rollout import weighed  # noqa: E402
from tamaya.learn.session import rated, stay  # noqa: E402
from tamaya.learn.settings import (  # noqa: E402
    MOST_BYTES,
    Settings,
    bytes_of,
    suited,
)
from tamaya.learn.trainer import Trainer, greedy  # noqa: E402
from tamaya.rules import OPTION_SETS, Options, apply, score, start, view  # noqa: E402


def made_by(bot: str, games: int) -> float:
    """What a team of this bot makes of the small game, on the average."""
    points = 0
    for seed in range(games):
        state, team = start(TINY, seeded(TINY, seed)), [make(bot, seed) for _ in range(2)]
        while state.table.outcome is None:
            seat = state.table.to_move
            state, _ = apply(state, team[seat].act(view(state, seat)).action)
        points += score(state.table)
    return points / games


def test_a_small_game_is_learned_within_a_minute() -> None:
    """From nothing, where nearly every game is lost, to clearly better than a careful bot."""
    trainer = Trainer(PLAN, mix=MIX)
    first = next(iter(trainer.stretch()))
    assert first.score < 1
    while not trainer.done:
        list(trainer.stretch())
    scores = greedy(trainer.net, Games(MIX, 1000, 1, "cpu"), 77, 200)
    assert scores.double().mean() > made_by("cautious", 300) + 0.4
    (told,) = rated(trainer, 1000)
    assert told.mean == pytest.approx(float(scores.double().mean()), abs=0.3)


def test_another_seed_is_another_plan() -> None:
    one, other = (Trainer(replace(SHORT, seed=seed), mix=MIX) for seed in (1, 2))
    first = [trainer.net.body[0].weight.clone() for trainer in (one, other)]
    assert not torch.equal(*first)
    other.net.load_state_dict(one.net.state_dict())
    assert list(map(asdict, one.stretch())) != list(map(asdict, other.stretch()))


def test_a_decision_is_worth_what_comes_until_ones_next_turn() -> None:
    """Two seats in turn, one game: 2 4 8 18, less 2 for it is lost; then another begins.

    A point counts a half.
    """
    settings = replace(SHORT, reward=0.5, discount=0.5, trace=0.5)
    values = [10.0, 20.0, 30.0, 40.0, 50.0]
    zeros = torch.zeros(5, 1)
    room = Room(
        seen=zeros,
        legal=zeros,
        mover=torch.tensor([[0], [1], [0], [1], [0]]),
        action=zeros,
        gained=torch.tensor([2.0, 4.0, 8.0, 18.0, 32.0])[:, None],
        lost=torch.tensor([0.0, 0.0, 0.0, 4.0, 0.0])[:, None],
        ended=torch.tensor([0, 0, 0, 2, 0])[:, None],
        score=zeros,
    )
    value = torch.tensor(values)[:, None]
    worth = weighed(room, value, torch.tensor(0.5), settings, 2)
    last = [(8 - 40), (4 + 8 - 30)]  # seat 1, seat 0: the game ends before they are asked again
    later = 0.5 * 0.5  # of what came of the next turn: discount and trace
    first = [(2 + 4 + 0.5 * 40 - 20) + later * last[0], (1 + 2 + 0.5 * 30 - 10) + later * last[1]]
    better = [first[1], first[0], last[1], last[0]]
    assert worth.better[:4, 0].tolist() == better
    assert worth.value[:4, 0].tolist() == [a + b for a, b in zip(values[:4], better, strict=True)]
    assert worth.known[:, 0].tolist() == [True, True, True, True, False]


def test_rates_go_from_the_first_to_the_last() -> None:
    plan = replace(PLAN, moves=1000, rate=(1.0, 0.0), entropy=(1.0, 0.01), ramp=100)
    assert [plan.rate_after(done) for done in (0, 500, 1000, 2000)] == [1.0, 0.5, 0.0, 0.0]
    assert plan.entropy_after(500) == pytest.approx(0.1)
    assert [plan.penalty_after(done) for done in (0, 50, 100, 900)] == [0.0, 0.5, 1.0, 1.0]


def test_every_round_is_learned_at_the_rates_of_the_plan() -> None:
    plan = replace(SHORT, moves=4096, ramp=2048, stretch=8)
    trainer, before = Trainer(plan, mix=MIX), 0
    for point in trainer.stretch():
        used = trainer.steps.rate, trainer._entropy, trainer._penalty
        planned = plan.rate_after, plan.entropy_after, plan.penalty_after
        assert list(map(float, used)) == pytest.approx([after(before) for after in planned])
        before = point.moves
    assert before == plan.moves


def test_learner_and_player_think_the_same_of_a_move() -> None:
    """What it was thought when it was played, the net thinks when it begins to learn from it."""
    trainer = Trainer(SHORT, mix=MIX)
    torch.nn.init.normal_(trainer.net.head.weight)
    trainer.games.begin(3)
    trainer.play()
    some = trainer._lesson
    logs, _ = trainer.net(some.seen, some.legal)
    now = logs.gather(1, some.action[:, None])[:, 0]
    assert torch.allclose(now, some.likely, atol=1e-5)
    assert some.likely.std() > 0.1


def test_a_gradient_goes_only_so_far() -> None:
    """Adam's steps become small where there is next to nothing to go by."""
    far = []
    for most in (100.0, 1e-9):
        trainer = Trainer(replace(SHORT, gradient=most), mix=MIX)
        before = trainer.net.head.bias.detach().clone()
        next(iter(trainer.stretch()))
        far.append(float((trainer.net.head.bias.detach() - before).abs().max()))
    assert far[0] > 1e-3 > 100 * far[1]


def agree(trainer: Trainer, file: Path, games: int) -> int:
    """The same file likes the same through the kernel and through views; at so many moves.

    Its last layer is anything, so that what it likes depends on all that it sees.
    """
    torch.manual_seed(9)
    torch.nn.init.normal_(trainer.net.head.weight)
    plans.save(trainer, file)
    half = {name: tensor.half().float() for name, tensor in trainer.net.state_dict().items()}
    trainer.net.load_state_dict(half)
    some = Games(trainer.mix, games, 1, "cpu")
    some.begin(5)
    room, kinds = some.room, [trainer.mix.sets[which] for which in some.set.tolist()]
    bots = [NetBot(player(file)) for _ in range(games)]
    states = [
        start(game, seeded(game, int(seed)))
        for game, seed in zip(kinds, some.mixed.seeds, strict=True)
    ]
    frame, moves, rng = trainer.mix.frame.actions, 0, chance("agree")
    chosen = set[int]()
    while any(state.table.outcome is None for state in states):
        some.watch(0)
        logs, _ = trainer.net(room.seen[0], room.legal[0])
        best = logs.argmax(dim=1).tolist()
        for place, state in enumerate(states):
            if state.table.outcome is None:
                shown = view(state, state.table.to_move)
                names = {number: name for name, number in action_names(kinds[place]).items()}
                liked, done = bots[place].act(shown).action, DRIVERS["lucky"](state, rng)
                assert liked == announced(shown, silent(liked))
                assert frame[names[number_of(state.table, silent(liked))]] == best[place]
                chosen.add(best[place])
                room.action[0, place] = frame[names[number_of(state.table, silent(done))]]
                states[place], _ = apply(state, announced(shown, silent(done)))
                moves += 1
        some.advance(0)
    assert len(chosen) > 5
    return moves


def player(file: Path) -> Callable[[Options], Brain]:
    """Whoever plays a file; the small game has no name, and is not looked for."""
    if nets.read(file).card["variant"] == "tiny":
        brain = Brain(nets.read(file))
        return lambda _: brain
    return from_file(file)


def test_the_bot_does_what_the_trainer_likes_best(tmp_path: Path) -> None:
    """The same file, through PyTorch and the kernel, and through a view and NumPy."""
    trainer = Trainer(SHORT, mix=MIX)
    list(trainer.stretch())
    assert agree(trainer, tmp_path / "net.safetensors", 100) > 1000


@pytest.mark.parametrize("players", [2, 5])
def test_one_net_learns_all_option_sets_and_is_told_which(players: int, tmp_path: Path) -> None:
    plan = replace(SHORT, variant=ANY, players=players, games=32, minibatch=256)
    trainer = Trainer(plan)
    *_, last = trainer.stretch()
    assert len(last.sets) == len(OPTION_SETS)
    assert agree(trainer, tmp_path / "any.safetensors", 32) > 800
    assert {rating.variant for rating in rated(trainer, 64)} == set(OPTION_SETS)


def test_a_stay_ends_in_time_and_leaves_a_net_to_play_with(tmp_path: Path) -> None:
    said: list[str] = []
    file = tmp_path / "net.safetensors"
    last = stay(Trainer(SHORT, mix=MIX), file, 0.0001, said.append)
    assert re.fullmatch(
        r"always what it likes best:\ntiny \d+\.\d+ ± [\d.]+, [\d.]+ % perfect", last
    )
    assert re.fullmatch(
        r"0\.1 %, \d+ min left, [\d,]+ moves/s, score \d\.\d\d, perfect 0\.0 %", said[0]
    )
    found = nets.read(file)
    assert (found.card["variant"], found.card["moves"]) == ("tiny", "1024")
    assert found.card["score"].startswith("tiny ")
    assert json.loads(found.card["settings"])["rate"] == list(SHORT.rate)
    assert file.stat().st_size < 4 << 20
    drawn = (tmp_path / "net.plan" / "curve.svg").read_text("utf-8")
    assert "tiny, 2 players" in "".join(ET.fromstring(drawn).itertext())  # noqa: S314 - our own
    assert {path.name for path in tmp_path.iterdir()} == {"net.safetensors", "net.plan"}


def test_what_suits_a_cpu_is_smaller() -> None:
    big = Settings("base", 2, 1000)
    assert suited(big, "cuda") == big
    assert suited(big, "cpu").games < big.games


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_a_net_with_a_head_start_stays_small_too(device: str) -> None:
    plan = suited(Settings(ANY, 4, 1000, after="another"), device)
    assert plan.width == 512
    assert bytes_of(plan) <= MOST_BYTES


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["base+noempty", ANY])
def test_files_stay_small(variant: str, players: int, tmp_path: Path) -> None:
    """What is reckoned beforehand is how big a file becomes."""
    plan = suited(Settings(variant, players, 1000), "cuda")
    file = tmp_path / "net.safetensors"
    plans.save(Trainer(replace(plan, games=16, rollout=1, minibatch=16)), file)
    assert abs(file.stat().st_size - bytes_of(plan)) < 2000
    assert 2_500_000 < file.stat().st_size <= MOST_BYTES
    assert max(path.stat().st_size for path in (tmp_path / "net.plan").iterdir()) < 16 << 20
