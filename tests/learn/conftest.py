"""What all tests of training need."""

import pytest

from support.cli.running import Here
from support.parts import require


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    require("torch").set_num_threads(1)


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)
