"""Workers on other machines: a Dask cluster (extra `cluster`)."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from tamaya import __version__
from tamaya.arena.games import Chunk, Report, play_chunk

PATIENCE = 20.0  # seconds for the cluster to answer
GONE = "the scheduler of the cluster is gone"
LEAST_ROOM = 64  # chunks, so that workers that come later find work


class ClusterError(Exception):
    """A cluster that cannot be used, and why."""


class Cluster:
    """The workers of a cluster."""

    def __init__(self, client: Any, workers: Executor) -> None:
        self.jobs = max(1, sum(client.ncores().values()))
        self.room = max(LEAST_ROOM, 4 * self.jobs)
        self._client = client
        self._workers = workers

    def submit(self, chunk: Chunk) -> "Future[Report]":
        """Have a worker play it."""
        try:
            return self._workers.submit(play_chunk, chunk)
        except Exception as error:
            raise ClusterError(GONE) from error

    def check(self) -> None:
        """See that its scheduler is still there."""
        if self._client.status == "closed":
            raise ClusterError(GONE)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is at this address."""
    try:
        distributed: Any = import_module("distributed")  # an extra
    except ImportError as missing:
        raise ClusterError("a cluster needs Dask: pip install 'tamaya[cluster]'") from missing
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said in one line
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}") from error
    with client:
        workers = client.get_executor(pure=False)
        _check(workers)
        try:
            yield Cluster(client, workers)
        finally:
            with suppress(Exception):  # it may be gone
                workers.shutdown(wait=False)


def _check(workers: Executor) -> None:
    """See that there are workers, and that they play as we do."""
    try:
        theirs = workers.submit(_version).result(PATIENCE)
    except TimeoutError as error:
        raise ClusterError(f"no worker of the cluster answers within {PATIENCE:g} s") from error
    except Exception as error:
        raise ClusterError(f"the workers cannot run tamaya: {error}") from error
    if theirs != __version__:
        raise ClusterError(f"the workers have tamaya {theirs}, this is {__version__}")


def _version() -> str:
    return __version__
