"""Counting cards: which copies are visible, and what that says about the others.

Visible copies are kept as the discard pile is: a bit for each copy, in two words, `first` and
`more`.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag, ones
from tamaya.kernel.game.layout import (
    ORDER,
    PILE,
    PILE_ALL,
    PILE_BIT,
    PILE_MORE,
    PILE_OF,
    SPREAD,
    SUITS,
    TOP,
    VALUES,
    Words,
)


@device_function
def possible(t: Words, may: int) -> int:
    """The faces that clues allow, from a lane."""
    return t[SPREAD + (may & ones(t[SUITS]))] * ((may >> t[SUITS]) & ones(t[VALUES]))


@device_function
def with_card(t: Words, first: int, more: int, face: int) -> tuple[int, int]:
    """One more card is visible."""
    every = t[PILE_ALL + face]
    one = 1 << t[PILE_BIT + face]
    if t[PILE_OF + face] == PILE:
        return first | (((first & every) << 1 | one) & every), more
    return first, more | (((more & every) << 1 | one) & every)


@device_function
def copies(t: Words, first: int, more: int, face: int) -> int:
    """The bits of a face."""
    return (first if t[PILE_OF + face] == PILE else more) & t[PILE_ALL + face]


@device_function
def all_seen(t: Words, first: int, more: int) -> int:
    """Faces of which every copy is visible."""
    gone = 0
    for face in range(t[SUITS] * t[VALUES]):
        gone |= flag(copies(t, first, more, face) == t[PILE_ALL + face]) << face
    return gone


@device_function
def laid(t: Words, w: Words) -> tuple[int, int, int]:
    """What lies in the discard pile and on the fireworks; and the faces on those."""
    first = w[PILE]
    more = w[t[PILE_MORE]]
    placed = 0
    for suit in range(t[SUITS]):
        top = w[TOP] & (ones(t[VALUES]) << (suit * t[VALUES]))
        step = 0
        while top:
            face = t[ORDER + suit * t[VALUES] + step]
            placed |= 1 << face
            first, more = with_card(t, first, more, face)
            top &= ~(1 << face)
            step += 1
    return first, more, placed


@device_function
def judged(t: Words, w: Words, placed: int) -> tuple[int, int]:
    """Faces that nobody needs any more; and those of which only one is left that can be placed."""
    useless = placed
    last = 0
    for suit in range(t[SUITS]):
        blocked = False
        for step in range(t[VALUES]):
            face = t[ORDER + suit * t[VALUES] + step]
            bit = 1 << face
            there = copies(t, w[PILE], w[t[PILE_MORE]], face)
            every = t[PILE_ALL + face]
            if placed & bit == 0:
                blocked = blocked or there == every
                if blocked:
                    useless |= bit
                elif (there << 1 | (1 << t[PILE_BIT + face])) & every == every:
                    last |= bit
    return useless, last
