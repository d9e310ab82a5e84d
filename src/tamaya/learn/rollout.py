"""Moves to learn from, and what each of them was worth.

What a decision was worth is told by what happens until the same seat is to move again, and by how
that seat sees the game then.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from tamaya.kernel.mixed import Room
from tamaya.learn.games import Games
from tamaya.learn.settings import Settings

Policy = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]


class Thought(NamedTuple):
    """What a net thought at each move: how likely the action was, as a logarithm; the value."""

    likely: Tensor
    value: Tensor


class Worth(NamedTuple):
    """For each move: how much better it was than expected, what it was worth, whether we know."""

    better: Tensor
    value: Tensor
    known: Tensor


@torch.no_grad()
def rolled_out(games: Games, policy: Policy) -> Thought:
    """Fill the games' room with moves, each as likely as the net thinks it good."""
    room, likely, values = games.room, [], []
    for move in range(len(room.seen)):
        games.watch(move)
        logs, value = policy(room.seen[move], room.legal[move])
        action = drawn(logs)
        room.action[move] = action
        games.advance(move)
        likely.append(logs.gather(1, action[:, None])[:, 0])
        values.append(value)
    return Thought(torch.stack(likely), torch.stack(values))


def drawn(logs: Tensor) -> Tensor:
    """An action for each row, as likely as its logarithm says."""
    noise = torch.rand_like(logs).clamp_(1e-9, 1 - 1e-7)
    return (logs - (-noise.log()).log()).argmax(dim=1)


def weighed(room: Room, value: Tensor, penalty: Tensor, settings: Settings, players: int) -> Worth:
    """Go back from the last move to the first; `penalty`: how much of its points a game loses.

    We do not know of the last move of a seat, if its game goes on beyond the room.
    """
    moves, games = room.gained.shape
    place = room.gained.device
    reward = settings.reward * (room.gained - penalty * room.lost)
    since = torch.zeros(games, players, device=place)  # rewards until the seat's next turn
    then = torch.zeros(games, players, device=place)  # the value at that turn
    ahead = torch.zeros(games, players, device=place)  # and how much better it was
    sure = torch.zeros(games, players, dtype=torch.bool, device=place)
    better, known = torch.zeros_like(reward), torch.zeros_like(reward, dtype=torch.bool)
    for move in range(moves - 1, -1, -1):
        ended = room.ended[move].bool()[:, None]
        sure = sure | ended
        then, ahead = then.masked_fill(ended, 0), ahead.masked_fill(ended, 0)
        since = since.masked_fill(ended, 0) + reward[move][:, None]
        seat, now = room.mover[move][:, None], value[move][:, None]
        gain = since.gather(1, seat) + settings.discount * then.gather(1, seat) - now
        gain = gain + settings.discount * settings.trace * ahead.gather(1, seat)
        sure_now = sure.gather(1, seat)
        gain = gain.masked_fill(~sure_now, 0)
        better[move], known[move] = gain[:, 0], sure_now[:, 0]
        since = since.scatter(1, seat, 0.0)
        then, ahead = then.scatter(1, seat, now), ahead.scatter(1, seat, gain)
        sure = sure.scatter(1, seat, True)
    return Worth(better, better + value, known)
