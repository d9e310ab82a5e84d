"""What the kernel's functions become: plain Python, or compiled for a processor.

The functions are written once. Whoever wants them compiled loads their modules again, with
decorators of Numba in place of those that do nothing.
"""

import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]
SOURCES = Path(__file__).parent


class Target:
    """A processor: how functions are compiled for it, and the modules that were loaded so far.

    `within` is for functions that others call, `loop` for those that go through many games; `own`
    are modules that the processor has in place of ours, `sources` is where the others are.
    """

    def __init__(
        self,
        name: str,
        within: Decorator,
        loop: Decorator,
        own: Mapping[str, ModuleType] | None = None,
        sources: Path = SOURCES,
    ) -> None:
        self.name, self.within, self.loop, self.sources = name, within, loop, sources
        self.modules = dict(own or {})

    def load(self, name: str) -> ModuleType:
        """A module of the kernel, every function of it compiled when it is first called."""
        with _one_at_a_time:
            if name not in self.modules:
                self.modules[name] = self._load(name)
            return self.modules[name]

    def _load(self, name: str) -> ModuleType:
        global _target  # noqa: PLW0603 - modules read it while they are loaded
        file = self.sources / f"{name}.py"
        spec = spec_from_file_location(f"tamaya.kernel.{name}_{self.name}", file)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[spec.name] = module_from_spec(spec)  # compiled code asks for it there
        before, _target = _target, self
        try:
            spec.loader.exec_module(module)
        finally:
            _target = before
        return module


_target: Target | None = None  # none: plain Python
_one_at_a_time = threading.RLock()


def device(function: F) -> F:
    """A function of the game, for the processor that is being loaded for."""
    if _target is None:
        return function
    compiled: F = _target.within(function)
    return compiled


def loop(function: F) -> F:
    """A function that goes through many games, for the processor that is being loaded for."""
    if _target is None:
        return function
    compiled: F = _target.loop(function)
    return compiled


def part(name: str) -> ModuleType:
    """Another module of the kernel, for the same processor."""
    return import_module(f"tamaya.kernel.{name}") if _target is None else _target.load(name)
