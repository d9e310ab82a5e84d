"""The net: layers with normalisation, one score for each action, and how the game will go on."""

from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

MASKED = -1e9  # a score for what is not legal: finite, so that nothing becomes not-a-number


def kind_of(device: str) -> torch.dtype:
    """The numbers that a net calculates with there, but for its last layer."""
    return torch.bfloat16 if device == "cuda" else torch.float32


class Net(nn.Module):
    """Bits in, how likely each action is and a value out.

    The last layer is exact, the others quick. Bits come in bytes; `table` has those of every byte.
    """

    table: Tensor

    def __init__(
        self, inputs: int, actions: int, width: int, layers: int, kind: torch.dtype
    ) -> None:
        super().__init__()
        sizes = [inputs, *[width] * layers]
        self.body = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(layers))
        self.head = nn.Linear(width, actions + 1)
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)
        self.actions = actions
        self.layers = tuple(f"body.{layer}.weight" for layer in range(layers))
        bits = (torch.arange(256)[:, None] >> torch.arange(8)) & 1
        self.register_buffer("table", bits.to(kind), persistent=False)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of how likely each action is, those that are not legal hardly; the value."""
        x = self.unpacked(seen)
        quick = x.dtype is torch.bfloat16
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=quick):
            for linear, norm in zip(self.body, self.norms, strict=True):
                x = torch.relu(norm(linear(x)))
        out = self.head(x.float())
        allowed = self.unpacked(legal)[:, : self.actions] > 0
        return torch.log_softmax(out[:, :-1].masked_fill(~allowed, MASKED), dim=-1), out[:, -1]

    def unpacked(self, packed: Tensor) -> Tensor:
        """Bits as numbers 0 and 1."""
        return functional.embedding(packed.int(), self.table).flatten(-2)
