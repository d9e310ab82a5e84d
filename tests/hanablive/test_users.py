"""Frames that wait for somebody who does not read them."""

import asyncio

from tamaya.hanablive import users
from tamaya.hanablive.frames import Warned
from tamaya.hanablive.users import User


def test_who_does_not_read_is_hung_up_on_and_holds_no_memory() -> None:
    async def flooded() -> list[str | None]:
        user = User("sloth-bot")
        for number in range(users.MOST_WAITING + 1000):
            user.send(Warned(str(number)))
        return [user.outbox.get_nowait() for _ in range(user.outbox.qsize())]

    waiting = asyncio.run(flooded())
    assert len(waiting) == users.MOST_WAITING + 1
    assert waiting[-1] is None
    assert None not in waiting[:-1]
