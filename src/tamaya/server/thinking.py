"""Where bots think: processes beside the server, one thought at a time in each."""

import asyncio
import faulthandler
import logging
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from multiprocessing import get_context, parent_process

import msgspec

from tamaya.bots import make
from tamaya.rules import View
from tamaya.server import wire

PATIENCE = 30.0  # seconds that a bot may think
TRIES = 2  # a process may be killed while a bot thinks there, and the bot be blameless
log = logging.getLogger(__name__)
Thought = tuple[wire.Action, wire.Why | None]  # what a bot does, and why


def think(bot: str, seed: int, seen: View) -> Thought:
    """A bot's move as it travels; nonsense fails here."""
    move = make(bot, seed).act(seen)
    why = None if move.why is None else msgspec.convert(asdict(move.why), wire.Why)
    return wire.from_rules(move.action), why


def _think_in_time(patience: float, bot: str, seed: int, seen: View) -> Thought:
    """Think, or end this process, wherever the bot may hang, and say where."""
    faulthandler.dump_traceback_later(patience, exit=True)
    try:
        return think(bot, seed, seen)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_with_the_server() -> None:
    """In a thinker's process: do not outlive a server that was killed."""
    server = parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=_end_with_the_server)


class Thinkers:
    """A few processes for the thoughts of all bots; whoever comes when all are busy waits."""

    def __init__(self, processes: int = 1, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._processes = [_process() for _ in range(processes)]
        self._idle = asyncio.Queue[ProcessPoolExecutor]()
        for process in self._processes:
            self._idle.put_nowait(process)

    async def think(self, bot: str, seed: int, seen: View) -> Thought | None:
        """What a bot wants to do; nothing if it fails or thinks too long."""
        for _ in range(TRIES):
            process = await self._idle.get()
            began = time.monotonic()
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    process, _think_in_time, self.patience, bot, seed, seen
                )
            except BrokenProcessPool:
                process = self._replaced(process)
                if time.monotonic() - began >= self.patience:
                    log.warning("bot %s thinks too long", bot)
                    return None
            except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
                log.warning("bot %s failed: %s", bot, type(error).__name__)  # it knows hands
                return None
            finally:
                self._idle.put_nowait(process)
        return None

    def _replaced(self, ended: ProcessPoolExecutor) -> ProcessPoolExecutor:
        process = _process()
        self._processes[self._processes.index(ended)] = process
        return process

    def close(self) -> None:
        """Think no more."""
        for process in self._processes:
            process.shutdown(wait=False, cancel_futures=True)
