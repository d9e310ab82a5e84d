"""Announcing plays (R4.6) for nets: a net only chooses the card to play.

If all the faces with which the card would fit belong to one suit, that suit is announced. This
never turns a card that fits into a mistake: with any other face, the play is a mistake anyway. (The
clue token that it earns is not always welcome: with all tokens there, nobody may discard.)
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import ones
from tamaya.kernel.game.card_counting import (
    add_visible,
    count_table,
    exhausted_faces,
    faces_allowed_by_clues,
)
from tamaya.kernel.game.layout import (
    ANNOUNCE,
    COLOURS,
    COUNTS,
    FACES,
    FITS,
    HAND,
    LANE,
    PLAYERS,
    POSSIBLE,
    SUITS,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import cards_held, face_at, first_word_of_hand, seat_after, to_move


@device_function
def announce_if_safe(t: Words, w: Words, action: int) -> int:
    """The action by number; a play is announced if that cannot make a mistake of it."""
    place = action - t[HAND]
    if t[ANNOUNCE] == 0 or place < 0 or place >= t[HAND]:
        return action
    seat = to_move(w[COUNTS])
    faces = faces_allowed_by_clues(t, w[first_word_of_hand(seat) + POSSIBLE] >> (t[LANE] * place))
    faces &= w[FITS] & ~exhausted_for_seat(t, w, seat)
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
def exhausted_for_seat(t: Words, w: Words, seat: int) -> int:
    """The faces of which a seat sees all copies, as bits."""
    first, more, _ = count_table(t, w)
    for offset in range(1, t[PLAYERS]):
        other = seat_after(t, seat, offset)
        for place in range(cards_held(w[COUNTS], other)):
            face = face_at(w[first_word_of_hand(other) + FACES], place)
            first, more = add_visible(t, first, more, face)
    every: int = exhausted_faces(t, first, more)
    return every
