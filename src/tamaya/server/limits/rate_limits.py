"""Token buckets by key, as GCRA: one number per key, the time at which its bucket is full again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

MAX_KEYS = 100_000  # remembered at once
HOUR, DAY = 3600.0, 86_400.0  # seconds


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A burst that is allowed at once, and again over a period."""

    burst: float
    period: float  # seconds in which an empty bucket fills up

    def scaled(self, factor: float) -> "RateLimit":
        """The limit with its burst multiplied by a factor."""
        return RateLimit(max(1.0, self.burst * factor), self.period)


@dataclass(frozen=True, slots=True)
class Charge:
    """Tokens to take from the bucket of a key."""

    key: str
    limit: RateLimit
    cost: float = 1

    @property
    def increment(self) -> float:
        """Seconds until the tokens taken now have been refilled."""
        return self.limit.period * self.cost / self.limit.burst


class BucketsUnavailable(Exception):
    """The shared buckets do not answer."""


class SharedBuckets(Protocol):
    """Token buckets that several processes share. Calls may block; one thread makes them all.

    Each call may raise `BucketsUnavailable`.
    """

    def charge(self, charges: Sequence[Charge], /) -> list[float]:
        """Take all of the charges, or none: the seconds to wait for each, 0 where it fits."""

    def prune(self) -> None:
        """Forget keys whose buckets are full."""

    def close(self) -> None:
        """Close the connection."""


def wait(tat: float, now: float, charge: Charge) -> float:
    """Seconds until a charge fits; 0 or less if it does now.

    `tat`, the theoretical arrival time of GCRA, is when the bucket is full.
    """
    return max(tat, now) + charge.increment - charge.limit.period - now


class KeyedBuckets:
    """The buckets of one process."""

    def __init__(self, clock: Callable[[], float] = monotonic, max_keys: int = MAX_KEYS) -> None:
        self._clock = clock
        self._max_keys = max_keys
        self._tats: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._tats)

    def charge(self, charges: Sequence[Charge]) -> list[float]:
        """Take all of the charges, or none: the seconds to wait for each, 0 where it fits."""
        now = self._clock()
        waits = [max(0.0, wait(self._tats.get(one.key, now), now, one)) for one in charges]
        if not any(waits):
            for one in charges:
                self._tats[one.key] = max(self._tats.get(one.key, now), now) + one.increment
            if len(self._tats) > self._max_keys:
                self._prune(now)
        return waits

    def _prune(self, now: float) -> None:
        """Forget full buckets; if that is not enough, also the half that will be full soonest."""
        used = {key: tat for key, tat in self._tats.items() if tat > now}
        if len(used) > self._max_keys // 2:
            kept = sorted(used, key=used.__getitem__)[-(self._max_keys // 2) :]
            used = {key: used[key] for key in kept}
        self._tats = used
