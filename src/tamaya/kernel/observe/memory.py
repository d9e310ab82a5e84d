"""What features remember beyond the table: when cards were drawn and touched, and past actions.

All of it is public. `m` are the words of a game's memory. The first ones, one for each seat, have a
lane of eight bits for each card: four for the actions since it was drawn, four for those since it
was last touched. The others have the last actions, two to a word, the newest first, each as in the
word LAST_ACTION; see `layout`.
"""

from tamaya.kernel.decorators import device_function
from tamaya.kernel.game.bits import remove_bits
from tamaya.kernel.game.layout import (
    ANNOUNCED_PLAY,
    COLOUR_CLUE,
    COUNTS,
    DISCARD,
    LAST_ACTION,
    LAST_ACTOR,
    LAST_KIND,
    LAST_PLACE,
    LAST_TARGET,
    LAST_TOUCHED,
    PLAY,
    PLAYERS,
    VALUE_CLUE,
    Words,
)
from tamaya.kernel.game.state import cards_held
from tamaya.rules import Options

CARD_BITS = 8
LONG_AGO = 15
DRAWN_NOW = LONG_AGO << 4  # never touched
ACTION_BITS = 31
REMEMBERED_ACTIONS = 16
LOWEST_BITS = 0x11111111111111  # the lowest bit of every four


def memory_words(options: Options) -> int:
    """How many words the memory of a game has."""
    return options.players + REMEMBERED_ACTIONS // 2


@device_function
def start_memory(t: Words, w: Words, m: Words) -> None:
    """The memory of a new game: all cards were just drawn."""
    for word in range(len(m)):
        m[word] = 0
    for seat in range(t[PLAYERS]):
        for place in range(cards_held(w[COUNTS], seat)):
            m[seat] |= DRAWN_NOW << (CARD_BITS * place)


@device_function
def age_by_one(ages: int) -> int:
    """Add one to every age, up to the highest."""
    highest = ages & (ages >> 1) & (ages >> 2) & (ages >> 3) & LOWEST_BITS
    return ages + (LOWEST_BITS ^ highest)


@device_function
def remember_action(t: Words, w: Words, m: Words, before: int) -> None:
    """Remember the last action; `before` is the word COUNTS before it."""
    last = w[LAST_ACTION]
    kind = ((last >> LAST_KIND) & 7) - 1
    actor = (last >> LAST_ACTOR) & 7
    for seat in range(t[PLAYERS]):
        m[seat] = age_by_one(m[seat]) & ((1 << (CARD_BITS * cards_held(before, seat))) - 1)
    cards = cards_held(before, actor)
    if kind in (DISCARD, PLAY, ANNOUNCED_PLAY):
        m[actor] = remove_bits(m[actor], CARD_BITS * ((last >> LAST_PLACE) & 7), CARD_BITS)
        cards -= 1
    if cards_held(w[COUNTS], actor) > cards:
        m[actor] |= DRAWN_NOW << (CARD_BITS * cards)
    if kind in (COLOUR_CLUE, VALUE_CLUE):
        target = (last >> LAST_TARGET) & 7
        for place in range(cards_held(before, target)):
            if (last >> (LAST_TOUCHED + place)) & 1:
                m[target] &= ~(LONG_AGO << (CARD_BITS * place + 4))
    push_action(t, m, last & ((1 << ACTION_BITS) - 1))


@device_function
def push_action(t: Words, m: Words, action: int) -> None:
    """Store the newest action, and forget the oldest."""
    first = t[PLAYERS]
    for word in range(first, first + REMEMBERED_ACTIONS // 2):
        both = m[word]
        m[word] = action | (both & ((1 << ACTION_BITS) - 1)) << ACTION_BITS
        action = both >> ACTION_BITS


@device_function
def past_action(t: Words, m: Words, ago: int) -> int:
    """The action `ago` places before the newest; 0 if there was none."""
    return (m[t[PLAYERS] + (ago >> 1)] >> (ACTION_BITS * (ago & 1))) & ((1 << ACTION_BITS) - 1)


@device_function
def actions_since_drawn(m: Words, seat: int, place: int) -> int:
    """The actions since a card was drawn, `LONG_AGO` at most."""
    return (m[seat] >> (CARD_BITS * place)) & LONG_AGO


@device_function
def actions_since_touched(m: Words, seat: int, place: int) -> int:
    """The actions since a clue last touched a card; `LONG_AGO` if that many, more, or never."""
    return (m[seat] >> (CARD_BITS * place + 4)) & LONG_AGO
