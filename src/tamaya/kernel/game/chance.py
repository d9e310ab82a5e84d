"""The random number generator of tamaya.deals: SplitMix64, a counter whose bits are mixed."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function

Bytes = npt.NDArray[np.uint8]

COUNTER_STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
BY_30, BY_27, BY_31, BY_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
WORD = 1 << 32
RECIPROCALS = np.array([WORD, *(WORD // bound for bound in range(1, 129))])


@device_function
def mix_bits(number: np.uint64) -> np.uint64:
    """The bits of a number, mixed."""
    number = (number ^ (number >> BY_30)) * MIX_1
    number = (number ^ (number >> BY_27)) * MIX_2
    return number ^ (number >> BY_31)


@device_function
def random_word(counter: np.uint64) -> int:
    """The random 32-bit number for a state of the counter."""
    return np.int64(mix_bits(counter) >> BY_32)  # type: ignore[return-value] # an int to Numba


@device_function
def shuffle(b: Bytes, first: int, count: int, counter: np.uint64) -> np.uint64:
    """Fisher–Yates shuffle from the last place down to the second; returns the new counter.

    The place is a word's remainder; words of the uneven rest are drawn again. The quotient is
    estimated, at most one too low: a division is slow.
    """
    for last in range(count - 1, 0, -1):
        bound = last + 1
        while True:
            counter = counter + COUNTER_STEP
            word = random_word(counter)
            other = word - ((word * RECIPROCALS[bound]) >> 32) * bound
            if other >= bound:
                other -= bound
            if word - other <= WORD - bound:
                break
        kept = b[first + last]
        b[first + last] = b[first + other]
        b[first + other] = kept
    return counter
