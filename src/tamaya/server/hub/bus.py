"""Between processes: a word that something has happened. What has happened is in the store.

Nothing depends on news: they may be late, lost or twice, and then a process finds out by looking.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from msgspec import Struct, field

from tamaya.server.store import urls

AGAIN = 1.0  # seconds before a lost connection is tried again
SILENCE = 10.0  # seconds; everybody hears at least themselves more often
log = logging.getLogger(__name__)


class ClusterMessage(Struct, omit_defaults=True):
    """What one process tells the others."""

    process: str
    rows: dict[str, int] = field(default_factory=dict)  # tables and how long their logs are
    here: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by table: who looks on there
    thinks: dict[str, int] = field(default_factory=dict)  # by table: the move a bot thinks about
    listed: tuple[Any, ...] = ()  # tables for the lists
    sockets: dict[str, int] = field(default_factory=dict)  # how many whoever has many has open
    onlookers: dict[str, dict[str, int]] = field(default_factory=dict)  # of the tables in `here`:
    # connections by address, as a digest
    all: bool = False  # here are all tables of the process
    bye: bool = False  # it ends


MessageHandler = Callable[[ClusterMessage], None]


class Bus(Protocol):
    """A way to the other processes."""

    up: bool  # whether news come through, as far as one can tell

    def tell(self, news: ClusterMessage) -> None:
        """Pass news on as soon as possible; they may be lost."""

    async def run(self, hear: MessageHandler) -> None:
        """Listen, and send what there is to tell, until cancelled."""

    async def close(self) -> None:
        """Send what is left, if that is quickly done."""


class NoBus:
    """Nobody is told anything."""

    up = False

    def tell(self, news: ClusterMessage) -> None:
        """In vain."""

    async def run(self, hear: MessageHandler) -> None:
        """Nothing is ever heard."""

    async def close(self) -> None:
        """Nothing is left."""


class RedisBus:
    """One channel of Redis: while one message is under way, the next one gathers."""

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
        except (TypeError, ValueError):  # its words may show the password
            raise ValueError(urls.NOT_REDIS) from None
        self._waiting: ClusterMessage | None = None
        self._wake = asyncio.Event()

    def tell(self, news: ClusterMessage) -> None:
        """Pass news on, together with others that wait."""
        if self._waiting is None:
            self._waiting = news
        else:
            merge(self._waiting, news)
        self._wake.set()

    async def run(self, hear: MessageHandler) -> None:
        """Listen, and send; begin anew when the connection is lost."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._send())
            both.create_task(self._listen(hear))

    async def close(self) -> None:
        """Send what is left, if that is quickly done."""
        waiting, self._waiting = self._waiting, None
        try:
            async with asyncio.timeout(1):
                if waiting is not None and self.up:
                    await self._redis.publish(self._channel, msgspec.json.encode(waiting))
                await self._redis.aclose()
        except Exception as error:  # noqa: BLE001 - whatever it is, others find out by looking
            log.debug("the last news were lost: %s", error)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting = self._waiting, None
            if waiting is None or not self.up:
                continue
            try:
                await self._redis.publish(self._channel, msgspec.json.encode(waiting))
            except Exception as error:  # noqa: BLE001 - whatever Redis has, games go on without
                log.debug("news were lost: %s", error)

    async def _listen(self, hear: MessageHandler) -> None:
        while True:
            try:
                await self._hear_all(hear)
            except Exception as error:  # noqa: BLE001 - likewise
                if self.up:
                    log.warning("Redis is away, tables are polled: %s", error)
                self.up = False
            await asyncio.sleep(AGAIN)

    async def _hear_all(self, hear: MessageHandler) -> None:
        async with self._redis.pubsub() as heard:
            await heard.subscribe(self._channel)
            while True:
                message = await heard.get_message(timeout=SILENCE)
                if message is None:
                    raise TimeoutError(f"nothing was heard for {SILENCE:g} s")
                if not self.up:
                    log.info("Redis is there")
                self.up = True
                if message["type"] == "message":
                    _pass_on(message["data"], hear)


def _pass_on(data: bytes, hear: MessageHandler) -> None:
    """News as they came; what cannot be read is that of another version, and done without."""
    try:
        news = msgspec.json.decode(data, type=ClusterMessage)
    except msgspec.MsgspecError:
        return
    hear(news)


def merge(first: ClusterMessage, more: ClusterMessage) -> None:
    """Put later news of the same process into earlier ones."""
    first.rows.update(more.rows)
    first.thinks.update(more.thinks)
    if more.all:
        first.here, first.listed, first.all = more.here, more.listed, True
        first.sockets, first.onlookers = more.sockets, more.onlookers
    else:
        first.here.update(more.here)
        first.sockets.update(more.sockets)
        first.onlookers.update(more.onlookers)
    first.bye = first.bye or more.bye


def make_bus(url: str | None, channel: str) -> Bus:
    """The bus at an address; `ValueError` says what is wrong with it."""
    return NoBus() if url is None else RedisBus(url, channel)
