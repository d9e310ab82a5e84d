"""The uniform posterior: every hand that clues and counting allow is equally likely.

It is what a seat knows that draws no conclusions from why the others acted as they did: the
yardstick for belief networks. Hands are counted exactly, card by physical card.
"""

from collections.abc import Iterator
from functools import reduce
from math import factorial, prod

import torch
from torch import Tensor
from torch.nn import functional

from tamaya.search.belief_network import unpack_faces


def uniform_log_likelihood(faces: Tensor, possible: Tensor, unseen: Tensor) -> Tensor:
    """The log-probability of each true hand; the arguments are the fields of `OwnHands`."""
    there, known = faces >= 0, faces.clamp(min=0)
    held = functional.one_hot(known, unseen.shape[1]) * there[..., None]
    left = unseen[:, None].int() - (torch.cumsum(held, dim=1) - held)
    copies = left.gather(2, known[..., None])[..., 0].double()
    log_copies = copies.log().where(there, torch.zeros_like(copies)).sum(dim=1)
    return log_copies - count_hands(possible, unseen).log()


def count_hands(possible: Tensor, unseen: Tensor) -> Tensor:
    """In how many ways different unseen cards fill the places: [rows].

    The ways in which no card is used twice follow by Möbius inversion over the partitions of the
    places into groups that share a card. A place without a card (`possible` is 0) is filled in one
    way.
    """
    places, weights = possible.shape[1], unseen.double()
    choices: dict[tuple[int, ...], Tensor] = {}
    for group in _groups(places):
        shared = reduce(torch.bitwise_and, (possible[:, place] for place in group))
        choices[group] = (unpack_faces(shared, unseen.shape[1]) * weights).sum(dim=1)
    for place in range(places):
        empty = possible[:, place] == 0
        choices[(place,)] = choices[(place,)].masked_fill(empty, 1.0)
    total = torch.zeros(len(possible), dtype=torch.double, device=possible.device)
    for partition in partitions(tuple(range(places))):
        sign = prod((-1) ** (len(group) - 1) * factorial(len(group) - 1) for group in partition)
        total += sign * reduce(torch.mul, (choices[group] for group in partition))
    return total


def partitions(places: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to divide places into groups; every group is in order."""
    if not places:
        yield ()
        return
    first, others = places[0], places[1:]
    for partition in partitions(others):
        yield ((first,), *partition)
        for number, group in enumerate(partition):
            yield (*partition[:number], (first, *group), *partition[number + 1 :])


def _groups(places: int) -> Iterator[tuple[int, ...]]:
    """All groups of places but the empty one."""
    for bits in range(1, 1 << places):
        yield tuple(place for place in range(places) if bits >> place & 1)
