"""What the web app runs on while it serves: store, limits, tables, and background tasks."""

import asyncio
import gc
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from starlette.datastructures import State

from tamaya.server.hub.bus import PubSubBus
from tamaya.server.hub.cluster import Cluster, ClusterPublisher
from tamaya.server.hub.redis_channel import RedisChannel
from tamaya.server.hub.tables import MAX_ONLOOKERS, PACE, Pace, Tables, random_token
from tamaya.server.limits.fair_thread import FairThread
from tamaya.server.limits.quotas import MEGABYTE, Quotas
from tamaya.server.ops import metrics
from tamaya.server.store.store import Store, StoreError
from tamaya.server.web import api_tables, identity
from tamaya.server.web.damaged_games import DamagedGames
from tamaya.server.web.devices import Devices
from tamaya.server.web.health import Readiness

COLLECT_EVERY, COLLECT_ALL_EVERY = 60, 600  # seconds; collecting all takes longer
MANY_OBJECTS = 100_000  # new ones, some of which may be garbage: then it is collected sooner
UPLOAD_SPACE = 1000 * MEGABYTE  # bytes of all uploaded games


@dataclass(frozen=True, slots=True)
class AppOptions:
    """What an operator can choose."""

    client: Path | None = None  # the folder with the built page
    pace: Pace = PACE
    base: str | None = None  # the URL under which others reach the server
    redis: str | None = None  # carries the messages of processes over one PostgreSQL; else it does
    address_limits: float = 1.0  # a factor for all limits by network address; 0 means none
    upload_space: int = UPLOAD_SPACE  # bytes of all uploaded games
    onlookers: int = MAX_ONLOOKERS  # connections of onlookers to one table


@asynccontextmanager
async def running_services(
    database: Path | str, options: AppOptions, state: State
) -> AsyncIterator[None]:
    """Start everything, put it into the app's state, and stop it at the end."""
    store = _open_store(database)
    publisher = await _publisher(store, options.redis) if store.shared else None
    state.key = await store.secret("cookie", identity.new_key)
    quotas = state.quotas = Quotas(
        state.key,
        address_factor=options.address_limits,
        shared=store.buckets(),
        report_sockets=publisher.sockets_opened if publisher else None,
    )
    tables = state.tables = Tables(
        store,
        pace=options.pace,
        quotas=quotas,
        observer=publisher,
        max_onlookers=options.onlookers,
    )
    reading = state.reading = FairThread("games")
    devices = state.devices = Devices(store)
    state.damaged_games, state.readiness = DamagedGames(), Readiness(store)
    await devices.refresh()
    work: list[Coroutine[object, object, None]] = [
        _collect_garbage(),
        metrics.count_tables(tables.live),
        quotas.prune(),
    ]
    cluster = state.cluster = (
        Cluster(tables, publisher, api_tables.listed_if_public, quotas.sockets)
        if publisher
        else None
    )
    if cluster is not None:
        work += [cluster.run(), devices.keep_fresh(tables.presence.wake_connections)]
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        tables.close()
        if cluster is not None:
            await cluster.close()
        reading.close()
        quotas.close()
        store.close()


def _open_store(database: Path | str) -> Store:
    """Open the database for this server alone, where only one server can use it."""
    store = Store(database, on_commit=metrics.record_commit, on_failure=metrics.WRITE_FAILURES.inc)
    try:
        store.lock_database()
    except StoreError:
        store.close()
        raise
    return store


async def _publisher(store: Store, redis: str | None) -> ClusterPublisher:
    """Connect to the other processes over this store, on a channel of its own."""
    name = (await store.secret("channel", lambda: random_token().encode())).decode()
    channel = store.channel(name) if redis is None else RedisChannel(redis, name)
    assert channel is not None
    return ClusterPublisher(PubSubBus(channel))


async def _collect_garbage() -> None:
    """Collect the little cyclic garbage that connections leave behind, until cancelled."""
    collect_all_at = monotonic() + COLLECT_ALL_EVERY
    while True:
        for _ in range(COLLECT_EVERY):
            await asyncio.sleep(1)
            if gc.get_count()[0] > MANY_OBJECTS:
                break
        if monotonic() < collect_all_at:
            gc.collect(1)  # what is new since the last time
        else:
            gc.collect()
            collect_all_at = monotonic() + COLLECT_ALL_EVERY
