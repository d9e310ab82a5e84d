"""A process that serves: made the same way whether it is the only one or one of several."""

import gc
import os
import sys
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.applications import Starlette

from tamaya.server.hub.tables import MOST_ONLOOKERS, Pace
from tamaya.server.limits.quotas import MEGABYTE
from tamaya.server.ops import logs
from tamaya.server.web.app import create

ORDER = "TAMAYA_WORKER"  # the environment's variable with a worker's order; the way from a parent


class Order(Struct, frozen=True):
    """How to serve."""

    database: str
    client: str | None
    base: str | None
    redis: str | None
    bot_pace: float
    away_after: float
    log: logs.Kind
    address_limits: float = 1.0  # factor; 0: none
    upload_space: int = 1000  # megabytes
    onlookers: int = MOST_ONLOOKERS


def app() -> Starlette:
    """The app that the parent process ordered."""
    return made(msgspec.json.decode(os.environ[ORDER], type=Order))


def made(order: Order) -> Starlette:
    """The app of an order, in a process that is ready for it."""
    logs.configure(order.log)
    _be_swift()
    return create(
        order.database,
        client=Path(order.client) if order.client else None,
        pace=Pace(order.bot_pace, order.away_after),
        base=order.base,
        redis=order.redis,
        address_limits=order.address_limits,
        upload_space=order.upload_space * MEGABYTE,
        onlookers=order.onlookers,
    )


def _be_swift() -> None:
    """Games make no cyclic garbage, so that looking for it would only hold everybody up."""
    gc.collect()
    gc.freeze()
    gc.disable()  # the app looks now and then
    sys.setswitchinterval(0.0005)  # the thread that writes is waited for
