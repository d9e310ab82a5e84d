"""Which actions are legal. Actions are given by their code; see `layout`."""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.layout import (
    ACTION_CODE,
    ACTIONS,
    ALL_TOKENS,
    ANNOUNCED_PLAY,
    CLUES_TOUCHING,
    CODE_WHAT,
    CODE_WHO,
    COLOUR_CLUE,
    COUNTS,
    DISCARD,
    EMPTY_CLUES,
    FITS,
    LANES,
    NAMES_COLOUR,
    NAMES_VALUE,
    PLAYERS,
    RUNNING,
    SUITS,
    TAKE,
    VALUE_CLUE,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import (
    cards_held,
    clue_tokens,
    deck_left,
    end_reason,
    first_word_of_hand,
    in_discard_pile,
    seat_after,
    tile,
    to_move,
)

COLOUR_TILE, VALUE_TILE, SHUFFLE_TILE, PLACE_TILE = 3, 4, 5, 6


@device_function
def action_kind(code: int) -> int:
    return code & 7


@device_function
def action_who(code: int) -> int:
    return (code >> CODE_WHO) & 31


@device_function
def action_what(code: int) -> int:
    """The colour, value, suit or face of the action; -1 if it has none."""
    return (code >> CODE_WHAT) - 1


@device_function
def must_fit(n: int) -> bool:
    """Whether the waiting tile places a card: tile 6, or tile 5 with an empty deck."""
    return tile(n) == PLACE_TILE or deck_left(n) == 0


@device_function
def can_take(t: Words, w: Words, n: int, face: int) -> bool:
    if not in_discard_pile(t, w, face):
        return False
    return not must_fit(n) or (w[FITS] >> face) & 1 != 0


@device_function
def can_clue(t: Words, w: Words, n: int, offset: int, names: int) -> bool:
    """Whether a clue with one of these names is legal for the seat `offset` places further on."""
    seat = seat_after(t, to_move(n), offset)
    if t[EMPTY_CLUES]:
        return cards_held(n, seat) > 0
    return w[first_word_of_hand(seat) + CLUES_TOUCHING] & names != 0


@device_function
def is_allowed(t: Words, w: Words, n: int, code: int) -> bool:
    """Whether an action code is legal for the seat to move, in a game that is not over."""
    kind = action_kind(code)
    who = action_who(code)
    waits = tile(n)
    if kind < COLOUR_CLUE or kind == ANNOUNCED_PLAY:
        mine = waits == 0 and who < cards_held(n, to_move(n))
        return mine and (kind != DISCARD or clue_tokens(n) < t[ALL_TOKENS])
    if kind <= VALUE_CLUE:
        free = waits == kind + 1
        paid = waits == 0 and clue_tokens(n) > 0
        return (free or paid) and can_clue(t, w, n, who, t[LANES] << action_what(code))
    if waits < SHUFFLE_TILE:
        return False
    if kind == TAKE:
        return can_take(t, w, n, action_what(code))
    return waits == SHUFFLE_TILE and deck_left(n) == 0


@device_function
def is_legal(t: Words, w: Words, action: int) -> bool:
    """Whether an action, by its number, is legal for the seat to move."""
    if action < 0 or action >= t[ACTIONS]:
        return False
    n = w[COUNTS]
    return end_reason(n) == RUNNING and is_allowed(t, w, n, t[ACTION_CODE + action])


# any action at all


@device_function
def has_legal_clue(t: Words, w: Words, n: int, names: int) -> bool:
    for offset in range(1, t[PLAYERS]):
        if can_clue(t, w, n, offset, names):
            return True
    return False


@device_function
def has_choice(t: Words, w: Words, n: int) -> bool:
    """Whether there is any legal action for a waiting tile, or for a seat without cards."""
    waits = tile(n)
    if waits == COLOUR_TILE:
        return has_legal_clue(t, w, n, t[NAMES_COLOUR])
    if waits == VALUE_TILE:
        return has_legal_clue(t, w, n, t[NAMES_VALUE])
    if waits == 0:
        return clue_tokens(n) > 0 and has_legal_clue(t, w, n, t[NAMES_COLOUR] | t[NAMES_VALUE])
    for face in range(t[SUITS] * t[VALUES]):
        if can_take(t, w, n, face):
            return True
    return False
