"""Where everything is: the tables of a game's options, and the words and bytes of its state.

All that is counted is in one word. A hand is four words, with a lane of bits for each of its cards:
`FACES` in lanes of eight bits, the others in lanes of `LANE` bits, one for every colour or suit and
one for every value. So one operation changes all cards of a hand at once. The bytes are the deck.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tamaya.rules import Face, Options
from tamaya.rules.errors import OptionsError
from tamaya.rules.options import MOST_TILES

Words = npt.NDArray[np.int64]

# the tables: numbers first, then lists
(
    PLAYERS,
    HAND,  # cards
    SUITS,
    VALUES,
    COLOURS,  # that can be named
    ALL_TOKENS,
    ALL_MISTAKES,  # the last of these loses
    CARDS,
    ALL_PLACED,  # cards on complete fireworks
    COST,  # points off, one for each card of suits whose missing cards cost
    HAS_TILES,
    BOUQUET,
    EMPTY_CLUES,
    ANNOUNCE,
    ACTIONS,  # how many there are
    LANE,  # bits
    LANES,  # the first bit of every lane
    NAMES_COLOUR,  # the bits of all colours, in every lane
    NAMES_VALUE,  # and those of all values
    FRESH,  # a lane of MAY: any suit, any value
    FIRST_FITS,  # the faces that fit at first
    PILE_CARDS,  # of the cards, how many have a bit in the first word of the discard pile
    # words and bytes that only some games have
    PILE_MORE,  # the second word of the discard pile
    WHERE,  # the word with the place of tile 5
    TILES,  # the first byte of the tiles' order
) = range(25)
MOST = 64  # faces
SUIT_OF = 32
NEXT = SUIT_OF + MOST  # the face that comes after a face, as a bit
COMPLETES = NEXT + MOST  # 1: a token comes back; 2: a tile is revealed, if there are any
TRUTH_OF = COMPLETES + MOST  # the lane of a card
PILE_OF = TRUTH_OF + MOST  # the word of the discard pile
PILE_BIT = PILE_OF + MOST  # the first bit of a face there
PILE_ALL = PILE_BIT + MOST  # the bits of all copies
IF_TOUCHED = PILE_ALL + MOST  # by colour or value: what a card may be that it points at, as a lane
IF_NOT = IF_TOUCHED + 16  # and one that it does not point at
SPREAD = IF_NOT + 16  # by a set of suits: the lowest value of each, among the faces
MEANS = SPREAD + 128  # by action: its kind, who, what: the first bits are …
ORDER = MEANS + 128  # by suit, then by how many lie below it: a face
SORTED = ORDER + MOST  # every card's face, in order

# behind the tables of one of several sets, as `mix` describes them
SEEN_RUNS, LEGAL_RUNS, RUNS = range(3)

# an action: its kind; the seat that is told, counted from the one to move, or the place of a card;
# the colour or value that is named, the suit announced or the face taken, counted from 1
MEANS_WHO, MEANS_WHAT = 3, 8

# kinds of actions
DISCARDING, PLAYING, COLOUR_TELLING, VALUE_TELLING, ANNOUNCING, TAKING, FORGOING = range(7)

# words of a state
COUNTS, FITS, TOP, PILE, LAST, SEATS = range(6)
FACES, TRUTH, MAY, TOLD = range(4)
SEAT = 4  # words of a seat
FACE = 8  # bits of a face

# what is counted: the first bit of each part of the word
TOKENS, MISTAKES, AFTER, TO_MOVE, TILE, OVER, TILES_GONE = 0, 5, 9, 12, 15, 18, 21
PLACED, DRAWN, DECK_END, HELD = 24, 30, 37, 44  # three bits of the last for each seat
MOST_TOKENS, MOST_MISTAKES = 31, 15

# the last action: the first bit of each part of the word; its kind counts from 1
LAST_KIND, LAST_ACTOR, LAST_TARGET, LAST_WHAT, LAST_TOUCHED = 0, 3, 6, 9, 13
LAST_PLACE, LAST_FACE, LAST_PLACED, LAST_GAINED = 20, 23, 29, 30
TURNS = 32  # and how many turns were taken

# how a game is over
RUNNING, ALL_COMPLETE, LAST_ROUND, LAST_MISTAKE, INDISPENSABLE_LOST, NO_ACTION = range(6)

BITS = 62  # that a word has for us
MOST_CARDS = 120
MOST_ACTIONS = 128


def words_of(options: Options) -> int:
    """How many words a state has."""
    return SEATS + SEAT * options.players + _more_pile(options) + options.tiles


def bytes_of(options: Options) -> int:
    """How many bytes; a card shuffled back makes the deck longer by one."""
    return len(options.deck) + (1 + MOST_TILES if options.tiles else 0)


def _more_pile(options: Options) -> bool:
    """Whether the discard pile needs a second word."""
    return len(options.deck) > BITS


def tables(options: Options) -> Words:
    """The tables of a game."""
    _check(options)
    table = np.zeros(SORTED + len(options.deck), np.int64)
    hand, suits, values = options.hand_size, len(options.suits), options.values
    colours, players = len(options.colours), options.players
    table[PLAYERS : HAND + 1] = players, hand
    table[SUITS : COLOURS + 1] = suits, values, colours
    table[ALL_TOKENS : CARDS + 1] = options.clue_tokens, options.mistakes, len(options.deck)
    table[ALL_PLACED] = suits * values
    table[COST] = sum(values for suit in options.suits if suit.missing_costs)
    table[HAS_TILES : EMPTY_CLUES + 1] = options.tiles, options.bouquet, options.empty_clues
    table[ANNOUNCE] = options.announce
    table[ACTIONS] = first_numbers(options)[-1]
    more = SEATS + SEAT * players
    table[PILE_MORE] = more if _more_pile(options) else PILE
    table[WHERE] = more + _more_pile(options)
    table[TILES] = len(options.deck) + 1
    lane = lane_bits(options)
    lanes = sum(1 << lane * place for place in range(hand))
    table[LANE], table[LANES] = lane, lanes
    table[NAMES_COLOUR] = lanes * _ones(colours)
    table[NAMES_VALUE] = lanes * (_ones(values) << colours)
    table[FRESH] = _ones(suits + values)
    for colour, touches in enumerate(options.touches):
        touched = _bits([suit for suit in range(suits) if touches[suit]])
        table[IF_TOUCHED + colour] = touched | _ones(values) << suits
        table[IF_NOT + colour] = _ones(suits + values) ^ touched
    for value in range(values):
        table[IF_TOUCHED + colours + value] = _ones(suits) | 1 << (suits + value)
        table[IF_NOT + colours + value] = _ones(suits + values) ^ 1 << (suits + value)
    for some in range(1 << suits):
        table[SPREAD + some] = _bits([suit * values for suit in range(suits) if some >> suit & 1])
    _faces(options, table)
    _actions(options, table)
    table[SORTED:] = [number(options, face) for face in options.deck]
    return table


def first_numbers(options: Options) -> tuple[int, ...]:
    """The first number of each kind of action but discards, and the number of all."""
    hand, suits, others = options.hand_size, len(options.suits), options.players - 1
    counts = (
        hand,
        hand,
        others * len(options.colours),
        others * options.values,
        hand * suits if options.announce else 0,
        suits * options.values if options.tiles else 0,
        1 if options.tiles else 0,
    )
    return tuple(sum(counts[: kind + 1]) for kind in range(len(counts)))


def number(options: Options, face: Face) -> int:
    """A face as a number: suit by suit, value by value."""
    return face.suit * options.values + face.value - 1


def lane_bits(options: Options) -> int:
    """How many bits a card has in a lane: one for each colour or suit, and one for each value."""
    return max(len(options.suits), len(options.colours)) + options.values


def _check(options: Options) -> None:
    if lane_bits(options) * options.hand_size > BITS or options.hand_size > 7:
        raise OptionsError("such big hands of so many suits and values do not fit into a word")
    if len(options.deck) > MOST_CARDS or len(options.suits) * options.values > BITS:
        raise OptionsError(f"the kernel plays with at most {MOST_CARDS} cards")
    if options.clue_tokens > MOST_TOKENS or options.mistakes > MOST_MISTAKES:
        raise OptionsError(
            f"the kernel counts to {MOST_TOKENS} clue tokens and {MOST_MISTAKES} mistakes"
        )
    if first_numbers(options)[-1] > MOST_ACTIONS:
        raise OptionsError(f"the kernel knows at most {MOST_ACTIONS} actions")


def _ones(count: int) -> int:
    return (1 << count) - 1


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def _faces(options: Options, table: Words) -> None:
    values, colours = options.values, len(options.colours)
    bit, word = 0, PILE
    for face, copies in options.copies.items():
        n, suit = number(options, face), options.suits[face.suit]
        step = options.step[face]
        table[SUIT_OF + n] = face.suit
        table[ORDER + face.suit * values + step] = n
        if step == 0:
            table[FIRST_FITS] |= 1 << n
        if step + 1 < values:
            table[NEXT + n] = 1 << number(options, Face(face.suit, suit.order[step + 1]))
        else:
            table[COMPLETES + n] = 2 if options.tiles and suit.ends_on_top else 1
        named = [c for c, touches in enumerate(options.touches) if touches[face.suit]]
        table[TRUTH_OF + n] = _bits([*named, colours + face.value - 1])
        if bit + copies > BITS:
            if word != PILE:
                raise OptionsError("such a discard pile does not fit into two words")
            bit, word = 0, int(table[PILE_MORE])
        table[PILE_OF + n], table[PILE_BIT + n] = word, bit
        table[PILE_ALL + n] = ((1 << copies) - 1) << bit
        bit += copies
        table[PILE_CARDS] += copies if word == PILE else 0


def _actions(options: Options, table: Words) -> None:
    """What each number means."""
    firsts = (0, *first_numbers(options))
    colours, suits = len(options.colours), len(options.suits)
    for kind, (first, end) in enumerate(pairwise(firsts)):
        for which in range(end - first):
            who, what = which, -1
            if kind == COLOUR_TELLING:
                who, what = 1 + which // colours, which % colours
            elif kind == VALUE_TELLING:
                who, what = 1 + which // options.values, colours + which % options.values
            elif kind == ANNOUNCING:
                who, what = divmod(which, suits)
            elif kind == TAKING:
                who, what = 0, which
            table[MEANS + first + which] = kind | who << MEANS_WHO | (what + 1) << MEANS_WHAT
