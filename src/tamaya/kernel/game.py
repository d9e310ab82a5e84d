"""The rules over words and bytes: deal, what is legal, one step, the score.

Plain functions without objects, in the order of the rulebook. `t` are the tables of the options,
`w` and `b` the words and bytes of one game; `layout` says what is where. Whatever a variant does
differently is in the tables.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.layout import (
    ACTIONS,
    AFTER,
    ALL_COMPLETE,
    ALL_MISTAKES,
    ALL_PLACED,
    ALL_TOKENS,
    ANNOUNCING,
    BOUQUET,
    CARDS,
    COLOUR_TELLING,
    COLOURS,
    COMPLETES,
    COST,
    DECK,
    DECK_END,
    DISCARDING,
    DRAWN,
    EMPTY_CLUES,
    EVERY_GROUP,
    FACES,
    FIRST_FITS,
    FITS,
    FORGOING,
    HAND,
    HAS_TILES,
    HELD,
    HIGHER,
    INDISPENSABLE_LOST,
    KIND,
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
    LOWER,
    MAY,
    MISTAKES,
    NAMED,
    NEXT,
    NO_ACTION,
    OVER,
    PILE,
    PILE_ALL,
    PILE_BIT,
    PILE_MORE,
    PILE_OF,
    PLACE,
    PLACED,
    PLAYERS,
    PLAYING,
    RUNNING,
    SEAT,
    SEATS,
    SORTED,
    SUIT_OF,
    SUITS,
    TAKING,
    TILE,
    TILES,
    TO_MOVE,
    TOKENS,
    TOLD,
    TOP,
    TOUCHED,
    TRUTH,
    TRUTH_OF,
    TURNS,
    VALUE_TELLING,
    VALUES,
    WHAT,
    WHERE,
    WHO,
    Words,
)
from tamaya.kernel.target import device

Bytes = npt.NDArray[np.uint8]
Stream = npt.NDArray[np.uint64]  # one number: where a generator is

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
BY_30, BY_27, BY_31, BY_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
WORD = 1 << 32
ALL_TILES = 6
COLOUR_TILE, VALUE_TILE, SHUFFLE_TILE, PLACE_TILE = 3, 4, 5, 6


# chance: the generator of tamaya.deals


@device
def mixed(number: np.uint64) -> np.uint64:
    """A number's bits mixed twice."""
    number = (number ^ (number >> BY_30)) * MIX_1
    number = (number ^ (number >> BY_27)) * MIX_2
    return number ^ (number >> BY_31)


@device
def draw(chance: Stream) -> int:
    """The next 32-bit number."""
    chance[0] = chance[0] + STEP
    return np.int64(mixed(chance[0]) >> BY_32)  # type: ignore[return-value] # an int to Numba


@device
def below(chance: Stream, bound: int) -> int:
    """A number from 0 to bound - 1, each equally likely."""
    fair = WORD - WORD % bound
    word = draw(chance)
    while word >= fair:
        word = draw(chance)
    return word % bound


@device
def shuffle(b: Bytes, first: int, count: int, chance: Stream) -> None:
    for last in range(count - 1, 0, -1):
        other = below(chance, last + 1)
        kept = b[first + last]
        b[first + last] = b[first + other]
        b[first + other] = kept


@device
def deal(t: Words, w: Words, b: Bytes, chance: Stream) -> None:
    """Cards, tiles and the place of tile 5, as tamaya.deals makes them of a seed."""
    for card in range(t[CARDS]):
        b[DECK + card] = t[SORTED + card]
    shuffle(b, DECK, t[CARDS], chance)
    if t[HAS_TILES]:
        top = t[TILES] + 1
        for tile in range(ALL_TILES):
            b[top + tile] = tile + 1
        shuffle(b, top, ALL_TILES, chance)
        w[t[WHERE]] = draw(chance)


# the beginning


