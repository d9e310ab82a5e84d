"""The optimizer: Muon for the weight matrices of the network's body, Adam for everything else.

Muon (Jordan et al. 2024) makes the momentum orthogonal before it is applied, so that directions
that rarely get a gradient move as far as the common ones. PyTorch's own `torch.optim.Muon` reads
the learning rate on the host, which a CUDA graph cannot capture.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.learn.network import ActorCritic, compute_dtype

MOMENTUM = 0.95
RMS_MATCH = 0.2  # gives an update the size of Adam's, so that both share one learning rate
NEWTON_SCHULZ_STEPS = 5
NEWTON_SCHULZ_COEFFICIENTS = (3.4445, -4.7750, 2.0315)  # of x, x³, x⁵: maps (0, 1] to about 1
NamedTensors = dict[str, Tensor]


class OptimizerState(NamedTuple):
    """All that an optimizer remembers, by the names of the parameters."""

    first_moments: NamedTensors  # Muon's momentum and Adam's exp_avg
    second_moments: NamedTensors  # Adam's exp_avg_sq: none for Muon's parameters
    num_steps: int


def newton_schulz(matrix: Tensor, dtype: torch.dtype) -> Tensor:
    """The nearest orthogonal matrix, approximately: all singular values become about 1.

    It is computed in `dtype`.
    """
    tall = matrix.shape[0] > matrix.shape[1]
    x = (matrix.T if tall else matrix).to(dtype)
    x = x / (x.norm() + 1e-7)
    a, b, c = NEWTON_SCHULZ_COEFFICIENTS
    for _ in range(NEWTON_SCHULZ_STEPS):
        gram = x @ x.T
        x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return (x.T if tall else x).to(matrix.dtype)


@torch.no_grad()
def muon_step(
    weight: Tensor, gradient: Tensor, momentum: Tensor, learning_rate: Tensor, dtype: torch.dtype
) -> None:
    """One step of Muon with Nesterov momentum; changes `weight` and `momentum` in place."""
    momentum.lerp_(gradient, 1 - MOMENTUM)
    update = newton_schulz(gradient.lerp(momentum, MOMENTUM), dtype)
    weight.sub_(learning_rate * (RMS_MATCH * max(weight.shape) ** 0.5) * update)


class MuonAdam:
    """Muon and Adam over all parameters of a network.

    `learning_rate` is a tensor on the device: fill it in place, and a captured CUDA graph sees it.
    """

    def __init__(self, network: ActorCritic, learning_rate: float, device: str) -> None:
        parameters = dict(network.named_parameters())
        self.learning_rate = torch.tensor(learning_rate, device=device)
        self._dtype, self._muon_step = compute_dtype(device), muon_step
        self._muon = {name: parameters.pop(name) for name in network.body_weights}
        self._momentum = {name: torch.zeros_like(weight) for name, weight in self._muon.items()}
        self._others = parameters
        self._adam = torch.optim.Adam(
            parameters.values(),
            self.learning_rate,
            eps=1e-5,
            capturable=device == "cuda",
            fused=True,
        )

    def compile(self) -> None:
        """Compile Muon's step with torch.compile."""
        self._muon_step = torch.compile(muon_step, dynamic=False)

    def step(self) -> None:
        """Update all parameters by their gradients."""
        for name, weight in self._muon.items():
            if weight.grad is not None:
                momentum = self._momentum[name]
                self._muon_step(weight, weight.grad, momentum, self.learning_rate, self._dtype)
        self._adam.step()

    def reset_state(self) -> None:
        """Set moments and step counts back to 0, in place."""
        for state in (self._momentum, *self._adam.state.values()):
            for tensor in state.values():
                tensor.zero_()

    def get_state(self) -> OptimizerState:
        """Moments and step count; before the first step Adam has none."""
        state = {name: self._adam.state[weight] for name, weight in self._others.items()}
        stepped = {name: one for name, one in state.items() if one}
        first = self._momentum | {name: one["exp_avg"] for name, one in stepped.items()}
        second = {name: one["exp_avg_sq"] for name, one in stepped.items()}
        num_steps = next((int(one["step"]) for one in stepped.values()), 0)
        return OptimizerState(first, second, num_steps)

    def load_state(self, state: OptimizerState) -> None:
        """Restore a state; `ValueError` if it does not fit the network.

        Tensors that exist are filled in place, because a captured CUDA graph holds their addresses.
        """
        first, second = state.first_moments, state.second_moments
        for name, weight in (self._muon | self._others).items():
            moments = [first[name], *([second[name]] if name in self._others else [])]
            if any(moment.shape != weight.shape for moment in moments):
                raise ValueError(f"the optimizer state of {name} has another shape")
        for name, momentum in self._momentum.items():
            momentum.copy_(first[name])
        for name, weight in self._others.items():
            own = self._adam.state[weight]
            step = torch.tensor(float(state.num_steps), device=weight.device)
            loaded = {"step": step, "exp_avg": first[name], "exp_avg_sq": second[name]}
            for key, tensor in loaded.items():
                if key in own:
                    own[key].copy_(tensor)
                else:
                    own[key] = tensor
