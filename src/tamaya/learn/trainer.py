"""A plan, carried out: play, learn from it, note how it goes. It can be taken up again."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from tamaya.learn.games import Games
from tamaya.learn.net import Net, masked, unpacked
from tamaya.learn.rollout import Rollout, kind_of, rolled_out, weighed
from tamaya.learn.settings import Settings
from tamaya.rules import Options, options

MIXED = 1_000_003  # keeps the seeds of plans apart


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the learning curve: of the games that ended in a round, played with chance."""

    moves: int
    seconds: float
    games: int
    score: float
    lost: float  # percent
    entropy: float
    error: float  # of the value


class Trainer:
    """A net and all that is needed to go on training it."""

    def __init__(
        self, settings: Settings, device: str = "cpu", game: Options | None = None
    ) -> None:
        self.settings, self.device = settings, device
        self.options = game or options(settings.variant, settings.players)
        self.games = Games(self.options, settings.games, settings.depth, device)
        torch.manual_seed(settings.seed)
        sizes = (self.games.length, self.games.actions, settings.width, settings.layers)
        self.net = Net(*sizes).to(device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), settings.rate[0], eps=1e-5)
        self.moves = self.rounds = 0
        self.seconds = 0.0
        self.curve: list[Point] = []

    @property
    def done(self) -> bool:
        """Whether the plan is carried out."""
        return self.moves >= self.settings.moves

    def stretch(self) -> Iterator[Point]:
        """Some rounds. Games are dealt anew at first, so that a stretch needs nothing from before.

        Whoever stops between two stretches and takes the plan up again gets the same as without.
        """
        seed = self.settings.seed * MIXED + self.rounds
        chance = torch.Generator(self.device).manual_seed(seed)
        self.games.begin(seed)
        for _ in range(self.settings.stretch):
            if self.done:
                return
            yield self._round(chance)

    def _round(self, chance: torch.Generator) -> Point:
        settings, begin = self.settings, time.perf_counter()
        for group in self.optimizer.param_groups:
            group["lr"] = settings.rate_after(self.moves)
        penalty = settings.penalty_after(self.moves)
        rollout = rolled_out(self.games, self.net, settings, penalty, chance)
        entropy, error = self._learn(rollout, chance)
        self.moves += rollout.reward.numel()
        self.rounds += 1
        self.seconds += time.perf_counter() - begin
        self.curve.append(self._point(rollout, entropy, error))
        return self.curve[-1]

    def _learn(self, rollout: Rollout, chance: torch.Generator) -> tuple[float, float]:
        """Once through all moves, in small parts; the entropy and the value's error at the end."""
        worth = weighed(rollout, self.settings, self.options.players)
        which = worth.known.flatten().nonzero()[:, 0]
        order = torch.randperm(len(which), generator=chance, device=which.device)
        flat = Rollout(*(rows.flatten(0, 1) for rows in rollout))
        better, value = worth.better.flatten(), worth.value.flatten()
        parts = [part for part in which[order].split(self.settings.minibatch) if len(part) > 1]
        spread, error = torch.zeros(()), torch.zeros(())
        for part in parts:
            some = Rollout(*(rows[part] for rows in flat))
            loss, spread, error = self._loss(some, better[part], value[part])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), self.settings.gradient)
            self.optimizer.step()
        return float(spread.detach()), float(error.detach())

    def _loss(self, some: Rollout, better: Tensor, worth: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        settings = self.settings
        scores, value = self.net(unpacked(some.seen, self.games.length, kind_of(self.device)))
        logs = masked(scores, unpacked(some.legal, self.games.actions, torch.bool))
        ratio = (logs.gather(1, some.action[:, None])[:, 0] - some.likely).exp()
        better = (better - better.mean()) / (better.std() + 1e-6)
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy = -torch.min(ratio * better, clipped * better).mean()
        spread = -(logs.exp() * logs.clamp(min=-1e4)).sum(dim=1).mean()
        error = (value - worth).square().mean()
        loss = policy + settings.value * error - settings.entropy_after(self.moves) * spread
        return loss, spread, error

    def _point(self, rollout: Rollout, entropy: float, error: float) -> Point:
        scores = rollout.score[rollout.ended.bool()].float()
        games = max(1, len(scores))
        lost = 100 * int((scores <= 0).sum()) / games
        mean = float(scores.sum()) / games
        rounded = (round(fact, 4) for fact in (mean, lost, entropy, error))
        return Point(self.moves, round(self.seconds, 1), len(scores), *rounded)


@torch.no_grad()
def greedy(net: Net, games: Games, seed: int, turns: int) -> Tensor:
    """The score of every game, one for each place: always what the net likes best.

    Games that have not ended after so many turns count as they stand.
    """
    games.begin(seed)
    scores = torch.zeros(len(games.batch), dtype=torch.int64, device=games.device)
    over = torch.zeros(len(games.batch), dtype=torch.bool, device=games.device)
    for _ in range(turns):
        watched = games.watch()
        out, _ = net(unpacked(watched.seen, games.length, kind_of(games.device)))
        best = masked(out, unpacked(watched.legal, games.actions, torch.bool)).argmax(dim=1)
        came = games.advance(best, 1.0)
        scores = torch.where(over, scores, came.score)
        over |= came.ended.bool()
        if bool(over.all()):
            break
    return scores