@device
def lay_out(t: Words, w: Words, b: Bytes, first: int) -> None:
    """Deal the hands from a deck that lies there, the whole hand of seat 0 first."""
    w[FITS] = t[FIRST_FITS]
    w[TOP] = 0
    w[PILE] = 0
    w[t[PILE_MORE]] = 0
    w[LAST] = 0
    for byte in range(TOKENS, DECK):
        b[byte] = 0
    if t[HAS_TILES]:
        b[t[TILES]] = 0
    b[TOKENS] = t[ALL_TOKENS]
    b[DECK_END] = t[CARDS]
    b[TO_MOVE] = first
    for seat in range(t[PLAYERS]):
        hand = SEATS + SEAT * seat
        for word in range(SEAT):
            w[hand + word] = 0
        for _ in range(t[HAND]):
            take_up(t, w, b, seat)
    if b[DRAWN] == b[DECK_END] and not t[BOUQUET]:
        b[AFTER] = t[PLAYERS]


@device
def begin(t: Words, w: Words, b: Bytes, chance: Stream, first: int) -> None:
    """A new game, dealt from where the generator is."""
    deal(t, w, b, chance)
    lay_out(t, w, b, first)


# hands


@device
def take_up(t: Words, w: Words, b: Bytes, seat: int) -> None:
    """The top card of the deck comes to a hand, as its newest."""
    hand = SEATS + SEAT * seat
    face = int(b[DECK + int(b[DRAWN])])
    place = int(b[HELD + seat])
    w[hand + FACES] |= face << (8 * place)
    w[hand + TRUTH] |= t[TRUTH_OF + face] << place
    w[hand + MAY] |= t[EVERY_GROUP] << place
    b[HELD + seat] = place + 1
    b[DRAWN] += 1


@device
def put_down(t: Words, w: Words, b: Bytes, seat: int, place: int) -> int:
    """A card leaves a hand, and the newer ones move up; its face."""
    hand = SEATS + SEAT * seat
    faces = w[hand + FACES]
    before = (1 << (8 * place)) - 1
    w[hand + FACES] = (faces & before) | ((faces >> 8) & ~before)
    lower = t[LOWER + place]
    higher = t[HIGHER + place]
    for word in range(hand + TRUTH, hand + SEAT):
        w[word] = (w[word] & lower) | ((w[word] >> 1) & higher)
    b[HELD + seat] -= 1
    return (faces >> (8 * place)) & 255


# what is legal


@device
def deck_left(b: Bytes) -> int:
    return int(b[DECK_END]) - int(b[DRAWN])


@device
def lies_there(t: Words, w: Words, face: int) -> bool:
    """Whether a face is in the discard pile."""
    return w[t[PILE_OF + face]] & t[PILE_ALL + face] != 0


@device
def must_fit(b: Bytes) -> bool:
    """Whether a tile puts a card on its firework: tile 6, or tile 5 with no deck left."""
    return b[TILE] == PLACE_TILE or deck_left(b) == 0


@device
def can_take(t: Words, w: Words, b: Bytes, face: int) -> bool:
    if not lies_there(t, w, face):
        return False
    return not must_fit(b) or (w[FITS] >> face) & 1 != 0


@device
def seat_after(t: Words, b: Bytes, offset: int) -> int:
    """The seat so many further on."""
    seat = int(b[TO_MOVE]) + offset
    return seat - t[PLAYERS] if seat >= t[PLAYERS] else seat


@device
def can_tell(t: Words, w: Words, b: Bytes, offset: int, group: int) -> bool:
    """Whether the one who sits so many seats further on can be told about a group."""
    seat = seat_after(t, b, offset)
    if t[EMPTY_CLUES]:
        return b[HELD + seat] > 0
    return w[SEATS + SEAT * seat + TRUTH] & (t[PLACE] << (group * t[HAND])) != 0


@device
def is_legal(t: Words, w: Words, b: Bytes, action: int) -> bool:
    """Whether the seat to move may do this."""
    if b[OVER] != RUNNING or action < 0 or action >= t[ACTIONS]:
        return False
    tile = b[TILE]
    kind = t[KIND + action]
    who = t[WHO + action]
    if kind in (COLOUR_TELLING, VALUE_TELLING):
        if tile == 0:
            return b[TOKENS] > 0 and can_tell(t, w, b, who, t[WHAT + action])
        return tile == kind + 1 and can_tell(t, w, b, who, t[WHAT + action])
    if kind < TAKING:
        held = b[HELD + int(b[TO_MOVE])]
        return tile == 0 and who < held and (kind != DISCARDING or b[TOKENS] < t[ALL_TOKENS])
    if tile < SHUFFLE_TILE:
        return False
    if kind == TAKING:
        return can_take(t, w, b, t[WHAT + action])
    return tile == SHUFFLE_TILE and deck_left(b) == 0


