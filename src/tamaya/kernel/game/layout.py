"""The memory layout: the tables of an option set, and the words and bytes of a game's state.

One word holds all counts. A hand is four words with a lane of bits for each card: `FACES` in lanes
of eight bits, the others in lanes of `LANE` bits, one for each colour or suit and one for each
value. So one operation changes all cards of a hand at once. The bytes are the deck. Only the kernel
knows this layout; `kernel.reading` and `kernel.from_view` translate for others.
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
    HAND,  # cards in a full hand
    SUITS,
    VALUES,
    COLOURS,  # that can be named
    ALL_TOKENS,
    ALL_MISTAKES,  # the last one loses the game
    CARDS,
    ALL_PLACED,  # cards on complete fireworks
    MISSING_COST,  # points subtracted: one for each card of a suit whose missing cards cost points
    HAS_TILES,
    BOUQUET,
    EMPTY_CLUES,
    ANNOUNCE,
    ACTIONS,  # how many actions there are
    LANE,  # bits of a lane
    LANES,  # the first bit of every lane
    NAMES_COLOUR,  # the bits of all colours, in every lane
    NAMES_VALUE,  # and those of all values
    UNCLUED,  # a lane of POSSIBLE: any suit, any value
    FIRST_FITS,  # the faces that fit on empty fireworks
    PILE_CARDS,  # how many cards have their bit in the first word of the discard pile
    # indices of words and bytes that only some games have
    PILE_MORE,  # the second word of the discard pile
    TILE_5_PLACE,  # the word with the random number for tile 5
    TILES,  # the first byte of the order of the tiles
) = range(25)
MAX_FACES = 64
SUIT_OF = 32  # by face
NEXT = SUIT_OF + MAX_FACES  # by face: the next face of its suit, as a bit
COMPLETES = NEXT + MAX_FACES  # by face: placing it 1: regains a clue token, 2: reveals a tile
CLUES_TOUCHING_FACE = COMPLETES + MAX_FACES  # by face: the colours and values that touch it
PILE_OF = CLUES_TOUCHING_FACE + MAX_FACES  # by face: its word of the discard pile
PILE_BIT = PILE_OF + MAX_FACES  # by face: its first bit there
PILE_ALL = PILE_BIT + MAX_FACES  # by face: the bits of all its copies
# by colour or value, as a lane: what a card that the clue touches can be, and one that it does not
IF_TOUCHED = PILE_ALL + MAX_FACES
IF_NOT = IF_TOUCHED + 16
SPREAD = IF_NOT + 16  # by a set of suits: the bits of their lowest faces
ACTION_CODE = SPREAD + 128  # by action number: its kind, who and what, as described below
ORDER = ACTION_CODE + 128  # by suit and height: the face that is placed there
SORTED_DECK = ORDER + MAX_FACES  # the faces of all cards, sorted

# behind these tables in a row of `option_mix`
INPUT_RUNS, LEGAL_RUNS, RUNS = range(3)

# an action code: its kind; who: the seat that gets the clue, counted from the seat to move, or the
# place of the card; what: the colour or value of the clue, the announced suit or the face that is
# taken, counted from 1
CODE_WHO, CODE_WHAT = 3, 8

# kinds of actions
DISCARD, PLAY, COLOUR_CLUE, VALUE_CLUE, ANNOUNCED_PLAY, TAKE, FORGO = range(7)

# words of a state
COUNTS, FITS, TOP, PILE, LAST_ACTION, SEATS = range(6)
# words of a hand: faces; the clues that touch its cards; what they can be; what clues named
FACES, CLUES_TOUCHING, POSSIBLE, NAMED = range(4)
SEAT_WORDS = 4
FACE_BITS = 8

# the word COUNTS: the first bit of each count
TOKENS, MISTAKES, TURNS_LEFT, TO_MOVE, TILE, END_REASON, TILES_GONE = 0, 5, 9, 12, 15, 18, 21
PLACED, DRAWN, DECK_END, HELD = 24, 30, 37, 44  # HELD: three bits for each seat
MAX_TOKENS, MAX_MISTAKES = 31, 15

# the word LAST_ACTION: the first bit of each part; kinds count from 1, and 0 is no action
LAST_KIND, LAST_ACTOR, LAST_TARGET, LAST_WHAT, LAST_TOUCHED = 0, 3, 6, 9, 13
LAST_PLACE, LAST_FACE, LAST_PLACED, LAST_GAINED = 20, 23, 29, 30
TURNS = 32  # how many turns were taken

# reasons for the end of a game
RUNNING, ALL_COMPLETE, LAST_ROUND, LAST_MISTAKE, INDISPENSABLE_LOST, NO_ACTION = range(6)

WORD_BITS = 62  # of a word that a hand, a set of faces or a pile may use
MAX_CARDS = 120
MAX_ACTIONS = 128


def state_words(options: Options) -> int:
    """How many words a state has."""
    return SEATS + SEAT_WORDS * options.players + _more_pile(options) + options.tiles


def deck_bytes(options: Options) -> int:
    """How many bytes the deck and the tiles need; a card can be shuffled back into the deck."""
    return len(options.deck) + (1 + MOST_TILES if options.tiles else 0)


def _more_pile(options: Options) -> bool:
    """Whether the discard pile needs a second word."""
    return len(options.deck) > WORD_BITS


def option_tables(options: Options) -> Words:
    """The tables of an option set; `OptionsError` if it is too large for the kernel."""
    _check(options)
    table = np.zeros(SORTED_DECK + len(options.deck), np.int64)
    hand, suits, values = options.hand_size, len(options.suits), options.values
    colours, players = len(options.colours), options.players
    table[PLAYERS : HAND + 1] = players, hand
    table[SUITS : COLOURS + 1] = suits, values, colours
    table[ALL_TOKENS : CARDS + 1] = options.clue_tokens, options.mistakes, len(options.deck)
    table[ALL_PLACED] = suits * values
    table[MISSING_COST] = sum(values for suit in options.suits if suit.missing_costs)
    table[HAS_TILES : EMPTY_CLUES + 1] = options.tiles, options.bouquet, options.empty_clues
    table[ANNOUNCE] = options.announce
    table[ACTIONS] = first_action_numbers(options)[-1]
    more = SEATS + SEAT_WORDS * players
    table[PILE_MORE] = more if _more_pile(options) else PILE
    table[TILE_5_PLACE] = more + _more_pile(options)
    table[TILES] = len(options.deck) + 1
    lane = lane_bits(options)
    lanes = sum(1 << lane * place for place in range(hand))
    table[LANE], table[LANES] = lane, lanes
    table[NAMES_COLOUR] = lanes * _ones(colours)
    table[NAMES_VALUE] = lanes * (_ones(values) << colours)
    table[UNCLUED] = _ones(suits + values)
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
    table[SORTED_DECK:] = [face_number(options, face) for face in options.deck]
    return table


def first_action_numbers(options: Options) -> tuple[int, ...]:
    """The first action number of each kind except discards, and the number of all actions."""
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


def face_number(options: Options, face: Face) -> int:
    """A face as a number: suit by suit, value by value."""
    return face.suit * options.values + face.value - 1


def lane_bits(options: Options) -> int:
    """How many bits a card has in a lane: one for each colour or suit, and one for each value."""
    return max(len(options.suits), len(options.colours)) + options.values


def _check(options: Options) -> None:
    if lane_bits(options) * options.hand_size > WORD_BITS or options.hand_size > 7:
        raise OptionsError("such big hands of so many suits and values do not fit into a word")
    if len(options.deck) > MAX_CARDS or len(options.suits) * options.values > WORD_BITS:
        raise OptionsError(f"the kernel plays with at most {MAX_CARDS} cards")
    if options.clue_tokens > MAX_TOKENS or options.mistakes > MAX_MISTAKES:
        raise OptionsError(
            f"the kernel counts to {MAX_TOKENS} clue tokens and {MAX_MISTAKES} mistakes"
        )
    if first_action_numbers(options)[-1] > MAX_ACTIONS:
        raise OptionsError(f"the kernel knows at most {MAX_ACTIONS} actions")


def _ones(count: int) -> int:
    return (1 << count) - 1


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def _faces(options: Options, table: Words) -> None:
    values, colours = options.values, len(options.colours)
    bit, word = 0, PILE
    for face, copies in options.copies.items():
        n, suit = face_number(options, face), options.suits[face.suit]
        step = options.step[face]
        table[SUIT_OF + n] = face.suit
        table[ORDER + face.suit * values + step] = n
        if step == 0:
            table[FIRST_FITS] |= 1 << n
        if step + 1 < values:
            table[NEXT + n] = 1 << face_number(options, Face(face.suit, suit.order[step + 1]))
        else:
            table[COMPLETES + n] = 2 if options.tiles and suit.ends_on_top else 1
        named = [c for c, touches in enumerate(options.touches) if touches[face.suit]]
        table[CLUES_TOUCHING_FACE + n] = _bits([*named, colours + face.value - 1])
        if bit + copies > WORD_BITS:
            if word != PILE:
                raise OptionsError("such a discard pile does not fit into two words")
            bit, word = 0, int(table[PILE_MORE])
        table[PILE_OF + n], table[PILE_BIT + n] = word, bit
        table[PILE_ALL + n] = ((1 << copies) - 1) << bit
        bit += copies
        table[PILE_CARDS] += copies if word == PILE else 0


def _actions(options: Options, table: Words) -> None:
    """Fill in the action codes."""
    firsts = (0, *first_action_numbers(options))
    colours, suits = len(options.colours), len(options.suits)
    for kind, (first, end) in enumerate(pairwise(firsts)):
        for which in range(end - first):
            who, what = which, -1
            if kind == COLOUR_CLUE:
                who, what = 1 + which // colours, which % colours
            elif kind == VALUE_CLUE:
                who, what = 1 + which // options.values, colours + which % options.values
            elif kind == ANNOUNCED_PLAY:
                who, what = divmod(which, suits)
            elif kind == TAKE:
                who, what = 0, which
            table[ACTION_CODE + first + which] = kind | who << CODE_WHO | (what + 1) << CODE_WHAT
