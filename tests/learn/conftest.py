"""What all tests of training want."""

import pytest

from parts import require


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    require("torch").set_num_threads(1)
