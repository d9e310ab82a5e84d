"""How a loop shares out its games: one thread plays them all, unless a device replaces these."""

from tamaya.kernel.decorators import device_function


@device_function
def thread_index() -> int:
    """The number of this thread, and the first game that it plays."""
    return 0


@device_function
def thread_count() -> int:
    """How many threads there are, which is the stride between a thread's games."""
    return 1


@device_function
def threads_per_row() -> int:
    """How many threads write a row of bytes together."""
    return 1


@device_function
def moves_per_round() -> int:
    """In random play, the moves after which all threads whose game is over deal together."""
    return 1
