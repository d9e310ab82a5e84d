"""What a player remembers beyond the table: how long ago cards were drawn and pointed at, and the
last actions. All of it is public.

`m` are the words of a game's memory: one for every seat, with a lane of eight bits for each card,
four for when it was drawn and four for when it was last pointed at, in actions since; then the last
actions, two to a word, the newest first, each as `layout` describes the word `LAST`.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import without
from tamaya.kernel.game.layout import (
    ANNOUNCING,
    COLOUR_TELLING,
    COUNTS,
    DISCARDING,
    LAST,
    LAST_ACTOR,
    LAST_KIND,
    LAST_PLACE,
    LAST_TARGET,
    LAST_TOUCHED,
    PLAYERS,
    PLAYING,
    VALUE_TELLING,
    Words,
)
from tamaya.kernel.game.state import held
from tamaya.rules import Options

CARD = 8  # bits
LONG_AGO = 15
DRAWN_NOW = LONG_AGO << 4  # never pointed at
ACTION = 31  # bits
ACTIONS = 16  # that are remembered
ONE = 0x11111111111111  # the lowest bit of every four


def memory_of(options: Options) -> int:
    """How many words there are."""
    return options.players + ACTIONS // 2


@device_function
def begin_memory(t: Words, w: Words, m: Words) -> None:
    """All cards were drawn just now, and nothing has happened."""
    for word in range(len(m)):
        m[word] = 0
    for seat in range(t[PLAYERS]):
        for place in range(held(w[COUNTS], seat)):
            m[seat] |= DRAWN_NOW << (CARD * place)


@device_function
def older(ages: int) -> int:
    """Every age one higher, up to the highest."""
    highest = ages & (ages >> 1) & (ages >> 2) & (ages >> 3) & ONE
    return ages + (ONE ^ highest)


@device_function
def remember(t: Words, w: Words, m: Words, before: int) -> None:
    """An action was done; `before` is what was counted before it."""
    last = w[LAST]
    kind = ((last >> LAST_KIND) & 7) - 1
    actor = (last >> LAST_ACTOR) & 7
    for seat in range(t[PLAYERS]):
        m[seat] = older(m[seat]) & ((1 << (CARD * held(before, seat))) - 1)
    cards = held(before, actor)
    if kind in (DISCARDING, PLAYING, ANNOUNCING):
        m[actor] = without(m[actor], CARD * ((last >> LAST_PLACE) & 7), CARD)
        cards -= 1
    if held(w[COUNTS], actor) > cards:
        m[actor] |= DRAWN_NOW << (CARD * cards)
    if kind in (COLOUR_TELLING, VALUE_TELLING):
        target = (last >> LAST_TARGET) & 7
        for place in range(held(before, target)):
            if (last >> (LAST_TOUCHED + place)) & 1:
                m[target] &= ~(LONG_AGO << (CARD * place + 4))
    note(t, m, last & ((1 << ACTION) - 1))


@device_function
def note(t: Words, m: Words, action: int) -> None:
    """The newest action first; the oldest is forgotten."""
    first = t[PLAYERS]
    for word in range(first, first + ACTIONS // 2):
        both = m[word]
        m[word] = action | (both & ((1 << ACTION) - 1)) << ACTION
        action = both >> ACTION


@device_function
def noted(t: Words, m: Words, ago: int) -> int:
    """The action so many before the newest; 0: there was none."""
    return (m[t[PLAYERS] + (ago >> 1)] >> (ACTION * (ago & 1))) & ((1 << ACTION) - 1)


@device_function
def drawn_ago(m: Words, seat: int, place: int) -> int:
    return (m[seat] >> (CARD * place)) & LONG_AGO


@device_function
def touched_ago(m: Words, seat: int, place: int) -> int:
    """15: long ago, or never."""
    return (m[seat] >> (CARD * place + 4)) & LONG_AGO
