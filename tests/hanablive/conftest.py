"""A server with the endpoints for bots of hanab.live."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from support.server.serving import free_port, serving


class Ports(NamedTuple):
    """The port of the page, and the port for bots."""

    web: int
    bots: int


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ports]:
    """A server for the tests of one file."""
    folder, bots = tmp_path_factory.mktemp("hanablive"), free_port()
    options = ("--hanablive-port", str(bots), "--away-after", "0.2")
    with serving(folder / "games.sqlite", None, *options) as server:
        yield Ports(server.port, bots)
