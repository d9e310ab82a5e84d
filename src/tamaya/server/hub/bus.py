"""Messages between the processes over one database: they say that something has happened.

What has happened is in the store. Nothing depends on these messages: they may be late, lost or
sent twice, and then a process finds out when it polls the store.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from msgspec import Struct, field

from tamaya.server.store import urls

RECONNECT_AFTER = 1.0  # seconds before a lost connection is tried again
SILENCE = 10.0  # seconds; a process that is connected hears at least itself more often
log = logging.getLogger(__name__)


class ClusterMessage(Struct, omit_defaults=True):
    """What one process tells the others."""

    process: str
    rows: dict[str, int] = field(default_factory=dict)  # by table: the length of its log
    here: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by table: visitors connected
    thinks: dict[str, int] = field(default_factory=dict)  # by table: the move a bot is choosing
    listed: tuple[Any, ...] = ()  # tables for the lists
    sockets: dict[str, int] = field(default_factory=dict)  # open sockets of those who have many
    onlookers: dict[str, dict[str, int]] = field(default_factory=dict)  # of the tables in `here`:
    # connections by address, as a digest
    all: bool = False  # `here` has all tables of the process
    bye: bool = False  # the process is shutting down


MessageHandler = Callable[[ClusterMessage], None]


class Bus(Protocol):
    """Carries messages between processes."""

    up: bool  # whether messages get through, as far as this process can tell

    def publish(self, message: ClusterMessage) -> None:
        """Send a message as soon as possible; it may be lost."""

    async def run(self, handle: MessageHandler) -> None:
        """Receive messages, and send those that wait, until cancelled."""

    async def close(self) -> None:
        """Send what is left, if that does not take long."""


class NoBus:
    """Carries nothing; processes poll the store instead."""

    up = False

    def publish(self, message: ClusterMessage) -> None:
        """Do nothing."""

    async def run(self, handle: MessageHandler) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


class RedisBus:
    """One channel of Redis. While a message is being sent, the next ones are merged into one."""

    def __init__(self, url: str, channel: str) -> None:
        from redis import asyncio as redis  # noqa: PLC0415 - an extra

        self.up = False
        self._channel = f"tamaya:{channel}"
        if not urls.is_redis(url):
            raise ValueError(urls.NOT_REDIS)
        try:
            self._redis = redis.Redis.from_url(
                url, socket_connect_timeout=2, socket_timeout=SILENCE, retry=None
            )
            self._redis.connection_pool.make_connection()  # type: ignore[no-untyped-call]  # theirs
        except (TypeError, ValueError):  # its message may contain the password
            raise ValueError(urls.NOT_REDIS) from None
        self._waiting: ClusterMessage | None = None
        self._wake = asyncio.Event()

    def publish(self, message: ClusterMessage) -> None:
        """Send a message, merged with others that wait."""
        if self._waiting is None:
            self._waiting = message
        else:
            merge(self._waiting, message)
        self._wake.set()

    async def run(self, handle: MessageHandler) -> None:
        """Receive and send until cancelled; reconnect when the connection is lost."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._send())
            both.create_task(self._receive(handle))

    async def close(self) -> None:
        """Send what is left, if that does not take long."""
        waiting, self._waiting = self._waiting, None
        try:
            async with asyncio.timeout(1):
                if waiting is not None and self.up:
                    await self._redis.publish(self._channel, msgspec.json.encode(waiting))
                await self._redis.aclose()
        except Exception as error:  # noqa: BLE001 - whatever it is, others find out by polling
            log.debug("the last messages were lost: %s", error)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting = self._waiting, None
            if waiting is None or not self.up:
                continue
            try:
                await self._redis.publish(self._channel, msgspec.json.encode(waiting))
            except Exception as error:  # noqa: BLE001 - whatever it is, games go on without Redis
                log.debug("messages were lost: %s", error)

    async def _receive(self, handle: MessageHandler) -> None:
        while True:
            try:
                await self._receive_until_lost(handle)
            except Exception as error:  # noqa: BLE001 - likewise
                if self.up:
                    log.warning("Redis is away, tables are polled: %s", error)
                self.up = False
            await asyncio.sleep(RECONNECT_AFTER)

    async def _receive_until_lost(self, handle: MessageHandler) -> None:
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(self._channel)
            while True:
                message = await subscription.get_message(timeout=SILENCE)
                if message is None:
                    raise TimeoutError(f"nothing was heard for {SILENCE:g} s")
                if not self.up:
                    log.info("Redis is there")
                self.up = True
                if message["type"] == "message":
                    _decode_and_handle(message["data"], handle)


def _decode_and_handle(data: bytes, handle: MessageHandler) -> None:
    """Handle a message; one that cannot be decoded is of another version, and is ignored."""
    try:
        message = msgspec.json.decode(data, type=ClusterMessage)
    except msgspec.MsgspecError:
        return
    handle(message)


def merge(first: ClusterMessage, later: ClusterMessage) -> None:
    """Merge a later message of the same process into an earlier one."""
    first.rows.update(later.rows)
    first.thinks.update(later.thinks)
    if later.all:
        first.here, first.listed, first.all = later.here, later.listed, True
        first.sockets, first.onlookers = later.sockets, later.onlookers
    else:
        first.here.update(later.here)
        first.sockets.update(later.sockets)
        first.onlookers.update(later.onlookers)
    first.bye = first.bye or later.bye


def make_bus(url: str | None, channel: str) -> Bus:
    """Return the bus at a URL; `ValueError` says what is wrong with it."""
    return NoBus() if url is None else RedisBus(url, channel)
