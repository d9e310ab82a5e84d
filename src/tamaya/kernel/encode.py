"""Observations: the research environments' vector, bit for bit, and its extension to our options.

Everything is seen from one seat, and seats count from it. Five sections: the others' hands, the
board, the discard pile, the last action, what clues have said about every card; then, only in games
that have them, the tile that waits and those still face down.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.layout import (
    ALL_MISTAKES,
    ALL_TOKENS,
    ANNOUNCING,
    CARDS,
    COLOUR_TELLING,
    COLOURS,
    DECK_END,
    DISCARDING,
    DRAWN,
    FACES,
    HAND,
    HAS_TILES,
    HELD,
    LAST,
    LAST_ACTOR,
    LAST_FACE,
    LAST_GAINED,
    LAST_KIND,
    LAST_PLACE,
    LAST_PLACED,
    LAST_TARGET,
    LAST_TOUCHED,
    LAST_WHAT,
    MAY,
    MISTAKES,
    PILE,
    PILE_CARDS,
    PILE_MORE,
    PLAYERS,
    PLAYING,
    SEAT,
    SEATS,
    SUITS,
    TILE,
    TILES,
    TOKENS,
    TOLD,
    TOP,
    VALUE_TELLING,
    VALUES,
    Words,
)
from tamaya.kernel.target import device
from tamaya.rules import Options

Bytes = npt.NDArray[np.uint8]
ALL_TILES = 6


def length(options: Options) -> int:
    """How long a vector is."""
    players, hand, values = options.players, options.hand_size, options.values
    faces, colours, cards = len(options.suits) * values, len(options.colours), len(options.deck)
    hands = (players - 1) * hand * faces + players
    board = cards - players * hand + faces + options.clue_tokens + options.mistakes
    last = 2 * players + 4 + colours + values + 2 * hand + faces + 2
    knowledge = players * hand * (faces + colours + values)
    return hands + board + cards + last + knowledge + (2 * ALL_TILES if options.tiles else 0)


@device
def encode(t: Words, w: Words, b: Bytes, seat: int, out: Bytes) -> int:
    """Write what a seat sees into zeros; how many places that takes."""
    at = hands(t, w, b, seat, out, 0)
    at = board(t, w, b, out, at)
    at = pile(t, w, out, at)
    at = last_action(t, w, seat, out, at)
    at = knowledge(t, w, b, seat, out, at)
    if t[HAS_TILES]:
        if b[TILE]:
            out[at + int(b[TILE]) - 1] = 1
        at = thermometer(out, at + ALL_TILES, ALL_TILES - int(b[t[TILES]]), ALL_TILES)
    return at


@device
def thermometer(out: Bytes, at: int, count: int, most: int) -> int:
    """So many ones, in so many places."""
    for place in range(count):
        out[at + place] = 1
    return at + most


@device
def bits(out: Bytes, at: int, word: int, count: int) -> int:
    """The lowest bits of a word, the very lowest first."""
    for place in range(count):
        out[at + place] = (word >> place) & 1
    return at + count


@device
def seat_from(t: Words, seat: int, offset: int) -> int:
    other = seat + offset
    return other - t[PLAYERS] if other >= t[PLAYERS] else other


@device
def hands(t: Words, w: Words, b: Bytes, seat: int, out: Bytes, at: int) -> int:
    """The others' cards; then whether each hand, the own one first, lacks a card."""
    faces = t[SUITS] * t[VALUES]
    for offset in range(1, t[PLAYERS]):
        other = seat_from(t, seat, offset)
        word = w[SEATS + SEAT * other + FACES]
        for place in range(int(b[HELD + other])):
            out[at + place * faces + ((word >> (8 * place)) & 255)] = 1
        at += t[HAND] * faces
    for offset in range(t[PLAYERS]):
        if b[HELD + seat_from(t, seat, offset)] < t[HAND]:
            out[at + offset] = 1
    return at + t[PLAYERS]


@device
def board(t: Words, w: Words, b: Bytes, out: Bytes, at: int) -> int:
    """Deck, fireworks by their top card, clue tokens, mistakes that are left."""
    left = int(b[DECK_END]) - int(b[DRAWN])
    at = thermometer(out, at, left, t[CARDS] - t[PLAYERS] * t[HAND])
    at = bits(out, at, w[TOP], t[SUITS] * t[VALUES])
    at = thermometer(out, at, int(b[TOKENS]), t[ALL_TOKENS])
    return thermometer(out, at, t[ALL_MISTAKES] - int(b[MISTAKES]), t[ALL_MISTAKES])


@device
def pile(t: Words, w: Words, out: Bytes, at: int) -> int:
    """The discard pile: for each face a place for each copy."""
    at = bits(out, at, w[PILE], t[PILE_CARDS])
    return bits(out, at, w[t[PILE_MORE]], t[CARDS] - t[PILE_CARDS])


@device
def last_action(t: Words, w: Words, seat: int, out: Bytes, at: int) -> int:
    players = t[PLAYERS]
    colours = t[COLOURS]
    values = t[VALUES]
    faces = t[SUITS] * values
    word = w[LAST]
    kind = (word >> LAST_KIND) & 7
    if kind:
        actor = (word >> LAST_ACTOR) & 7
        out[at + seat_from(t, actor, players - seat)] = 1
    at += players
    if kind in (1 + PLAYING, 1 + ANNOUNCING):
        out[at] = 1
    elif kind in (1 + DISCARDING, 1 + COLOUR_TELLING, 1 + VALUE_TELLING):
        out[at + max(1, kind - 1)] = 1
    at += 4
    if kind in (1 + COLOUR_TELLING, 1 + VALUE_TELLING):
        target = (word >> LAST_TARGET) & 7
        out[at + seat_from(t, target, players - seat)] = 1
        out[at + players + ((word >> LAST_WHAT) & 15)] = 1
        bits(out, at + players + colours + values, word >> LAST_TOUCHED, t[HAND])
    at += players + colours + values + t[HAND]
    if kind in (1 + DISCARDING, 1 + PLAYING, 1 + ANNOUNCING):
        out[at + ((word >> LAST_PLACE) & 7)] = 1
        out[at + t[HAND] + ((word >> LAST_FACE) & 63)] = 1
        out[at + t[HAND] + faces] = (word >> LAST_PLACED) & 1
        out[at + t[HAND] + faces + 1] = (word >> LAST_GAINED) & 1
    return at + t[HAND] + faces + 2


@device
def knowledge(t: Words, w: Words, b: Bytes, seat: int, out: Bytes, at: int) -> int:
    """For every card the faces that the clues allow, then the colours and values it was told."""
    suits = t[SUITS]
    values = t[VALUES]
    size = t[HAND]
    told = t[COLOURS] + values
    for offset in range(t[PLAYERS]):
        other = seat_from(t, seat, offset)
        may = w[SEATS + SEAT * other + MAY]
        said = w[SEATS + SEAT * other + TOLD]
        for place in range(int(b[HELD + other])):
            here = at + place * (suits * values + told)
            for suit in range(suits):
                if (may >> (suit * size + place)) & 1:
                    for value in range(values):
                        out[here + suit * values + value] = (
                            may >> ((suits + value) * size + place)
                        ) & 1
            for group in range(told):
                out[here + suits * values + group] = (said >> (group * size + place)) & 1
        at += size * (suits * values + told)
    return at
