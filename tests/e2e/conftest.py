"""A server for all tests of a file, and a browser for all of them."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from support.e2e.visitors import FLAGS
from support.parts import require, require_program
from support.server.serving import Server, serving
from tamaya.cli.serve import CLIENT


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve_page(tmp_path_factory) as running:
        yield running


@pytest.fixture(scope="module", name="hasty")
def _hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where whoever is gone is soon away."""
    with serve_page(tmp_path_factory, "--away-after", "1") as running:
        yield running


def serve_page(folders: pytest.TempPathFactory, *how: str) -> AbstractContextManager[Server]:
    """A server with the page."""
    if not CLIENT.is_dir():
        pytest.fail("the page is not built: make client")
    return serving(folders.mktemp("data") / "games.sqlite", None, *how)


@pytest.fixture(scope="package", name="browser")  # its event loop may not outlive these tests
def _browser() -> Iterator[Any]:
    chromium = require_program("chromium")
    with require("playwright").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()
