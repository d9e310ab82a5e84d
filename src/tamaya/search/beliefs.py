"""Sampling hands from a belief network.

A card is drawn from what the network says about it, given the cards before, from the oldest to the
newest. In a game this always leads to a hand: an older card has heard all clues that a newer one
has. With other knowledge, an early card may take the last copy that a later one needs; such hands
are replaced by others of the same position.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.learn.rollout import UNIFORM_RANGE
from tamaya.search.belief_network import BeliefNetwork, unpack_faces


class KnownOfHand(NamedTuple):
    """What is known of the hand of the seat to move, a row for each position."""

    possible: Tensor  # [positions, places]: faces as bits; 0 where there is no card
    unseen: Tensor  # [positions, faces]: copies that the seat does not see


class SampledHands(NamedTuple):
    """Hands that may be the true one."""

    faces: Tensor  # [positions, worlds, places]; 0 where there is no card
    consistent: Tensor  # [positions]: whether any hand was found that contradicts nothing


@torch.no_grad()
def sample_hands(
    network: BeliefNetwork, encoded: Tensor, known: KnownOfHand, worlds: int
) -> SampledHands:
    """So many hands for each position; `encoded` is what the network's body makes of it."""
    num_faces, device = network.sizes.num_faces, encoded.device
    positions, places = known.possible.shape
    possible = unpack_faces(known.possible, num_faces)
    left = known.unseen.float()[:, None].repeat(1, worlds, 1)
    state = encoded[:, None].expand(-1, worlds, -1)
    faces = torch.zeros(positions, worlds, places, dtype=torch.int64, device=device)
    consistent = torch.ones(positions, worlds, dtype=torch.bool, device=device)
    for place in range(places):
        there, allowed = known.possible[:, place, None] != 0, possible[:, None, place]
        asked = state + network.place.weight[place].to(state.dtype)
        log_probs = network.log_probs(asked, left, allowed)
        uniform = torch.rand(log_probs.shape, device=device).clamp(*UNIFORM_RANGE)
        face = (log_probs - (-uniform.log()).log()).argmax(dim=-1)
        consistent &= (allowed & (left > 0)).any(dim=-1) | ~there
        faces[:, :, place] = face * there
        left.scatter_add_(2, face[..., None], -there.float()[..., None].expand(-1, worlds, 1))
        card = network.card(face + place * num_faces).to(state.dtype)
        state = state + card * there[..., None]
    return SampledHands(_replace_inconsistent(faces, consistent), consistent.any(dim=1))


def _replace_inconsistent(faces: Tensor, consistent: Tensor) -> Tensor:
    """Replace hands that contradict something by consistent ones of the same position, in turn."""
    own = torch.arange(faces.shape[1], device=faces.device)
    consistent_first = torch.argsort(consistent.int(), dim=1, descending=True, stable=True)
    turn = own % consistent.sum(dim=1, keepdim=True).clamp(min=1)
    taken = torch.where(consistent, own, consistent_first.gather(1, turn))
    return faces.gather(1, taken[..., None].expand_as(faces))
