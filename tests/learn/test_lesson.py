"""What is learned from moves: by hand, with a net that is two numbers for each."""

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING

import pytest

from parts import require

torch = require("torch")

from learn.small import SHORT  # noqa: E402 - only where there is PyTorch
from tamaya.learn.lesson import Lesson, Loss, loss  # noqa: E402

if TYPE_CHECKING:
    from torch import Tensor

PLAN = replace(SHORT, clip=0.2, value=0.5)


def learned(
    before: list[float], better: list[float], entropy: float = 0.0
) -> "tuple[Tensor, Tensor, Loss]":
    """The gradient of two scores in each move, the first of which was chosen; and the loss.

    Both are as likely now; `before`: how likely the first was when it was chosen.
    """
    scores = torch.zeros(len(before), 2, requires_grad=True)
    values = torch.zeros(len(before), requires_grad=True)
    some = Lesson(
        seen=torch.zeros(len(before), 1),
        legal=torch.zeros(len(before), 1),
        action=torch.zeros(len(before), dtype=torch.int64),
        likely=torch.tensor([log(one) for one in before]),
        better=torch.tensor(better),
        worth=torch.tensor([1.0, 3.0, 99.0]),
        known=torch.tensor([True, True, False]),
    )
    got = loss(
        lambda *_: (torch.log_softmax(scores, dim=1), values), some, torch.tensor(entropy), PLAN
    )
    got.whole.backward()
    assert scores.grad is not None
    assert values.grad is not None
    return scores.grad, values.grad, Loss(*(one.detach() for one in got))


def test_what_was_better_becomes_likelier_and_what_nobody_knows_stays() -> None:
    scores, values, got = learned([0.5, 0.5, 0.5], [1.0, -1.0, 50.0])
    assert scores[0, 0] < 0 < scores[0, 1]
    assert scores[1, 0] > 0 > scores[1, 1]
    assert not scores[2].any()
    assert float(got.error) == pytest.approx((1 + 9) / 2)
    assert values.tolist() == pytest.approx([-0.5, -1.5, 0.0])  # half of twice the mean
    assert float(got.spread) == pytest.approx(log(2))


def test_how_much_better_it_was_counts_beside_the_others_only() -> None:
    """In points or in tenths of them, the same is learned."""
    scores, *_ = learned([0.5, 0.5, 0.5], [1.0, -1.0, 50.0])
    tenth, *_ = learned([0.5, 0.5, 0.5], [0.1, -0.1, 50.0])
    assert scores.flatten().tolist() == pytest.approx(tenth.flatten().tolist(), rel=1e-3)


def test_one_step_goes_only_so_far() -> None:
    """What is much likelier already than when it was chosen is not made more so; nor less."""
    scores, *_ = learned([0.3, 0.9, 0.5], [1.0, -1.0, 0.0])
    assert not scores.any()
    scores, *_ = learned([0.3, 0.9, 0.5], [-1.0, 1.0, 0.0])
    assert scores[0, 0] > 0
    assert scores[1, 0] < 0


def test_who_is_undecided_is_paid_for_it() -> None:
    _, _, without = learned([0.5, 0.5, 0.5], [0.0, 0.0, 0.0])
    _, _, paid = learned([0.5, 0.5, 0.5], [0.0, 0.0, 0.0], entropy=0.5)
    assert float(without.whole - paid.whole) == pytest.approx(0.5 * log(2))
