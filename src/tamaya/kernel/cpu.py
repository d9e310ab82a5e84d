"""The kernel compiled for this machine's processor."""

from functools import cache
from types import ModuleType

import numba

from tamaya.kernel.target import load


@cache
def compiled(name: str) -> ModuleType:
    """The functions of a module of the kernel, each compiled when it is first called."""
    return load(name, "cpu", numba.njit(error_model="numpy", forceinline=True))
