"""Decorators that mark the functions that can be compiled for a device.

The functions of the kernel are plain Python, written once, and they import each other as usual.
The decorators only mark them: called directly, they run uncompiled, and a debugger can step through
them. `kernel.run.compile` makes the compiled versions.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
DEVICE_FUNCTION, LOOP = "device function", "loop"


def device_function(function: F) -> F:
    """Mark a function that loops and other device functions call."""
    vars(function)["kernel_function"] = DEVICE_FUNCTION
    return function


def loop(function: F) -> F:
    """Mark a function that goes through many games, to be run by a device."""
    vars(function)["kernel_function"] = LOOP
    return function


def kind_of_function(value: Any) -> str | None:
    """`DEVICE_FUNCTION`, `LOOP`, or none if the value is not a marked function."""
    kind: str | None = getattr(value, "__dict__", {}).get("kernel_function")
    return kind
