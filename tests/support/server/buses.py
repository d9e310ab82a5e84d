"""What carries the messages between server processes: PostgreSQL itself, or a Redis."""

from dataclasses import dataclass
from typing import Any

import psycopg
from redis import Redis

from tamaya.server.hub.bus import PubSubBus
from tamaya.server.hub.redis_channel import RedisChannel
from tamaya.server.store.postgres import Postgres
from tamaya.server.store.postgres_channel import split


@dataclass(frozen=True)
class BusKind:
    """One of the two."""

    redis: str | None = None  # its address; none: PostgreSQL

    @property
    def options(self) -> tuple[str, ...]:
        """How a server is started that uses it."""
        return () if self.redis is None else ("--redis", self.redis)

    def connect(self, database: str, name: str) -> PubSubBus:
        """The end of a process."""
        if self.redis is None:
            return PubSubBus(Postgres(database).channel(name))
        return PubSubBus(RedisChannel(self.redis, name))

    def tell_servers(self, database: str, message: bytes) -> None:
        """Send something to all servers of a database, as if it came from another one."""
        if self.redis is None:
            with psycopg.connect(database) as connection:
                found = connection.execute("SELECT value FROM secrets WHERE name = 'channel'")
                for (name,) in found.fetchall():
                    for part in split(message):
                        notify(connection, bytes(name).decode(), part)
            return
        with Redis.from_url(self.redis) as client:
            for channel in client.pubsub_channels():
                client.publish(channel, message)


def notify(connection: psycopg.Connection[Any], channel: str, notification: str) -> None:
    """Send a notification to those who listen on a channel."""
    connection.execute("SELECT pg_notify(%s, %s)", (f"tamaya:{channel}", notification))
