"""Bots in worker processes, with the same limits wherever people wait for a move."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from tamaya.worker_pool import WorkerPool

T = TypeVar("T")
FALLBACK_BOT = "cautious"  # plays on for a bot that fails or takes too long
MOVE_TIME_LIMIT = 30.0  # seconds
MOVE_TRIES = 2  # a process may be killed while a bot thinks there, and the bot be blameless


def submit_move(
    pool: WorkerPool, task: Callable[..., T], *args: Any, time_limit: float = MOVE_TIME_LIMIT
) -> "Future[T]":
    """Have a worker run a task in which a bot chooses a move.

    The future holds the result or a `TaskError`: the bot failed or took too long, or its process
    died.
    """
    return pool.submit(task, *args, time_limit=time_limit, tries=MOVE_TRIES)
