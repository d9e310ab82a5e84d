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
CHANCE = (1e-9, 1 - 1e-7)  # within these, so that nothing becomes infinite


class Thought(NamedTuple):
    """What a net did at each move; how likely that was, as a logarithm; the value."""

    action: Tensor
    likely: Tensor
    value: Tensor


class Worth(NamedTuple):
    """For each move: how much better it was than expected, what it was worth, whether we know."""

    better: Tensor
    value: Tensor
    known: Tensor


class Later(NamedTuple):
    """Of each game and seat, going back in time: what is known of its next turn."""

    since: Tensor  # rewards until then
    then: Tensor  # the value at that turn
    ahead: Tensor  # and how much better it was
    sure: Tensor  # whether we know


class Move(NamedTuple):
    """A move in every game: what came of it, whose it was, what the value was."""

    reward: Tensor
    ended: Tensor
    seat: Tensor
    value: Tensor


@torch.no_grad()
def rolled_out(games: Games, think: Callable[[Tensor, Tensor, Tensor], Thought]) -> Thought:
    """Fill the games' room with moves, each as likely as the net thinks it good."""
    room, thoughts = games.room, []
    for move in range(len(room.seen)):
        games.watch(move)
        chance = torch.rand(games.count, games.actions, device=games.device)
        thought = think(room.seen[move], room.legal[move], chance)
        room.action[move] = thought.action
        games.advance(move)
        thoughts.append(thought)
    return Thought(*map(torch.stack, zip(*thoughts, strict=True)))


def thought(policy: Policy, seen: Tensor, legal: Tensor, chance: Tensor) -> Thought:
    """An action for each row, as likely as its logarithm says."""
    logs, value = policy(seen, legal)
    action = (logs - (-chance.clamp(*CHANCE).log()).log()).argmax(dim=1)
    return Thought(action, logs.gather(1, action[:, None])[:, 0], value)


Back = Callable[[Later, Move, Settings], tuple[Later, Tensor, Tensor]]


def back(later: Later, move: Move, settings: Settings) -> tuple[Later, Tensor, Tensor]:
    """From a move to the one before: what is known then, how much better it was, if we know."""
    ended, seat, now = move.ended[:, None], move.seat[:, None], move.value[:, None]
    sure = later.sure | ended
    then, ahead = later.then.masked_fill(ended, 0), later.ahead.masked_fill(ended, 0)
    since = later.since.masked_fill(ended, 0) + move.reward[:, None]
    gain = since.gather(1, seat) + settings.discount * then.gather(1, seat) - now
    gain = gain + settings.discount * settings.trace * ahead.gather(1, seat)
    known = sure.gather(1, seat)
    gain = gain.masked_fill(~known, 0)
    before = Later(
        since.scatter(1, seat, 0.0),
        then.scatter(1, seat, now),
        ahead.scatter(1, seat, gain),
        sure.scatter(1, seat, True),
    )
    return before, gain[:, 0], known[:, 0]


def weighed(  # noqa: PLR0913, PLR0917 - all that a worth depends on
    room: Room,
    value: Tensor,
    penalty: Tensor,
    settings: Settings,
    players: int,
    back: Back = back,
) -> Worth:
    """Go back from the last move to the first; `penalty`: how much of its points a game loses.

    We do not know of the last move of a seat, if its game goes on beyond the room.
    """
    moves, games = room.gained.shape
    reward = settings.reward * (room.gained - penalty * room.lost)
    none = torch.zeros(games, players, device=reward.device)
    later = Later(none, none, none, none.bool())
    better, known = torch.zeros_like(reward), torch.zeros_like(reward, dtype=torch.bool)
    for n in range(moves - 1, -1, -1):
        move = Move(reward[n], room.ended[n].bool(), room.mover[n], value[n])
        later, better[n], known[n] = back(later, move, settings)
    return Worth(better, better + value, known)