@device
def has_clue(t: Words, w: Words, b: Bytes, first: int, groups: int) -> bool:
    for offset in range(1, t[PLAYERS]):
        for group in range(first, first + groups):
            if can_tell(t, w, b, offset, group):
                return True
    return False


@device
def has_choice(t: Words, w: Words, b: Bytes) -> bool:
    """Whether a revealed tile, or a seat without cards, can do anything at all."""
    tile = int(b[TILE])
    if tile == COLOUR_TILE:
        return has_clue(t, w, b, 0, t[COLOURS])
    if tile == VALUE_TILE:
        return has_clue(t, w, b, t[COLOURS], t[VALUES])
    if tile == 0:
        return b[TOKENS] > 0 and has_clue(t, w, b, 0, t[COLOURS] + t[VALUES])
    for face in range(t[SUITS] * t[VALUES]):
        if can_take(t, w, b, face):
            return True
    return False


# one step


@device
def step(t: Words, w: Words, b: Bytes, action: int) -> bool:
    """The seat to move acts; nothing happens and the answer is no if it may not."""
    if not is_legal(t, w, b, action):
        return False
    kind = t[KIND + action]
    who = t[WHO + action]
    what = t[WHAT + action]
    turns = w[LAST] >> TURNS
    w[LAST] = turns << TURNS | (kind + 1) << LAST_KIND | int(b[TO_MOVE]) << LAST_ACTOR
    if kind == DISCARDING:
        discard(t, w, b, who)
    elif kind in (PLAYING, ANNOUNCING):
        play(t, w, b, who, what)
    elif kind == TAKING:
        take(t, w, b, what)
    elif kind == FORGOING:
        b[TILE] = 0
        draw_and_pass(t, w, b)
    else:
        tell(t, w, b, seat_after(t, b, who), what)
    return True


@device
def tell(t: Words, w: Words, b: Bytes, seat: int, group: int) -> None:
    """All cards of a group are pointed at: for a token, or for a tile."""
    hand = SEATS + SEAT * seat
    shift = group * t[HAND]
    places = (w[hand + TRUTH] >> shift) & t[PLACE]
    groups = t[NAMED + group]  # of suits if a colour is named, else of values
    w[hand + MAY] &= ~((groups * t[PLACE]) & ((places * groups) ^ t[TOUCHED + group]))
    w[hand + TOLD] |= places << shift
    w[LAST] |= seat << LAST_TARGET | group << LAST_WHAT | places << LAST_TOUCHED
    if b[TILE] == 0:
        b[TOKENS] -= 1
        w[LAST] += 1 << TURNS
        pass_turn(t, w, b)
    else:
        b[TILE] = 0
        draw_and_pass(t, w, b)


@device
def discard(t: Words, w: Words, b: Bytes, place: int) -> None:
    face = put_down(t, w, b, int(b[TO_MOVE]), place)
    w[LAST] |= place << LAST_PLACE | face << LAST_FACE
    w[LAST] += 1 << TURNS
    b[TOKENS] += 1
    lay_aside(t, w, b, face)
    draw_and_pass(t, w, b)


@device
def play(t: Words, w: Words, b: Bytes, place: int, announced: int) -> None:
    face = put_down(t, w, b, int(b[TO_MOVE]), place)
    w[LAST] |= place << LAST_PLACE | face << LAST_FACE
    w[LAST] += 1 << TURNS
    right = announced < 0 or announced == t[SUIT_OF + face]
    if right and (w[FITS] >> face) & 1:
        before = b[TOKENS]
        put_on(t, w, b, face, announced >= 0)
        w[LAST] |= 1 << LAST_PLACED | (1 << LAST_GAINED if b[TOKENS] > before else 0)
    else:
        b[MISTAKES] += 1
        lay_aside(t, w, b, face)
    draw_and_pass(t, w, b)


