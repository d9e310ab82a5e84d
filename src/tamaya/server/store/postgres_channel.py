"""A channel for messages between processes over PostgreSQL: LISTEN and NOTIFY.

A notification is a text of less than 8,000 bytes, so a message is cut into parts. All parts are
sent in one transaction: PostgreSQL delivers them in order, with no others in between.
"""

import asyncio
import os
import socket
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, contextmanager
from typing import Any

import psycopg
from psycopg import sql

from tamaya.server.store.postgres_connection import (
    CONNECT_TIMEOUT,
    CONNECTION_SETTINGS,
    PostgresConnection,
)

LISTEN_TIMEOUT = 4.0  # seconds; less than a bus waits for its first message
PART_BYTES = 5_900  # of a message in one notification, less than 7,900 in base64
MAX_PARTS = 2_000  # of one message; those of a larger one are ignored
NOTIFY = "SELECT pg_notify(?, part) FROM unnest(string_to_array(?, ' ')) AS part"


class PostgresChannel:
    """A channel of one database: a connection that listens, and one that sends.

    Listening needs a session of its own: behind a connection pooler in transaction mode, nothing
    is heard.
    """

    broker = "PostgreSQL"

    def __init__(self, url: str, name: str, patience: float) -> None:
        self._url, self._name = url, f"tamaya:{name}"
        self._link = PostgresConnection(url, patience, durable=False)
        self._thread = ThreadPoolExecutor(1, "channel")

    async def send(self, message: bytes) -> None:
        """Send a message."""
        parts = " ".join(split(message))
        await asyncio.get_running_loop().run_in_executor(self._thread, self._notify, parts)

    def _notify(self, parts: str) -> None:
        try:
            self._link.execute(NOTIFY, (self._name, parts))
        except psycopg.Error:
            self._link.rollback()
            raise

    @asynccontextmanager
    async def subscribe(self) -> AsyncIterator[AsyncIterator[bytes]]:
        """Listen, and return the messages that arrive from then on."""
        connection = await psycopg.AsyncConnection.connect(
            self._url, autocommit=True, connect_timeout=CONNECT_TIMEOUT, **CONNECTION_SETTINGS
        )
        try:
            with _shut_down_after(LISTEN_TIMEOUT, connection):
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._name)))
            async with (
                aclosing(connection.notifies()) as notifications,
                aclosing(_messages(notifications)) as messages,
            ):
                yield messages
        finally:
            await connection.close()

    async def close(self) -> None:
        """Close the connection that sends, as soon as it is idle."""
        self._thread.submit(self._link.close)
        self._thread.shutdown(wait=False)


@contextmanager
def _shut_down_after(seconds: float, connection: psycopg.AsyncConnection[Any]) -> Iterator[None]:
    """Let what the connection is doing fail after so many seconds.

    If it were cancelled, psycopg would ask the server to cancel it, wait for the answer, and log a
    warning every time.
    """
    with socket.socket(fileno=os.dup(connection.fileno())) as same:
        timer = asyncio.get_running_loop().call_later(seconds, same.shutdown, socket.SHUT_RDWR)
        try:
            yield
        finally:
            timer.cancel()


async def _messages(notifications: AsyncIterator[psycopg.Notify]) -> AsyncGenerator[bytes, None]:
    parts = MessageParts()
    async for notification in notifications:
        message = parts.add(notification.pid, notification.payload)
        if message is not None:
            yield message


def split(message: bytes) -> Iterator[str]:
    """Cut a message into the texts of notifications; base64 is the same in every encoding."""
    starts = range(0, max(1, len(message)), PART_BYTES)
    for place, start in enumerate(starts):
        text = b64encode(message[start : start + PART_BYTES]).decode()
        yield f"{place}/{len(starts)}:{text}"  # numbered: of two equal ones, one is delivered


class MessageParts:
    """Puts the parts of messages together again; what is incomplete or malformed is dropped."""

    def __init__(self) -> None:
        self._of = (0, 0)  # the sender's connection, and how many parts there are
        self._parts: list[bytes] = []  # those of the message that is being received

    def add(self, sender: int, notification: str) -> bytes | None:
        """Add a part, and return the message if this was its last one."""
        try:
            place, count, part = _parse(notification)
        except ValueError:
            return None
        if place == 0:
            self._of, self._parts = (sender, count), []
        if self._of != (sender, count) or place != len(self._parts):
            self._parts = []
            return None
        self._parts.append(part)
        if len(self._parts) < count:
            return None
        message, self._parts = b"".join(self._parts), []
        return message


def _parse(notification: str) -> tuple[int, int, bytes]:
    """Return a part's place, how many there are, and its bytes; `ValueError` if it is malformed."""
    numbers, text = notification.split(":")
    place, count = map(int, numbers.split("/"))
    if not 0 <= place < count <= MAX_PARTS:
        raise ValueError(numbers)
    return place, count, b64decode(text, validate=True)
