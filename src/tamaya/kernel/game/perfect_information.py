"""A game of perfect information: hands and deck are known. What can still be placed, and how
promising a position is. Clues tell nothing; giving one only passes the turn.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.chance import COUNTER_STEP, mix_bits
from tamaya.kernel.game.layout import (
    ALL_MISTAKES,
    ALL_PLACED,
    ALL_TOKENS,
    ANNOUNCE,
    ANNOUNCED_PLAY,
    BOUQUET,
    COLOUR_CLUE,
    COUNTS,
    DISCARD,
    FACES,
    FITS,
    HAS_TILES,
    MISSING_COST,
    ORDER,
    PILE,
    PILE_ALL,
    PILE_MORE,
    PILE_OF,
    PLAY,
    PLAYERS,
    RUNNING,
    SUIT_OF,
    SUITS,
    TOP,
    VALUE_CLUE,
    VALUES,
    Words,
)
from tamaya.kernel.game.legal import action_kind, action_what, action_who
from tamaya.kernel.game.state import (
    cards_drawn,
    cards_held,
    cards_placed,
    clue_tokens,
    deck_end,
    deck_left,
    end_reason,
    face_at,
    first_word_of_hand,
    mistakes,
    tiles_gone,
    to_move,
    turns_left,
)
from tamaya.kernel.game.step import ALL_TILES, score

Bytes = npt.NDArray[np.uint8]

# the numbers of a weighting: what a placed card, a clue token and so on add to a promise
PLACED_WEIGHT, TOKEN_WEIGHT, SLACK_WEIGHT, LATE_WEIGHT, FREE_WEIGHT, READY_WEIGHT = range(6)
WEIGHTS = 6
CARD = 1 << 24  # that can still be placed: more than all other parts of a promise
NOT_TRIED = -128  # instead of a bound
NO_BOUND = 99  # turns to spare in Bouquet final, which has no last round
ANY_FACE = (1 << 62) - 1


@device_function
def clue_kind(kind: int) -> bool:
    return kind in (COLOUR_CLUE, VALUE_CLUE)


@device_function
def firework_height(t: Words, w: Words, suit: int) -> int:
    """How many cards lie on a firework."""
    for height in range(t[VALUES]):
        if (w[FITS] >> t[ORDER + suit * t[VALUES] + height]) & 1:
            return height
    return t[VALUES]


@device_function
def is_lost(t: Words, w: Words, face: int) -> bool:
    """Whether all cards with this face lie in the discard pile."""
    return w[t[PILE_OF + face]] & t[PILE_ALL + face] == t[PILE_ALL + face]


@device_function
def reach(t: Words, w: Words, suit: int, faces: int) -> int:
    """The height that a firework can get with the cards in a set of faces."""
    first = suit * t[VALUES]
    height = firework_height(t, w, suit)
    while height < t[VALUES]:
        face = t[ORDER + first + height]
        if not (faces >> face) & 1 or is_lost(t, w, face):
            break
        height += 1
    return height


@device_function
def faces_held(t: Words, w: Words) -> int:
    """The faces in all hands, as a set."""
    held = 0
    for seat in range(t[PLAYERS]):
        faces = w[first_word_of_hand(seat) + FACES]
        for place in range(cards_held(w[COUNTS], seat)):
            held |= 1 << face_at(faces, place)
    return held


@device_function
def reach_of_all(t: Words, w: Words, faces: int) -> int:
    """How many cards lie on all fireworks when a set of faces has been placed as far as it goes."""
    height = 0
    for suit in range(t[SUITS]):
        height += reach(t, w, suit, faces)
    return height


@device_function
def tiles_may_help(t: Words, n: int) -> bool:
    """Whether a tile could still bring back a card that was discarded."""
    return t[HAS_TILES] and tiles_gone(n) < ALL_TILES


@device_function
def cards_in_time(t: Words, w: Words, b: Bytes) -> int:
    """At most so many cards can lie on the fireworks in the end; and in bits 8 and up how late.

    After the j-th card from now is drawn, only so many more turns are left as there are cards in
    the deck and players; what cannot have been placed before then must be placed in them.
    """
    n = w[COUNTS]
    possible = reach_of_all(t, w, ANY_FACE)
    left = deck_left(n)
    ends = turns_left(n)
    held = faces_held(t, w)
    most = possible
    late = 0
    if t[BOUQUET]:
        return most
    placed = cards_placed(n)
    if ends > 0:
        return min(most, placed + ends)
    most = min(most, placed + left + t[PLAYERS])
    reached = reach_of_all(t, w, held)
    for drawn in range(left):
        most = min(most, reached + left - drawn - 1 + t[PLAYERS])
        late += possible - reached
        face = int(b[cards_drawn(n) + drawn])
        if not (held >> face) & 1:
            suit = t[SUIT_OF + face]
            before = reach(t, w, suit, held)
            held |= 1 << face
            reached += reach(t, w, suit, held) - before
    return most | late << 8


@device_function
def best_possible_score(t: Words, w: Words, cards: int) -> int:
    """The score with so many cards on the fireworks at the end; in Bouquet final all must be."""
    if tiles_may_help(t, w[COUNTS]):
        cards = t[ALL_PLACED]
    if t[BOUQUET] and cards < t[ALL_PLACED]:
        return 0
    return cards - t[MISSING_COST]


@device_function
def free_cards(t: Words, w: Words, seat: int, others: int) -> int:
    """How many cards of a hand nobody needs, or somebody else holds too."""
    free = 0
    seen = 0
    faces = w[first_word_of_hand(seat) + FACES]
    for place in range(cards_held(w[COUNTS], seat)):
        face = face_at(faces, place)
        suit = t[SUIT_OF + face]
        needed = False
        for height in range(firework_height(t, w, suit), reach(t, w, suit, ANY_FACE)):
            if t[ORDER + suit * t[VALUES] + height] == face:
                needed = True
        if not needed or ((others | seen) >> face) & 1:
            free += 1
        seen |= 1 << face
    return free


@device_function
def ready_cards(w: Words, held: int) -> int:
    """How many faces fit now and are in a hand."""
    ready = 0
    both = held & w[FITS]
    while both:
        both &= both - 1
        ready += 1
    return ready


@device_function
def promise(t: Words, w: Words, in_time: int, weights: Words) -> int:
    """How promising a running position is: above all by the cards that can still be placed."""
    n = w[COUNTS]
    cards = in_time & 255
    late = in_time >> 8
    slack = NO_BOUND
    if not t[BOUQUET]:
        turns = turns_left(n) if turns_left(n) > 0 else deck_left(n) + t[PLAYERS]
        slack = turns - (cards - cards_placed(n))
    slack = max(0, min(12, slack))
    held = faces_held(t, w)
    free = 0
    before = 0
    for seat in range(t[PLAYERS]):
        mine = min(2, free_cards(t, w, seat, before))
        free += mine * (3 - mine)  # the first counts twice
        faces = w[first_word_of_hand(seat) + FACES]
        for place in range(cards_held(n, seat)):
            before |= 1 << face_at(faces, place)
    tokens = clue_tokens(n)
    value = weights[PLACED_WEIGHT] * cards_placed(n)
    value += weights[TOKEN_WEIGHT] * tokens * (16 - tokens) // 16
    value += weights[SLACK_WEIGHT] * slack * (24 - slack) // 24
    value -= weights[LATE_WEIGHT] * late // 16
    value += weights[FREE_WEIGHT] * free
    value += weights[READY_WEIGHT] * min(3, ready_cards(w, held))
    return cards * CARD + value


@device_function
def is_worth_trying(t: Words, w: Words, code: int) -> bool:
    """Whether an action is no better known under another name: of equal cards the first counts."""
    n = w[COUNTS]
    kind = action_kind(code)
    if kind not in (DISCARD, PLAY, ANNOUNCED_PLAY):
        return True
    faces = w[first_word_of_hand(to_move(n)) + FACES]
    face = face_at(faces, action_who(code))
    for place in range(action_who(code)):
        if face_at(faces, place) == face:
            return False
    fits = (w[FITS] >> face) & 1 != 0
    if kind == ANNOUNCED_PLAY:
        return fits and action_what(code) == t[SUIT_OF + face]
    if kind == DISCARD:
        return True
    if fits:
        return t[ANNOUNCE] == 0
    # a mistake is a discard where discarding is not allowed
    return clue_tokens(n) == t[ALL_TOKENS] and mistakes(n) + 1 < t[ALL_MISTAKES]


@device_function
def position_key(t: Words, w: Words, b: Bytes) -> np.uint64:
    """The same number for positions that go on alike: the order in a hand does not matter."""
    n = w[COUNTS]
    key = mix_bits(np.uint64(n) + COUNTER_STEP)
    key = mix_bits(key ^ np.uint64(w[FITS]))
    key = mix_bits(key ^ np.uint64(w[TOP]))
    key = mix_bits(key ^ np.uint64(w[PILE]))
    key = mix_bits(key ^ np.uint64(w[t[PILE_MORE]]))
    for seat in range(t[PLAYERS]):
        hand = np.uint64(0)
        faces = w[first_word_of_hand(seat) + FACES]
        for place in range(cards_held(n, seat)):
            hand += mix_bits(np.uint64(face_at(faces, place) + 1) * COUNTER_STEP)
        key = mix_bits(key ^ hand)
    if t[HAS_TILES]:
        for card in range(cards_drawn(n), deck_end(n)):
            key = mix_bits(key ^ np.uint64(b[card]))
    return key


@device_function
def score_bound(t: Words, w: Words, in_time: int) -> int:
    """An upper bound of the score of a game that goes on; of one that is over, -1 less its score.

    To both scores what missing cards can cost is added, so that none is below zero.
    """
    n = w[COUNTS]
    if end_reason(n) != RUNNING:
        return -1 - (score(t, n) + t[MISSING_COST])
    return best_possible_score(t, w, in_time & 255) + t[MISSING_COST]
