"""Observations: the research environments' vector, bit for bit, and its extension to our options.

Everything is seen from one seat, and seats count from it. Five sections: the others' hands, the
board, the discard pile, the last action, what clues have said about every card; then, only in games
that have them, the tile that waits and those still face down.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag, ones
from tamaya.kernel.game.layout import (
    ALL_MISTAKES,
    ALL_TOKENS,
    ANNOUNCING,
    BITS,
    CARDS,
    COLOUR_TELLING,
    COLOURS,
    COUNTS,
    DISCARDING,
    FACES,
    HAND,
    HAS_TILES,
    LANE,
    LAST,
    LAST_ACTOR,
    LAST_FACE,
    LAST_KIND,
    LAST_PLACE,
    LAST_PLACED,
    LAST_TARGET,
    LAST_TOUCHED,
    LAST_WHAT,
    MAY,
    PILE,
    PILE_CARDS,
    PILE_MORE,
    PLAYERS,
    PLAYING,
    SPREAD,
    SUITS,
    TOLD,
    TOP,
    VALUE_TELLING,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import (
    deck_left,
    face_at,
    hand_of,
    held,
    mistakes,
    seat_after,
    tile,
    tiles_gone,
    tokens,
)
from tamaya.kernel.observe.packing import flush, put, put_two
from tamaya.rules import Options

ALL_TILES = 6


def length(options: Options) -> int:
    """How long a vector is."""
    players, hand, values = options.players, options.hand_size, options.values
    faces, colours, cards = len(options.suits) * values, len(options.colours), len(options.deck)
    hands = (players - 1) * hand * faces + players
    board = cards - players * hand + faces + options.clue_tokens + options.mistakes
    last = action_length(options)
    knowledge = players * hand * (faces + colours + values)
    return hands + board + cards + last + knowledge + (2 * ALL_TILES if options.tiles else 0)


def action_length(options: Options) -> int:
    """How long its part is that tells of an action."""
    named = len(options.colours) + options.values
    faces = len(options.suits) * options.values
    return 2 * options.players + 4 + named + 2 * options.hand_size + faces + 2


@device_function
def encode(t: Words, w: Words, seat: int, out: Words) -> int:
    """Write what a seat sees, a bit for each place of the vector; how many places there are."""
    at, kept = sections(t, w, seat, out)
    flush(out, at, kept)
    return at


@device_function
def sections(t: Words, w: Words, seat: int, out: Words) -> tuple[int, int]:
    """All sections; where it goes on, and what is kept."""
    n = w[COUNTS]
    at, kept = hands(t, w, n, seat, out, 0, 0)
    at, kept = board(t, w, n, out, at, kept)
    at, kept = pile(t, w, out, at, kept)
    at, kept = action(t, w[LAST], seat, out, at, kept)
    at, kept = knowledge(t, w, seat, out, at, kept)
    if t[HAS_TILES]:
        waits, there = (1 << tile(n)) >> 1, ones(ALL_TILES - tiles_gone(n))
        at, kept = put_two(out, at, kept, waits, ALL_TILES, there, ALL_TILES)
    return at, kept


@device_function
def card_at(faces: int, cards: int, place: int) -> int:
    """A card's face as one bit of all; none where there is no card."""
    return (1 << face_at(faces, place)) if place < cards else 0


@device_function
def hands(t: Words, w: Words, n: int, seat: int, out: Words, at: int, kept: int) -> tuple[int, int]:
    """The others' cards; then whether each hand, the own one first, lacks a card."""
    every = t[SUITS] * t[VALUES]
    lacking = flag(held(n, seat) < t[HAND])
    for offset in range(1, t[PLAYERS]):
        other = seat_after(t, seat, offset)
        faces = w[hand_of(other) + FACES]
        cards = held(n, other)
        for place in range(0, t[HAND] - 1, 2):
            one, two = card_at(faces, cards, place), card_at(faces, cards, place + 1)
            at, kept = put_two(out, at, kept, one, every, two, every)
        if t[HAND] & 1:
            at, kept = put(out, at, kept, card_at(faces, cards, t[HAND] - 1), every)
        lacking |= flag(cards < t[HAND]) << offset
    return put(out, at, kept, lacking, t[PLAYERS])


