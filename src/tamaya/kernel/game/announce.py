"""Announcing (R4.6), for nets: they choose which card to play, and the rest is reckoning.

If all faces with which a card would fit are of one suit, that suit is announced. This cannot turn a
card that fits into a mistake: should it have another face, it is one in any case. (The clue token
that it earns is not always for the best: a full row of them forbids a discard.)
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import ones
from tamaya.kernel.game.card_counting import all_seen, laid, possible, with_card
from tamaya.kernel.game.layout import (
    ANNOUNCE,
    COLOURS,
    COUNTS,
    FACES,
    FITS,
    HAND,
    LANE,
    MAY,
    PLAYERS,
    SUITS,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import face_at, hand_of, held, seat_after, to_move


@device_function
def announced(t: Words, w: Words, action: int) -> int:
    """The same action by number, but a play is announced where that cannot make it a mistake."""
    place = action - t[HAND]
    if t[ANNOUNCE] == 0 or place < 0 or place >= t[HAND]:
        return action
    seat = to_move(w[COUNTS])
    faces = possible(t, w[hand_of(seat) + MAY] >> (t[LANE] * place))
    faces &= w[FITS] & ~gone(t, w, seat)
    suit = -1
    for one in range(t[SUITS]):
        if (faces >> (one * t[VALUES])) & ones(t[VALUES]):
            if suit >= 0:
                return action
            suit = one
    if suit < 0:
        return action
    number: int = place * t[SUITS] + suit
    number += 2 * t[HAND] + (t[PLAYERS] - 1) * (t[COLOURS] + t[VALUES])
    return number


@device_function
def gone(t: Words, w: Words, seat: int) -> int:
    """Faces of which a seat sees every copy."""
    first, more, _ = laid(t, w)
    for offset in range(1, t[PLAYERS]):
        other = seat_after(t, seat, offset)
        for place in range(held(w[COUNTS], other)):
            face = face_at(w[hand_of(other) + FACES], place)
            first, more = with_card(t, first, more, face)
    every: int = all_seen(t, first, more)
    return every
