"""The legal mask: whether each action is legal, a bit for each."""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag, ones
from tamaya.kernel.game.layout import (
    ALL_TOKENS,
    ANNOUNCE,
    CLUES_TOUCHING,
    COLOURS,
    COUNTS,
    EMPTY_CLUES,
    HAND,
    HAS_TILES,
    LANE,
    PLAYERS,
    RUNNING,
    SUITS,
    VALUES,
    Words,
)
from tamaya.kernel.game.legal import COLOUR_TILE, SHUFFLE_TILE, VALUE_TILE, can_take
from tamaya.kernel.game.state import (
    cards_held,
    clue_tokens,
    deck_left,
    end_reason,
    first_word_of_hand,
    seat_after,
    tile,
    to_move,
)
from tamaya.kernel.observe.packing import flush_bits, put_bits


@device_function
def clue_choices(t: Words, w: Words, n: int, offset: int) -> int:
    """The colours and values that a clue to the seat `offset` places further on may name."""
    seat = seat_after(t, to_move(n), offset)
    every = ones(t[COLOURS] + t[VALUES])
    if t[EMPTY_CLUES]:
        return every if cards_held(n, seat) > 0 else 0
    some = 0
    truth = w[first_word_of_hand(seat) + CLUES_TOUCHING]
    for _ in range(t[HAND]):
        some |= truth
        truth >>= t[LANE]
    return some & every


@device_function
def write_legal_mask(t: Words, w: Words, out: Words) -> None:
    """Write the legal mask of the seat to move; all zeros if the game is over."""
    n = w[COUNTS]
    waits = tile(n) if end_reason(n) == RUNNING else -1
    cards = ones(cards_held(n, to_move(n))) if waits == 0 else 0
    discards = cards if clue_tokens(n) < t[ALL_TOKENS] else 0
    at, kept = put_bits(out, 0, 0, discards | cards << t[HAND], 2 * t[HAND])
    paid = waits == 0 and clue_tokens(n) > 0
    colours = 0
    values = 0
    for offset in range(t[PLAYERS] - 1, 0, -1):
        named = clue_choices(t, w, n, offset)
        colours = colours << t[COLOURS] | (named & ones(t[COLOURS]))
        values = values << t[VALUES] | named >> t[COLOURS]
    others = t[PLAYERS] - 1
    can_name_colour = paid or waits == COLOUR_TILE
    can_name_value = paid or waits == VALUE_TILE
    at, kept = put_bits(out, at, kept, colours if can_name_colour else 0, others * t[COLOURS])
    at, kept = put_bits(out, at, kept, values if can_name_value else 0, others * t[VALUES])
    if t[ANNOUNCE]:
        for place in range(t[HAND]):
            at, kept = put_bits(out, at, kept, ones(t[SUITS]) * ((cards >> place) & 1), t[SUITS])
    if t[HAS_TILES]:
        faces = 0
        if waits >= SHUFFLE_TILE:
            for face in range(t[SUITS] * t[VALUES]):
                faces |= flag(can_take(t, w, n, face)) << face
        at, kept = put_bits(out, at, kept, faces, t[SUITS] * t[VALUES])
        forgo = flag(waits == SHUFFLE_TILE and deck_left(n) == 0)
        at, kept = put_bits(out, at, kept, forgo, 1)
    flush_bits(out, at, kept)
