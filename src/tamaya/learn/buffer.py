"""The rollout buffer: what the kernel reads and writes while games are played."""

from typing import NamedTuple

from torch import Tensor

LOST = 2  # in `endings`


class RolloutBuffer(NamedTuple):
    """Tensors of shape [rollout length, games, …] that share memory with the kernel's arrays.

    The order of the fields is that of the kernel's.
    """

    observations: Tensor  # of the seat to move, as packed bits
    legal_actions: Tensor  # likewise
    seats: Tensor  # who is to move
    actions: Tensor  # by their number in the action space
    points: Tensor  # won by the move: cards placed
    points_lost: Tensor  # all the points of a game that this move lost
    endings: Tensor  # 0: the game goes on, 1: it is over, LOST: it is over and lost
    scores: Tensor  # after the move

    def rewards(self, penalty: Tensor, reward_scale: float) -> Tensor:
        """The rewards of all moves; `penalty`: the share of its points that a lost game costs."""
        return reward_scale * (self.points - penalty * self.points_lost)
