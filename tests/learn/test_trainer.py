"""Training on the CPU, with a game so small that a network learns it within a minute."""

from collections.abc import Callable
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import pytest

from support.announcing import announced, silent
from support.drivers import DRIVERS, chance
from support.parts import require

torch = require("torch")

from support.learn.small import MIX, SMALL, SMALLEST, TINY  # noqa: E402 - only where there is PyTorch
from tamaya.bots import make  # noqa: E402
from tamaya.bots.net.bot import NetBot  # noqa: E402
from tamaya.bots.net.net_selection import net_from_file  # noqa: E402
from tamaya.bots.net.policy_network import PolicyNetwork  # noqa: E402
from tamaya.deals import seeded  # noqa: E402
from tamaya.formats import nets  # noqa: E402
from tamaya.formats.nets import ANY  # noqa: E402
from tamaya.kernel.game.actions import action_number  # noqa: E402
from tamaya.kernel.observe.feature_names import action_names  # noqa: E402
from tamaya.learn.buffer import LOST  # noqa: E402
from tamaya.learn.checkpoint import save_checkpoint  # noqa: E402
from tamaya.learn.evaluation import evaluate_trainer, greedy_scores  # noqa: E402
from tamaya.learn.trainer import Trainer  # noqa: E402
from tamaya.learn.vector_env import SelfPlayVectorEnv  # noqa: E402
from tamaya.rules import OPTION_SETS, Options, apply, score, start, view  # noqa: E402


def bot_score(bot: str, games: int) -> float:
    """The mean score of a team of this bot in the small game."""
    points = 0
    for seed in range(games):
        state, team = start(TINY, seeded(TINY, seed)), [make(bot, seed) for _ in range(2)]
        while state.table.outcome is None:
            seat = state.table.to_move
            state, _ = apply(state, team[seat].act(view(state, seat)).action)
        points += score(state.table)
    return points / games


def test_a_small_game_is_learned_within_a_minute() -> None:
    """From scratch, where nearly every game is lost, to clearly better than the cautious bot."""
    trainer = Trainer(SMALL, mix=MIX)
    first = next(iter(trainer.train_segment()))
    assert first.score < 1
    while not trainer.done:
        list(trainer.train_segment())
    scores = greedy_scores(trainer.network, SelfPlayVectorEnv(MIX, 1000, 1, "cpu"), 77, 200)
    assert scores.double().mean() > bot_score("cautious", 300) + 0.4
    (result,) = evaluate_trainer(trainer, 1000)
    assert result.mean == pytest.approx(float(scores.double().mean()), abs=0.3)


def test_another_seed_is_another_run() -> None:
    one, other = (Trainer(replace(SMALLEST, seed=seed), mix=MIX) for seed in (1, 2))
    first = [trainer.network.body[0].weight.clone() for trainer in (one, other)]
    assert not torch.equal(*first)
    other.network.load_state_dict(one.network.state_dict())
    assert list(map(asdict, one.train_segment())) != list(map(asdict, other.train_segment()))


def test_every_iteration_follows_the_schedules() -> None:
    config = replace(SMALLEST, total_moves=4096, penalty_ramp=2048, segment_iterations=8)
    trainer, before = Trainer(config, mix=MIX), 0
    for point in trainer.train_segment():
        used = trainer.optimizer.learning_rate, trainer._ent_coef, trainer._penalty
        schedules = config.learning_rate_at, config.ent_coef_at, config.penalty_at
        assert list(map(float, used)) == pytest.approx([at(before) for at in schedules])
        before = point.moves
    assert before == config.total_moves


def test_the_ratio_is_1_before_the_first_update() -> None:
    """Rollout and update compute the same log-probabilities."""
    trainer = Trainer(SMALLEST, mix=MIX)
    torch.nn.init.normal_(trainer.network.head.weight)
    trainer.env.reset(3)
    trainer.collect()
    batch = trainer._batch
    log_probs, _ = trainer.network(batch.observations, batch.legal_actions)
    log_prob = log_probs.gather(1, batch.actions[:, None])[:, 0]
    assert torch.allclose(log_prob, batch.log_probs, atol=1e-5)
    assert batch.log_probs.std() > 0.1


def test_gradients_are_clipped() -> None:
    """To almost nothing: then Adam's epsilon makes its steps small."""
    far = []
    for max_norm in (100.0, 1e-9):
        trainer = Trainer(replace(SMALLEST, max_grad_norm=max_norm), mix=MIX)
        before = trainer.network.head.bias.detach().clone()
        next(iter(trainer.train_segment()))
        far.append(float((trainer.network.head.bias.detach() - before).abs().max()))
    assert far[0] > 1e-3 > 100 * far[1]


