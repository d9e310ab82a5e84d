"""Small operations on the bits of a word."""

from tamaya.kernel.decorators import device_function


@device_function
def ones(count: int) -> int:
    return (1 << count) - 1


@device_function
def flag(condition: bool) -> int:
    return 1 if condition else 0


@device_function
def without(word: int, first: int, bits: int) -> int:
    """A word whose lane is gone; the higher ones move down."""
    lower = (1 << first) - 1
    return (word & lower) | ((word >> bits) & ~lower)
