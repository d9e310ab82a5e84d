"""Long work in one thread, in turn between the clients that ask for it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from tamaya.server.limits.fair_queue import FairQueue, Priority, Share
from tamaya.server.ops import metrics

T = TypeVar("T")
MOST_OF_CLIENT = 60  # pieces of work of one client that wait: a school class at one replay
MOST = 2000  # that wait in all

Work = tuple[Callable[[], Any], asyncio.Future[Any]]


class QueueFull(Exception):
    """Too much waits already."""

    def __init__(self, queue: str, by: str) -> None:
        super().__init__(f"too much waits for {queue}")
        metrics.LIMITED.labels(f"{queue}-queue", by).inc()


class FairThread:
    """One thread, and two lanes that wait for it: what is urgent comes before all that is not."""

    def __init__(self, name: str, most_of_client: int = MOST_OF_CLIENT, most: int = MOST) -> None:
        self.name = name
        self.most_of_client = most_of_client
        self.most = most
        self._queue = FairQueue[Work]()
        self._waiting = Counter[Share]()
        self._in_lane = Counter[Priority]()
        self._thread = ThreadPoolExecutor(1, name)
        self._busy = False

    @property
    def waiting(self) -> int:
        """How many pieces of work wait."""
        return self._in_lane.total()

    async def run(self, client: str, work: Callable[[], T], *, urgent: bool = False) -> T:
        """What the work came to, once it was this client's turn.

        `QueueFull` if this client, or everybody together, has too much waiting.
        """
        share = Share(Priority.SEATED if urgent else Priority.WATCHED, client, client, "")
        if self._waiting[share] >= self.most_of_client:
            raise QueueFull(self.name, "address")
        if self._in_lane[share.priority] >= self.most:
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
            if done.cancelled():  # nobody waits for it any more
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
