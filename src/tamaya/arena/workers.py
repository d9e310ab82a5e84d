"""Where games are played: in this process, or in worker processes."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Protocol

from tamaya.arena.games import ChunkReport, GameChunk, play_chunk
from tamaya.worker_pool import WorkerPool


class GameWorkers(Protocol):
    """Takes chunks and gives reports, in any order."""

    @property
    def jobs(self) -> int:
        """How many chunks are played at the same time."""
        ...

    @property
    def queue_size(self) -> int:
        """How many chunks are submitted at a time, so that no worker waits for the next."""
        ...

    def submit(self, chunk: GameChunk) -> "Future[ChunkReport]":
        """Have a chunk played."""
        ...

    def check(self) -> None:
        """Raise an error if no report will come any more."""
        ...


class InProcessWorkers:
    """This process, one chunk at a time."""

    jobs = queue_size = 1

    def submit(self, chunk: GameChunk) -> "Future[ChunkReport]":
        """Play the chunk now."""
        future: Future[ChunkReport] = Future()
        future.set_result(play_chunk(chunk))
        return future

    def check(self) -> None:
        """Do nothing: every report is there at once."""


class ProcessWorkers:
    """Worker processes. A bot may think as long as it likes: research bots search for minutes."""

    def __init__(self, pool: WorkerPool) -> None:
        self.jobs = pool.processes
        self.queue_size = 2 * self.jobs
        self._pool = pool

    def submit(self, chunk: GameChunk) -> "Future[ChunkReport]":
        """Have a process play the chunk."""
        return self._pool.submit(play_chunk, chunk)

    def check(self) -> None:
        """Do nothing: a process that dies fails its chunk."""


@contextmanager
def open_workers(jobs: int) -> Iterator[InProcessWorkers | ProcessWorkers]:
    """So many worker processes; a single job is done in this process."""
    if jobs == 1:
        yield InProcessWorkers()
        return
    with WorkerPool(jobs) as pool:
        yield ProcessWorkers(pool)
