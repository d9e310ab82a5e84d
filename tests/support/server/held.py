"""A table that is read slowly: others may act between its reading and its taking in."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tamaya.server.hub.tables import Tables
from tamaya.server.room.room import Room


class HeldBack:
    """The next table that is loaded there is read at once, and handed over when we say so."""

    def __init__(self, tables: Tables) -> None:
        self._load, self._read, self._go = tables.loader.load, asyncio.Event(), asyncio.Event()
        self._change(tables, self._slow)
        self._tables = tables

    @staticmethod
    def _change(tables: Any, load: Callable[[str], Awaitable[Room]]) -> None:
        tables.loader.load = load

    async def _slow(self, table: str) -> Room:
        loaded = await self._load(table)
        self._read.set()
        await self._go.wait()
        return loaded

    async def read(self) -> None:
        """Wait until it is read; whoever loads from now on is not held back."""
        await self._read.wait()
        self._change(self._tables, self._load)

    def go(self) -> None:
        """Hand it over."""
        self._go.set()