def agree(trainer: Trainer, file: Path, games: int) -> int:
    """Check that a net chooses the same through the kernel and through views; the moves compared.

    Its head is random, so that the choice depends on the whole observation.
    """
    torch.manual_seed(9)
    torch.nn.init.normal_(trainer.network.head.weight)
    save_checkpoint(trainer, file)
    half = {name: tensor.half().float() for name, tensor in trainer.network.state_dict().items()}
    trainer.network.load_state_dict(half)
    env = SelfPlayVectorEnv(trainer.mix, games, 1, "cpu")
    env.reset(5)
    buffer, kinds = (
        env.buffer,
        [trainer.mix.option_sets[which] for which in env.option_sets.tolist()],
    )
    bots = [NetBot(player(file)) for _ in range(games)]
    states = [
        start(game, seeded(game, int(seed))) for game, seed in zip(kinds, env.seeds, strict=True)
    ]
    space, moves, rng = trainer.mix.feature_space.actions, 0, chance("agree")
    chosen = set[int]()
    while any(state.table.outcome is None for state in states):
        env.observe(0)
        log_probs, _ = trainer.network(buffer.observations[0], buffer.legal_actions[0])
        best = log_probs.argmax(dim=1).tolist()
        for place, state in enumerate(states):
            if state.table.outcome is None:
                shown = view(state, state.table.to_move)
                names = {number: name for name, number in action_names(kinds[place]).items()}
                liked, done = bots[place].act(shown).action, DRIVERS["lucky"](state, rng)
                assert liked == announced(shown, silent(liked))
                assert space[names[action_number(state.table, silent(liked))]] == best[place]
                chosen.add(best[place])
                buffer.actions[0, place] = space[names[action_number(state.table, silent(done))]]
                states[place], _ = apply(state, announced(shown, silent(done)))
                moves += 1
        env.step(0)
    assert len(chosen) > 5
    return moves


def player(file: Path) -> Callable[[Options], PolicyNetwork]:
    """The player of a file; the small game has no name by which it could be found."""
    if nets.read_net(file).card["variant"] == "tiny":
        brain = PolicyNetwork(nets.read_net(file))
        return lambda _: brain
    return net_from_file(file)


def test_the_bot_does_what_the_network_thinks_likeliest(tmp_path: Path) -> None:
    """The same file, through PyTorch and the kernel, and through a view and NumPy."""
    trainer = Trainer(SMALLEST, mix=MIX)
    list(trainer.train_segment())
    assert agree(trainer, tmp_path / "net.safetensors", 100) > 1000


@pytest.mark.parametrize("players", [2, 5])
def test_one_net_learns_all_option_sets(players: int, tmp_path: Path) -> None:
    config = replace(SMALLEST, variant=ANY, players=players, num_games=32, minibatch_size=256)
    trainer = Trainer(config)
    *_, last = trainer.train_segment()
    assert len(last.option_set_scores) == len(OPTION_SETS)
    assert agree(trainer, tmp_path / "any.safetensors", 32) > 800
    assert {result.variant for result in evaluate_trainer(trainer, 64)} == set(OPTION_SETS)


def test_the_learning_curve_is_about_the_games_that_ended() -> None:
    trainer = Trainer(replace(SMALLEST, rollout_length=40), mix=MIX)
    point = next(iter(trainer.train_segment()))
    buffer = trainer.env.buffer
    over = [
        (int(score), int(ending))
        for score, ending in zip(buffer.scores.flatten(), buffer.endings.flatten(), strict=True)
        if ending
    ]
    assert point.games == len(over) > 20
    assert point.score == pytest.approx(sum(score for score, _ in over) / len(over), abs=1e-3)
    lost = sum(ending == LOST for _, ending in over)
    assert point.lost == pytest.approx(100 * lost / len(over), abs=1e-3)
    perfect = sum(score == 10 for score, _ in over)
    assert point.perfect == pytest.approx(100 * perfect / len(over), abs=1e-3)
    assert lost > 0


def test_an_iteration_in_which_no_game_ended_repeats_the_statistics_of_the_one_before() -> None:
    config = replace(
        SMALLEST, num_games=8, rollout_length=1, minibatch_size=8, segment_iterations=100
    )
    points = list(Trainer(config, mix=MIX).train_segment())
    pairs = [pair for pair in pairwise(points) if not pair[1].games]
    assert any(before.lost > 0 for before, _ in pairs)
    assert all(before.lost == point.lost for before, point in pairs)
    assert points[-1].moves == 800
