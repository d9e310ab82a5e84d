"""Rate limits by visitor and by network address, counted by all processes together.

Over SQLite one process serves everybody and counts in memory. Processes that share PostgreSQL
count in its table `quotas`, under digests: no address is stored. If the database does not answer,
each process counts for itself until it does: limits are then too generous rather than too strict,
and requests that need the database fail anyway.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b

from tamaya.server.limits.rate_limits import (
    DAY,
    HOUR,
    BucketsUnavailable,
    Charge,
    KeyedBuckets,
    RateLimit,
    SharedBuckets,
)
from tamaya.server.ops import metrics
from tamaya.server.room.refusals import Refusal

MEGABYTE = 1_000_000
ANSWER_WITHIN = 1.0  # seconds for the database; then this process counts alone
PRUNE_EVERY = 600.0  # seconds
LEASE = 20  # requests of a frequent kind that are charged for at once
MAX_LEASES = 10_000  # remembered at once
REPORTED = 8  # new sockets of a visitor or an address after which other processes are told
SocketReport = Callable[[dict[str, int]], None]


@dataclass(frozen=True, slots=True)
class Quota:
    """A kind of request and its limits; None means no limit."""

    kind: str
    visitor: RateLimit | None
    address: RateLimit | None  # a school class behind one router stays well below


NEW_VISITORS = Quota("new-visitors", None, RateLimit(500, HOUR))
OPENED_TABLES = Quota("tables", RateLimit(200, HOUR), RateLimit(600, HOUR))
UPLOADS = Quota("uploads", RateLimit(10, HOUR), RateLimit(100, HOUR))
UPLOADED_BYTES = Quota("upload-bytes", RateLimit(5 * MEGABYTE, DAY), RateLimit(20 * MEGABYTE, DAY))
READS = Quota("reads", RateLimit(100, 100.0), RateLimit(600, 100.0))  # replays: /steps and /file
REQUESTS = Quota("requests", RateLimit(60, 60.0), RateLimit(1200, 60.0))  # that change something
PASSWORD_TRIES = Quota("passwords", RateLimit(10, 100.0), RateLimit(60, 300.0))  # at one table
PASSWORDS_SET = Quota("passwords-set", RateLimit(10, 20.0), None)  # at one table
LINKS = Quota("links", RateLimit(20, HOUR), None)  # each may bring a device that is remembered
WRITES = Quota("writes", None, RateLimit(36_000, HOUR))  # messages to tables: moves, talk, notes
# for programs that speak hanab.live's protocol
PROGRAMS_TABLES = Quota(OPENED_TABLES.kind, RateLimit(20, 200.0), OPENED_TABLES.address)
LOGINS = Quota("logins", None, RateLimit(60, 60.0))
WRONG_LOGINS = Quota("wrong-logins", RateLimit(10, 100.0), None)  # for one name from one address
NEW_ACCOUNTS = Quota("new-accounts", None, RateLimit(30, 3000.0))
SOCKETS, SOCKETS_OF_ADDRESS = 40, 400  # open at once


class LimitExceeded(Refusal):
    """A limit has been reached; each one that is raised is counted."""

    def __init__(self, kind: str, by: str, seconds: float) -> None:
        words = "that was too much at once; try again later"
        super().__init__("too-much", words, status=429, retry_after=max(1, math.ceil(seconds)))
        metrics.LIMITED.labels(kind, by).inc()


class Quotas:
    """The limits of one server."""

    def __init__(
        self,
        key: bytes = b"",
        *,
        address_factor: float = 1.0,
        shared: SharedBuckets | None = None,
        report_sockets: SocketReport | None = None,
    ) -> None:
        """`address_factor` scales all limits by address; 0 switches them off.

        `report_sockets` is called with the counts of those who have opened many more sockets.
        """
        self.sockets = OpenSockets(address_factor, report_sockets)
        self._key = key
        self._address_factor = address_factor
        self._here = KeyedBuckets()
        self._leases: dict[str, int] = {}  # what is paid for and not used yet, oldest first
        self._shared = shared
        self._thread = ThreadPoolExecutor(1, "quotas")

    async def charge(
        self, quota: Quota, visitor: str | None, address: str, *, cost: float = 1, about: str = ""
    ) -> None:
        """Count a request, in all processes together; `LimitExceeded` if a limit is reached.

        There is a bucket for each `about`, such as a table.
        """
        charges, scopes = self._charges(quota, visitor, address, cost, about)
        _check(quota, scopes, await self._waits(charges))

    async def charge_leased(self, quota: Quota, address: str) -> None:
        """Count a frequent request by address, in all processes together.

        Each process pays for `LEASE` of them at once, so that it rarely has to ask the database.
        Other processes cannot use what it has paid for.
        """
        limit = self._of_address(quota, address)
        if limit is None:
            return
        key, lease = self.digest(quota.kind, address), max(1, min(LEASE, int(limit.burst / 10)))
        if not self._leases.get(key):
            await self.charge(quota, None, address, cost=lease)
            self._leases[key] = self._leases.pop(key, 0) + lease
            if len(self._leases) > MAX_LEASES:
                self._leases.pop(next(iter(self._leases)))
        self._leases[key] -= 1

    async def give_back(self, quota: Quota, visitor: str | None, address: str) -> None:
        """Refund one charge."""
        await self.charge(quota, visitor, address, cost=-1)

    def charge_here(self, quota: Quota, visitor: str | None, address: str) -> None:
        """Count a cheap and frequent request, in this process alone."""
        charges, scopes = self._charges(quota, visitor, address, 1, "")
        _check(quota, scopes, self._here.charge(charges))

    def digest(self, *words: str) -> str:
        """Return a key from which the words cannot be recovered."""
        return blake2b("\0".join(words).encode(), digest_size=16, key=self._key).hexdigest()

    async def prune(self) -> None:
        """Delete keys that are no longer needed, again and again until cancelled."""
        while self._shared is not None:
            await asyncio.sleep(PRUNE_EVERY)
            try:
                await self._prune_in_thread(self._shared)
            except BucketsUnavailable:
                continue  # next time

    def close(self) -> None:
        """Stop counting."""
        self._thread.shutdown(cancel_futures=True)
        if self._shared is not None:
            self._shared.close()

    def _charges(
        self, quota: Quota, visitor: str | None, address: str, cost: float, about: str
    ) -> tuple[list[Charge], list[str]]:
        of_address = self._of_address(quota, address)
        limits = (("visitor", visitor, quota.visitor), ("address", address, of_address))
        found = [
            (scope, Charge(self.digest(quota.kind, scope, name, about), limit, cost))
            for scope, name, limit in limits
            if limit is not None and name
        ]
        return [charge for _, charge in found], [scope for scope, _ in found]

    def _of_address(self, quota: Quota, address: str) -> RateLimit | None:
        if quota.address is None or not address or not self._address_factor:
            return None
        return quota.address.scaled(self._address_factor)

    async def _waits(self, charges: Sequence[Charge]) -> list[float]:
        if self._shared is None:
            return self._here.charge(charges)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await loop.run_in_executor(self._thread, self._shared.charge, charges)
        except (BucketsUnavailable, TimeoutError):
            return self._here.charge(charges)

    async def _prune_in_thread(self, shared: SharedBuckets) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, shared.prune)


def _check(quota: Quota, scopes: Sequence[str], waits: Sequence[float]) -> None:
    seconds, by = max(zip(waits, scopes, strict=True), default=(0.0, ""))
    if seconds > 0:
        raise LimitExceeded(quota.kind, by, seconds)


class OpenSockets:
    """Open sockets by visitor and by address; other processes report theirs."""

    def __init__(
        self, address_factor: float = 1.0, report_more: SocketReport | None = None
    ) -> None:
        self.of_address = SOCKETS_OF_ADDRESS * address_factor or math.inf
        self.here = Counter[str]()
        self.elsewhere: dict[str, dict[str, int]] = {}  # by process
        self._report_more = report_more  # tells other processes who has many more now

    def open(self, visitor: str, address: str) -> None:
        """Count one more; `LimitExceeded` if there are too many. Keys are digests."""
        for key, by, most in ((visitor, "visitor", SOCKETS), (address, "address", self.of_address)):
            if key and self._number(key) >= most:
                raise LimitExceeded("sockets", by, 1)
        keys = [key for key in (visitor, address) if key]
        self.here.update(keys)
        more = {key: self.here[key] for key in keys if not self.here[key] % REPORTED}
        if more and self._report_more is not None:
            self._report_more(more)

    def close(self, visitor: str, address: str) -> None:
        """Count one less."""
        for key in filter(None, (visitor, address)):
            self.here[key] -= 1
            if not self.here[key]:
                del self.here[key]

    def report(self) -> dict[str, int]:
        """What other processes are told: whoever has only a few here counts here alone."""
        return {key: number for key, number in self.here.items() if number >= REPORTED}

    def _number(self, key: str) -> int:
        return self.here[key] + sum(others.get(key, 0) for others in self.elsewhere.values())
