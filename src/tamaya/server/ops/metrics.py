"""Metrics for Prometheus. They contain numbers only: no names, no addresses."""

import asyncio
import os
import re
from collections.abc import Sized
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import REGISTRY
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where the processes of one machine share their metrics
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SHORT_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
COUNT_EVERY = 1.0  # seconds; any process shows the numbers of all
LONG_BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

TABLES = Gauge(
    "tamaya_tables", "Tables in memory, in each process that has them", multiprocess_mode="livesum"
)
CONNECTIONS = Gauge("tamaya_connections", "Open sockets", multiprocess_mode="livesum")
MESSAGES = Histogram(
    "tamaya_message_seconds", "From a message to its commit", ["type"], buckets=SHORT_BUCKETS
)
REFUSED = Counter("tamaya_refused", "Messages that changed nothing", ["reason"])
LIMITED = Counter(
    "tamaya_limited", "What a limit was in the way of, by kind and whose limit", ["kind", "by"]
)
SLOW = Counter("tamaya_slow_senders", "Connections that sent too slowly", ["waited_for"])
COMMITS = Histogram("tamaya_commit_seconds", "A commit to the database", buckets=SHORT_BUCKETS)
COMMITTED = Counter("tamaya_committed_calls", "What was written in those commits")
WRITE_FAILURES = Counter("tamaya_write_failures", "What could not be written to the database")
DAMAGED = Counter("tamaya_damaged_tables", "Tables whose log could not be read")
DAMAGED_GAMES = Counter("tamaya_damaged_games", "Games whose record could not be read")
BOT_SECONDS = Histogram(
    "tamaya_bot_seconds", "Until a bot had its move", ["bot"], buckets=LONG_BUCKETS
)


def record_commit(seconds: float, calls: int) -> None:
    """Record a commit of the store, which may hold several calls."""
    COMMITS.observe(seconds)
    COMMITTED.inc(calls)


async def count_tables(tables: Sized) -> None:
    """Update the number of tables of this process again and again, until cancelled."""
    while True:
        TABLES.set(len(tables))
        await asyncio.sleep(COUNT_EVERY)


def _remove_dead_processes(folder: Path) -> None:
    """Remove the gauges of processes that were killed."""
    if os.name != "posix":  # `os.kill` ends processes elsewhere
        return
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(re.findall(r"\d+", file.stem)[-1])
        try:
            os.kill(pid, 0)  # signal 0 only checks that the process exists
        except (ProcessLookupError, PermissionError):  # gone, or the id is in use by another user
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]  # theirs


async def metrics_endpoint(request: Request) -> Response:
    """Answer with all metrics as text."""
    TABLES.set(len(request.app.state.tables.live))
    registry = REGISTRY
    if FOLDER in os.environ:
        _remove_dead_processes(Path(os.environ[FOLDER]))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # theirs
    return Response(generate_latest(registry), media_type=CONTENT_TYPE)


ROUTES: list[BaseRoute] = [Route("/metrics", metrics_endpoint)]
