"""A channel for messages between processes over Redis."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING

from tamaya.server.store import urls

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

CONNECT_TIMEOUT = 2.0  # seconds
ANSWER_TIMEOUT = 10.0  # seconds


class RedisChannel:
    """A channel of one Redis; `ValueError` says what is wrong with its URL."""

    broker = "Redis"

    def __init__(self, url: str, name: str) -> None:
        from redis import asyncio as redis  # noqa: PLC0415 - an extra

        self._name = f"tamaya:{name}"
        if not urls.is_redis(url):
            raise ValueError(urls.NOT_REDIS)
        try:
            self._redis = redis.Redis.from_url(
                url,
                socket_connect_timeout=CONNECT_TIMEOUT,
                socket_timeout=ANSWER_TIMEOUT,
                retry=None,
            )
            self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]  # theirs
        except (TypeError, ValueError):  # its message may contain the password
            raise ValueError(urls.NOT_REDIS) from None

    async def send(self, message: bytes) -> None:
        """Send a message."""
        await self._redis.publish(self._name, message)

    @asynccontextmanager
    async def subscribe(self) -> AsyncIterator[AsyncIterator[bytes]]:
        """Subscribe, and return the messages that arrive from then on."""
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(self._name)
            if await subscription.get_message(timeout=ANSWER_TIMEOUT) is None:
                raise TimeoutError("it does not answer")
            async with aclosing(_messages(subscription)) as messages:
                yield messages

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()


async def _messages(subscription: "PubSub") -> AsyncGenerator[bytes, None]:
    while True:
        message = await subscription.get_message(timeout=ANSWER_TIMEOUT)
        if message is not None and message["type"] == "message":
            yield message["data"]
