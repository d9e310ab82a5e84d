"""The deal, one step, the score: in the order of the rulebook.

Plain functions without objects. `t` are the tables of the options, `w` and `b` the words and bytes
of one game, `n` the word with all that is counted; `layout` says what is where. Whatever a variant
does differently is in the tables.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.chance import STEP, shuffle, word_at
from tamaya.kernel.game.layout import (
    ACTIONS,
    AFTER,
    ALL_COMPLETE,
    ALL_MISTAKES,
    ALL_PLACED,
    ALL_TOKENS,
    ANNOUNCING,
    BOUQUET,
    CARDS,
    COMPLETES,
    COST,
    COUNTS,
    DECK_END,
    DISCARDING,
    FIRST_FITS,
    FITS,
    FORGOING,
    HAND,
    HAS_TILES,
    HELD,
    IF_NOT,
    IF_TOUCHED,
    INDISPENSABLE_LOST,
    LANE,
    LANES,
    LAST,
    LAST_ACTOR,
    LAST_FACE,
    LAST_GAINED,
    LAST_KIND,
    LAST_MISTAKE,
    LAST_PLACE,
    LAST_PLACED,
    LAST_ROUND,
    LAST_TARGET,
    LAST_TOUCHED,
    LAST_WHAT,
    MAY,
    MEANS,
    MISTAKES,
    NEXT,
    NO_ACTION,
    OVER,
    PILE,
    PILE_ALL,
    PILE_BIT,
    PILE_MORE,
    PILE_OF,
    PLACED,
    PLAYERS,
    PLAYING,
    RUNNING,
    SEAT,
    SEATS,
    SORTED,
    SUIT_OF,
    TAKING,
    TILE,
    TILES,
    TILES_GONE,
    TO_MOVE,
    TOKENS,
    TOLD,
    TOP,
    TRUTH,
    TURNS,
    VALUES,
    WHERE,
    Words,
)
from tamaya.kernel.game.legal import allows, has_choice, kind_of, what_of, who_of
from tamaya.kernel.game.state import (
    deck_end,
    deck_left,
    drawn,
    hand_of,
    held,
    mistakes,
    over,
    placed,
    put_down,
    seat_after,
    take_up,
    tile,
    tiles_gone,
    to_move,
    tokens,
    turns_after,
)

Bytes = npt.NDArray[np.uint8]

ALL_TILES = 6
COLOUR_TILE, SHUFFLE_TILE = 3, 5


# the beginning


@device_function
def deal(t: Words, w: Words, b: Bytes, counter: np.uint64) -> None:
    """Cards, tiles and the place of tile 5, as tamaya.deals makes them of a seed."""
    for card in range(t[CARDS]):
        b[card] = t[SORTED + card]
    counter = shuffle(b, 0, t[CARDS], counter)
    if t[HAS_TILES]:
        for which in range(ALL_TILES):
            b[t[TILES] + which] = which + 1
        counter = shuffle(b, t[TILES], ALL_TILES, counter)
        w[t[WHERE]] = word_at(counter + STEP)


@device_function
def lay_out(t: Words, w: Words, b: Bytes, first: int) -> None:
    """Deal the hands from a deck that lies there, the whole hand of seat 0 first."""
    w[FITS] = t[FIRST_FITS]
    w[TOP] = 0
    w[PILE] = 0
    w[t[PILE_MORE]] = 0
    w[LAST] = 0
    for word in range(SEATS, SEATS + SEAT * t[PLAYERS]):
        w[word] = 0
    n = (t[ALL_TOKENS] << TOKENS) | (t[CARDS] << DECK_END) | (np.int64(first) << TO_MOVE)
    for seat in range(t[PLAYERS]):
        for _ in range(t[HAND]):
            n = take_up(t, w, b, n, seat)
    if deck_left(n) == 0 and not t[BOUQUET]:
        n |= t[PLAYERS] << AFTER
    w[COUNTS] = n


@device_function
def begin(t: Words, w: Words, b: Bytes, counter: np.uint64, first: int) -> None:
    """A new game, dealt from where the generator is."""
    deal(t, w, b, counter)
    lay_out(t, w, b, first)


# one step


@device_function
def step(t: Words, w: Words, b: Bytes, action: int) -> bool:
    """The seat to move acts; nothing happens and the answer is no if it may not."""
    if action < 0 or action >= t[ACTIONS]:
        return False
    n = w[COUNTS]
    means = t[MEANS + action]
    if over(n) != RUNNING or not allows(t, w, n, means):
        return False
    kind = kind_of(means)
    last = (w[LAST] >> TURNS) << TURNS | (kind + 1) << LAST_KIND | to_move(n) << LAST_ACTOR
    if kind in (DISCARDING, PLAYING, ANNOUNCING):
        w[COUNTS] = use_card(t, w, b, n, means, last)
    elif kind == TAKING:
        w[LAST] = last
        w[COUNTS] = take(t, w, b, n, what_of(means))
    elif kind == FORGOING:
        w[LAST] = last
        w[COUNTS] = draw_and_pass(t, w, b, without_tile(n))
    else:
        w[COUNTS] = tell(t, w, b, n, means, last)
    return True


@device_function
def tell(t: Words, w: Words, b: Bytes, n: int, means: int, last: int) -> int:
    """All cards of a colour or value are pointed at: for a token, or for a tile."""
    seat = seat_after(t, to_move(n), who_of(means))
    what = what_of(means)
    hand = hand_of(seat)
    touched = (w[hand + TRUTH] >> what) & t[LANES]
    w[hand + MAY] &= touched * t[IF_TOUCHED + what] + (touched ^ t[LANES]) * t[IF_NOT + what]
    w[hand + TOLD] |= touched << what
    for place in range(t[HAND]):
        last |= (touched & 1) << (LAST_TOUCHED + place)
        touched >>= t[LANE]
    last |= seat << LAST_TARGET | what << LAST_WHAT
    if tile(n) == 0:
        w[LAST] = last + (1 << TURNS)
        return pass_turn(t, w, n - (1 << TOKENS))
    w[LAST] = last
    return draw_and_pass(t, w, b, without_tile(n))


@device_function
def use_card(t: Words, w: Words, b: Bytes, n: int, means: int, last: int) -> int:
    """A card is discarded or played."""
    place = who_of(means)
    seat = to_move(n)
    face = put_down(t, w, seat, place)
    n -= 1 << (HELD + 3 * seat)
    last = (last + (1 << TURNS)) | place << LAST_PLACE | face << LAST_FACE
    if kind_of(means) == DISCARDING:
        n = lay_aside(t, w, n + (1 << TOKENS), face)
    else:
        announced = what_of(means)
        right = announced < 0 or announced == t[SUIT_OF + face]
        if right and (w[FITS] >> face) & 1:
            before = tokens(n)
            n = put_on(t, w, b, n, face, announced >= 0)
            last |= 1 << LAST_PLACED
            if tokens(n) > before:
                last |= 1 << LAST_GAINED
        else:
            n = lay_aside(t, w, n + (1 << MISTAKES), face)
    w[LAST] = last
    return draw_and_pass(t, w, b, n)


@device_function
def take(t: Words, w: Words, b: Bytes, n: int, face: int) -> int:
    """A card of the discard pile goes back into the deck, or on its firework."""
    back = tile(n) == SHUFFLE_TILE and deck_left(n) > 0
    pile = t[PILE_OF + face]
    copies = w[pile] & t[PILE_ALL + face]
    w[pile] ^= copies ^ ((copies >> 1) & t[PILE_ALL + face])
    n = without_tile(n)
    if back:
        at = drawn(n) + ((w[t[WHERE]] * (deck_left(n) + 1)) >> 32)
        for card in range(deck_end(n), at, -1):
            b[card] = b[card - 1]
        b[at] = face
        n += 1 << DECK_END
    else:
        n = put_on(t, w, b, n, face, False)
    return draw_and_pass(t, w, b, n)


# what follows


@device_function
def without_tile(n: int) -> int:
    return n & ~(7 << TILE)


@device_function
def lay_aside(t: Words, w: Words, n: int, face: int) -> int:
    """A card comes to the discard pile: the last mistake outranks a lost card."""
    pile = t[PILE_OF + face]
    every = t[PILE_ALL + face]
    there = w[pile]
    there |= ((there & every) << 1 | 1 << t[PILE_BIT + face]) & every
    w[pile] = there
    if mistakes(n) == t[ALL_MISTAKES]:
        return n | LAST_MISTAKE << OVER
    if t[BOUQUET] and there & every == every:
        return n | INDISPENSABLE_LOST << OVER
    return n


@device_function
def put_on(t: Words, w: Words, b: Bytes, n: int, face: int, announced: bool) -> int:
    """A card lies on its firework: the end, a token for announcing it, a token or a tile."""
    suit = ((1 << t[VALUES]) - 1) << (t[SUIT_OF + face] * t[VALUES])
    w[FITS] = (w[FITS] ^ (1 << face)) | t[NEXT + face]
    w[TOP] = (w[TOP] & ~suit) | (1 << face)
    n += 1 << PLACED
    if placed(n) == t[ALL_PLACED]:
        return n | ALL_COMPLETE << OVER
    if announced:
        n = token_back(t, n)
    if t[COMPLETES + face] == 1:
        n = token_back(t, n)
    elif t[COMPLETES + face] == 2:
        n = reveal(t, w, b, n)
    return n


@device_function
def token_back(t: Words, n: int) -> int:
    return n + (1 << TOKENS) if tokens(n) < t[ALL_TOKENS] else n


@device_function
def reveal(t: Words, w: Words, b: Bytes, n: int) -> int:
    """The top tile: 1 and 2 at once; the others wait for a choice, if there is one."""
    which = int(b[t[TILES] + tiles_gone(n)])
    n += 1 << TILES_GONE
    if which < COLOUR_TILE:
        if which == 2 and mistakes(n) > 0:
            n -= 1 << MISTAKES
        return token_back(t, n)
    waits = n | which << TILE
    return waits if has_choice(t, w, waits) else n


@device_function
def draw_and_pass(t: Words, w: Words, b: Bytes, n: int) -> int:
    """Draw and pass the turn on, unless the game is over or a tile waits for a choice."""
    if over(n) != RUNNING or tile(n) != 0:
        return n
    if deck_left(n) > 0:
        n = take_up(t, w, b, n, to_move(n))
        if deck_left(n) == 0 and not t[BOUQUET]:
            n |= (t[PLAYERS] + 1) << AFTER
    return pass_turn(t, w, n)


@device_function
def pass_turn(t: Words, w: Words, n: int) -> int:
    after = turns_after(n)
    if after == 1:
        return n | LAST_ROUND << OVER
    if after > 0:
        n -= 1 << AFTER
    seat = seat_after(t, to_move(n), 1)
    n = (n & ~(7 << TO_MOVE)) | seat << TO_MOVE
    if held(n, seat) == 0 and not has_choice(t, w, n):
        return n | NO_ACTION << OVER
    return n


# the score


@device_function
def points_on_table(t: Words, n: int) -> int:
    return placed(n) - t[COST]


@device_function
def score(t: Words, n: int) -> int:
    """None for a lost game; all or nothing in Bouquet final."""
    how = over(n)
    if how == ALL_COMPLETE or (how in (RUNNING, LAST_ROUND) and not t[BOUQUET]):
        return points_on_table(t, n)
    return 0
