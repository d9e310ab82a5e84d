"""What the tests of the arena share: the command in this process, and bots of others."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.arena.installing import and_path, install_tiny
from support.cli.running import Here
from tamaya.bots import BOTS


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)


@pytest.fixture(name="folder", scope="session")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tiny bots, for processes to look in."""
    folder = tmp_path_factory.mktemp("installed")
    install_tiny(folder)
    return folder


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny bots are installed for processes begun from here."""
    monkeypatch.setenv("PYTHONPATH", and_path(folder))


@pytest.fixture
def tiny_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiny bots are installed for this process."""
    monkeypatch.syspath_prepend(folder)
    vars(BOTS).pop("_installed", None)  # look again
    yield
    vars(BOTS).pop("_installed", None)
    sys.modules.pop("tiny_bots", None)
