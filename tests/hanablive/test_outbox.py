"""Frames that wait for somebody who does not read them."""

import asyncio

from tamaya.hanablive.protocol.frames import WarningFrame
from tamaya.hanablive.server import user as user_module
from tamaya.hanablive.server.user import User


def test_who_does_not_read_is_hung_up_on_and_holds_no_memory() -> None:
    async def flooded() -> list[str | None]:
        user = User("sloth-bot")
        for number in range(user_module.MAX_QUEUED + 1000):
            user.send(WarningFrame(str(number)))
        return [user.outbox.get_nowait() for _ in range(user.outbox.qsize())]

    waiting = asyncio.run(flooded())
    assert len(waiting) == user_module.MAX_QUEUED + 1
    assert waiting[-1] is None
    assert None not in waiting[:-1]
