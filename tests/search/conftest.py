"""What all tests of search need."""

import importlib.util

import pytest

from support.parts import require


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    """Positions and rollouts are the kernel's, and are tested without PyTorch as well."""
    if importlib.util.find_spec("torch"):
        require("torch").set_num_threads(1)
