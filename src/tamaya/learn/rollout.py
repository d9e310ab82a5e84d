"""Moves to learn from, and what each of them was worth.

What a decision was worth is told by what happens until the same seat is to move again, and by how
that seat sees the game then.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.learn.games import Games
from tamaya.learn.net import Net, masked, unpacked
from tamaya.learn.settings import Settings


class Rollout(NamedTuple):
    """Moves in many games: a row for each move, in it an entry for each game."""

    seen: Tensor  # bits
    legal: Tensor  # bits
    mover: Tensor
    action: Tensor
    likely: Tensor  # how likely the action was, as a logarithm
    value: Tensor
    reward: Tensor
    ended: Tensor
    score: Tensor


class Worth(NamedTuple):
    """For each move: how much better it was than expected, what it was worth, whether we know."""

    better: Tensor
    value: Tensor
    known: Tensor


def kind_of(device: str) -> torch.dtype:
    """The numbers that go into a net there."""
    return torch.bfloat16 if device == "cuda" else torch.float32


@torch.no_grad()
def rolled_out(
    games: Games, net: Net, settings: Settings, penalty: float, chance: torch.Generator
) -> Rollout:
    """Some moves in every game, each as likely as the net thinks it good."""
    rows = []
    for _ in range(settings.rollout):
        watched = games.watch()
        scores, value = net(unpacked(watched.seen, games.length, kind_of(games.device)))
        logs = masked(scores, unpacked(watched.legal, games.actions, torch.bool))
        action = drawn(logs, chance)
        likely = logs.gather(1, action[:, None])[:, 0]
        seen = [part.clone() for part in watched]
        came = games.advance(action, penalty)
        rows.append((*seen, action, likely, value, *(part.clone() for part in came)))
    return Rollout(*(torch.stack(column) for column in zip(*rows, strict=True)))


def drawn(logs: Tensor, chance: torch.Generator) -> Tensor:
    """An action for each row, as likely as its logarithm says."""
    noise = torch.rand(logs.shape, generator=chance, device=logs.device).clamp_(1e-9, 1 - 1e-7)
    return (logs - (-noise.log()).log()).argmax(dim=1)


def weighed(rollout: Rollout, settings: Settings, players: int) -> Worth:
    """Go back from the last move to the first.

    We do not know of the last move of a seat, if its game goes on beyond the rollout.
    """
    moves, games = rollout.reward.shape
    place = rollout.reward.device
    rows = torch.arange(games, device=place)
    since = torch.zeros(games, players, device=place)  # rewards until the seat's next turn
    value = torch.zeros(games, players, device=place)  # at that turn
    ahead = torch.zeros(games, players, device=place)  # and how much better it was
    sure = torch.zeros(games, players, dtype=torch.bool, device=place)
    better = torch.zeros(moves, games, device=place)
    known = torch.zeros(moves, games, dtype=torch.bool, device=place)
    for move in range(moves - 1, -1, -1):
        ended = rollout.ended[move].bool()[:, None]
        sure = sure | ended
        value, ahead = value.masked_fill(ended, 0), ahead.masked_fill(ended, 0)
        since = since.masked_fill(ended, 0) + settings.reward * rollout.reward[move][:, None]
        seat, now = rollout.mover[move], rollout.value[move]
        gain = since[rows, seat] + settings.discount * value[rows, seat] - now
        gain = gain + settings.discount * settings.trace * ahead[rows, seat]
        known[move] = sure[rows, seat]
        better[move] = gain.masked_fill(~known[move], 0)
        since[rows, seat], value[rows, seat] = 0, now
        ahead[rows, seat], sure[rows, seat] = better[move], True
    return Worth(better, better + rollout.value, known)
