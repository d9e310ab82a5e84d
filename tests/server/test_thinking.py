"""Bots think in processes of their own: what hangs, crashes or is killed there holds nobody up."""

import asyncio
import os
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from tamaya.bots import BOTS
from tamaya.rules import View, options, start, view
from tamaya.server import rows, wire
from tamaya.server.tables import CHANCE
from tamaya.server.thinking import TRIES, Thinkers, Thought, think

PATIENCE = 1.0
GAME = options("own5+announce", 3)
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


Thoughts = tuple[Thought | None, ...]


def thoughts(ask: Callable[[Thinkers], Awaitable[Thoughts]]) -> Thoughts:
    async def asked() -> Thoughts:
        thinkers = Thinkers(patience=PATIENCE)
        try:
            return await ask(thinkers)
        finally:
            thinkers.close()

    return asyncio.run(asked())


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_thought_travels(bot: str) -> None:
    """What a bot thinks is what a row can keep."""
    action, why = think(bot, 1, SEEN)
    row = rows.Acted(0, action, why)
    assert rows.decode(rows.encode(row)) == row
    assert why is None or isinstance(why, wire.Why)


def test_a_process_thinks_as_we_do() -> None:
    async def ask(thinkers: Thinkers) -> Thoughts:
        return (await thinkers.think("cautious", 1, SEEN),)

    assert thoughts(ask) == (think("cautious", 1, SEEN),)


def test_a_bot_that_hangs_is_given_up_and_the_next_one_thinks() -> None:
    async def ask(thinkers: Thinkers) -> Thoughts:
        hanging = asyncio.create_task(thinkers.think("cautious", 1, trap(time.sleep, 60)))
        await asyncio.sleep(0)
        waited = await thinkers.think("cautious", 1, SEEN)  # for longer than it may think
        return await hanging, waited

    began = time.monotonic()
    assert thoughts(ask) == (None, think("cautious", 1, SEEN))
    assert PATIENCE < time.monotonic() - began < 20 * PATIENCE


def test_where_a_bot_hangs_is_told_in_one_line_of_the_log(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(thinkers: Thinkers) -> Thoughts:
        return (await thinkers.think("cautious", 1, trap(time.sleep, 60)),)

    assert thoughts(ask) == (None,)
    (told,) = caplog.messages
    assert re.fullmatch(r'bot cautious thinks too long: File ".*", line \d+ in table', told)
    assert capfd.readouterr().err == "", "nothing comes between the lines of the log"


def test_a_bot_that_ends_its_process_is_tried_again_then_given_up() -> None:
    async def ask(thinkers: Thinkers) -> Thoughts:
        crashed = await thinkers.think("cautious", 1, trap(os._exit, 1))
        return crashed, await thinkers.think("cautious", 1, SEEN)

    assert TRIES > 1
    assert thoughts(ask) == (None, think("cautious", 1, SEEN))


@pytest.mark.parametrize(("bot", "seen"), [("nobody", SEEN), ("cautious", trap(int, "x"))])
def test_a_bot_that_fails_says_nothing(bot: str, seen: View) -> None:
    async def ask(thinkers: Thinkers) -> Thoughts:
        return (await thinkers.think(bot, 1, seen),)

    assert thoughts(ask) == (None,)
