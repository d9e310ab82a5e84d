"""Reading and changing the state of a game: counts, hands, discard pile."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import remove_bits
from tamaya.kernel.game.layout import (
    CLUES_TOUCHING,
    CLUES_TOUCHING_FACE,
    DECK_END,
    DRAWN,
    END_REASON,
    FACE_BITS,
    FACES,
    HELD,
    LANE,
    MISTAKES,
    NAMED,
    PILE_ALL,
    PILE_OF,
    PLACED,
    PLAYERS,
    POSSIBLE,
    SEAT_WORDS,
    SEATS,
    TILE,
    TILES_GONE,
    TO_MOVE,
    TOKENS,
    TURNS_LEFT,
    UNCLUED,
    Words,
)

Bytes = npt.NDArray[np.uint8]


# counts: `n` is the word COUNTS


@device_function
def clue_tokens(n: int) -> int:
    return (n >> TOKENS) & 31


@device_function
def mistakes(n: int) -> int:
    return (n >> MISTAKES) & 15


@device_function
def turns_left(n: int) -> int:
    """Turns until the end, including this one; 0 if their number is not fixed yet."""
    return (n >> TURNS_LEFT) & 7


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
def end_reason(n: int) -> int:
    """Why the game is over; 0 (RUNNING) if it is not."""
    return (n >> END_REASON) & 7


@device_function
def cards_placed(n: int) -> int:
    return (n >> PLACED) & 63


@device_function
def cards_drawn(n: int) -> int:
    return (n >> DRAWN) & 127


@device_function
def deck_end(n: int) -> int:
    return (n >> DECK_END) & 127


@device_function
def deck_left(n: int) -> int:
    return deck_end(n) - cards_drawn(n)


@device_function
def cards_held(n: int, seat: int) -> int:
    """How many cards a seat holds."""
    return (n >> (HELD + 3 * seat)) & 7


@device_function
def seat_after(t: Words, seat: int, offset: int) -> int:
    """The seat `offset` places further on in turn order."""
    after = seat + offset
    return after - t[PLAYERS] if after >= t[PLAYERS] else after


# hands


@device_function
def first_word_of_hand(seat: int) -> int:
    """The index of the first word of a hand."""
    return SEATS + SEAT_WORDS * seat


@device_function
def face_at(faces: int, place: int) -> int:
    return (faces >> (FACE_BITS * place)) & 255


@device_function
def draw_card(t: Words, w: Words, b: Bytes, n: int, seat: int) -> int:
    """Draw the top card of the deck into a hand, as its newest card; returns the counts."""
    hand = first_word_of_hand(seat)
    face = np.int64(b[cards_drawn(n)])
    place = cards_held(n, seat)
    lane = place * t[LANE]
    w[hand + FACES] |= face << (FACE_BITS * place)
    w[hand + CLUES_TOUCHING] |= t[CLUES_TOUCHING_FACE + face] << lane
    w[hand + POSSIBLE] |= t[UNCLUED] << lane
    return n + (1 << DRAWN) + (1 << (HELD + 3 * seat))


@device_function
def remove_card(t: Words, w: Words, seat: int, place: int) -> int:
    """Remove a card from a hand and close the gap; returns its face."""
    hand = first_word_of_hand(seat)
    faces = w[hand + FACES]
    lane = t[LANE]
    first = lane * place
    w[hand + FACES] = remove_bits(faces, FACE_BITS * place, FACE_BITS)
    w[hand + CLUES_TOUCHING] = remove_bits(w[hand + CLUES_TOUCHING], first, lane)
    w[hand + POSSIBLE] = remove_bits(w[hand + POSSIBLE], first, lane)
    w[hand + NAMED] = remove_bits(w[hand + NAMED], first, lane)
    return face_at(faces, place)


# the discard pile


@device_function
def in_discard_pile(t: Words, w: Words, face: int) -> bool:
    """Whether a card with this face is in the discard pile."""
    return w[t[PILE_OF + face]] & t[PILE_ALL + face] != 0
