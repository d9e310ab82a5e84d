"""Observations: the research environments' vector, bit for bit, and its extension to our options.

Everything is seen from one seat, and seats count from it. Five sections: the others' hands, the
board, the discard pile, the last action, what clues have said about every card; then, only in games
that have them, the waiting tile and the tiles that are still face down.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import flag, ones
from tamaya.kernel.game.layout import (
    ALL_MISTAKES,
    ALL_TOKENS,
    ANNOUNCED_PLAY,
    CARDS,
    COLOUR_CLUE,
    COLOURS,
    COUNTS,
    DISCARD,
    FACES,
    HAND,
    HAS_TILES,
    LANE,
    LAST_ACTION,
    LAST_ACTOR,
    LAST_FACE,
    LAST_KIND,
    LAST_PLACE,
    LAST_PLACED,
    LAST_TARGET,
    LAST_TOUCHED,
    LAST_WHAT,
    NAMED,
    PILE,
    PILE_CARDS,
    PILE_MORE,
    PLAY,
    PLAYERS,
    POSSIBLE,
    SPREAD,
    SUITS,
    TOP,
    VALUE_CLUE,
    VALUES,
    WORD_BITS,
    Words,
)
from tamaya.kernel.game.state import (
    cards_held,
    clue_tokens,
    deck_left,
    face_at,
    first_word_of_hand,
    mistakes,
    seat_after,
    tile,
    tiles_gone,
)
from tamaya.kernel.observe.packing import flush_bits, put_bits, put_two_fields
from tamaya.rules import Options

ALL_TILES = 6


def observation_length(options: Options) -> int:
    """How many bits a vector has."""
    players, hand, values = options.players, options.hand_size, options.values
    faces, colours, cards = len(options.suits) * values, len(options.colours), len(options.deck)
    hands = (players - 1) * hand * faces + players
    board = cards - players * hand + faces + options.clue_tokens + options.mistakes
    last = action_length(options)
    knowledge = players * hand * (faces + colours + values)
    return hands + board + cards + last + knowledge + (2 * ALL_TILES if options.tiles else 0)


def action_length(options: Options) -> int:
    """How many bits of it describe an action."""
    named = len(options.colours) + options.values
    faces = len(options.suits) * options.values
    return 2 * options.players + 4 + named + 2 * options.hand_size + faces + 2


@device_function
def encode_observation(t: Words, w: Words, seat: int, out: Words) -> int:
    """Write the vector of a seat, as bits; returns how many."""
    at, kept = write_sections(t, w, seat, out)
    flush_bits(out, at, kept)
    return at


@device_function
def write_sections(t: Words, w: Words, seat: int, out: Words) -> tuple[int, int]:
    """Write all sections, without the last incomplete word; see `packing`."""
    n = w[COUNTS]
    at, kept = write_hands(t, w, n, seat, out, 0, 0)
    at, kept = write_board(t, w, n, out, at, kept)
    at, kept = write_discard_pile(t, w, out, at, kept)
    at, kept = write_action(t, w[LAST_ACTION], seat, out, at, kept)
    at, kept = write_clue_knowledge(t, w, seat, out, at, kept)
    if t[HAS_TILES]:
        waits, there = (1 << tile(n)) >> 1, ones(ALL_TILES - tiles_gone(n))
        at, kept = put_two_fields(out, at, kept, waits, ALL_TILES, there, ALL_TILES)
    return at, kept


@device_function
def face_bit(faces: int, cards: int, place: int) -> int:
    """The face of a card as a bit; 0 if there is no card."""
    return (1 << face_at(faces, place)) if place < cards else 0


@device_function
def write_hands(
    t: Words, w: Words, n: int, seat: int, out: Words, at: int, kept: int
) -> tuple[int, int]:
    """The cards of the other seats; then for every seat whether its hand lacks a card."""
    every = t[SUITS] * t[VALUES]
    lacking = flag(cards_held(n, seat) < t[HAND])
    for offset in range(1, t[PLAYERS]):
        other = seat_after(t, seat, offset)
        faces = w[first_word_of_hand(other) + FACES]
        cards = cards_held(n, other)
        for place in range(0, t[HAND] - 1, 2):
            one, two = face_bit(faces, cards, place), face_bit(faces, cards, place + 1)
            at, kept = put_two_fields(out, at, kept, one, every, two, every)
        if t[HAND] & 1:
            at, kept = put_bits(out, at, kept, face_bit(faces, cards, t[HAND] - 1), every)
        lacking |= flag(cards < t[HAND]) << offset
    return put_bits(out, at, kept, lacking, t[PLAYERS])


@device_function
def write_board(t: Words, w: Words, n: int, out: Words, at: int, kept: int) -> tuple[int, int]:
    """Deck, fireworks by their top card, clue tokens, mistakes that are left: ones, then zeros."""
    left = deck_left(n)
    most = t[CARDS] - t[PLAYERS] * t[HAND]
    for first in range(0, most, WORD_BITS):
        some = min(most - first, WORD_BITS)
        at, kept = put_bits(out, at, kept, ones(min(max(left - first, 0), some)), some)
    at, kept = put_bits(out, at, kept, w[TOP], t[SUITS] * t[VALUES])
    lives = t[ALL_MISTAKES]
    return put_two_fields(
        out, at, kept, ones(clue_tokens(n)), t[ALL_TOKENS], ones(lives - mistakes(n)), lives
    )


@device_function
def write_discard_pile(t: Words, w: Words, out: Words, at: int, kept: int) -> tuple[int, int]:
    """The discard pile: for each face a place for each copy."""
    at, kept = put_bits(out, at, kept, w[PILE], t[PILE_CARDS])
    if t[PILE_MORE] != PILE:
        return put_bits(out, at, kept, w[t[PILE_MORE]], t[CARDS] - t[PILE_CARDS])
    return at, kept


@device_function
def write_action(t: Words, word: int, seat: int, out: Words, at: int, kept: int) -> tuple[int, int]:
    """An action: who; of which kind; to whom, what and which cards; or the card, and its result."""
    players = t[PLAYERS]
    hand = t[HAND]
    names = t[COLOURS] + t[VALUES]
    faces = t[SUITS] * t[VALUES]
    kind = (word >> LAST_KIND) & 7
    playing = kind in (1 + PLAY, 1 + ANNOUNCED_PLAY)
    telling = kind in (1 + COLOUR_CLUE, 1 + VALUE_CLUE)
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
    elif kind == 1 + DISCARD:
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
    at, kept = put_two_fields(out, at, kept, who, players + 4 + players + names + hand, place, hand)
    return put_two_fields(out, at, kept, card, faces, came, 2)


@device_function
def write_clue_knowledge(
    t: Words, w: Words, seat: int, out: Words, at: int, kept: int
) -> tuple[int, int]:
    """For every card the faces that clues allow, then the colours and values that clues named."""
    suits = t[SUITS]
    lane = t[LANE]
    faces = suits * t[VALUES]
    names = t[COLOURS] + t[VALUES]
    for offset in range(t[PLAYERS]):
        hand = first_word_of_hand(seat_after(t, seat, offset))
        may = w[hand + POSSIBLE]
        told = w[hand + NAMED]
        for _ in range(t[HAND]):
            values = (may >> suits) & ones(t[VALUES])
            possible = t[SPREAD + (may & ones(suits))] * values
            at, kept = put_two_fields(out, at, kept, possible, faces, told & ones(names), names)
            may >>= lane
            told >>= lane
    return at, kept
