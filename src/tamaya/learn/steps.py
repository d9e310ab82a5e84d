"""How a net is changed: Muon for its layers, Adam for the rest.

Muon's step is the momentum made orthogonal: as far in directions that are rarely asked for as in
those of every move. PyTorch's own reads the rate on the host, which cannot be recorded.
"""

import torch
from torch import Tensor

from tamaya.learn.net import Net, kind_of
from tamaya.learn.settings import Settings

MOMENTUM = 0.95
LIKE_ADAM = 0.2  # the size of its numbers, so that one rate does for both
TURNS = 5
TOWARDS_ONE = (3.4445, -4.7750, 2.0315)  # x, x³, x⁵: brings what is between 0 and 1 to about 1
Tensors = dict[str, Tensor]


def orthogonal(matrix: Tensor, kind: torch.dtype) -> Tensor:
    """All that it stretches, it then stretches about as much: by Newton and Schulz, in `kind`."""
    tall = matrix.shape[0] > matrix.shape[1]
    x = (matrix.T if tall else matrix).to(kind)
    x = x / (x.norm() + 1e-7)
    a, b, c = TOWARDS_ONE
    for _ in range(TURNS):
        square = x @ x.T
        x = torch.addmm(x, torch.addmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return (x.T if tall else x).to(matrix.dtype)


@torch.no_grad()
def step_of(
    weight: Tensor, gradient: Tensor, before: Tensor, rate: Tensor, kind: torch.dtype
) -> None:
    """A step of Muon, in place; `before` is the momentum."""
    before.lerp_(gradient, 1 - MOMENTUM)
    step = orthogonal(gradient.lerp(before, MOMENTUM), kind)
    weight.sub_(rate * (LIKE_ADAM * max(weight.shape) ** 0.5) * step)


class Steps:
    """Steps for all weights of a net. The rate is a number where the work is done."""

    def __init__(self, net: Net, settings: Settings, device: str) -> None:
        weights = dict(net.named_parameters())
        self.rate = torch.tensor(settings.rate[0], device=device)
        self._kind, self._step = kind_of(device), step_of
        self._layers = {name: weights.pop(name) for name in net.layers}
        self._momentum = {name: torch.zeros_like(some) for name, some in self._layers.items()}
        self._others = weights
        self._adam = torch.optim.Adam(
            weights.values(), self.rate, eps=1e-5, capturable=device == "cuda", fused=True
        )

    def compile(self) -> None:
        """Have the work compiled."""
        self._step = torch.compile(step_of, dynamic=False)

    def take(self) -> None:
        """One step, by the gradients that the weights have."""
        for name, weight in self._layers.items():
            if weight.grad is not None:
                self._step(weight, weight.grad, self._momentum[name], self.rate, self._kind)
        self._adam.step()

    def forget(self) -> None:
        """As if there had been none."""
        for some in (self._momentum, *self._adam.state.values()):
            for tensor in some.values():
                tensor.zero_()

    def remembered(self) -> tuple[Tensors, Tensors, int]:
        """Both memories of the gradients, the second not of layers; and how many steps it was."""
        state = {name: self._adam.state[weight] for name, weight in self._others.items()}
        there = {name: one for name, one in state.items() if one}
        first = self._momentum | {name: one["exp_avg"] for name, one in there.items()}
        second = {name: one["exp_avg_sq"] for name, one in there.items()}
        steps = next((int(one["step"]) for one in there.values()), 0)
        return first, second, steps

    def remember(self, first: Tensors, second: Tensors, steps: int) -> None:
        """Put that back, where there is some already into it; `ValueError` if it does not fit."""
        for name, weight in (self._layers | self._others).items():
            some = [first[name], *([second[name]] if name in self._others else [])]
            if any(one.shape != weight.shape for one in some):
                raise ValueError(f"what is remembered of {name} does not fit")
        for name, momentum in self._momentum.items():
            momentum.copy_(first[name])
        for name, weight in self._others.items():
            there = self._adam.state[weight]
            step = torch.tensor(float(steps), device=weight.device)
            kept = {"step": step, "exp_avg": first[name], "exp_avg_sq": second[name]}
            for key, one in kept.items():
                if key in there:
                    there[key].copy_(one)
                else:
                    there[key] = one
