"""The databases that these tests share."""

from support.server.fixtures import _postgres, _redis, database, store

__all__ = ["_postgres", "_redis", "database", "store"]
