"""The databases that these tests share."""

from support.server.fixtures import _bus, _postgres, _redis, database, store

__all__ = ["_bus", "_postgres", "_redis", "database", "store"]
