"""Isolation of faults: an exception at one table must not affect other tables."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from tamaya.server.hub.live_table import LiveTable

log = logging.getLogger(__name__)


class TableFaults:
    """Logs the first exception at each table and goes on with the others."""

    def __init__(self) -> None:
        self._logged = set[str]()  # tables

    @contextmanager
    def isolate(self, live: LiveTable) -> Iterator[None]:
        """Suppress any exception raised in the block, and log the first one of this table."""
        try:
            yield
        except Exception:
            if live.id not in self._logged:
                self._logged.add(live.id)
                log.exception("a table could not be sent to hanab.live clients")

    def prune(self, tables: Collection[str]) -> None:
        """Forget the faults of tables that are no longer in memory."""
        self._logged &= set(tables)