@device
def take(t: Words, w: Words, b: Bytes, face: int) -> None:
    """A card of the discard pile goes back into the deck, or on its firework."""
    back = b[TILE] == SHUFFLE_TILE and deck_left(b) > 0
    pile = t[PILE_OF + face]
    copies = w[pile] & t[PILE_ALL + face]
    w[pile] ^= copies ^ ((copies >> 1) & t[PILE_ALL + face])
    b[TILE] = 0
    if back:
        at = int(b[DRAWN]) + ((w[t[WHERE]] * (deck_left(b) + 1)) >> 32)
        for card in range(int(b[DECK_END]), at, -1):
            b[DECK + card] = b[DECK + card - 1]
        b[DECK + at] = face
        b[DECK_END] += 1
    else:
        put_on(t, w, b, face, False)
    draw_and_pass(t, w, b)


# what follows


@device
def lay_aside(t: Words, w: Words, b: Bytes, face: int) -> None:
    """A card comes to the discard pile: the last mistake outranks a lost card."""
    pile = t[PILE_OF + face]
    every = t[PILE_ALL + face]
    w[pile] |= ((w[pile] & every) << 1 | 1 << t[PILE_BIT + face]) & every
    if b[MISTAKES] == t[ALL_MISTAKES]:
        b[OVER] = LAST_MISTAKE
    elif t[BOUQUET] and w[pile] & every == every:
        b[OVER] = INDISPENSABLE_LOST


@device
def put_on(t: Words, w: Words, b: Bytes, face: int, announced: bool) -> None:
    """A card lies on its firework: the end, a token for announcing it, a token or a tile."""
    suit = ((1 << t[VALUES]) - 1) << (t[SUIT_OF + face] * t[VALUES])
    w[FITS] = (w[FITS] ^ (1 << face)) | t[NEXT + face]
    w[TOP] = (w[TOP] & ~suit) | (1 << face)
    b[PLACED] += 1
    if b[PLACED] == t[ALL_PLACED]:
        b[OVER] = ALL_COMPLETE
        return
    if announced:
        token_back(t, b)
    if t[COMPLETES + face] == 1:
        token_back(t, b)
    elif t[COMPLETES + face] == 2:
        reveal(t, w, b)


@device
def token_back(t: Words, b: Bytes) -> None:
    if b[TOKENS] < t[ALL_TOKENS]:
        b[TOKENS] += 1


@device
def reveal(t: Words, w: Words, b: Bytes) -> None:
    """The top tile: 1 and 2 at once; the others wait for a choice, if there is one."""
    tiles = t[TILES]
    tile = int(b[tiles + 1 + int(b[tiles])])
    b[tiles] += 1
    if tile < COLOUR_TILE:
        if tile == 2 and b[MISTAKES] > 0:
            b[MISTAKES] -= 1
        token_back(t, b)
        return
    b[TILE] = tile
    if not has_choice(t, w, b):
        b[TILE] = 0


@device
def draw_and_pass(t: Words, w: Words, b: Bytes) -> None:
    """Draw and pass the turn on, unless the game is over or a tile waits for a choice."""
    if b[OVER] != RUNNING or b[TILE] != 0:
        return
    if deck_left(b) > 0:
        take_up(t, w, b, int(b[TO_MOVE]))
        if deck_left(b) == 0 and not t[BOUQUET]:
            b[AFTER] = t[PLAYERS] + 1
    pass_turn(t, w, b)


@device
def pass_turn(t: Words, w: Words, b: Bytes) -> None:
    if b[AFTER] == 1:
        b[OVER] = LAST_ROUND
        return
    if b[AFTER] > 0:
        b[AFTER] -= 1
    b[TO_MOVE] = seat_after(t, b, 1)
    if b[HELD + int(b[TO_MOVE])] == 0 and not has_choice(t, w, b):
        b[OVER] = NO_ACTION


# the score


@device
def points_on_table(t: Words, b: Bytes) -> int:
    return int(b[PLACED]) - t[COST]


@device
def score(t: Words, b: Bytes) -> int:
    """None for a lost game; all or nothing in Bouquet final."""
    over = b[OVER]
    if over == ALL_COMPLETE or (over in (RUNNING, LAST_ROUND) and not t[BOUQUET]):
        return points_on_table(t, b)
    return 0
