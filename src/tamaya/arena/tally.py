"""Scores counted, and their statistics. Tallies are sums of integers: the order does not matter."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt


@dataclass(frozen=True, slots=True)
class ScoreTally:
    """The games of a team, counted."""

    scores: Mapping[int, int] = field(default_factory=dict)  # how many games ended with which score
    perfect: int = 0  # won: every firework complete
    lost: int = 0
    moves: int = 0
    seconds: float = 0.0  # inside the bots

    def __add__(self, other: "ScoreTally") -> "ScoreTally":
        return ScoreTally(
            Counter(self.scores) + Counter(other.scores),
            self.perfect + other.perfect,
            self.lost + other.lost,
            self.moves + other.moves,
            self.seconds + other.seconds,
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.scores.values())

    @property
    def mean(self) -> float | None:
        """The average score; lost games count as the rules score them."""
        return self._sum(1) / self.games if self.games else None

    @property
    def sem(self) -> float | None:
        """The standard error of the mean, from the sample's variance; None for a single game."""
        n = self.games
        if n < 2:
            return None
        squares = n * self._sum(2) - self._sum(1) ** 2  # n (n - 1) times the sample's variance
        return sqrt(squares / (n - 1)) / n

    @property
    def ms_per_move(self) -> float | None:
        """Milliseconds that a bot takes for a move, on average."""
        return 1000 * self.seconds / self.moves if self.moves else None

    def percent(self, count: int) -> float | None:
        """A number of games as a percentage."""
        return 100 * count / self.games if self.games else None

    def _sum(self, power: int) -> int:
        return sum(count * score**power for score, count in self.scores.items())
