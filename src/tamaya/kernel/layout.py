"""Where everything is: the tables of a game's options, and the words and bytes of its state.

A hand is four words. Three of them are sets of the hand's places in groups of `hand_size` bits, a
group for every colour or suit and for every value: so one operation changes all groups at once.
Word `FACES` holds the face of each place in a byte.
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
    # the numbers of the actions: discards begin with 0, then …
    PLAY,
    COLOUR_CLUE,
    VALUE_CLUE,
    ANNOUNCED,
    TAKE,
    FORGO,
    ACTIONS,  # how many there are
    PLACE,  # all places of one group
    EVERY_GROUP,  # place 0 of all groups of suits and values
    FIRST_FITS,  # the faces that fit at first
    PILE_CARDS,  # of the cards, how many have a bit in the first word of the discard pile
    # words and bytes that only some games have
    PILE_MORE,  # the second word of the discard pile
    WHERE,  # the word with the place of tile 5
    TILES,  # the byte that counts tiles gone; their order follows
) = range(27)
MOST = 64  # faces
SUIT_OF = 32
NEXT = SUIT_OF + MOST  # the face that comes after a face, as a bit
COMPLETES = NEXT + MOST  # 1: a token comes back; 2: a tile is revealed, if there are any
TRUTH_OF = COMPLETES + MOST  # the groups of a card in place 0
PILE_OF = TRUTH_OF + MOST  # the word of the discard pile
PILE_BIT = PILE_OF + MOST  # the first bit of a face there
PILE_ALL = PILE_BIT + MOST  # the bits of all copies
TOUCHED = PILE_ALL + MOST  # by colour or value: the groups of suits, or the value, it points at
NAMED = TOUCHED + 16  # place 0 of all suits' groups if it is a colour, else of all values'
LOWER = NAMED + 16  # by place: the places before it, in every group
HIGHER = LOWER + 8  # and those from it on, but the last
KIND = HIGHER + 8  # by action: what kind it is of
WHO = KIND + 128  # the seat that is told, counted from the one to move; or the place of a card
WHAT = WHO + 128  # the group that is named, the suit announced or the face taken
SORTED = WHAT + 128  # every card's face, in order

# kinds of actions
DISCARDING, PLAYING, COLOUR_TELLING, VALUE_TELLING, ANNOUNCING, TAKING, FORGOING = range(7)

# words of a state
FITS, TOP, PILE, LAST, SEATS = range(5)
FACES, TRUTH, MAY, TOLD = range(4)
SEAT = 4  # words of a seat

# the last action: the first bit of each part of the word; its kind counts from 1
LAST_KIND, LAST_ACTOR, LAST_TARGET, LAST_WHAT, LAST_TOUCHED = 0, 3, 6, 9, 13
LAST_PLACE, LAST_FACE, LAST_PLACED, LAST_GAINED = 20, 23, 29, 30
TURNS = 32  # and how many turns were taken

# bytes of a state
TOKENS, MISTAKES, DRAWN, DECK_END, TO_MOVE, AFTER, TILE, OVER, PLACED = range(9)
HELD = 9  # cards in each hand
DECK = 14

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
    return DECK + len(options.deck) + (1 + 1 + MOST_TILES if options.tiles else 0)


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
    table[PLAY : ACTIONS + 1] = first_numbers(options)
    more = SEATS + SEAT * players
    table[PILE_MORE] = more if _more_pile(options) else PILE
    table[WHERE] = more + _more_pile(options)
    table[TILES] = DECK + len(options.deck) + 1
    place = (1 << hand) - 1
    table[PLACE] = place
    every = _groups(range(max(suits, colours) + values), hand)
    table[EVERY_GROUP] = _groups(range(suits + values), hand)
    for slot in range(hand):
        below = (1 << slot) - 1
        table[LOWER + slot] = every * below
        table[HIGHER + slot] = every * ((place >> 1) & ~below)
    for colour, touches in enumerate(options.touches):
        touched = [suit for suit in range(suits) if touches[suit]]
        table[TOUCHED + colour] = _groups(touched, hand) * place
        table[NAMED + colour] = _groups(range(suits), hand)
    for value in range(values):
        table[TOUCHED + colours + value] = place << (suits + value) * hand
        table[NAMED + colours + value] = _groups(range(suits, suits + values), hand)
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


def _check(options: Options) -> None:
    groups = max(len(options.suits), len(options.colours)) + options.values
    if groups * options.hand_size > BITS or options.hand_size > 7:
        raise OptionsError("such big hands of so many suits and values do not fit into a word")
    if len(options.deck) > MOST_CARDS or len(options.suits) * options.values > BITS:
        raise OptionsError(f"the kernel plays with at most {MOST_CARDS} cards")
    if first_numbers(options)[-1] > MOST_ACTIONS:
        raise OptionsError(f"the kernel knows at most {MOST_ACTIONS} actions")


def _groups(groups: Sequence[int], hand: int) -> int:
    """Place 0 of some groups."""
    return sum(1 << group * hand for group in groups)


def _faces(options: Options, table: Words) -> None:
    hand, values, colours = options.hand_size, options.values, len(options.colours)
    bit, word = 0, PILE
    for face, copies in options.copies.items():
        n, suit = number(options, face), options.suits[face.suit]
        step = options.step[face]
        table[SUIT_OF + n] = face.suit
        if step == 0:
            table[FIRST_FITS] |= 1 << n
        if step + 1 < values:
            table[NEXT + n] = 1 << number(options, Face(face.suit, suit.order[step + 1]))
        else:
            table[COMPLETES + n] = 2 if options.tiles and suit.ends_on_top else 1
        named = [c for c, touches in enumerate(options.touches) if touches[face.suit]]
        table[TRUTH_OF + n] = _groups([*named, colours + face.value - 1], hand)
        if bit + copies > BITS:
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
                what = which
            table[KIND + first + which] = kind
            table[WHO + first + which] = who
            table[WHAT + first + which] = what
