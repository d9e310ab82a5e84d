"""A plan, carried out: play, learn from it, note how it goes. It can be taken up again."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import torch
from torch import Tensor, nn

from tamaya.kernel.mix import Mix
from tamaya.learn.games import Games
from tamaya.learn.lesson import Lesson, loss
from tamaya.learn.net import Net, kind_of
from tamaya.learn.recorded import recorded
from tamaya.learn.rollout import Policy, back, rolled_out, thought, weighed
from tamaya.learn.settings import Settings, mix_of
from tamaya.learn.steps import Steps
from tamaya.rules import max_score

MIXED = 1_000_003  # keeps the seeds of plans apart
LOST = 2  # how the kernel says it


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the learning curve: of the games that ended in a round, played with chance.

    If none has, it is what the one before was.
    """

    moves: int
    seconds: float
    games: int
    score: float
    perfect: float  # percent
    lost: float  # percent
    entropy: float
    error: float  # of the value
    sets: tuple[float, ...] = ()  # the score with each option set, if there are several


@dataclass(frozen=True, slots=True)
class Rated:
    """How well a net plays an option set."""

    variant: str
    mean: float
    error: float  # standard
    perfect: float  # percent

    def __str__(self) -> str:
        """In a line."""
        return f"{self.variant} {self.mean:.3f} ± {self.error:.3f}, {self.perfect:.1f} % perfect"


class Trainer:
    """A net and all that is needed to go on training it.

    On a GPU the work is recorded first, `plain` if it is not to be.
    """

    def __init__(
        self,
        settings: Settings,
        device: str = "cpu",
        mix: Mix | None = None,
        *,
        plain: bool = False,
    ) -> None:
        self.settings, self.device = settings, device
        self.mix = mix or mix_of(settings)
        self.players = self.mix.sets[0].players
        self.games = Games(self.mix, settings.games, settings.rollout, device)
        self.moves = self.rounds = 0
        self.seconds = 0.0
        self.curve: list[Point] = []
        torch.manual_seed(settings.seed)
        sizes = (self.games.inputs, self.games.actions, settings.width, settings.layers)
        self.net = Net(*sizes, kind_of(device)).to(device)
        self.steps = Steps(self.net, settings, device)
        best = torch.tensor([max_score(game) for game in self.mix.sets], device=device)
        self._best = best[self.games.set]
        self._penalty, self._entropy = torch.zeros(2, device=device)
        self._part = torch.zeros(settings.minibatch, dtype=torch.int64, device=device)
        self._policy: Policy = self.net
        self._thought, self._back, self._loss = thought, back, loss
        self.play, self.improve = self._play, self._improve
        if device == "cuda" and not plain:
            self._record()

    def _record(self) -> None:
        """Have the work compiled and recorded; then everything is as before."""
        before = {name: tensor.clone() for name, tensor in self.net.state_dict().items()}
        self._policy, self._loss = torch.compile(self.net), torch.compile(loss)
        self._thought, self._back = torch.compile(thought), torch.compile(back)
        self.steps.compile()
        self.games.begin(0)
        self.play, self.improve = recorded(self._play), recorded(self._improve)
        self.net.load_state_dict(before)
        self.steps.forget()

    @property
    def done(self) -> bool:
        """Whether the plan is carried out."""
        return self.moves >= self.settings.moves

    def stretch(self) -> Iterator[Point]:
        """Some rounds. Games are dealt anew at first, so that a stretch needs nothing from before.

        Whoever stops between two stretches and takes the plan up again gets the same as without.
        """
        seed = self.settings.seed * MIXED + self.rounds
        torch.manual_seed(seed)
        self.games.begin(seed)
        for _ in range(self.settings.stretch):
            if self.done:
                return
            yield self._round()

    def _round(self) -> Point:
        settings, begin = self.settings, time.perf_counter()
        self.steps.rate.fill_(settings.rate_after(self.moves))
        self._penalty.fill_(settings.penalty_after(self.moves))
        self._entropy.fill_(settings.entropy_after(self.moves))
        self.play()
        count = self.games.room.gained.numel()
        order = torch.randperm(count, device=self.device)
        for part in order.split(settings.minibatch):
            if len(part) == settings.minibatch:
                self._part.copy_(part)
                self.improve()
        self.moves += count
        self.rounds += 1
        point = self._point(begin)
        self.curve.append(point)
        return point

    def _play(self) -> None:
        """Moves in every game, and what they were worth."""
        room = self.games.room
        did = rolled_out(self.games, partial(self._thought, self._policy))
        worth = weighed(room, did.value, self._penalty, self.settings, self.players, self._back)
        every = (room.seen, room.legal, room.action, did.likely, *worth)
        self._lesson = Lesson(*(rows.flatten(0, 1) for rows in every))

    def _improve(self) -> None:
        """Learn from a part of the moves."""
        some = Lesson(*(rows[self._part] for rows in self._lesson))
        got = self._loss(self._policy, some, self._entropy, self.settings)
        self.net.zero_grad(set_to_none=True)
        got.whole.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), self.settings.gradient)
        self.steps.take()
        self._spread, self._error = got.spread.detach(), got.error.detach()

    def _point(self, begin: float) -> Point:
        room, sets = self.games.room, len(self.mix.sets)
        ended, lost = (room.ended > 0).double(), float((room.ended == LOST).sum())
        games = torch.zeros(sets, dtype=torch.double, device=self.device)
        points = games.index_add(0, self.games.set, (ended * room.score).sum(dim=0))
        games = games.index_add(0, self.games.set, ended.sum(dim=0))
        every = max(1.0, float(games.sum()))
        perfect = float((ended * (room.score == self._best)).sum())
        by = (points / games.clamp(min=1)).tolist() if sets > 1 else []
        self.seconds += time.perf_counter() - begin
        seconds = round(self.seconds, 1)
        if not games.sum() and self.curve:  # no game ended in this round
            return replace(self.curve[-1], moves=self.moves, seconds=seconds, games=0)
        return Point(
            self.moves,
            seconds,
            int(games.sum()),
            score=round(float(points.sum()) / every, 4),
            perfect=round(100 * perfect / every, 4),
            lost=round(100 * lost / every, 4),
            entropy=round(float(self._spread), 4),
            error=round(float(self._error), 4),
            sets=tuple(round(mean, 3) for mean in by),
        )


@torch.no_grad()
def greedy(net: Net, games: Games, seed: int, turns: int) -> Tensor:
    """The score of every game, one for each place: always what the net likes best.

    Games that have not ended after so many turns count as they stand.
    """
    games.begin(seed)
    scores = torch.zeros(games.count, dtype=torch.int64, device=games.device)
    over = torch.zeros(games.count, dtype=torch.bool, device=games.device)
    room = games.room
    for _ in range(turns):
        games.watch(0)
        logs, _ = net(room.seen[0], room.legal[0])
        room.action[0] = logs.argmax(dim=1)
        games.advance(0)
        scores = torch.where(over, scores, room.score[0])
        over |= room.ended[0].bool()
        if bool(over.all()):
            break
    return scores
