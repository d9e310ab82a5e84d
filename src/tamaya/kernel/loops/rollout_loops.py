"""Rollouts: games that go on from a position, in a world where all that is secret was sampled.

A position has several worlds, and in each of them several actions are tried: the same hand, the
same deck and the same tiles for all of them. A rollout has a number: those of one world are
neighbours, and so are the worlds of one position. `slots` games are played side by side; when the
rollout in a slot is over, the slot goes on with the one that is `slots` numbers further on.
"""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.announce import announce_if_safe
from tamaya.kernel.game.card_counting import add_visible, count_table, visible_copies
from tamaya.kernel.game.chance import COUNTER_STEP, mix_bits, random_word, shuffle
from tamaya.kernel.game.layout import (
    CLUES_TOUCHING,
    CLUES_TOUCHING_FACE,
    COUNTS,
    FACE_BITS,
    FACES,
    HAS_TILES,
    LANE,
    PILE_ALL,
    PILE_BIT,
    PLAYERS,
    RUNNING,
    SUITS,
    TILE_5_PLACE,
    TILES,
    VALUES,
    Words,
)
from tamaya.kernel.game.state import (
    cards_drawn,
    cards_held,
    deck_left,
    end_reason,
    face_at,
    first_word_of_hand,
    tiles_gone,
    to_move,
)
from tamaya.kernel.game.step import score, step
from tamaya.kernel.loops.grid import thread_count, thread_index
from tamaya.kernel.loops.position_loops import ALL_TILES
from tamaya.kernel.loops.selfplay_loops import own_action_number
from tamaya.kernel.observe.memory import remember_action

Bytes = npt.NDArray[np.uint8]
Scores = npt.NDArray[np.int16]
Seeds = npt.NDArray[np.uint64]

# the words of a plan
ROLLOUTS, WORLDS, ACTIONS_EACH, FIRST_WORLD = range(4)
PLAN_WORDS = 4
NO_ACTION_TO_TRY = -1


@device_function
def deal_world(
    t: Words, w: Words, b: Bytes, tiles: int, hand: Words, counter: np.uint64
) -> np.uint64:
    """Fill in what a position leaves open: the mover's hand, then deck and tiles, shuffled."""
    n = w[COUNTS]
    own = first_word_of_hand(to_move(n))
    for place in range(cards_held(n, to_move(n))):
        w[own + FACES] |= hand[place] << (FACE_BITS * place)
    first, more, _ = count_table(t, w)
    for seat in range(t[PLAYERS]):
        words = first_word_of_hand(seat)
        w[words + CLUES_TOUCHING] = 0
        for place in range(cards_held(n, seat)):
            face = face_at(w[words + FACES], place)
            w[words + CLUES_TOUCHING] |= t[CLUES_TOUCHING_FACE + face] << (t[LANE] * place)
            first, more = add_visible(t, first, more, face)
    at = cards_drawn(n)
    for face in range(t[SUITS] * t[VALUES]):
        there = visible_copies(t, first, more, face)
        while there != t[PILE_ALL + face]:
            there = (there << 1 | 1 << t[PILE_BIT + face]) & t[PILE_ALL + face]
            b[at] = face
            at += 1
    counter = shuffle(b, cards_drawn(n), deck_left(n), counter)
    if t[HAS_TILES]:
        at = t[TILES] + tiles_gone(n)
        for tile in range(1, ALL_TILES + 1):
            if (tiles >> tile) & 1:
                b[at] = tile
                at += 1
        counter = shuffle(b, t[TILES] + tiles_gone(n), ALL_TILES - tiles_gone(n), counter)
        counter = counter + COUNTER_STEP
        w[t[TILE_5_PLACE]] = random_word(counter)
    return counter


@device_function
def act(t: Words, w: Words, b: Bytes, m: Words, tables_length: int, action: int) -> None:
    """Apply an action, by its number in the feature space, and remember it."""
    before = w[COUNTS]
    step(t, w, b, announce_if_safe(t, w, own_action_number(t, tables_length, action)))
    if end_reason(w[COUNTS]) == RUNNING:
        remember_action(t, w, m, before)


@device_function
def next_rollout(
    t: Words,
    words: Words,
    deck: Bytes,
    memories: Words,
    running: Words,
    place: int,
    positions: Words,
    position_memories: Words,
    position_tiles: Words,
    seeds: Seeds,
    hands: Words,
    actions: Words,
    plan: Words,
    scores: Scores,
    tables_length: int,
) -> None:
    """Go on to the next rollout of a slot; one that ends with its first action is over at once."""
    w, b, m = words[place], deck[place], memories[place]
    number = running[place] + len(words)
    while number < plan[ROLLOUTS]:
        world = number // plan[ACTIONS_EACH]
        position = world // plan[WORLDS]
        action = actions[position, number - world * plan[ACTIONS_EACH]]
        if action != NO_ACTION_TO_TRY:
            for word in range(len(w)):
                w[word] = positions[position, word]
            for word in range(len(m)):
                m[word] = position_memories[position, word]
            in_position = world - position * plan[WORLDS]
            counter = mix_bits(
                seeds[position] + np.uint64(plan[FIRST_WORLD] + in_position + 1) * COUNTER_STEP
            )
            deal_world(t, w, b, position_tiles[position], hands[position, in_position], counter)
            act(t, w, b, m, tables_length, action)
            if end_reason(w[COUNTS]) == RUNNING:
                break
            scores[number] = score(t, w[COUNTS])
        number += len(words)
    running[place] = number


@loop
def start_rollouts(
    t: Words,
    words: Words,
    deck: Bytes,
    memories: Words,
    running: Words,
    positions: Words,
    position_memories: Words,
    position_tiles: Words,
    seeds: Seeds,
    hands: Words,
    actions: Words,
    plan: Words,
    scores: Scores,
    tables_length: int,
) -> None:
    """Begin the first rollout of every slot; `running` is set to its number."""
    for place in range(thread_index(), len(words), thread_count()):
        running[place] = place - len(words)
        next_rollout(
            t[0],
            words,
            deck,
            memories,
            running,
            place,
            positions,
            position_memories,
            position_tiles,
            seeds,
            hands,
            actions,
            plan,
            scores,
            tables_length,
        )


@loop
def advance_rollouts(
    t: Words,
    words: Words,
    deck: Bytes,
    memories: Words,
    running: Words,
    positions: Words,
    position_memories: Words,
    position_tiles: Words,
    seeds: Seeds,
    hands: Words,
    actions: Words,
    plan: Words,
    scores: Scores,
    chosen: Words,
    tables_length: int,
) -> None:
    """Apply the chosen action in every slot whose rollout goes on; write the scores at their ends.

    `chosen` are actions by their number in the feature space.
    """
    for place in range(thread_index(), len(words), thread_count()):
        if running[place] < plan[ROLLOUTS]:
            w = words[place]
            act(t[0], w, deck[place], memories[place], tables_length, chosen[place])
            if end_reason(w[COUNTS]) != RUNNING:
                scores[running[place]] = score(t[0], w[COUNTS])
                next_rollout(
                    t[0],
                    words,
                    deck,
                    memories,
                    running,
                    place,
                    positions,
                    position_memories,
                    position_tiles,
                    seeds,
                    hands,
                    actions,
                    plan,
                    scores,
                    tables_length,
                )
