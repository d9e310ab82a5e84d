"""PPO by hand: advantages of a game with five moves, and the loss of a policy with two actions."""

from math import log
from typing import TYPE_CHECKING

import pytest

from support.parts import require

torch = require("torch")

from tamaya.learn.ppo import Minibatch, PpoLoss, compute_gae, ppo_loss  # noqa: E402 - needs PyTorch

if TYPE_CHECKING:
    from torch import Tensor


def column(numbers: list[float]) -> "Tensor":
    """One game: a row for each move."""
    return torch.tensor(numbers)[:, None]


def test_gae_takes_the_turns_of_one_seat_as_time_steps() -> None:
    """Two seats in turn: the first four moves are a whole game, the fifth begins another."""
    values = [10.0, 20.0, 30.0, 40.0, 50.0]
    got = compute_gae(
        rewards=column([1.0, 2.0, 4.0, 8.0, 16.0]),
        values=column(values),
        dones=column([0, 0, 0, 2, 0]),
        seats=torch.tensor([[0], [1], [0], [1], [0]]),
        players=2,
        gamma=0.5,
        gae_lambda=0.5,
    )
    last = [8 - 40, 4 + 8 - 30]  # of seats 1 and 0: the game ends before their next turns
    decay = 0.5 * 0.5  # gamma * gae_lambda
    first = [(2 + 4 + 0.5 * 40 - 20) + decay * last[0], (1 + 2 + 0.5 * 30 - 10) + decay * last[1]]
    advantages = [first[1], first[0], last[1], last[0]]
    assert got.advantages[:4, 0].tolist() == advantages
    returns = [value + advantage for value, advantage in zip(values[:4], advantages, strict=True)]
    assert got.returns[:4, 0].tolist() == returns
    assert got.valid[:, 0].tolist() == [True, True, True, True, False]


def gradients(
    old_probs: list[float], advantages: list[float], ent_coef: float = 0.0
) -> "tuple[Tensor, Tensor, PpoLoss]":
    """The gradients of logits and values, and the loss, for three moves of which two are valid.

    Both actions are equally likely now; `old_probs`: how likely the first was when it was chosen.
    """
    logits = torch.zeros(len(old_probs), 2, requires_grad=True)
    values = torch.zeros(len(old_probs), requires_grad=True)
    minibatch = Minibatch(
        observations=torch.zeros(len(old_probs), 1),
        legal_actions=torch.zeros(len(old_probs), 1),
        actions=torch.zeros(len(old_probs), dtype=torch.int64),
        log_probs=torch.tensor([log(prob) for prob in old_probs]),
        advantages=torch.tensor(advantages),
        returns=torch.tensor([1.0, 3.0, 99.0]),
        valid=torch.tensor([True, True, False]),
    )
    loss = ppo_loss(
        lambda *_: (torch.log_softmax(logits, dim=1), values),
        minibatch,
        torch.tensor(ent_coef),
        clip_coef=0.2,
        vf_coef=0.5,
    )
    loss.total.backward()
    assert logits.grad is not None
    assert values.grad is not None
    return logits.grad, values.grad, PpoLoss(*(term.detach() for term in loss))


def test_actions_with_an_advantage_become_likelier_and_invalid_moves_count_nothing() -> None:
    logits, values, loss = gradients([0.5, 0.5, 0.5], [1.0, -1.0, 50.0])
    assert logits[0, 0] < 0 < logits[0, 1]
    assert logits[1, 0] > 0 > logits[1, 1]
    assert not logits[2].any()
    assert float(loss.value_loss) == pytest.approx((1 + 9) / 2)
    assert values.tolist() == pytest.approx([-0.5, -1.5, 0.0])  # vf_coef times the mean's slope
    assert float(loss.entropy) == pytest.approx(log(2))


def test_advantages_are_normalized() -> None:
    logits, *_ = gradients([0.5, 0.5, 0.5], [1.0, -1.0, 50.0])
    tenth, *_ = gradients([0.5, 0.5, 0.5], [0.1, -0.1, 50.0])
    assert logits.flatten().tolist() == pytest.approx(tenth.flatten().tolist(), rel=1e-3)


def test_the_ratio_is_clipped() -> None:
    """No gradient where the policy has already moved far enough; the full one the way back."""
    logits, *_ = gradients([0.3, 0.9, 0.5], [1.0, -1.0, 0.0])
    assert not logits.any()
    logits, *_ = gradients([0.3, 0.9, 0.5], [-1.0, 1.0, 0.0])
    assert logits[0, 0] > 0
    assert logits[1, 0] < 0


def test_entropy_lowers_the_loss() -> None:
    _, _, without = gradients([0.5, 0.5, 0.5], [0.0, 0.0, 0.0])
    _, _, bonus = gradients([0.5, 0.5, 0.5], [0.0, 0.0, 0.0], ent_coef=0.5)
    assert float(without.total - bonus.total) == pytest.approx(0.5 * log(2))
