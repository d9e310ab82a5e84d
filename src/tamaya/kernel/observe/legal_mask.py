"""Which actions are legal, a bit for each."""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag, ones
from tamaya.kernel.game.layout import (
    ALL_TOKENS,
    ANNOUNCE,
    COLOURS,
    COUNTS,
    EMPTY_CLUES,
    HAND,
    HAS_TILES,
    LANE,
    PLAYERS,
    RUNNING,
    SUITS,
    TRUTH,
    VALUES,
    Words,
)
from tamaya.kernel.game.legal import COLOUR_TILE, SHUFFLE_TILE, VALUE_TILE, can_take
from tamaya.kernel.game.state import (
    deck_left,
    hand_of,
    held,
    over,
    seat_after,
    tile,
    to_move,
    tokens,
)
from tamaya.kernel.observe.packing import flush, put


@device_function
def names(t: Words, w: Words, n: int, offset: int) -> int:
    """The colours and values that the one so many seats further on can be told."""
    seat = seat_after(t, to_move(n), offset)
    every = ones(t[COLOURS] + t[VALUES])
    if t[EMPTY_CLUES]:
        return every if held(n, seat) > 0 else 0
    some = 0
    truth = w[hand_of(seat) + TRUTH]
    for _ in range(t[HAND]):
        some |= truth
        truth >>= t[LANE]
    return some & every


@device_function
def mark(t: Words, w: Words, out: Words) -> None:
    """Every action of the seat to move: whether it is legal, a bit for each."""
    n = w[COUNTS]
    waits = tile(n) if over(n) == RUNNING else -1
    cards = ones(held(n, to_move(n))) if waits == 0 else 0
    discards = cards if tokens(n) < t[ALL_TOKENS] else 0
    at, kept = put(out, 0, 0, discards | cards << t[HAND], 2 * t[HAND])
    paid = waits == 0 and tokens(n) > 0
    colours = 0
    values = 0
    for offset in range(t[PLAYERS] - 1, 0, -1):
        named = names(t, w, n, offset)
        colours = colours << t[COLOURS] | (named & ones(t[COLOURS]))
        values = values << t[VALUES] | named >> t[COLOURS]
    others = t[PLAYERS] - 1
    can_name_colour = paid or waits == COLOUR_TILE
    can_name_value = paid or waits == VALUE_TILE
    at, kept = put(out, at, kept, colours if can_name_colour else 0, others * t[COLOURS])
    at, kept = put(out, at, kept, values if can_name_value else 0, others * t[VALUES])
    if t[ANNOUNCE]:
        for place in range(t[HAND]):
            at, kept = put(out, at, kept, ones(t[SUITS]) * ((cards >> place) & 1), t[SUITS])
    if t[HAS_TILES]:
        faces = 0
        if waits >= SHUFFLE_TILE:
            for face in range(t[SUITS] * t[VALUES]):
                faces |= flag(can_take(t, w, n, face)) << face
        at, kept = put(out, at, kept, faces, t[SUITS] * t[VALUES])
        forgo = flag(waits == SHUFFLE_TILE and deck_left(n) == 0)
        at, kept = put(out, at, kept, forgo, 1)
    flush(out, at, kept)
