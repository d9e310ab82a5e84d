"""The belief network: which hand the seat to move holds, card by card.

P(hand | observation) = Π P(card i | observation, cards before i), from the oldest card to the
newest. Its body is that of an actor-critic network, so that training can begin with a policy's
weights. The probability of a face is 0 if clues or counting exclude it; otherwise what the network
says is weighted by the number of copies that are left.
"""

from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

IMPOSSIBLE = -1e9  # a logit; finite, because -inf makes NaN of gradients


class BeliefSizes(NamedTuple):
    """The sizes of a network."""

    num_inputs: int
    hand_size: int
    num_faces: int
    width: int
    layers: int


class BeliefNetwork(nn.Module):
    """A body of `layers` × (Linear, LayerNorm, ReLU), and a head that is asked card by card.

    It sees the first `num_inputs` bits of an observation. The body and the residual layer of the
    head run in `dtype`.
    """

    bit_table: Tensor  # the eight bits of every byte

    def __init__(self, sizes: BeliefSizes, dtype: torch.dtype) -> None:
        super().__init__()
        self.sizes, self.dtype = sizes, dtype
        width, num_faces = sizes.width, sizes.num_faces
        self.body = nn.ModuleList(
            nn.Linear(a, b) for a, b in pairwise([sizes.num_inputs, *[width] * sizes.layers])
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(sizes.layers))
        self.place = nn.Embedding(sizes.hand_size, width)
        self.card = nn.Embedding(sizes.hand_size * num_faces, width)  # of each place
        self.norm = nn.LayerNorm(width)
        self.hidden = nn.Linear(width, width)
        self.head = nn.Linear(width, num_faces)
        for embedding in (self.place, self.card):
            nn.init.normal_(embedding.weight, std=0.1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)
        body = (f"body.{layer}.weight" for layer in range(sizes.layers))
        self.body_weights = (*body, "hidden.weight")
        bits = (torch.arange(256)[:, None] >> torch.arange(8)) & 1
        self.register_buffer("bit_table", bits.to(dtype), persistent=False)

    def encode(self, observations: Tensor) -> Tensor:
        """The body's output for observations in packed bits: [rows, width]."""
        x = functional.embedding(observations.int(), self.bit_table).flatten(-2)
        x = x[:, : self.sizes.num_inputs]
        with self._precision(x):
            for linear, norm in zip(self.body, self.norms, strict=True):
                x = torch.relu(norm(linear(x)))
        return x

    def log_probs(self, state: Tensor, left: Tensor, possible: Tensor) -> Tensor:
        """The log-probability of every face for the card that `state` asks about.

        `state`: the body's output, the embeddings of the place and of the cards before, added.
        `left`: the copies of each face that are left; `possible`: whether clues allow it.
        """
        with self._precision(state):
            x = self.norm(state)
            x = x + torch.relu(self.hidden(x))
            logits = self.head(x)
        logits = logits.float() + left.clamp(min=1).log()
        return torch.log_softmax(logits.masked_fill(~(possible & (left > 0)), IMPOSSIBLE), dim=-1)

    def log_likelihood(
        self, observations: Tensor, faces: Tensor, possible: Tensor, unseen: Tensor
    ) -> Tensor:
        """The log-probability of each true hand; `faces` below 0 are places without a card."""
        num_faces, there = self.sizes.num_faces, faces >= 0
        known = faces.clamp(min=0)
        offsets = torch.arange(self.sizes.hand_size, device=faces.device) * num_faces
        cards = self.card(known + offsets) * there[..., None]
        before = torch.cumsum(cards, dim=1) - cards
        state = self.encode(observations)[:, None] + self.place.weight + before
        held = functional.one_hot(known, num_faces) * there[..., None]
        left = (unseen[:, None].int() - (torch.cumsum(held, dim=1) - held)).float()
        log_probs = self.log_probs(state, left, unpack_faces(possible, num_faces))
        return (log_probs.gather(2, known[..., None])[..., 0] * there).sum(dim=1)

    def _precision(self, x: Tensor) -> torch.autocast:
        return torch.autocast(x.device.type, torch.bfloat16, enabled=self.dtype is torch.bfloat16)


def unpack_faces(bits: Tensor, num_faces: int) -> Tensor:
    """Sets of faces, as bits of integers, as booleans in a last dimension."""
    return ((bits[..., None] >> torch.arange(num_faces, device=bits.device)) & 1).bool()
