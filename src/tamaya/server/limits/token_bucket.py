"""One token bucket, for what a single connection may send."""

from collections.abc import Callable
from time import monotonic


class TokenBucket:
    """Holds up to `burst` tokens and is refilled at `per_second`."""

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self.burst = burst
        self.per_second = per_second
        self._clock = clock
        self._tokens = burst
        self._refilled_at = clock()

    def take(self) -> bool:
        """Take one token; false if there is none."""
        now = self._clock()
        refill = (now - self._refilled_at) * self.per_second
        self._tokens, self._refilled_at = min(self.burst, self._tokens + refill), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
