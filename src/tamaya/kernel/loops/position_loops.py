"""Loops over positions: what is known of them to the seat to move, and nothing else.

A position is a game at one moment without its secrets: the faces in the hand of the seat to move,
the order of the deck, the order of the tiles that are face down, and the number for tile 5.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.card_counting import (
    add_visible,
    count_table,
    exhausted_faces,
    faces_allowed_by_clues,
    visible_copies,
)
from tamaya.kernel.game.layout import (
    CLUES_TOUCHING,
    COUNTS,
    FACES,
    HAS_TILES,
    LANE,
    PILE_ALL,
    PILE_BIT,
    PLAYERS,
    POSSIBLE,
    SUITS,
    TILE_5_PLACE,
    TILES,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import (
    cards_held,
    face_at,
    first_word_of_hand,
    seat_after,
    tiles_gone,
    to_move,
)
from tamaya.kernel.loops.grid import thread_count, thread_index

Bytes = npt.NDArray[np.uint8]

ALL_TILES = 6
NO_CARD = -1


@loop
def read_positions(
    t: Words,
    chosen: Words,
    words: Words,
    deck: Bytes,
    memories: Words,
    out_words: Words,
    out_memories: Words,
    out_tiles: Words,
) -> None:
    """Write the positions of the chosen games, a row for each; `t` are their option tables."""
    for place in range(thread_index(), len(chosen), thread_count()):
        game = chosen[place]
        for word in range(out_words.shape[1]):
            out_words[place, word] = words[game, word]
        for word in range(out_memories.shape[1]):
            out_memories[place, word] = memories[game, word]
        n = words[game, COUNTS]
        hand = first_word_of_hand(to_move(n))
        out_words[place, hand + FACES] = 0
        out_words[place, hand + CLUES_TOUCHING] = 0
        out_tiles[place] = 0
        if t[HAS_TILES]:
            out_words[place, t[TILE_5_PLACE]] = 0
            for tile in range(tiles_gone(n), ALL_TILES):
                out_tiles[place] |= 1 << deck[game, t[TILES] + tile]


@device_function
def count_what_others_hold(t: Words, w: Words, seat: int) -> tuple[int, int]:
    """The visible copies (see `card_counting`): the table's, and those in the others' hands."""
    first, more, _ = count_table(t, w)
    for offset in range(1, t[PLAYERS]):
        other = seat_after(t, seat, offset)
        for place in range(cards_held(w[COUNTS], other)):
            face = face_at(w[first_word_of_hand(other) + FACES], place)
            first, more = add_visible(t, first, more, face)
    return first, more


@loop
def observe_own_hands(
    t: Words,
    which: Words,
    words: Words,
    face_numbers: Words,
    faces: Words,
    possible: Words,
    unseen: Bytes,
) -> None:
    """Write what the seat to move cannot see, and what it knows of that.

    For each card of its hand the face (`NO_CARD` where there is none) and, as bits, the faces that
    clues and counting allow; and for each face how many copies it does not see. `which` says which
    row of `t` a game has, and that row of `face_numbers` how its faces are numbered here.
    """
    for place in range(thread_index(), len(words), thread_count()):
        row, numbers = t[which[place]], face_numbers[which[place]]
        w = words[place]
        seat = to_move(w[COUNTS])
        hand = first_word_of_hand(seat)
        first, more = count_what_others_hold(row, w, seat)
        gone = exhausted_faces(row, first, more)
        may = w[hand + POSSIBLE]
        for card in range(faces.shape[1]):
            faces[place, card] = NO_CARD
            possible[place, card] = 0
        for card in range(cards_held(w[COUNTS], seat)):
            faces[place, card] = numbers[face_at(w[hand + FACES], card)]
            allowed = faces_allowed_by_clues(row, may) & ~gone
            for face in range(row[SUITS] * row[VALUES]):
                possible[place, card] |= ((allowed >> face) & 1) << numbers[face]
            may >>= row[LANE]
        for face in range(unseen.shape[1]):
            unseen[place, face] = 0
        for face in range(row[SUITS] * row[VALUES]):
            there = visible_copies(row, first, more, face)
            while there != row[PILE_ALL + face]:
                there = (there << 1 | 1 << row[PILE_BIT + face]) & row[PILE_ALL + face]
                unseen[place, numbers[face]] += 1
