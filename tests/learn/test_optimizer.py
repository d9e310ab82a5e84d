"""The optimizer: Muon beside PyTorch's own, and the state that is saved and reset."""

import pytest

from support.parts import require

torch = require("torch")

from support.learn.small import MIX, SMALLEST  # noqa: E402 - only where there is PyTorch
from tamaya.learn.optimizer import MOMENTUM, muon_step, newton_schulz  # noqa: E402
from tamaya.learn.trainer import Trainer  # noqa: E402

SHAPES = ((24, 24), (16, 90), (90, 16))


@pytest.mark.parametrize("shape", SHAPES)
def test_newton_schulz_keeps_singular_vectors_and_makes_all_singular_values_about_1(
    shape: tuple[int, int],
) -> None:
    torch.manual_seed(1)
    left, _, right = torch.linalg.svd(torch.randn(shape), full_matrices=False)
    singular_values = torch.logspace(0, -1.5, min(shape))
    near = left.T @ newton_schulz(left * singular_values @ right, torch.float32) @ right.T
    assert near.diag().min() > 0.6
    assert near.diag().max() < 1.3
    assert (near - near.diag().diag()).abs().max() < 1e-3


@pytest.mark.parametrize("shape", SHAPES)
def test_muon_does_what_that_of_pytorch_does(shape: tuple[int, int]) -> None:
    torch.manual_seed(2)
    mine = torch.randn(shape)
    other, momentum = torch.nn.Parameter(mine.clone()), torch.zeros(shape)
    muon = torch.optim.Muon(
        [other], lr=0.1, weight_decay=0, momentum=MOMENTUM, adjust_lr_fn="match_rms_adamw"
    )
    before = mine.clone()
    for _ in range(5):
        other.grad = torch.randn(shape)
        muon_step(mine, other.grad, momentum, torch.tensor(0.1), torch.bfloat16)
        muon.step()
    assert (mine - before).abs().max() > 0.1
    assert torch.allclose(mine, other, atol=0.01)


def test_every_parameter_is_updated_and_the_state_can_be_reset() -> None:
    trainer = Trainer(SMALLEST, mix=MIX)
    before = [weight.clone() for weight in trainer.network.parameters()]
    list(trainer.train_segment())
    state = trainer.optimizer.get_state()
    assert state.num_steps > 0
    assert state.first_moments.keys() == dict(trainer.network.named_parameters()).keys()
    with_adam = state.first_moments.keys() - set(trainer.network.body_weights)
    assert state.second_moments.keys() == with_adam
    for old, new in zip(before, trainer.network.parameters(), strict=True):
        assert not torch.equal(old, new)
    trainer.optimizer.reset_state()
    state = trainer.optimizer.get_state()
    assert state.num_steps == 0
    moments = (*state.first_moments.values(), *state.second_moments.values())
    assert not any(bool(moment.any()) for moment in moments)
