"""A learner's features: the vector of `encode`, and what a good player would conclude from it.

The seat may know all of it. Behind the vector come, as bits: for each card of the other seats
whether it fits, is useless, is indispensable; for each card of its own hand the faces that are
still possible after counting visible cards, and whether it certainly fits, is certainly useless, is
known, may be indispensable; for every card whether its holder can know the first three from public
information, and how many actions ago it was drawn and last touched; and the actions before the
last.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag
from tamaya.kernel.game.card_counting import (
    add_visible,
    count_table,
    exhausted_faces,
    faces_allowed_by_clues,
    useless_and_last_faces,
)
from tamaya.kernel.game.layout import (
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
from tamaya.kernel.game.state import cards_held, face_at, first_word_of_hand, seat_after
from tamaya.kernel.observe.encode import (
    action_length,
    observation_length,
    write_action,
    write_sections,
)
from tamaya.kernel.observe.memory import (
    LONG_AGO,
    actions_since_drawn,
    actions_since_touched,
    past_action,
)
from tamaya.kernel.observe.packing import flush_bits, put_bits, put_two_fields
from tamaya.rules import Options

ABOUT_OWN = 4
ABOUT_OTHERS = 3
KNOWN_TO_HOLDER = 3


def features_length(options: Options, depth: int) -> int:
    """How many bits there are, with `depth` past actions."""
    hand, faces = options.hand_size, len(options.suits) * options.values
    own = hand * (faces + ABOUT_OWN)
    others = (options.players - 1) * hand * ABOUT_OTHERS
    every = options.players * hand * (KNOWN_TO_HOLDER + 2 * LONG_AGO)
    return observation_length(options) + own + others + every + (depth - 1) * action_length(options)


@device_function
def encode_features(t: Words, w: Words, m: Words, seat: int, depth: int, out: Words) -> int:
    """Write the features of a seat, as bits; returns how many."""
    at, kept = write_sections(t, w, seat, out)
    first, more, placed = count_table(t, w)
    useless, last = useless_and_last_faces(t, w, placed)
    gone = exhausted_faces(t, first, more)
    for offset in range(1, t[PLAYERS]):
        other = first_word_of_hand(seat_after(t, seat, offset))
        cards = cards_held(w[COUNTS], seat_after(t, seat, offset))
        for place in range(t[HAND]):
            about = 0
            if place < cards:
                face = face_at(w[other + FACES], place)
                first, more = add_visible(t, first, more, face)
                about = (w[FITS] >> face) & 1
                about |= ((useless >> face) & 1) << 1 | ((last >> face) & 1) << 2
            at, kept = put_bits(out, at, kept, about, ABOUT_OTHERS)
    at, kept = write_own_cards(
        t, w, seat, exhausted_faces(t, first, more), useless, last, out, at, kept
    )
    at, kept = write_all_cards(t, w, m, seat, gone, useless, out, at, kept)
    for ago in range(1, depth):
        at, kept = write_action(t, past_action(t, m, ago), seat, out, at, kept)
    flush_bits(out, at, kept)
    return at


# cards


@device_function
def certainties(w: Words, faces: int, useless: int) -> int:
    """Three bits: whether a card with one of these faces certainly fits, is useless, is known."""
    if faces == 0:
        return 0
    fits = flag(faces & ~w[FITS] == 0)
    return fits | flag(faces & ~useless == 0) << 1 | flag(faces & (faces - 1) == 0) << 2


@device_function
def write_own_cards(
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
    may = w[first_word_of_hand(seat) + POSSIBLE]
    for _ in range(t[HAND]):
        faces = faces_allowed_by_clues(t, may) & ~gone
        about = certainties(w, faces, useless) | flag(faces & last != 0) << 3
        at, kept = put_two_fields(out, at, kept, faces, t[SUITS] * t[VALUES], about, ABOUT_OWN)
        may >>= t[LANE]
    return at, kept


@device_function
def write_all_cards(
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
    """For every card: what its holder can know of it, and when it was drawn and touched."""
    for offset in range(t[PLAYERS]):
        holder = seat_after(t, seat, offset)
        may = w[first_word_of_hand(holder) + POSSIBLE]
        for place in range(t[HAND]):
            about = 0
            if place < cards_held(w[COUNTS], holder):
                about = certainties(w, faces_allowed_by_clues(t, may) & ~gone, useless)
                drawn = actions_since_drawn(m, holder, place)
                touched = actions_since_touched(m, holder, place)
                if drawn < LONG_AGO:
                    about |= 1 << (KNOWN_TO_HOLDER + drawn)
                if touched < LONG_AGO:
                    about |= 1 << (KNOWN_TO_HOLDER + LONG_AGO + touched)
            at, kept = put_bits(out, at, kept, about, KNOWN_TO_HOLDER + 2 * LONG_AGO)
            may >>= t[LANE]
    return at, kept
