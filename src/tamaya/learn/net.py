"""The net: layers with normalisation, one score for each action, and how the game will go on."""

from itertools import pairwise

import torch
from torch import Tensor, nn

MASKED = -1e9  # a score for what is not legal: finite, so that nothing becomes not-a-number


class Net(nn.Module):
    """Bits in, scores of all actions and a value out. The last layer is exact, the others quick."""

    def __init__(self, inputs: int, actions: int, width: int, layers: int) -> None:
        super().__init__()
        sizes = [inputs, *[width] * layers]
        self.body = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(layers))
        self.head = nn.Linear(width, actions + 1)
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of actions, and the value."""
        quick = seen.is_cuda
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=quick):
            for linear, norm in zip(self.body, self.norms, strict=True):
                seen = torch.relu(norm(linear(seen)))
        out = self.head(seen.float())
        return out[:, :-1], out[:, -1]


def unpacked(bits: Tensor, length: int, kind: torch.dtype) -> Tensor:
    """Packed bits as numbers 0 and 1."""
    places = torch.arange(32, dtype=torch.int32, device=bits.device)
    return ((bits.unsqueeze(-1) >> places) & 1).flatten(-2)[..., :length].to(kind)


def masked(scores: Tensor, legal: Tensor) -> Tensor:
    """Log-probabilities of actions, only of those that are legal."""
    return torch.log_softmax(scores.masked_fill(~legal, MASKED), dim=-1)
