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
def faces_allowed_by_clues(t: Words, may: int) -> int:
    """The faces that clues allow, as bits, from a lane of POSSIBLE."""
    return t[SPREAD + (may & ones(t[SUITS]))] * ((may >> t[SUITS]) & ones(t[VALUES]))


@device_function
def add_visible(t: Words, first: int, more: int, face: int) -> tuple[int, int]:
    """Count one more visible card."""
    every = t[PILE_ALL + face]
    one = 1 << t[PILE_BIT + face]
    if t[PILE_OF + face] == PILE:
        return first | (((first & every) << 1 | one) & every), more
    return first, more | (((more & every) << 1 | one) & every)


@device_function
def visible_copies(t: Words, first: int, more: int, face: int) -> int:
    """The bits of the visible copies of a face."""
    return (first if t[PILE_OF + face] == PILE else more) & t[PILE_ALL + face]


@device_function
def exhausted_faces(t: Words, first: int, more: int) -> int:
    """The faces of which all copies are visible, as bits."""
    gone = 0
    for face in range(t[SUITS] * t[VALUES]):
        gone |= flag(visible_copies(t, first, more, face) == t[PILE_ALL + face]) << face
    return gone


@device_function
def count_table(t: Words, w: Words) -> tuple[int, int, int]:
    """Count the discard pile and the fireworks; the third word has the faces on the fireworks."""
    first = w[PILE]
    more = w[t[PILE_MORE]]
    placed = 0
    for suit in range(t[SUITS]):
        top = w[TOP] & (ones(t[VALUES]) << (suit * t[VALUES]))
        step = 0
        while top:
            face = t[ORDER + suit * t[VALUES] + step]
            placed |= 1 << face
            first, more = add_visible(t, first, more, face)
            top &= ~(1 << face)
            step += 1
    return first, more, placed


@device_function
def useless_and_last_faces(t: Words, w: Words, placed: int) -> tuple[int, int]:
    """The faces that can no longer score; and of the others, those with only one copy left."""
    useless = placed
    last = 0
    for suit in range(t[SUITS]):
        blocked = False
        for step in range(t[VALUES]):
            face = t[ORDER + suit * t[VALUES] + step]
            bit = 1 << face
            there = visible_copies(t, w[PILE], w[t[PILE_MORE]], face)
            every = t[PILE_ALL + face]
            if placed & bit == 0:
                blocked = blocked or there == every
                if blocked:
                    useless |= bit
                elif (there << 1 | (1 << t[PILE_BIT + face])) & every == every:
                    last |= bit
    return useless, last
