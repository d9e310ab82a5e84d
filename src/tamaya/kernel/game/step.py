"""Dealing, one step, and the score, in the order of docs/rules.md.

`t` are the option tables, `w` and `b` the words and bytes of one game, `n` its word COUNTS, and
`code` is an action; see `layout`. What a variant does differently is in the tables.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.chance import COUNTER_STEP, random_word, shuffle
from tamaya.kernel.game.layout import (
    ACTION_CODE,
    ACTIONS,
    ALL_COMPLETE,
    ALL_MISTAKES,
    ALL_PLACED,
    ALL_TOKENS,
    ANNOUNCED_PLAY,
    BOUQUET,
    CARDS,
    CLUES_TOUCHING,
    COMPLETES,
    COUNTS,
    DECK_END,
    DISCARD,
    END_REASON,
    FIRST_FITS,
    FITS,
    FORGO,
    HAND,
    HAS_TILES,
    HELD,
    IF_NOT,
    IF_TOUCHED,
    INDISPENSABLE_LOST,
    LANE,
    LANES,
    LAST_ACTION,
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
    MISSING_COST,
    MISTAKES,
    NAMED,
    NEXT,
    NO_ACTION,
    PILE,
    PILE_ALL,
    PILE_BIT,
    PILE_MORE,
    PILE_OF,
    PLACED,
    PLAY,
    PLAYERS,
    POSSIBLE,
    RUNNING,
    SEAT_WORDS,
    SEATS,
    SORTED_DECK,
    SUIT_OF,
    TAKE,
    TILE,
    TILE_5_PLACE,
    TILES,
    TILES_GONE,
    TO_MOVE,
    TOKENS,
    TOP,
    TURNS,
    TURNS_LEFT,
    VALUES,
    Words,
)
from tamaya.kernel.game.legal import action_kind, action_what, action_who, has_choice, is_allowed
from tamaya.kernel.game.state import (
    cards_drawn,
    cards_held,
    cards_placed,
    clue_tokens,
    deck_end,
    deck_left,
    draw_card,
    end_reason,
    first_word_of_hand,
    mistakes,
    remove_card,
    seat_after,
    tile,
    tiles_gone,
    to_move,
    turns_left,
)

Bytes = npt.NDArray[np.uint8]

ALL_TILES = 6
COLOUR_TILE, SHUFFLE_TILE = 3, 5


# dealing


@device_function
def shuffle_deck(t: Words, w: Words, b: Bytes, counter: np.uint64) -> None:
    """Shuffle cards and tiles and draw the number for tile 5, as tamaya.deals does from a seed."""
    for card in range(t[CARDS]):
        b[card] = t[SORTED_DECK + card]
    counter = shuffle(b, 0, t[CARDS], counter)
    if t[HAS_TILES]:
        for which in range(ALL_TILES):
            b[t[TILES] + which] = which + 1
        counter = shuffle(b, t[TILES], ALL_TILES, counter)
        w[t[TILE_5_PLACE]] = random_word(counter + COUNTER_STEP)


@device_function
def deal_hands(t: Words, w: Words, b: Bytes, first: int) -> None:
    """Deal the hands from the shuffled deck, the whole hand of seat 0 first."""
    w[FITS] = t[FIRST_FITS]
    w[TOP] = 0
    w[PILE] = 0
    w[t[PILE_MORE]] = 0
    w[LAST_ACTION] = 0
    for word in range(SEATS, SEATS + SEAT_WORDS * t[PLAYERS]):
        w[word] = 0
    n = (t[ALL_TOKENS] << TOKENS) | (t[CARDS] << DECK_END) | (np.int64(first) << TO_MOVE)
    for seat in range(t[PLAYERS]):
        for _ in range(t[HAND]):
            n = draw_card(t, w, b, n, seat)
    if deck_left(n) == 0 and not t[BOUQUET]:
        n |= t[PLAYERS] << TURNS_LEFT
    w[COUNTS] = n


@device_function
def start_game(t: Words, w: Words, b: Bytes, counter: np.uint64, first: int) -> None:
    """Start a new game; `counter` is the state of the generator, at first the seed."""
    shuffle_deck(t, w, b, counter)
    deal_hands(t, w, b, first)


# one step


@device_function
def step(t: Words, w: Words, b: Bytes, action: int) -> bool:
    """Apply an action of the seat to move; returns false and changes nothing if it is illegal."""
    if action < 0 or action >= t[ACTIONS]:
        return False
    n = w[COUNTS]
    code = t[ACTION_CODE + action]
    if end_reason(n) != RUNNING or not is_allowed(t, w, n, code):
        return False
    kind = action_kind(code)
    last = (w[LAST_ACTION] >> TURNS) << TURNS | (kind + 1) << LAST_KIND | to_move(n) << LAST_ACTOR
    if kind in (DISCARD, PLAY, ANNOUNCED_PLAY):
        w[COUNTS] = use_card(t, w, b, n, code, last)
    elif kind == TAKE:
        w[LAST_ACTION] = last
        w[COUNTS] = take_from_discard_pile(t, w, b, n, action_what(code))
    elif kind == FORGO:
        w[LAST_ACTION] = last
        w[COUNTS] = draw_and_pass(t, w, b, without_tile(n))
    else:
        w[COUNTS] = give_clue(t, w, b, n, code, last)
    return True


@device_function
def give_clue(t: Words, w: Words, b: Bytes, n: int, code: int, last: int) -> int:
    """Give a clue: it costs a token, or a tile allows it. Returns the counts."""
    seat = seat_after(t, to_move(n), action_who(code))
    what = action_what(code)
    hand = first_word_of_hand(seat)
    touched = (w[hand + CLUES_TOUCHING] >> what) & t[LANES]
    w[hand + POSSIBLE] &= touched * t[IF_TOUCHED + what] + (touched ^ t[LANES]) * t[IF_NOT + what]
    w[hand + NAMED] |= touched << what
    for place in range(t[HAND]):
        last |= (touched & 1) << (LAST_TOUCHED + place)
        touched >>= t[LANE]
    last |= seat << LAST_TARGET | what << LAST_WHAT
    if tile(n) == 0:
        w[LAST_ACTION] = last + (1 << TURNS)
        return pass_turn(t, w, n - (1 << TOKENS))
    w[LAST_ACTION] = last
    return draw_and_pass(t, w, b, without_tile(n))


@device_function
def use_card(t: Words, w: Words, b: Bytes, n: int, code: int, last: int) -> int:
    """Discard or play a card. Returns the counts."""
    place = action_who(code)
    seat = to_move(n)
    face = remove_card(t, w, seat, place)
    n -= 1 << (HELD + 3 * seat)
    last = (last + (1 << TURNS)) | place << LAST_PLACE | face << LAST_FACE
    if action_kind(code) == DISCARD:
        n = put_on_discard_pile(t, w, n + (1 << TOKENS), face)
    else:
        announced = action_what(code)
        right = announced < 0 or announced == t[SUIT_OF + face]
        if right and (w[FITS] >> face) & 1:
            before = clue_tokens(n)
            n = place_on_firework(t, w, b, n, face, announced >= 0)
            last |= 1 << LAST_PLACED
            if clue_tokens(n) > before:
                last |= 1 << LAST_GAINED
        else:
            n = put_on_discard_pile(t, w, n + (1 << MISTAKES), face)
    w[LAST_ACTION] = last
    return draw_and_pass(t, w, b, n)


@device_function
def take_from_discard_pile(t: Words, w: Words, b: Bytes, n: int, face: int) -> int:
    """Take a card from the discard pile, into the deck or onto its firework. Returns the counts."""
    back = tile(n) == SHUFFLE_TILE and deck_left(n) > 0
    pile = t[PILE_OF + face]
    copies = w[pile] & t[PILE_ALL + face]
    w[pile] ^= copies ^ ((copies >> 1) & t[PILE_ALL + face])
    n = without_tile(n)
    if back:
        at = cards_drawn(n) + ((w[t[TILE_5_PLACE]] * (deck_left(n) + 1)) >> 32)
        for card in range(deck_end(n), at, -1):
            b[card] = b[card - 1]
        b[at] = face
        n += 1 << DECK_END
    else:
        n = place_on_firework(t, w, b, n, face, False)
    return draw_and_pass(t, w, b, n)


# consequences: all return the counts


@device_function
def without_tile(n: int) -> int:
    return n & ~(7 << TILE)


@device_function
def put_on_discard_pile(t: Words, w: Words, n: int, face: int) -> int:
    """Put a card on the discard pile. As a reason to lose, the last mistake comes first."""
    pile = t[PILE_OF + face]
    every = t[PILE_ALL + face]
    there = w[pile]
    there |= ((there & every) << 1 | 1 << t[PILE_BIT + face]) & every
    w[pile] = there
    if mistakes(n) == t[ALL_MISTAKES]:
        return n | LAST_MISTAKE << END_REASON
    if t[BOUQUET] and there & every == every:
        return n | INDISPENSABLE_LOST << END_REASON
    return n


@device_function
def place_on_firework(t: Words, w: Words, b: Bytes, n: int, face: int, announced: bool) -> int:
    """Place a card: the game may be won, or an announcement or a full firework is rewarded."""
    suit = ((1 << t[VALUES]) - 1) << (t[SUIT_OF + face] * t[VALUES])
    w[FITS] = (w[FITS] ^ (1 << face)) | t[NEXT + face]
    w[TOP] = (w[TOP] & ~suit) | (1 << face)
    n += 1 << PLACED
    if cards_placed(n) == t[ALL_PLACED]:
        return n | ALL_COMPLETE << END_REASON
    if announced:
        n = regain_token(t, n)
    if t[COMPLETES + face] == 1:
        n = regain_token(t, n)
    elif t[COMPLETES + face] == 2:
        n = reveal_tile(t, w, b, n)
    return n


@device_function
def regain_token(t: Words, n: int) -> int:
    return n + (1 << TOKENS) if clue_tokens(n) < t[ALL_TOKENS] else n


@device_function
def reveal_tile(t: Words, w: Words, b: Bytes, n: int) -> int:
    """Reveal the top tile: 1 and 2 take effect at once, the others wait for a choice if any."""
    which = int(b[t[TILES] + tiles_gone(n)])
    n += 1 << TILES_GONE
    if which < COLOUR_TILE:
        if which == 2 and mistakes(n) > 0:
            n -= 1 << MISTAKES
        return regain_token(t, n)
    waits = n | which << TILE
    return waits if has_choice(t, w, waits) else n


@device_function
def draw_and_pass(t: Words, w: Words, b: Bytes, n: int) -> int:
    """Draw a card and pass the turn, unless the game is over or a tile waits for a choice."""
    if end_reason(n) != RUNNING or tile(n) != 0:
        return n
    if deck_left(n) > 0:
        n = draw_card(t, w, b, n, to_move(n))
        if deck_left(n) == 0 and not t[BOUQUET]:
            n |= (t[PLAYERS] + 1) << TURNS_LEFT
    return pass_turn(t, w, n)


@device_function
def pass_turn(t: Words, w: Words, n: int) -> int:
    after = turns_left(n)
    if after == 1:
        return n | LAST_ROUND << END_REASON
    if after > 0:
        n -= 1 << TURNS_LEFT
    seat = seat_after(t, to_move(n), 1)
    n = (n & ~(7 << TO_MOVE)) | seat << TO_MOVE
    if cards_held(n, seat) == 0 and not has_choice(t, w, n):
        return n | NO_ACTION << END_REASON
    return n


# the score


@device_function
def points_on_table(t: Words, n: int) -> int:
    return cards_placed(n) - t[MISSING_COST]


@device_function
def score(t: Words, n: int) -> int:
    """The score: 0 for a lost game; in Bouquet final, 0 unless all fireworks are complete."""
    how = end_reason(n)
    if how == ALL_COMPLETE or (how in (RUNNING, LAST_ROUND) and not t[BOUQUET]):
        return points_on_table(t, n)
    return 0
