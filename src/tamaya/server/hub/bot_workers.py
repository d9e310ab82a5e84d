"""Where bots think: processes beside the server, one thought at a time in each."""

import asyncio
import faulthandler
import gc
import logging
import os
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, TextIO

import msgspec

from tamaya.bots import make
from tamaya.rules import View
from tamaya.server.limits.fair_queue import FairQueue, Priority, Share
from tamaya.server.room import wire

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PATIENCE = 30.0  # seconds that a bot may think
ENDING = 1.0  # seconds for all of them to end
PROCESSES = 2  # one bot that hangs leaves another process; each starts when it is first needed
TRIES = 2  # a process may be killed while a bot thinks there, and the bot be blameless
UNKNOWN = Share(Priority.SEATED, "", "", "")  # where nobody is told apart
log = logging.getLogger(__name__)
BotMove = tuple[wire.Action, wire.MoveReason | None]  # what a bot does, and why


def choose_move(bot: str, seed: int, seen: View) -> BotMove:
    """A bot's move as it travels; nonsense fails here."""
    move = make(bot, seed).act(seen)
    own = None if move.why is None else asdict(move.why) | {"secret": True}
    why = None if own is None else msgspec.convert(own, wire.MoveReason)
    return wire.from_rules(move.action), why


def _think_in_time(patience: float, bot: str, seed: int, seen: View) -> BotMove:
    """Think, or end this process, wherever the bot may hang, and note where."""
    faulthandler.dump_traceback_later(patience, exit=True, file=_note)
    try:
        return choose_move(bot, seed, seen)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _nothing() -> None:
    """What a process does that is only to be started."""


_note: int | TextIO = sys.stderr  # in a thinker's process


def _prepare(note: "Connection[bytes, bytes]") -> None:
    """In a thinker's process: know the way out, and do not outlive a server that was killed."""
    global _note  # noqa: PLW0603 - there is one thinker in a process
    if os.name == "posix":  # elsewhere a pipe is no file
        _note = os.dup(note.fileno())
    server = parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class _Thinker:
    """One process for thoughts, and a pipe through which it says where it hung."""

    def __init__(self) -> None:
        way = get_context("spawn")
        self.used = False  # whether its process was started
        self._said, self._says = way.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(1, way, initializer=_prepare, initargs=(self._says,))

    def where(self) -> str:
        """Where it hung, in one line: the innermost place of its main thread."""
        told = os.read(self._said.fileno(), 1 << 16).decode() if self._said.poll() else ""
        places = told.rpartition("Thread ")[2].splitlines()
        return next((line.strip() for line in places if line.startswith("  File")), "somewhere")

    def close(self, *, wait: bool = False) -> None:
        """Think no more, and perhaps wait until the process has ended."""
        self.pool.shutdown(wait, cancel_futures=True)
        self._said.close()
        self._says.close()


Turn = asyncio.Future[tuple[_Thinker, Share]]


class BotWorkers:
    """A few processes for the thoughts of all bots; who waits for one is served fairly."""

    def __init__(self, processes: int = PROCESSES, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._thinkers = {_Thinker() for _ in range(processes)}
        self._unused = list(self._thinkers)  # their processes have yet to be started
        self._starting = set[asyncio.Task[None]]()
        self._idle = list[_Thinker]()
        self._queue = FairQueue[Turn](per_address=max(1, processes - 1))

    async def think(
        self, bot: str, seed: int, seen: View, share: Share = UNKNOWN
    ) -> BotMove | None:
        """What a bot wants to do; nothing if it fails or thinks too long."""
        for _ in range(TRIES):
            thinker, share = await self._turn(share)  # where it has come to count meanwhile
            began = time.monotonic()
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    thinker.pool, _think_in_time, self.patience, bot, seed, seen
                )
            except BrokenProcessPool:
                where, thinker = thinker.where(), self._replaced(thinker)
                if time.monotonic() - began >= self.patience:
                    log.warning("bot %s thinks too long: %s", bot, where)
                    return None
            except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
                log.warning("bot %s failed: %s", bot, type(error).__name__)  # it knows hands
                return None
            finally:
                self._release(thinker, share)
        return None

    def move(self, before: Share, now: Share) -> None:
        """A thought that waits counts towards another share from now on."""
        self._queue.move(before, now)
        self._hand_out()

    async def _turn(self, share: Share) -> tuple[_Thinker, Share]:
        """Wait for a process that has nothing to do."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._queue.put(turn, share)
        self._hand_out()
        try:
            return await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had just come
                self._release(*turn.result())
            raise

    def _hand_out(self) -> None:
        while self._idle and (taken := self._queue.take()) is not None:
            turn, share = taken
            if turn.cancelled():
                self._queue.done(share)
            else:
                turn.set_result((self._idle.pop(), share))
        if self._unused and not self._starting and self._queue.has_next():
            task = asyncio.create_task(self._start(self._unused.pop()))
            self._starting.add(task)

    async def _start(self, thinker: _Thinker) -> None:
        """Start a process; whoever waits takes the first that is free, this one or another."""
        thinker.used = True
        try:
            with suppress(BrokenProcessPool):  # it breaks again when it is used, and is replaced
                await asyncio.get_running_loop().run_in_executor(thinker.pool, _nothing)
        finally:
            self._starting.clear()
        if thinker in self._thinkers:
            self._idle.append(thinker)
            self._hand_out()

    def _release(self, thinker: _Thinker, share: Share) -> None:
        self._queue.done(share)
        if thinker in self._thinkers:  # nobody has closed it
            (self._idle if thinker.used else self._unused).append(thinker)
            self._hand_out()

    def _replaced(self, ended: _Thinker) -> _Thinker:
        ended.close()
        thinker = _Thinker()
        self._thinkers = self._thinkers - {ended} | {thinker}
        return thinker

    def close(self) -> None:
        """Think no more; who is idle is gone at once, and nothing of the system is left behind."""
        ways = [partial(thinker.close, wait=True) for thinker in self._thinkers]
        closing = [threading.Thread(target=way, daemon=True) for way in ways]
        for one in closing:
            one.start()
        for one in closing:
            one.join(ENDING / len(closing))
        del ways, closing
        for task in self._starting:
            task.cancel()
        self._thinkers, self._idle, self._unused = set(), [], []
        gc.collect()  # their semaphores are known to the system until then
