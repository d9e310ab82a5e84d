"""The kernel compiled for this machine's processor."""

from functools import cache
from types import ModuleType

import numba

from tamaya.kernel.target import load


@cache
def compiled() -> ModuleType:
    """The functions of `tamaya.kernel.game`, each compiled when it is first called."""
    return load("game", "cpu", numba.njit(error_model="numpy", forceinline=True))
