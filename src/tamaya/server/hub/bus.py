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

from tamaya.server.store.engine import PubSubChannel

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


class PubSubBus:
    """A bus over one channel of PostgreSQL or Redis, which every process also hears itself on.

    While a message is being sent, the next ones are merged into one. The bus is up as long as the
    messages of this process come back.
    """

    def __init__(self, channel: PubSubChannel) -> None:
        self.up = False
        self._channel = channel
        self._process: str | None = None  # this one, as its messages name it
        self._subscribed = False
        self._away = False  # whether the log says so
        self._waiting: ClusterMessage | None = None
        self._wake = asyncio.Event()

    def publish(self, message: ClusterMessage) -> None:
        """Send a message, merged with others that wait."""
        self._process = message.process
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
                    await self._channel.send(msgspec.json.encode(waiting))
                await self._channel.close()
        except Exception as error:  # noqa: BLE001 - whatever it is, others find out by polling
            log.debug("the last messages were lost: %s", error)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting = self._waiting, None
            if waiting is None or not self._subscribed:
                continue
            try:
                await self._channel.send(msgspec.json.encode(waiting))
            except Exception as error:  # noqa: BLE001 - whatever it is, games go on without a bus
                log.debug("messages were lost: %s", error)

    async def _receive(self, handle: MessageHandler) -> None:
        while True:
            try:
                await self._receive_until_lost(handle)
            except Exception as error:  # noqa: BLE001 - likewise
                self._note_away(error)
            await asyncio.sleep(RECONNECT_AFTER)

    async def _receive_until_lost(self, handle: MessageHandler) -> None:
        try:
            async with asyncio.timeout(SILENCE) as silence, self._channel.subscribe() as received:
                self._subscribed = True
                if self._process is not None:
                    self.publish(ClusterMessage(self._process))  # to hear it
                async for data in received:
                    message = _decode(data)
                    if message is not None and message.process == self._process:
                        silence.reschedule(asyncio.get_running_loop().time() + SILENCE)
                        self._note_up()
                    if message is not None:
                        handle(message)
        except TimeoutError as error:
            if str(error):
                raise
            raise TimeoutError(f"nothing was heard for {SILENCE:g} s") from error

    def _note_away(self, error: Exception) -> None:
        if not self._away:
            cause = (str(error).splitlines() or [""])[0]
            log.warning(
                "the bus over %s is away, tables are polled: %s", self._channel.broker, cause
            )
        self._away, self.up, self._subscribed = True, False, False

    def _note_up(self) -> None:
        if not self.up:
            log.info("the bus over %s is there", self._channel.broker)
        self.up, self._away = True, False


def _decode(data: bytes) -> ClusterMessage | None:
    """Decode a message; one that cannot be decoded is of another version, and is ignored."""
    try:
        return msgspec.json.decode(data, type=ClusterMessage)
    except msgspec.MsgspecError:
        return None


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
