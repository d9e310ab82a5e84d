"""How well a network plays: greedy self-play with deals that it was never trained on."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from tamaya.learn.network import ActorCritic
from tamaya.learn.trainer import Trainer
from tamaya.learn.vector_env import SelfPlayVectorEnv
from tamaya.rules import Options, format_options, max_score

EVALUATION_SEED = 987_654_321  # no run trains with deals of this seed
EVALUATION_GAMES = 10_000
MAX_TURNS = 400


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """The scores of one option set. As text it is what a net's card says."""

    variant: str
    mean: float
    standard_error: float
    perfect: float  # percent

    def __str__(self) -> str:
        mean = f"{self.mean:.3f} ± {self.standard_error:.3f}"
        return f"{self.variant} {mean}, {self.perfect:.1f} % perfect"


@torch.no_grad()
def greedy_scores(
    network: ActorCritic, env: SelfPlayVectorEnv, seed: int, max_turns: int
) -> Tensor:
    """The score of one game in each place of `env`, always with the likeliest action.

    Games that have not ended after `max_turns` turns count as they stand.
    """
    env.reset(seed)
    scores = torch.zeros(env.num_games, dtype=torch.int64, device=env.device)
    done = torch.zeros(env.num_games, dtype=torch.bool, device=env.device)
    buffer = env.buffer
    for _ in range(max_turns):
        env.observe(0)
        log_probs, _ = network(buffer.observations[0], buffer.legal_actions[0])
        buffer.actions[0] = log_probs.argmax(dim=1)
        env.step(0)
        scores = torch.where(done, scores, buffer.scores[0])
        done |= buffer.endings[0].bool()
        if bool(done.all()):
            break
    return scores


def evaluate_trainer(trainer: Trainer, num_games: int = EVALUATION_GAMES) -> list[EvaluationResult]:
    """Results for each option set of a run; `num_games` is for all of them together."""
    mix = trainer.mix
    env = SelfPlayVectorEnv(mix, num_games, 1, trainer.device)
    scores = greedy_scores(trainer.network, env, EVALUATION_SEED, MAX_TURNS).double()
    several = len(mix.option_sets) > 1
    names = (
        [format_options(game) for game in mix.option_sets] if several else [trainer.config.variant]
    )
    return [
        summarize_scores(name, game, scores[env.option_sets == number])
        for number, (name, game) in enumerate(zip(names, mix.option_sets, strict=True))
    ]


def summarize_scores(variant: str, game: Options, scores: Tensor) -> EvaluationResult:
    """Mean, standard error and share of perfect games."""
    perfect = 100 * float((scores == max_score(game)).double().mean())
    standard_error = float(scores.std() / math.sqrt(len(scores)))
    return EvaluationResult(variant, float(scores.mean()), standard_error, perfect)
