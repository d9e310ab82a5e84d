"""Health checks for operators: whether the server answers, and whether it can serve games."""

import asyncio
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tamaya.server.hub.cluster import Cluster
from tamaya.server.store.store import Store, StoreError

READY_WITHIN = 3.0  # seconds for the database to answer
READY_FOR = 0.5  # seconds; checking costs a commit, and anybody may ask


class Readiness:
    """Whether the database answers and can be written; remembered for a short while."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._ready_until = 0.0

    async def check(self) -> bool:
        """Return whether games can be served now."""
        now = monotonic()
        if now >= self._ready_until:
            try:
                async with asyncio.timeout(READY_WITHIN):
                    await self.store.ready()
            except (StoreError, TimeoutError):
                return False
            self._ready_until = now + READY_FOR
        return True


async def healthz(_: Request) -> Response:
    """Answer, which is all that is asked."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Say whether the server can serve games now."""
    readiness: Readiness = request.app.state.readiness
    if not await readiness.check():
        return PlainTextResponse("the database is away, or cannot be written\n", 503)
    cluster: Cluster | None = request.app.state.cluster
    without_bus = cluster is not None and not cluster.bus.up
    return PlainTextResponse("ready, without a bus\n" if without_bus else "ready\n")


ROUTES: list[BaseRoute] = [Route("/healthz", healthz), Route("/readyz", readyz)]
