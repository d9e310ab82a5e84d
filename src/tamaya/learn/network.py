"""The actor-critic network: a shared body, and a head with a logit per action and the value."""

from collections.abc import Callable
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional

MASKED_LOGIT = -1e9  # for illegal actions; finite, because -inf makes NaN of the entropy

# observations, legal actions → log-probabilities of all actions, values
Policy = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]


def compute_dtype(device: str) -> torch.dtype:
    """The data type that the body computes in on a device; the head is always float32."""
    return torch.bfloat16 if device == "cuda" else torch.float32


class ActorCritic(nn.Module):
    """Policy and value function of all seats: `layers` × (Linear, LayerNorm, ReLU), then the head.

    The body runs in `dtype`. The head is float32: rounded log-probabilities would add noise to
    PPO's ratio. Observations and legal actions come as packed bits, eight to a byte.
    """

    bit_table: Tensor  # the eight bits of every byte

    def __init__(
        self, num_inputs: int, num_actions: int, width: int, layers: int, dtype: torch.dtype
    ) -> None:
        super().__init__()
        sizes = [num_inputs, *[width] * layers]
        self.body = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(layers))
        self.head = nn.Linear(width, num_actions + 1)
        nn.init.orthogonal_(self.head.weight, 0.01)
        nn.init.zeros_(self.head.bias)
        self.num_actions = num_actions
        self.body_weights = tuple(f"body.{layer}.weight" for layer in range(layers))
        bits = (torch.arange(256)[:, None] >> torch.arange(8)) & 1
        self.register_buffer("bit_table", bits.to(dtype), persistent=False)

    def forward(self, observations: Tensor, legal_actions: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of all actions, those of illegal ones hugely negative; values."""
        x = self.unpack_bits(observations)
        mixed_precision = x.dtype is torch.bfloat16
        with torch.autocast(observations.device.type, torch.bfloat16, enabled=mixed_precision):
            for linear, norm in zip(self.body, self.norms, strict=True):
                x = torch.relu(norm(linear(x)))
        out = self.head(x.float())
        legal = self.unpack_bits(legal_actions)[:, : self.num_actions] > 0
        logits = out[:, :-1].masked_fill(~legal, MASKED_LOGIT)
        return torch.log_softmax(logits, dim=-1), out[:, -1]

    def unpack_bits(self, packed: Tensor) -> Tensor:
        """Packed bits as numbers 0 and 1."""
        return functional.embedding(packed.int(), self.bit_table).flatten(-2)
