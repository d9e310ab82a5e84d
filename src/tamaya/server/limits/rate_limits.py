"""Token buckets by key, as GCRA: one number a key, the time at which its bucket is full again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

MOST_KEYS = 100_000  # remembered at once
HOUR, DAY = 3600.0, 86_400.0  # seconds


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So much at once, and as much again over a period."""

    burst: float
    period: float  # seconds in which an empty bucket fills up

    def scaled(self, factor: float) -> "RateLimit":
        """The same limit for so many times as much."""
        return RateLimit(max(1.0, self.burst * factor), self.period)


@dataclass(frozen=True, slots=True)
class Charge:
    """What is to be taken from the bucket of a key."""

    key: str
    limit: RateLimit
    cost: float = 1

    @property
    def increment(self) -> float:
        """Seconds until what is taken now has come back."""
        return self.limit.period * self.cost / self.limit.burst


def wait(tat: float, now: float, charge: Charge) -> float:
    """Seconds until a charge fits; 0 or less if it does now.

    `tat`, the theoretical arrival time of GCRA, is when the bucket is full.
    """
    return max(tat, now) + charge.increment - charge.limit.period - now


class TokenBuckets:
    """The buckets of one process."""

    def __init__(self, clock: Callable[[], float] = monotonic, most_keys: int = MOST_KEYS) -> None:
        self._clock = clock
        self._most_keys = most_keys
        self._tats: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._tats)

    def charge(self, charges: Sequence[Charge]) -> list[float]:
        """Take all of the charges, or nothing: the seconds to wait for each, 0 where it fits."""
        now = self._clock()
        waits = [max(0.0, wait(self._tats.get(one.key, now), now, one)) for one in charges]
        if not any(waits):
            for one in charges:
                self._tats[one.key] = max(self._tats.get(one.key, now), now) + one.increment
            if len(self._tats) > self._most_keys:
                self._prune(now)
        return waits

    def _prune(self, now: float) -> None:
        """Forget full buckets; if that is not enough, the half that is soonest full."""
        used = {key: tat for key, tat in self._tats.items() if tat > now}
        if len(used) > self._most_keys // 2:
            kept = sorted(used, key=used.__getitem__)[-(self._most_keys // 2) :]
            used = {key: used[key] for key in kept}
        self._tats = used
