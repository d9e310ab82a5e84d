"""Workers on other machines: a Dask cluster (extra `cluster`)."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from tamaya import __version__
from tamaya.arena.games import ChunkReport, GameChunk, play_chunk

TIMEOUT = 20.0  # seconds for the cluster to answer
GONE = "the scheduler of the cluster is gone"
LEAST_QUEUE = 64  # chunks, so that workers that join later find work


class ClusterError(Exception):
    """The cluster cannot be used."""


class DaskWorkers:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, workers: Executor) -> None:
        self.jobs = max(1, sum(client.ncores().values()))
        self.queue_size = max(LEAST_QUEUE, 4 * self.jobs)
        self._client = client
        self._workers = workers

    def submit(self, chunk: GameChunk) -> "Future[ChunkReport]":
        """Have a worker play the chunk."""
        try:
            return self._workers.submit(play_chunk, chunk)
        except Exception as error:
            raise ClusterError(GONE) from error

    def check(self) -> None:
        """Check that the scheduler is still there."""
        if self._client.status == "closed":
            raise ClusterError(GONE)


@contextmanager
def open_dask_workers(address: str) -> Iterator[DaskWorkers]:
    """The workers of the cluster whose scheduler is at this address."""
    try:
        distributed: Any = import_module("distributed")  # an extra
    except ImportError as missing:
        raise ClusterError("a cluster needs Dask: pip install 'tamaya[cluster]'") from missing
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are reported in one line
    try:
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}") from error
    with client:
        workers = client.get_executor(pure=False)
        _check(workers)
        try:
            yield DaskWorkers(client, workers)
        finally:
            with suppress(Exception):  # it may be gone
                workers.shutdown(wait=False)


def _check(workers: Executor) -> None:
    """Check that there are workers, and that they have this version."""
    try:
        theirs = workers.submit(_version).result(TIMEOUT)
    except TimeoutError as error:
        raise ClusterError(f"no worker of the cluster answers within {TIMEOUT:g} s") from error
    except Exception as error:
        raise ClusterError(f"the workers cannot run tamaya: {error}") from error
    if theirs != __version__:
        raise ClusterError(f"the workers have tamaya {theirs}, this is {__version__}")


def _version() -> str:
    return __version__