@device_function
def board(t: Words, w: Words, n: int, out: Words, at: int, kept: int) -> tuple[int, int]:
    """Deck, fireworks by their top card, clue tokens, mistakes that are left: ones, then zeros."""
    left = deck_left(n)
    room = t[CARDS] - t[PLAYERS] * t[HAND]
    for first in range(0, room, BITS):
        some = min(room - first, BITS)
        at, kept = put(out, at, kept, ones(min(max(left - first, 0), some)), some)
    at, kept = put(out, at, kept, w[TOP], t[SUITS] * t[VALUES])
    lives = t[ALL_MISTAKES]
    return put_two(out, at, kept, ones(tokens(n)), t[ALL_TOKENS], ones(lives - mistakes(n)), lives)


@device_function
def pile(t: Words, w: Words, out: Words, at: int, kept: int) -> tuple[int, int]:
    """The discard pile: for each face a place for each copy."""
    at, kept = put(out, at, kept, w[PILE], t[PILE_CARDS])
    if t[PILE_MORE] != PILE:
        return put(out, at, kept, w[t[PILE_MORE]], t[CARDS] - t[PILE_CARDS])
    return at, kept


@device_function
def action(t: Words, word: int, seat: int, out: Words, at: int, kept: int) -> tuple[int, int]:
    """Who did what: to whom, what was named and touched; or which card, and what came of it."""
    players = t[PLAYERS]
    hand = t[HAND]
    names = t[COLOURS] + t[VALUES]
    faces = t[SUITS] * t[VALUES]
    kind = (word >> LAST_KIND) & 7
    playing = kind in (1 + PLAYING, 1 + ANNOUNCING)
    telling = kind in (1 + COLOUR_TELLING, 1 + VALUE_TELLING)
    who = 0
    what = 0
    told = 0
    card = 0
    came = 0
    if kind:
        who = 1 << seat_after(t, (word >> LAST_ACTOR) & 7, players - seat)
    if playing:
        what = 1
        came = (word >> LAST_PLACED) & 3
    elif kind == 1 + DISCARDING:
        what = 2
    if telling:
        what = 1 << (kind - 1)
        told = 1 << seat_after(t, (word >> LAST_TARGET) & 7, players - seat)
        told |= 1 << (players + ((word >> LAST_WHAT) & 15))
        told |= ((word >> LAST_TOUCHED) & ones(hand)) << (players + names)
    elif what:
        card = 1 << ((word >> LAST_FACE) & 63)
    place = 1 << ((word >> LAST_PLACE) & 7) if card else 0
    who |= what << players | told << (players + 4)
    at, kept = put_two(out, at, kept, who, players + 4 + players + names + hand, place, hand)
    return put_two(out, at, kept, card, faces, came, 2)


@device_function
def knowledge(t: Words, w: Words, seat: int, out: Words, at: int, kept: int) -> tuple[int, int]:
    """For every card the faces that the clues allow, then the colours and values it was told."""
    suits = t[SUITS]
    lane = t[LANE]
    faces = suits * t[VALUES]
    names = t[COLOURS] + t[VALUES]
    for offset in range(t[PLAYERS]):
        hand = hand_of(seat_after(t, seat, offset))
        may = w[hand + MAY]
        told = w[hand + TOLD]
        for _ in range(t[HAND]):
            values = (may >> suits) & ones(t[VALUES])
            possible = t[SPREAD + (may & ones(suits))] * values
            at, kept = put_two(out, at, kept, possible, faces, told & ones(names), names)
            may >>= lane
            told >>= lane
    return at, kept
