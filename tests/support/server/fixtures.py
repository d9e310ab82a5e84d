"""One PostgreSQL and one Redis for all tests that use them, and the store on both engines."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from support.server.backends import PostgresServer, RedisServer, postgres_server, redis_server
from support.server.buses import BusKind
from tamaya.server.store.store import Store


@pytest.fixture(scope="session", name="postgres")
def _postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session", name="redis")
def _redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture(scope="session", name="bus", params=["postgresql", "redis"])
def _bus(request: pytest.FixtureRequest) -> BusKind:
    """What carries messages between processes: PostgreSQL itself, or a Redis."""
    if request.param == "postgresql":
        return BusKind()
    server: RedisServer = request.getfixturevalue("redis")
    return BusKind(server.url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A new database of either engine."""
    if request.param == "sqlite":
        return tmp_path / "data" / "log.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    """A store over it."""
    with closing(Store(database)) as opened:
        yield opened
