"""What a learner sees: the vector of `encode`, and what a good player would make of it.

Nothing is in it that the seat may not know. Behind the vector come, all as bits: for each own card
the faces still possible after counting what is visible, and whether it surely fits, is surely
useless, is known, may be indispensable; for each of the others' cards whether it fits, is useless,
is indispensable; for every card whether its holder knows as much from what is public; how many
actions ago each card was drawn and last pointed at; and the actions before the last.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag
from tamaya.kernel.game.card_counting import all_seen, judged, laid, possible, with_card
from tamaya.kernel.game.layout import (
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
from tamaya.kernel.game.state import face_at, hand_of, held, seat_after
from tamaya.kernel.observe.encode import action, action_length, length, sections
from tamaya.kernel.observe.memory import LONG_AGO, drawn_ago, noted, touched_ago
from tamaya.kernel.observe.packing import flush, put, put_two
from tamaya.rules import Options

ABOUT_OWN = 4
ABOUT_OTHERS = 3
KNOWN_TO_HOLDER = 3


def features_length(options: Options, depth: int) -> int:
    """How long it is, with so many actions remembered."""
    hand, faces = options.hand_size, len(options.suits) * options.values
    own = hand * (faces + ABOUT_OWN)
    others = (options.players - 1) * hand * ABOUT_OTHERS
    every = options.players * hand * (KNOWN_TO_HOLDER + 2 * LONG_AGO)
    return length(options) + own + others + every + (depth - 1) * action_length(options)


@device_function
def features(t: Words, w: Words, m: Words, seat: int, depth: int, out: Words) -> int:
    """Write what a learner at a seat sees, as bits; how many there are."""
    at, kept = sections(t, w, seat, out)
    first, more, placed = laid(t, w)
    useless, last = judged(t, w, placed)
    gone = all_seen(t, first, more)
    for offset in range(1, t[PLAYERS]):
        other = hand_of(seat_after(t, seat, offset))
        cards = held(w[COUNTS], seat_after(t, seat, offset))
        for place in range(t[HAND]):
            about = 0
            if place < cards:
                face = face_at(w[other + FACES], place)
                first, more = with_card(t, first, more, face)
                about = (w[FITS] >> face) & 1
                about |= ((useless >> face) & 1) << 1 | ((last >> face) & 1) << 2
            at, kept = put(out, at, kept, about, ABOUT_OTHERS)
    at, kept = own_cards(t, w, seat, all_seen(t, first, more), useless, last, out, at, kept)
    at, kept = every_card(t, w, m, seat, gone, useless, out, at, kept)
    for ago in range(1, depth):
        at, kept = action(t, noted(t, m, ago), seat, out, at, kept)
    flush(out, at, kept)
    return at


# card by card


@device_function
def known(w: Words, faces: int, useless: int) -> int:
    """Whether a card that may have these faces surely fits, is surely useless, is one of them."""
    if faces == 0:
        return 0
    fits = flag(faces & ~w[FITS] == 0)
    return fits | flag(faces & ~useless == 0) << 1 | flag(faces & (faces - 1) == 0) << 2


@device_function
def own_cards(
    t: Words,
    w: Words,
    seat: int,
    gone: int,
    useless: int,
    last: int,
    out: Words,
    at: int,
    kept: int,
) -> tuple[int, int]:
    may = w[hand_of(seat) + MAY]
    for _ in range(t[HAND]):
        faces = possible(t, may) & ~gone
        about = known(w, faces, useless) | flag(faces & last != 0) << 3
        at, kept = put_two(out, at, kept, faces, t[SUITS] * t[VALUES], about, ABOUT_OWN)
        may >>= t[LANE]
    return at, kept


@device_function
def every_card(
    t: Words,
    w: Words,
    m: Words,
    seat: int,
    gone: int,
    useless: int,
    out: Words,
    at: int,
    kept: int,
) -> tuple[int, int]:
    """What holders know of their cards from what is public; drawn and pointed at how long ago."""
    for offset in range(t[PLAYERS]):
        holder = seat_after(t, seat, offset)
        may = w[hand_of(holder) + MAY]
        for place in range(t[HAND]):
            about = 0
            if place < held(w[COUNTS], holder):
                about = known(w, possible(t, may) & ~gone, useless)
                drawn = drawn_ago(m, holder, place)
                touched = touched_ago(m, holder, place)
                if drawn < LONG_AGO:
                    about |= 1 << (KNOWN_TO_HOLDER + drawn)
                if touched < LONG_AGO:
                    about |= 1 << (KNOWN_TO_HOLDER + LONG_AGO + touched)
            at, kept = put(out, at, kept, about, KNOWN_TO_HOLDER + 2 * LONG_AGO)
            may >>= t[LANE]
    return at, kept
