"""Messages over LISTEN and NOTIFY: any size, whole or not at all, whatever else is sent there."""

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.cli.running import PATIENCE
from support.server.backends import PostgresServer
from support.server.buses import notify
from tamaya.server.store.postgres_channel import (
    MAX_PARTS,
    PART_BYTES,
    MessageParts,
    PostgresChannel,
    split,
)

GARBAGE = ("", "x", ":", "/:", "0/1", "0/1:?", "0/1:a", "1/1:", "-1/1:", "0/0:", "1/2:", "0/é:")
SIZES = (0, 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, 1_000_000)


@given(st.binary(max_size=3 * PART_BYTES + 1))
def test_a_message_is_cut_and_put_together(message: bytes) -> None:
    parts, notifications = MessageParts(), list(split(message))
    assert max(len(one.encode()) for one in notifications) < 8000
    *first, last = [parts.add(7, one) for one in notifications]
    assert (first, last) == ([None] * (len(notifications) - 1), message)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_message_that_is_not_complete_is_dropped(lost: int) -> None:
    parts, notifications = MessageParts(), list(split(bytes(3 * PART_BYTES)))
    del notifications[lost]
    assert [parts.add(7, one) for one in notifications] == [None, None]
    assert parts.add(7, "0/1:AAAA") == bytes(3)
    assert parts._parts == []


def test_parts_of_two_messages_are_not_mixed() -> None:
    one, other = (list(split(byte * 2 * PART_BYTES)) for byte in (b"1", b"2"))
    parts = MessageParts()
    mixed = ((1, one[0]), (2, other[0]), (1, one[1]), (2, other[1]))
    assert [parts.add(*part) for part in mixed] == [None] * 4


def test_garbage_is_ignored_and_takes_no_space() -> None:
    parts = MessageParts()
    assert [parts.add(7, one) for one in GARBAGE] == [None] * len(GARBAGE)
    for place in range(MAX_PARTS + 1):
        assert parts.add(7, f"{place}/{MAX_PARTS + 1}:AAAA") is None
    assert parts._parts == []


async def heard(messages: AsyncIterator[bytes]) -> bytes:
    async with asyncio.timeout(PATIENCE):
        return await anext(messages)


def test_every_size_arrives_in_order_on_its_own_channel_alone(postgres: PostgresServer) -> None:
    url = postgres.new()

    async def talk() -> list[bytes]:
        here, there, elsewhere = (
            PostgresChannel(url, name, PATIENCE) for name in ("a", "a", 'b"; --')
        )
        async with here.subscribe() as received, there.subscribe() as there_too:
            await elsewhere.send(b"to others")
            for size in SIZES:
                await here.send(bytes(range(256)) * (size // 256) + b"." * (size % 256))
            found = [await heard(received) for _ in SIZES]
            assert [await heard(there_too) for _ in SIZES] == found
            async with elsewhere.subscribe() as others:
                await elsewhere.send(b"here")
                assert await heard(others) == b"here"
        for channel in (here, there, elsewhere):
            await channel.close()
        return found

    found = asyncio.run(talk())
    assert [len(message) for message in found] == list(SIZES)
    assert found[-1].count(bytes(range(256))) == SIZES[-1] // 256


def test_what_others_write_there_is_ignored(postgres: PostgresServer) -> None:
    url = postgres.new()

    async def talk() -> None:
        channel = PostgresChannel(url, "a", PATIENCE)
        async with channel.subscribe() as received:
            with psycopg.connect(url, autocommit=True) as other:
                for odd in (*GARBAGE, "0/2:AAAA", "0/9999:" + 7000 * "A"):
                    notify(other, "a", odd)
            await channel.send(b"sense")
            assert await heard(received) == b"sense"
        await channel.close()

    asyncio.run(talk())


def test_commits_of_messages_do_not_wait_for_the_disk(postgres: PostgresServer) -> None:
    async def setting() -> object:
        channel = PostgresChannel(postgres.new(), "a", PATIENCE)
        await channel.send(b"hello")
        found = channel._link.execute("SHOW synchronous_commit").fetchone()
        await channel.close()
        return found

    assert asyncio.run(setting()) == ("off",)
