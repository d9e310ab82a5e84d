"""Bots think in processes of their own: what hangs, crashes or is killed there holds nobody up."""

import asyncio
import os
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from support.parts import require
from tamaya.bots import BOTS
from tamaya.bots.bot_tasks import MOVE_TRIES
from tamaya.rules import View, parse_options, start, view
from tamaya.server.hub.bot_workers import PROCESSES, BotMove, BotWorkers, compute_move, is_slow
from tamaya.server.hub.tables import CHANCE
from tamaya.server.limits.fair_queue import Priority, Share
from tamaya.server.room import log_rows, wire

PATIENCE = 1.0
GAME = parse_options("own5+announce", 3)
STATE = start(GAME, CHANCE.deal(GAME))
SEEN = view(STATE, STATE.table.to_move)


@dataclass(frozen=True)
class Trap:
    """Looks like a view, until a bot looks at it."""

    does: Callable[..., Any]
    with_this: Any

    @property
    def table(self) -> Any:
        """Whatever it is that goes wrong."""
        return self.does(self.with_this)


def trap(does: Callable[..., Any], with_this: object) -> View:
    return cast("View", Trap(does, with_this))


Thoughts = tuple[BotMove | None, ...]


def thoughts(
    ask: Callable[[BotWorkers], Awaitable[Thoughts]], processes: int = PROCESSES
) -> Thoughts:
    async def asked() -> Thoughts:
        workers = BotWorkers(processes, time_limit=PATIENCE)
        try:
            return await ask(workers)
        finally:
            workers.close()

    return asyncio.run(asked())


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_thought_travels(bot: str) -> None:
    """What a bot thinks is what a row can keep."""
    action, why = compute_move(bot, 1, SEEN)
    row = log_rows.Acted(0, action, why)
    assert log_rows.decode(log_rows.encode(row)) == row
    assert why is None or isinstance(why, wire.MoveReason)


def test_a_process_thinks_as_we_do() -> None:
    async def ask(workers: BotWorkers) -> Thoughts:
        return (await workers.choose_move("cautious", 1, SEEN),)

    assert thoughts(ask) == (compute_move("cautious", 1, SEEN),)


def test_a_bot_that_hangs_is_given_up_and_the_next_one_thinks() -> None:
    async def ask(workers: BotWorkers) -> Thoughts:
        hanging = asyncio.create_task(workers.choose_move("cautious", 1, trap(time.sleep, 60)))
        await asyncio.sleep(0)
        waited = await workers.choose_move("cautious", 1, SEEN)  # for longer than it may think
        return await hanging, waited

    began = time.monotonic()
    assert thoughts(ask) == (None, compute_move("cautious", 1, SEEN))
    assert PATIENCE < time.monotonic() - began < 20 * PATIENCE


def test_where_a_bot_hangs_is_told_in_one_line_of_the_log(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(workers: BotWorkers) -> Thoughts:
        return (await workers.choose_move("cautious", 1, trap(time.sleep, 60)),)

    assert thoughts(ask) == (None,)
    (told,) = caplog.messages
    assert re.fullmatch(r'bot cautious thinks too long: File ".*", line \d+ in table', told)
    assert capfd.readouterr().err == "", "nothing comes between the lines of the log"


def test_a_bot_that_ends_its_process_is_tried_again_then_given_up() -> None:
    async def ask(workers: BotWorkers) -> Thoughts:
        crashed = await workers.choose_move("cautious", 1, trap(os._exit, 1))
        return crashed, await workers.choose_move("cautious", 1, SEEN)

    assert MOVE_TRIES > 1
    assert thoughts(ask) == (None, compute_move("cautious", 1, SEEN))


@pytest.mark.parametrize(("bot", "seen"), [("nobody", SEEN), ("cautious", trap(int, "x"))])
def test_a_bot_that_fails_says_nothing(bot: str, seen: View) -> None:
    async def ask(workers: BotWorkers) -> Thoughts:
        return (await workers.choose_move(bot, 1, seen),)

    assert thoughts(ask) == (None,)


def share(visitor: str, priority: Priority = Priority.SEATED, address: str = "") -> Share:
    return Share(priority, address or f"address of {visitor}", visitor, f"table of {visitor}")


@pytest.mark.parametrize(("visitors", "addresses"), [(1, 1), (3, 1), (1, 3)])
def test_a_visitor_whose_bots_hang_leaves_a_process_to_others(
    visitors: int, addresses: int
) -> None:
    async def ask() -> BotMove | None:
        workers = BotWorkers(time_limit=5 * PATIENCE)
        eve = [share(f"eve {n % visitors}", address=f"Eve's {n % addresses}") for n in range(3)]
        hang = [
            asyncio.create_task(workers.choose_move("cautious", 1, trap(time.sleep, 60), one))
            for one in eve
        ]
        await asyncio.sleep(0)
        while workers.quick._starting:  # until hers occupy all the processes that they may
            await asyncio.sleep(0.01)
        thought = await workers.choose_move("cautious", 1, SEEN, share("ada"))
        assert not any(task.done() for task in hang), "it waited until a bot was given up"
        for task in hang:
            task.cancel()
        await asyncio.gather(*hang, return_exceptions=True)
        workers.close()
        return thought

    assert asyncio.run(ask()) == compute_move("cautious", 1, SEEN)


def test_who_waits_is_served_by_turns_and_the_urgent_first() -> None:
    order = list[str]()

    async def ask(workers: BotWorkers) -> Thoughts:
        async def wanted(who: str, priority: Priority) -> BotMove | None:
            found = await workers.choose_move("random", 1, SEEN, share(who, priority))
            order.append(who)
            return found

        many = [wanted("eve", Priority.WATCHED) for _ in range(20)]
        found = await asyncio.gather(
            *many, wanted("nobody", Priority.DESERTED), wanted("ada", Priority.SEATED)
        )
        return tuple(found)

    assert None not in thoughts(ask, processes=1)
    assert order.index("ada") <= 1, "only what had begun was faster"
    assert order[-1] == "nobody"


def test_a_thought_that_is_given_up_holds_nothing() -> None:
    async def ask(workers: BotWorkers) -> Thoughts:
        for _ in range(3):
            given_up = asyncio.create_task(workers.choose_move("random", 1, SEEN, share("ada")))
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.gather(given_up, return_exceptions=True)
        workers.move_share(share("bo"), share("ada"))
        return (await workers.choose_move("cautious", 1, SEEN, share("ada")),)

    assert thoughts(ask) == (compute_move("cautious", 1, SEEN),)


def test_bots_that_think_for_seconds_do_not_hold_up_the_others() -> None:
    """They have a process of their own, which yields to all others."""
    require("torch")

    async def ask(workers: BotWorkers) -> Thoughts:
        slow = [
            asyncio.create_task(workers.choose_move("search", 1, trap(time.sleep, 60), share(who)))
            for who in ("eve", "bo", "cy")
        ]
        await asyncio.sleep(0)
        quick = await workers.choose_move("cautious", 1, SEEN, share("ada"))
        assert not any(task.done() for task in slow)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return (quick,)

    assert thoughts(ask, processes=1) == (compute_move("cautious", 1, SEEN),)


def test_a_bot_that_does_not_exist_is_not_slow() -> None:
    assert not is_slow("nobody")
    assert not is_slow("net")
