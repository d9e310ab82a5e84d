"""Stores for tests: calls that wait together, writers in the way, programs that use a store."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tamaya.server.store.postgres import Postgres
from tamaya.server.store.sqlite import Sqlite
from tamaya.server.store.store import Store, StoredRow

NOW = 1_700_000_000_000


def bodies(rows: tuple[StoredRow, ...]) -> list[bytes]:
    return [row.body for row in rows]


async def outcomes(*calls: Coroutine[Any, Any, None]) -> list[type | None]:
    """What each call came to, all of them made at once: nothing, or the error's type."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [None if result is None else type(result) for result in results]


async def in_one_group(store: Store, *calls: Coroutine[Any, Any, None]) -> list[type | None]:
    """What calls came to that were waiting together while the writer was busy."""
    with locked(store):
        before = asyncio.create_task(store.append("before", 0, [], NOW))
        await asyncio.sleep(0)
        while store._queue:
            await asyncio.sleep(0.001)
        results = asyncio.create_task(outcomes(*calls))
        while len(store._queue) < len(calls):
            await asyncio.sleep(0.001)
    await before
    return await results


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Another process is in the middle of writing."""
    database = store._engine
    if isinstance(database, Sqlite):
        with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
    elif isinstance(database, Postgres):
        with psycopg.connect(database.url) as theirs:
            theirs.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
            yield


def child(program: str, *arguments: Path | str) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", program, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


APPENDING = """
import asyncio, sys
from tamaya.server.store.store import Store

async def play(store, table):
    seq = len(await store.load(table))
    while True:
        await store.append(table, seq, [b"%d" % seq, b"%d" % (seq + 1)], seq)
        print(table, seq + 1, flush=True)
        seq += 2

async def main():
    store = Store(sys.argv[1])
    await asyncio.gather(*(play(store, table) for table in "abc"))

asyncio.run(main())
"""
