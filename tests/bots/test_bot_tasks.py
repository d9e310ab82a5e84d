"""Bots in worker processes: the limits that hold wherever people wait for a move."""

import os
import time

import pytest

from tamaya.bots.bot_tasks import FALLBACK_BOT, MOVE_TRIES, submit_move
from tamaya.bots.registry import BOTS
from tamaya.worker_pool import TaskTimedOut, WorkerDied, WorkerPool

SOON = 15.0  # seconds, on a busy machine


def test_a_bot_that_takes_too_long_is_given_up_at_once() -> None:
    with WorkerPool(1) as pool:
        with pytest.raises(TaskTimedOut):
            submit_move(pool, time.sleep, 60, time_limit=0.2).result(SOON)
        assert submit_move(pool, int, "7").result(SOON) == 7


def test_a_bot_whose_process_dies_is_tried_again_then_given_up() -> None:
    assert MOVE_TRIES > 1
    with WorkerPool(1) as pool, pytest.raises(WorkerDied):
        submit_move(pool, os._exit, 1).result(SOON)


def test_the_bot_that_plays_on_is_bundled() -> None:
    assert FALLBACK_BOT in BOTS
