"""What the kernel's functions become: plain Python, or compiled for a processor.

The functions are written once. Whoever wants them compiled loads their module again, with a
decorator of Numba in place of the one that does nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]


def _plain(function: Any) -> Any:
    return function


_decorate: Decorator = _plain


def device(function: F) -> F:
    """A function of the game, for the processor that is being loaded for."""
    decorated: F = _decorate(function)
    return decorated


@contextmanager
def _compiling(decorate: Decorator) -> Iterator[None]:
    global _decorate  # noqa: PLW0603 - modules read it while they are loaded
    before, _decorate = _decorate, decorate
    try:
        yield
    finally:
        _decorate = before


def load(name: str, target: str, decorate: Decorator) -> ModuleType:
    """A module of the kernel again, every function of it decorated."""
    file = Path(__file__).with_name(f"{name}.py")
    spec = spec_from_file_location(f"tamaya.kernel.{name}_{target}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with _compiling(decorate):
        spec.loader.exec_module(module)
    return module
