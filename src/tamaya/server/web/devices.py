"""A visitor's devices: browsers added by a personal link, and those that were signed out."""

import asyncio
import re
from collections.abc import Callable, Collection
from contextlib import suppress

from tamaya.server.store.engine import StoreError
from tamaya.server.store.linked_devices import Device
from tamaya.server.store.store import Store

__all__ = ["Device", "Devices", "device_name"]

REFRESH = 5.0  # seconds until every process knows that a device was signed out
MAX_TOUCHED = 10_000  # devices remembered at once
TOUCH_EVERY = 3_600_000  # milliseconds between two updates of when a device was last seen
# the first match counts: most browsers also claim to be another one
BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|Chromium/|CriOS/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPad", r"iPad"),
    ("iPhone", r"iPhone"),
    ("Windows", r"Windows"),
    ("ChromeOS", r"CrOS"),
    ("macOS", r"Macintosh|Mac OS X"),
    ("Linux", r"Linux|X11"),
)


def device_name(user_agent: str) -> str:
    """Return the browser and the system in a User-Agent header; empty if neither is known."""
    found = (
        next((name for name, pattern in kinds if re.search(pattern, user_agent)), "")
        for kinds in (BROWSERS, SYSTEMS)
    )
    return " · ".join(filter(None, found))


class Devices:
    """Caches which devices were signed out, so that requests need not ask the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._signed_out: frozenset[tuple[str, str]] = frozenset()
        self._touched: dict[tuple[str, str], int] = {}  # when it was last written, oldest first

    def is_signed_out(self, visitor_id: str, device: str) -> bool:
        """Return whether this device may no longer play as this visitor."""
        return (visitor_id, device) in self._signed_out

    async def refresh(self) -> frozenset[tuple[str, str]]:
        """Read which devices were signed out, and return those that are new."""
        before, self._signed_out = self._signed_out, await self.store.devices_signed_out()
        return self._signed_out - before

    async def sign_out(self, visitor_id: str, keep: str, device: str | None, at: int) -> None:
        """Sign one other device out, or all but the one to keep."""
        await self.store.sign_out_devices(visitor_id, keep, device, at)

    async def touch(self, visitor_id: str, device: str, at: int) -> None:
        """Write that a device was seen, unless that was done not long ago."""
        if at - self._touched.get((visitor_id, device), 0) < TOUCH_EVERY:
            return
        self._touched.pop((visitor_id, device), None)
        if len(self._touched) >= MAX_TOUCHED:
            self._touched.pop(next(iter(self._touched)))
        self._touched[visitor_id, device] = at
        await self.store.touch_device(visitor_id, device, at)

    async def keep_fresh(self, notify: Callable[[Collection[tuple[str, str]]], None]) -> None:
        """Refresh again and again, until cancelled: other processes sign devices out too."""
        while True:
            await asyncio.sleep(REFRESH)
            with suppress(StoreError):  # the next refresh may succeed
                notify(await self.refresh())
