"""A game's state, read and changed: what is counted, the hands, the discard pile."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import without
from tamaya.kernel.game.layout import (
    AFTER,
    DECK_END,
    DRAWN,
    FACE,
    FACES,
    FRESH,
    HELD,
    LANE,
    MAY,
    MISTAKES,
    OVER,
    PILE_ALL,
    PILE_OF,
    PLACED,
    PLAYERS,
    SEAT,
    SEATS,
    TILE,
    TILES_GONE,
    TO_MOVE,
    TOKENS,
    TOLD,
    TRUTH,
    TRUTH_OF,
    Words,
)

Bytes = npt.NDArray[np.uint8]


# what is counted


@device_function
def tokens(n: int) -> int:
    return (n >> TOKENS) & 31


@device_function
def mistakes(n: int) -> int:
    return (n >> MISTAKES) & 15


@device_function
def turns_after(n: int) -> int:
    """Turns until the end, this one included; 0: there is no knowing yet."""
    return (n >> AFTER) & 7


@device_function
def to_move(n: int) -> int:
    return (n >> TO_MOVE) & 7


@device_function
def tile(n: int) -> int:
    """The tile that waits for a choice, or 0."""
    return (n >> TILE) & 7


@device_function
def tiles_gone(n: int) -> int:
    return (n >> TILES_GONE) & 7


@device_function
def over(n: int) -> int:
    """How the game is over, or 0."""
    return (n >> OVER) & 7


@device_function
def placed(n: int) -> int:
    return (n >> PLACED) & 63


@device_function
def drawn(n: int) -> int:
    return (n >> DRAWN) & 127


@device_function
def deck_end(n: int) -> int:
    return (n >> DECK_END) & 127


@device_function
def deck_left(n: int) -> int:
    return deck_end(n) - drawn(n)


@device_function
def held(n: int, seat: int) -> int:
    """Cards in a hand."""
    return (n >> (HELD + 3 * seat)) & 7


@device_function
def seat_after(t: Words, seat: int, offset: int) -> int:
    """The seat so many further on."""
    after = seat + offset
    return after - t[PLAYERS] if after >= t[PLAYERS] else after


# hands


@device_function
def hand_of(seat: int) -> int:
    """The first word of a hand."""
    return SEATS + SEAT * seat


@device_function
def face_at(faces: int, place: int) -> int:
    return (faces >> (FACE * place)) & 255


@device_function
def take_up(t: Words, w: Words, b: Bytes, n: int, seat: int) -> int:
    """The top card of the deck comes to a hand, as its newest."""
    hand = hand_of(seat)
    face = np.int64(b[drawn(n)])
    place = held(n, seat)
    lane = place * t[LANE]
    w[hand + FACES] |= face << (FACE * place)
    w[hand + TRUTH] |= t[TRUTH_OF + face] << lane
    w[hand + MAY] |= t[FRESH] << lane
    return n + (1 << DRAWN) + (1 << (HELD + 3 * seat))


@device_function
def put_down(t: Words, w: Words, seat: int, place: int) -> int:
    """A card leaves a hand, and the newer ones move up; its face."""
    hand = hand_of(seat)
    faces = w[hand + FACES]
    lane = t[LANE]
    first = lane * place
    w[hand + FACES] = without(faces, FACE * place, FACE)
    w[hand + TRUTH] = without(w[hand + TRUTH], first, lane)
    w[hand + MAY] = without(w[hand + MAY], first, lane)
    w[hand + TOLD] = without(w[hand + TOLD], first, lane)
    return face_at(faces, place)


# the discard pile


@device_function
def lies_there(t: Words, w: Words, face: int) -> bool:
    """Whether a face is in the discard pile."""
    return w[t[PILE_OF + face]] & t[PILE_ALL + face] != 0
