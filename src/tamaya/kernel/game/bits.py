"""Small operations on the bits of a word."""

from tamaya.kernel.decorators import device_function


@device_function
def ones(count: int) -> int:
    """A word in which the lowest bits are set."""
    return (1 << count) - 1


@device_function
def flag(condition: bool) -> int:
    """1 or 0: a shift needs an integer."""
    return 1 if condition else 0


@device_function
def remove_bits(word: int, first: int, bits: int) -> int:
    """A word without some of its bits; the higher bits move down."""
    lower = (1 << first) - 1
    return (word & lower) | ((word >> bits) & ~lower)
