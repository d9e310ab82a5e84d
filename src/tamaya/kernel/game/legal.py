"""What is legal."""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.layout import (
    ACTIONS,
    ALL_TOKENS,
    ANNOUNCING,
    COLOUR_TELLING,
    COUNTS,
    DISCARDING,
    EMPTY_CLUES,
    FITS,
    LANES,
    MEANS,
    MEANS_WHAT,
    MEANS_WHO,
    NAMES_COLOUR,
    NAMES_VALUE,
    PLAYERS,
    RUNNING,
    SUITS,
    TAKING,
    TRUTH,
    VALUE_TELLING,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import (
    deck_left,
    hand_of,
    held,
    lies_there,
    over,
    seat_after,
    tile,
    to_move,
    tokens,
)

COLOUR_TILE, VALUE_TILE, SHUFFLE_TILE, PLACE_TILE = 3, 4, 5, 6


@device_function
def kind_of(means: int) -> int:
    return means & 7


@device_function
def who_of(means: int) -> int:
    return (means >> MEANS_WHO) & 31


@device_function
def what_of(means: int) -> int:
    """-1: nothing is named."""
    return (means >> MEANS_WHAT) - 1


@device_function
def must_fit(n: int) -> bool:
    """Whether a tile puts a card on its firework: tile 6, or tile 5 with no deck left."""
    return tile(n) == PLACE_TILE or deck_left(n) == 0


@device_function
def can_take(t: Words, w: Words, n: int, face: int) -> bool:
    if not lies_there(t, w, face):
        return False
    return not must_fit(n) or (w[FITS] >> face) & 1 != 0


@device_function
def can_tell(t: Words, w: Words, n: int, offset: int, names: int) -> bool:
    """Whether the one who sits so many seats further on can be told one of these."""
    seat = seat_after(t, to_move(n), offset)
    if t[EMPTY_CLUES]:
        return held(n, seat) > 0
    return w[hand_of(seat) + TRUTH] & names != 0


@device_function
def allows(t: Words, w: Words, n: int, means: int) -> bool:
    """Whether the seat to move may do this, in a game that is not over."""
    kind = kind_of(means)
    who = who_of(means)
    waits = tile(n)
    if kind < COLOUR_TELLING or kind == ANNOUNCING:
        mine = waits == 0 and who < held(n, to_move(n))
        return mine and (kind != DISCARDING or tokens(n) < t[ALL_TOKENS])
    if kind <= VALUE_TELLING:
        free = waits == kind + 1
        paid = waits == 0 and tokens(n) > 0
        return (free or paid) and can_tell(t, w, n, who, t[LANES] << what_of(means))
    if waits < SHUFFLE_TILE:
        return False
    if kind == TAKING:
        return can_take(t, w, n, what_of(means))
    return waits == SHUFFLE_TILE and deck_left(n) == 0


@device_function
def is_legal(t: Words, w: Words, action: int) -> bool:
    """Whether the seat to move may do this."""
    if action < 0 or action >= t[ACTIONS]:
        return False
    n = w[COUNTS]
    return over(n) == RUNNING and allows(t, w, n, t[MEANS + action])


# all at once


@device_function
def has_clue(t: Words, w: Words, n: int, names: int) -> bool:
    for offset in range(1, t[PLAYERS]):
        if can_tell(t, w, n, offset, names):
            return True
    return False


@device_function
def has_choice(t: Words, w: Words, n: int) -> bool:
    """Whether a revealed tile, or a seat without cards, can do anything at all."""
    waits = tile(n)
    if waits == COLOUR_TILE:
        return has_clue(t, w, n, t[NAMES_COLOUR])
    if waits == VALUE_TILE:
        return has_clue(t, w, n, t[NAMES_VALUE])
    if waits == 0:
        return tokens(n) > 0 and has_clue(t, w, n, t[NAMES_COLOUR] | t[NAMES_VALUE])
    for face in range(t[SUITS] * t[VALUES]):
        if can_take(t, w, n, face):
            return True
    return False
