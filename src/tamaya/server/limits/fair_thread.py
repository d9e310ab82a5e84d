"""Slow work in one thread, in turn between the clients that request it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from tamaya.server.limits.fair_queue import FairQueue, Priority, Share
from tamaya.server.ops import metrics

T = TypeVar("T")
MAX_PER_CLIENT = 60  # waiting jobs of one client, such as a school class at one replay
MAX_WAITING = 2000  # waiting jobs in all

Work = tuple[Callable[[], Any], asyncio.Future[Any]]


class QueueFull(Exception):
    """Too many jobs are waiting already."""

    def __init__(self, queue: str, by: str) -> None:
        super().__init__(f"too much waits for {queue}")
        metrics.LIMITED.labels(f"{queue}-queue", by).inc()


class FairThread:
    """One thread with two queues: urgent jobs come before all others."""

    def __init__(
        self, name: str, max_per_client: int = MAX_PER_CLIENT, max_waiting: int = MAX_WAITING
    ) -> None:
        self.name = name
        self.max_per_client = max_per_client
        self.max_waiting = max_waiting
        self._queue = FairQueue[Work]()
        self._waiting = Counter[Share]()
        self._in_lane = Counter[Priority]()
        self._thread = ThreadPoolExecutor(1, name)
        self._busy = False

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return self._in_lane.total()

    async def run(self, client: str, work: Callable[[], T], *, urgent: bool = False) -> T:
        """Run a job when it is this client's turn, and return its result.

        `QueueFull` if too many jobs of this client, or of all together, are waiting.
        """
        share = Share(Priority.SEATED if urgent else Priority.WATCHED, client, client, "")
        if self._waiting[share] >= self.max_per_client:
            raise QueueFull(self.name, "address")
        if self._in_lane[share.priority] >= self.max_waiting:
            raise QueueFull(self.name, "all")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((work, done), share)
        self._count(share, 1)
        self._start_next()
        return await done

    def close(self) -> None:
        """Run nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _count(self, share: Share, more: int) -> None:
        self._in_lane[share.priority] += more
        self._waiting[share] += more
        if not self._waiting[share]:
            del self._waiting[share]

    def _start_next(self) -> None:
        while not self._busy and (taken := self._queue.take()) is not None:
            (work, done), share = taken
            self._count(share, -1)
            if done.cancelled():  # the caller has given up
                self._queue.done(share)
                continue
            self._busy = True
            running = asyncio.get_running_loop().run_in_executor(self._thread, work)
            running.add_done_callback(partial(self._finish, done, share))

    def _finish(self, done: asyncio.Future[Any], share: Share, ran: asyncio.Future[Any]) -> None:
        self._busy = False
        self._queue.done(share)
        if not ran.cancelled() and not done.done():
            error = ran.exception()
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(ran.result())
        self._start_next()
