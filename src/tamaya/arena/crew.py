"""Who does the work: this process, or processes beside it. A dead one is replaced."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Protocol

from tamaya.arena.games import Chunk, Report, play_chunk


class Crew(Protocol):
    """Takes chunks and gives reports, in any order."""

    @property
    def jobs(self) -> int:
        """How many chunks are played at the same time."""
        ...

    @property
    def room(self) -> int:
        """How many chunks are handed over at a time, so that nobody waits for the next."""
        ...

    def submit(self, chunk: Chunk) -> "Future[Report]":
        """Have a chunk played."""
        ...

    def check(self) -> None:
        """Raise an error if nothing will come back any more."""
        ...


class Alone:
    """This process, one chunk at a time."""

    jobs = room = 1

    def submit(self, chunk: Chunk) -> "Future[Report]":
        """Play it now."""
        future: Future[Report] = Future()
        future.set_result(play_chunk(chunk))
        return future

    def check(self) -> None:
        """All is done already."""


class Processes:
    """Processes beside this one."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.room = 2 * jobs
        self._others = set(active_children())
        self._pool = self._new()

    def submit(self, chunk: Chunk) -> "Future[Report]":
        """Have a process play it; if one has died, and the pool with it, make a new pool."""
        with _no_interrupts():
            try:
                return self._pool.submit(play_chunk, chunk)
            except BrokenExecutor:
                self._pool = self._new()
                return self._pool.submit(play_chunk, chunk)

    def check(self) -> None:
        """What dies here is noticed without looking."""

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - self._others:
            process.terminate()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, get_context("spawn"), initializer=_settle)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal, but is for the first: those begun here are deaf.

    One that comes meanwhile is not lost: it waits until the end of this.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle() -> None:
    """In a new process: leave Ctrl-C to the first one, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    first = parent_process()

    def watch() -> None:
        if first is not None:
            first.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def processes(jobs: int) -> Iterator[Alone | Processes]:
    """So many processes; a single one is this one."""
    if jobs == 1:
        yield Alone()
        return
    crew = Processes(jobs)
    try:
        yield crew
    finally:
        crew.close()
