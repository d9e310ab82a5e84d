"""Bots choose their moves in worker processes; tables that wait for one are served fairly."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import asdict

import msgspec

from tamaya.bots import UnknownBot, find_bot, make
from tamaya.bots.bot_tasks import MOVE_TIME_LIMIT, submit_move
from tamaya.rules import View
from tamaya.server.limits.fair_queue import FairQueue, Priority, Share
from tamaya.server.room import wire
from tamaya.worker_pool import TaskError, TaskFailed, TaskTimedOut, WorkerDied, WorkerPool

PROCESSES = 2  # a bot that hangs leaves another process; each starts when it is first needed
SLOW_PROCESSES = 1  # for bots that think for seconds
SLOW_NICENESS = 10  # so that everything else goes first
UNKNOWN = Share(Priority.SEATED, "", "", "")  # where visitors are not told apart
log = logging.getLogger(__name__)
BotMove = tuple[wire.Action, wire.MoveReason | None]  # an action, and the bot's own explanation
Turn = asyncio.Future[Share]  # resolved, with the share it then counts towards, when it may run


def compute_move(bot: str, seed: int, view: View) -> BotMove:
    """Return a bot's move in the form of the wire; an invalid move raises an exception."""
    move = make(bot, seed).act(view)
    own = None if move.why is None else asdict(move.why) | {"secret": True}
    why = None if own is None else msgspec.convert(own, wire.MoveReason)
    return wire.from_rules(move.action), why


def is_slow(bot: str) -> bool:
    """Whether a bot thinks for seconds; a bot that does not exist does not."""
    try:
        return find_bot(bot).slow
    except UnknownBot:
        return False


class BotWorkers:
    """Worker processes for all bots: slow ones have a process of their own, which yields to all."""

    def __init__(self, processes: int = PROCESSES, time_limit: float = MOVE_TIME_LIMIT) -> None:
        self.quick = BotQueue(WorkerPool(processes), time_limit)
        self.slow = BotQueue(WorkerPool(SLOW_PROCESSES, SLOW_NICENESS), time_limit)

    async def choose_move(
        self, bot: str, seed: int, view: View, share: Share = UNKNOWN
    ) -> BotMove | None:
        """Return a bot's move; None if the bot fails, takes too long, or its process dies."""
        queue = self.slow if is_slow(bot) else self.quick
        return await queue.choose_move(bot, seed, view, share)

    def move_share(self, before: Share, now: Share) -> None:
        """Let requests that wait under one share count towards another from now on."""
        self.quick.move_share(before, now)
        self.slow.move_share(before, now)

    def close(self) -> None:
        """End the processes at once, whatever they are doing."""
        self.quick.close()
        self.slow.close()


class BotQueue:
    """A few worker processes, and a fair queue in front of them."""

    def __init__(self, pool: WorkerPool, time_limit: float) -> None:
        self.time_limit = time_limit
        self.pool = pool
        self._not_started = pool.processes
        self._idle = 0  # processes that are running and have nothing to do
        self._starting: asyncio.Task[None] | None = None
        self._queue = FairQueue[Turn](per_address=max(1, pool.processes - 1))

    async def choose_move(self, bot: str, seed: int, view: View, share: Share) -> BotMove | None:
        """Return a bot's move; None if the bot fails, takes too long, or its process dies."""
        share = await self._next_turn(share)  # it may have been moved to another share
        process_is_running = True
        try:
            chosen = submit_move(
                self.pool, compute_move, bot, seed, view, time_limit=self.time_limit
            )
            return await asyncio.wrap_future(chosen)
        except TaskTimedOut as late:
            process_is_running = False
            log.warning("bot %s thinks too long: %s", bot, late.place)
        except WorkerDied:
            process_is_running = False
        except TaskFailed as failure:  # its message could reveal hands
            log.warning("bot %s failed: %s", bot, failure.error_type)
        finally:
            self._release(share, is_running=process_is_running)
        return None

    def move_share(self, before: Share, now: Share) -> None:
        """Let requests that wait under one share count towards another from now on."""
        self._queue.move(before, now)
        self._hand_out_turns()

    def close(self) -> None:
        """End the processes at once, whatever they are doing."""
        if self._starting is not None:
            self._starting.cancel()
        self.pool.close()

    async def _next_turn(self, share: Share) -> Share:
        """Wait for a process that has nothing to do."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._queue.put(turn, share)
        self._hand_out_turns()
        try:
            return await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had just been handed out
                self._release(turn.result(), is_running=True)
            raise

    def _hand_out_turns(self) -> None:
        while self._idle and (taken := self._queue.take()) is not None:
            turn, share = taken
            if turn.cancelled():
                self._queue.done(share)
            else:
                self._idle -= 1
                turn.set_result(share)
        if self._not_started and self._starting is None and self._queue.has_next():
            self._not_started -= 1
            self._starting = asyncio.create_task(self._start_process())

    async def _start_process(self) -> None:
        """Start a process. Meanwhile, requests that wait may get another one that becomes idle."""
        try:
            with suppress(TaskError):  # the request that uses it will start it again
                await asyncio.wrap_future(self.pool.warm_up())
        finally:
            self._starting = None
        self._idle += 1
        self._hand_out_turns()

    def _release(self, share: Share, *, is_running: bool) -> None:
        self._queue.done(share)
        if is_running:
            self._idle += 1
        else:
            self._not_started += 1
        self._hand_out_turns()
