"""A process that serves: set up in the same way whether it is the only one or one of several."""

import gc
import os
import sys
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.applications import Starlette

from tamaya.server.hub.tables import MAX_ONLOOKERS, Pace
from tamaya.server.limits.quotas import MEGABYTE
from tamaya.server.ops import logs
from tamaya.server.web.app import AppOptions, create_app

OPTIONS_VARIABLE = "TAMAYA_WORKER"  # in the environment of a worker, set by its parent


class WorkerOptions(Struct, frozen=True):
    """How a worker process serves."""

    database: str
    client: str | None
    base: str | None
    redis: str | None
    bot_pace: float
    away_after: float
    log: logs.Kind
    address_limits: float = 1.0  # factor; 0: none
    upload_space: int = 1000  # megabytes
    onlookers: int = MAX_ONLOOKERS


def app_from_environment() -> Starlette:
    """Return the app with the options that the parent process has passed on."""
    return make_app(msgspec.json.decode(os.environ[OPTIONS_VARIABLE], type=WorkerOptions))


def make_app(options: WorkerOptions) -> Starlette:
    """Set this process up for serving, and return the app."""
    logs.configure(options.log)
    _tune_interpreter()
    return create_app(
        options.database,
        AppOptions(
            client=Path(options.client) if options.client else None,
            pace=Pace(options.bot_pace, options.away_after),
            base=options.base,
            redis=options.redis,
            address_limits=options.address_limits,
            upload_space=options.upload_space * MEGABYTE,
            onlookers=options.onlookers,
        ),
    )


def _tune_interpreter() -> None:
    """Switch the garbage collector off: games make no cyclic garbage, and its pauses are felt."""
    gc.collect()
    gc.freeze()
    gc.disable()  # the app collects now and then
    # switch threads sooner, so that the writer thread does not delay requests
    sys.setswitchinterval(0.0005)
