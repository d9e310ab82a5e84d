"""Long work in turn: whoever asks for much waits for it, and nobody else has to."""

import asyncio
import threading
from functools import partial

import pytest

from tamaya.server.limits.fair_thread import FairThread, QueueFull


def test_clients_take_turns_and_what_is_urgent_comes_first() -> None:
    async def ask() -> list[str]:
        queue, gate, order = FairThread("test"), threading.Event(), list[str]()
        first = asyncio.create_task(queue.run("mallory", gate.wait))
        await asyncio.sleep(0)
        waiting = [
            asyncio.create_task(queue.run(name, partial(order.append, f"{name}{n}")))
            for name, many in (("mallory", 20), ("ada", 2), ("bo", 1))
            for n in range(many)
        ]
        await asyncio.sleep(0)
        at_table = queue.run("mallory", partial(order.append, "player"), urgent=True)
        waiting.append(asyncio.create_task(at_table))
        await asyncio.sleep(0)
        assert queue.waiting == 24
        gate.set()
        await asyncio.gather(first, *waiting)
        queue.close()
        return order

    order = asyncio.run(ask())
    assert order[:6] == ["player", "mallory0", "ada0", "bo0", "mallory1", "ada1"]
    assert order[6:] == [f"mallory{n}" for n in range(2, 20)]


def test_only_so_much_waits() -> None:
    async def ask() -> None:
        queue, gate = FairThread("test", max_per_client=2, max_waiting=3), threading.Event()
        running = asyncio.create_task(queue.run("mallory", gate.wait))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(queue.run("mallory", gate.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await queue.run("mallory", bool)
        waiting.append(asyncio.create_task(queue.run("ada", gate.wait)))
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):  # all together
            await queue.run("bo", bool)
        players = asyncio.create_task(queue.run("bo", bool, urgent=True))  # a lane of their own
        waiting[0].cancel()
        gate.set()
        assert await players is False
        assert await asyncio.gather(running, *waiting[1:]) == [True] * 3
        with pytest.raises(ZeroDivisionError):
            await queue.run("ada", lambda: 1 // 0)
        assert queue.waiting == 0
        queue.close()

    asyncio.run(ask())
