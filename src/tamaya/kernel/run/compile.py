"""How the kernel's functions are compiled for a device.

A `Target` compiles a function that `kernel.decorators` marks: it makes a copy of the function in
which every marked function that it calls is replaced by a compiled copy.
"""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from tamaya.kernel.decorators import DEVICE_FUNCTION, LOOP, kind_of_function

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]
SOURCES = Path(__file__).parents[1]


class Target:
    """A device that functions are compiled for, and those that were compiled so far.

    `device_function` and `loop` are Numba's decorators for the two kinds of functions;
    `replacements` are functions that the device has its own version of; `sources` is a folder with
    a copy of the kernel's sources, where Numba keeps what it compiled.
    """

    def __init__(
        self,
        device_function: Decorator,
        loop: Decorator,
        replacements: Mapping[Callable[..., Any], Callable[..., Any]] | None = None,
        sources: Path = SOURCES,
    ) -> None:
        self._decorators = {DEVICE_FUNCTION: device_function, LOOP: loop}
        own = (replacements or {}).items()
        self._compiled: dict[Any, Any] = {ours: device_function(its) for ours, its in own}
        self._sources, self._lock = sources, threading.RLock()

    def compile(self, function: F) -> F:
        """The function for this device; Numba compiles it when it is first called."""
        if function not in self._compiled:
            with self._lock:
                if function not in self._compiled:
                    self._compiled[function] = self._compile(function)
        return cast("F", self._compiled[function])

    def _compile(self, function: Any) -> Any:
        names = function.__globals__
        used = {name: names[name] for name in function.__code__.co_names if name in names}
        used = {name: self._for_this_device(value) for name, value in used.items()}
        file = self._sources / Path(function.__code__.co_filename).relative_to(SOURCES)
        copy = FunctionType(
            function.__code__.replace(co_filename=str(file)),
            {"__name__": function.__module__, "__builtins__": __builtins__, **used},
            function.__name__,
        )
        return self._decorators[str(kind_of_function(function))](copy)

    def _for_this_device(self, value: Any) -> Any:
        return value if kind_of_function(value) is None else self.compile(value)
