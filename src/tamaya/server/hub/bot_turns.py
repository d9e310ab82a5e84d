"""Bots at tables: whose turn it is, which process moves for them, and what replaces a bad move."""

import asyncio
from contextlib import suppress

from tamaya.bots.bot_tasks import FALLBACK_BOT
from tamaya.rules import Seat, view
from tamaya.server.hub.bot_workers import BotMove, BotWorkers, is_slow
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.pace import Pace
from tamaya.server.hub.table_loader import DamagedTable
from tamaya.server.hub.table_log import TableLog
from tamaya.server.hub.table_observer import TableObserver
from tamaya.server.ops import metrics
from tamaya.server.room import decisions, log_rows, room
from tamaya.server.room.refusals import Refusal
from tamaya.server.room.room import Room
from tamaya.server.store.engine import StoreError

OTHER_PROCESS_TIMEOUT = 40.0  # seconds; longer than a bot may think, once it has a worker


class BotTurns:
    """Runs a task at each table where a bot of this process is to move."""

    def __init__(
        self, workers: BotWorkers, table_log: TableLog, observer: TableObserver, pace: Pace
    ) -> None:
        self.workers = workers
        self.table_log = table_log
        self.observer = observer
        self.pace = pace

    def wake(self, live: LiveTable) -> None:
        """Let the bots of a table move, if it is their turn and anybody is there to see it."""
        resting = live.bot_task is None or live.bot_task.done()
        to_move = room.bot_to_move(live.room) is not None and not live.is_deserted()
        if resting and to_move:
            live.bot_task = asyncio.create_task(self._move_bots(live))

    def presence_changed(self, live: LiveTable) -> None:
        """Wake the bots, and update the urgency of one that waits for a worker process."""
        self.wake(live)
        if live.bot_share is not None:
            before, live.bot_share = live.bot_share, live.current_share()
            self.workers.move_share(before, live.bot_share)

    async def _move_bots(self, live: LiveTable) -> None:
        """Move for bots until it is a person's turn, or until nobody is there."""
        while not live.deleted and (turn := room.bot_to_move(live.room)) is not None:
            if live.is_deserted():
                return
            seat, bot, seed = turn
            before = live.room
            assert before.game is not None  # somebody is to move
            if not live.wrote_last_row and await self._moved_elsewhere(live, before.game_version):
                continue
            self.observer.bot_started(live)
            move = await self._choose_move(live, bot, seed + before.game_version, before, seat)
            if move is None and bot == FALLBACK_BOT:  # it is not the bot that failed
                await asyncio.sleep(self.pace.again)
                continue
            try:
                async with live.lock:
                    if (
                        live.room.game_version == before.game_version
                        and room.bot_to_move(live.room) == turn
                    ):
                        now = live.room
                        await self.table_log.commit(live, now, _rows_of_move(now, seat, move))
            except DamagedTable:  # it has been reported
                return
            except StoreError:
                await asyncio.sleep(self.pace.again)

    async def _choose_move(
        self, live: LiveTable, bot: str, seed: int, before: Room, seat: Seat
    ) -> BotMove | None:
        """Return the bot's move after the usual pause.

        How long a bot takes may depend on hands, so quick and slow moves take the same time.
        """
        assert before.game is not None
        loop = asyncio.get_running_loop()
        started = loop.time()
        with metrics.BOT_SECONDS.labels(bot).time():
            seen = view(before.game, seat)
            live.bot_share = live.current_share()
            move = await self.workers.choose_move(bot, seed, seen, live.bot_share)
            live.bot_share = None
        pause = max(self.pace.bots, self.pace.slow_bots) if is_slow(bot) else self.pace.bots
        await asyncio.sleep(pause - (loop.time() - started))
        return move

    async def _moved_elsewhere(self, live: LiveTable, game_version: int) -> bool:
        """Wait for the process whose turn it is to move for the bot; return whether it has moved.

        If it takes too long, this process takes over.
        """
        rank = sum(process < self.observer.process for process in live.viewers_elsewhere)
        loop = asyncio.get_running_loop()
        started = loop.time()
        while live.room.game_version == game_version and not live.wrote_last_row:
            await asyncio.sleep(self.pace.again / 4)
            waited = loop.time() - started
            process, about = live.bot_elsewhere
            has_started = about == game_version and process in live.viewers_elsewhere
            timeout = OTHER_PROCESS_TIMEOUT if has_started else (1 + rank) * self.pace.again
            if waited > timeout:
                live.wrote_last_row = True
        return live.room.game_version != game_version


def _rows_of_move(now: Room, seat: Seat, move: BotMove | None) -> tuple[log_rows.Row, ...]:
    """Return the row of a bot's move; a bot that fails, or breaks a rule, is replaced."""
    if move is not None:
        with suppress(Refusal):
            return decisions.decide_action(now, seat, *move)
    return (log_rows.BotReplaced(seat, FALLBACK_BOT),)
