"""A server with the door beside it."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from server.serving import free_port, serving


class Ports(NamedTuple):
    """Where people come in, and where programs do."""

    web: int
    door: int


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ports]:
    """A server for the tests of one file."""
    folder, door = tmp_path_factory.mktemp("door"), free_port()
    options = ("--hanablive-port", str(door), "--away-after", "0.2")
    with serving(folder / "games.sqlite", None, *options) as server:
        yield Ports(server.port, door)
