"""The cap on onlookers of one table, shared fairly between network addresses and processes.

All counts are of connections, by process and address.
"""

from collections import Counter
from collections.abc import Mapping

Counts = Mapping[str, Mapping[str, int]]


def by_address(counts: Counts) -> Counter[str]:
    """Return the connections of each address to all processes."""
    total = Counter[str]()
    for at_one in counts.values():
        total.update(at_one)
    return total


def one_gives_way(counts: Counts, address: str) -> str | None:
    """Return the address that has to give way to another one, if any has clearly more."""
    total = by_address(counts)
    greedy, most = max(total.items(), key=lambda one: (one[1], one[0]), default=("", 0))
    return greedy if most > total[address] + 1 else None


def surplus(counts: Counts, most: int, process: str) -> Counter[str]:
    """Return how many connections of which addresses a process has to close.

    Every process computes this by itself: the address with the most connections loses one, at the
    process that has the most of them, until there are no more than `most`.
    """
    left = {one: Counter(at_one) for one, at_one in counts.items()}
    total, here = by_address(counts), Counter[str]()
    for _ in range(total.total() - most):
        address = max(total, key=lambda one: (total[one], one))
        holder = max(left, key=lambda one: (left[one][address], one))
        total[address] -= 1
        left[holder][address] -= 1
        here[address] += holder == process
    return +here
