"""How good a belief network is: nats per hand, beside those of the uniform posterior."""

from dataclasses import dataclass

import torch

from tamaya.learn.evaluation import EVALUATION_SEED, MAX_TURNS
from tamaya.learn.vector_env import SelfPlayVectorEnv
from tamaya.rules import format_options
from tamaya.search.belief_network import BeliefNetwork
from tamaya.search.blueprint import Blueprint
from tamaya.search.own_hand_reader import OwnHandReader
from tamaya.search.uniform_posterior import uniform_log_likelihood

EVALUATION_GAMES = 2048


@dataclass(frozen=True, slots=True)
class BeliefEvaluation:
    """The mean negative log-likelihood of the true hands. As text it is what a session prints."""

    variant: str
    nats: float  # of the network
    uniform: float  # of the uniform posterior
    hands: int

    def __str__(self) -> str:
        return f"{self.variant} {self.nats:.3f}, uniform posterior {self.uniform:.3f}"


@torch.no_grad()
def evaluate_beliefs(
    network: BeliefNetwork, blueprint: Blueprint, device: str, num_games: int = EVALUATION_GAMES
) -> list[BeliefEvaluation]:
    """Every hand of whole games of the blueprint, with deals that no network was trained on.

    A result for each option set; `num_games` is for all of them together.
    """
    games, policy = blueprint.mix.option_sets, blueprint.network
    env = SelfPlayVectorEnv(blueprint.mix, num_games, 1, device)
    hands, buffer = OwnHandReader(env, blueprint.mix), env.buffer
    env.reset(EVALUATION_SEED)
    going_on = torch.ones(num_games, dtype=torch.bool, device=device)
    sums = torch.zeros(3, len(games), dtype=torch.double, device=device)
    for _ in range(MAX_TURNS):
        env.observe(0)
        log_probs, _ = policy(buffer.observations[0], buffer.legal_actions[0])
        buffer.actions[0] = log_probs.argmax(dim=1)
        known = hands.read()
        nats = -network.log_likelihood(buffer.observations[0], *known).double()
        uniform = -uniform_log_likelihood(*known)
        rows = torch.stack((nats, uniform, torch.ones_like(nats)))
        sums.index_add_(1, env.option_sets, rows * going_on)
        env.step(0)
        going_on &= buffer.endings[0] == 0
        if not bool(going_on.any()):
            break
    return [
        BeliefEvaluation(format_options(game), nats / count, uniform / count, int(count))
        for game, (nats, uniform, count) in zip(games, sums.T.tolist(), strict=True)
    ]


def mean_evaluation(variant: str, results: list[BeliefEvaluation]) -> BeliefEvaluation:
    """One result for all hands of several."""
    hands = sum(result.hands for result in results)
    nats = sum(result.nats * result.hands for result in results) / hands
    uniform = sum(result.uniform * result.hands for result in results) / hands
    return BeliefEvaluation(variant, nats, uniform, hands)
