"""A fair queue: many requests of one visitor delay that visitor, and nobody else."""

from collections import Counter
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")
Value = TypeVar("Value")


class Priority(IntEnum):
    """The urgency of work for a table; the lowest number comes first."""

    SEATED = 1  # a seated player is present
    WATCHED = 2  # only onlookers are present
    DESERTED = 3  # nobody is present


class Share(NamedTuple):
    """The address, visitor and table that a job counts towards."""

    priority: Priority
    address: str
    visitor: str
    table: str


class FairQueue(Generic[Job]):
    """Hierarchical round robin: by priority, then by address, by visitor and by table.

    At most `per_address` jobs of one address run at a time, and `per_visitor` of one visitor: slow
    jobs delay only their own share.
    """

    def __init__(self, per_visitor: int = 1, per_address: int = 1) -> None:
        self.per_visitor = per_visitor
        self.per_address = per_address
        # by priority, address, visitor and table, each in the order of turns
        self._waiting: dict[Priority, dict[str, dict[str, dict[str, list[Job]]]]] = {}
        self._at_address = Counter[str]()  # running jobs
        self._of_visitor = Counter[str]()

    def put(self, job: Job, share: Share) -> None:
        """Add a job."""
        visitors = self._waiting.setdefault(share.priority, {}).setdefault(share.address, {})
        visitors.setdefault(share.visitor, {}).setdefault(share.table, []).append(job)

    def take(self) -> tuple[Job, Share] | None:
        """Remove and return the next job; it counts as running until `done` is called."""
        share = self._next()
        if share is None:
            return None
        job = self._jobs(share)[0]
        self.drop(job, share)
        addresses = self._waiting.get(share.priority, {})
        _move_to_end(addresses.get(share.address, {}).get(share.visitor, {}), share.table)
        _move_to_end(addresses.get(share.address, {}), share.visitor)
        _move_to_end(addresses, share.address)
        self._at_address[share.address] += 1
        self._of_visitor[share.visitor] += 1
        return job, share

    def has_next(self) -> bool:
        """Return whether there is a job that may be taken now."""
        return self._next() is not None

    def _next(self) -> Share | None:
        for priority in sorted(self._waiting):
            for address, visitors in self._waiting[priority].items():
                if self._at_address[address] >= self.per_address:
                    continue
                for visitor, tables in visitors.items():
                    if self._of_visitor[visitor] < self.per_visitor:
                        return Share(priority, address, visitor, next(iter(tables)))
        return None

    def done(self, share: Share) -> None:
        """Note that a job of this share is no longer running."""
        for counter, key in ((self._at_address, share.address), (self._of_visitor, share.visitor)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    def move(self, before: Share, now: Share) -> None:
        """Let waiting jobs of one share count towards another from now on."""
        if before != now:
            for job in list(self._jobs(before)):
                self.drop(job, before)
                self.put(job, now)

    def drop(self, job: Job, share: Share) -> bool:
        """Remove a waiting job of this share; return whether there was one."""
        jobs = self._jobs(share)
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            addresses = self._waiting[share.priority]
            visitors = addresses[share.address]
            del visitors[share.visitor][share.table]
            if not visitors[share.visitor]:
                del visitors[share.visitor]
            if not visitors:
                del addresses[share.address]
            if not addresses:
                del self._waiting[share.priority]
        return True

    def _jobs(self, share: Share) -> list[Job]:
        visitors = self._waiting.get(share.priority, {}).get(share.address, {})
        return visitors.get(share.visitor, {}).get(share.table, [])


def _move_to_end(turns: dict[str, Value], key: str) -> None:
    """Move a key that had its turn behind all others, if it has more jobs."""
    if key in turns:
        turns[key] = turns.pop(key)
