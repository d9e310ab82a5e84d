"""Steps of learning: Muon's beside PyTorch's own, and what an orthogonal matrix is."""

import pytest

from parts import require

torch = require("torch")

from learn.small import MIX, SHORT  # noqa: E402 - only where there is PyTorch
from tamaya.learn.steps import MOMENTUM, orthogonal, step_of  # noqa: E402
from tamaya.learn.trainer import Trainer  # noqa: E402

SHAPES = ((24, 24), (16, 90), (90, 16))


@pytest.mark.parametrize("shape", SHAPES)
def test_an_orthogonal_matrix_has_the_same_directions_and_one_length_for_all(
    shape: tuple[int, int],
) -> None:
    torch.manual_seed(1)
    left, _, right = torch.linalg.svd(torch.randn(shape), full_matrices=False)
    lengths = torch.logspace(0, -1.5, min(shape))
    near = left.T @ orthogonal(left * lengths @ right, torch.float32) @ right.T
    assert near.diag().min() > 0.6
    assert near.diag().max() < 1.3
    assert (near - near.diag().diag()).abs().max() < 1e-3


@pytest.mark.parametrize("shape", SHAPES)
def test_muon_goes_where_that_of_pytorch_goes(shape: tuple[int, int]) -> None:
    torch.manual_seed(2)
    mine = torch.randn(shape)
    other, before = torch.nn.Parameter(mine.clone()), torch.zeros(shape)
    muon = torch.optim.Muon(
        [other], lr=0.1, weight_decay=0, momentum=MOMENTUM, adjust_lr_fn="match_rms_adamw"
    )
    begin = mine.clone()
    for _ in range(5):
        other.grad = torch.randn(shape)
        step_of(mine, other.grad, before, torch.tensor(0.1), torch.bfloat16)
        muon.step()
    assert (mine - begin).abs().max() > 0.1
    assert torch.allclose(mine, other, atol=0.01)


def test_what_is_forgotten_is_as_if_it_had_never_been() -> None:
    """And every weight of the net is changed by a step."""
    trainer = Trainer(SHORT, mix=MIX)
    before = [weight.clone() for weight in trainer.net.parameters()]
    list(trainer.stretch())
    first, second, steps = trainer.steps.remembered()
    assert steps > 0
    assert first.keys() == dict(trainer.net.named_parameters()).keys()
    assert second.keys() == first.keys() - set(trainer.net.layers)
    for old, new in zip(before, trainer.net.parameters(), strict=True):
        assert not torch.equal(old, new)
    trainer.steps.forget()
    first, second, steps = trainer.steps.remembered()
    assert steps == 0
    assert not any(bool(one.any()) for one in (*first.values(), *second.values()))
