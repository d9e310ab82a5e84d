"""Rewards from what the kernel writes into the rollout buffer."""

from support.parts import require

torch = require("torch")

from tamaya.learn.buffer import LOST, RolloutBuffer  # noqa: E402 - only where there is PyTorch


def test_a_lost_game_costs_a_share_of_its_points() -> None:
    zeros = torch.zeros(3, 1)
    buffer = RolloutBuffer(
        observations=zeros,
        legal_actions=zeros,
        seats=zeros,
        actions=zeros,
        points=torch.tensor([2.0, 4.0, 18.0])[:, None],
        points_lost=torch.tensor([0.0, 0.0, 4.0])[:, None],
        endings=torch.tensor([0, 0, LOST])[:, None],
        scores=zeros,
    )
    assert buffer.rewards(torch.tensor(0.5), 0.5)[:, 0].tolist() == [1.0, 2.0, 8.0]
