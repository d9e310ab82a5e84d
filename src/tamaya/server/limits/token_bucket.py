"""Limits: how much one visitor may ask for."""

from collections.abc import Callable, Hashable
from time import monotonic

MOST_KEYS = 10_000  # remembered at once


class Allowance:
    """So many at once, and so many more each second; kept apart by key."""

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self.burst = burst
        self.per_second = per_second
        self.clock = clock
        self._left: dict[Hashable, tuple[float, float]] = {}  # what is left, and since when

    def has_left(self, key: Hashable = None) -> bool:
        """Whether one could be taken."""
        left, since = self._left.get(key, (self.burst, self.clock()))
        return left + (self.clock() - since) * self.per_second >= 1

    def takes(self, key: Hashable = None) -> bool:
        """Take one; false if nothing is left."""
        now = self.clock()
        left, since = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.per_second)
        if len(self._left) >= MOST_KEYS:
            self._left.pop(next(iter(self._left)))  # the one that asked longest ago
        self._left[key] = (left - 1 if left >= 1 else left), now
        return left >= 1
