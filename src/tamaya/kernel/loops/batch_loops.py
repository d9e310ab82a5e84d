"""Loops of a batch. After the option tables, their arrays have a row for every game."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.chance import COUNTER_STEP, mix_bits, random_word
from tamaya.kernel.game.layout import ACTIONS, COUNTS, RUNNING, Words
from tamaya.kernel.game.state import end_reason, to_move
from tamaya.kernel.game.step import deal_hands, score, start_game, step
from tamaya.kernel.loops.grid import moves_per_round, thread_count, thread_index
from tamaya.kernel.observe.encode import encode_observation
from tamaya.kernel.observe.legal_mask import write_legal_mask
from tamaya.kernel.observe.packing import unpack_to_bytes

Bytes = npt.NDArray[np.uint8]
Seeds = npt.NDArray[np.uint64]


@loop
def start_games(t: Words, words: Words, deck: Bytes, seeds: Seeds, first: int) -> None:
    """Deal every game from its seed."""
    for place in range(thread_index(), len(words), thread_count()):
        start_game(t, words[place], deck[place], seeds[place], first)


@loop
def deal_all_hands(t: Words, words: Words, deck: Bytes, first: int) -> None:
    """Start every game with the deck that it has."""
    for place in range(thread_index(), len(words), thread_count()):
        deal_hands(t, words[place], deck[place], first)


@loop
def step_games(t: Words, words: Words, deck: Bytes, actions: Words, legal: Bytes) -> None:
    """Apply an action in every game; an illegal one changes nothing."""
    for place in range(thread_index(), len(words), thread_count()):
        legal[place] = step(t, words[place], deck[place], actions[place])


@device_function
def start_next_game(t: Words, w: Words, b: Bytes, seed: np.uint64, first: int) -> np.uint64:
    """Start a new game from the seed that follows; returns that seed."""
    seed = mix_bits(seed + COUNTER_STEP)
    start_game(t, w, b, seed, first)
    return seed


@loop
def restart_finished_games(
    t: Words, words: Words, deck: Bytes, seeds: Seeds, ended: Bytes, scores: Words, first: int
) -> None:
    """Write the scores of games that are over, and restart those."""
    for place in range(thread_index(), len(words), thread_count()):
        n = words[place, COUNTS]
        ended[place] = end_reason(n) != RUNNING
        scores[place] = score(t, n) if ended[place] else 0
        if ended[place]:
            seeds[place] = start_next_game(t, words[place], deck[place], seeds[place], first)


@loop
def score_games(t: Words, words: Words, ended: Bytes, scores: Words, every: int) -> None:
    """Write which games are over and their scores; with `every`, the scores of all games."""
    for place in range(thread_index(), len(words), thread_count()):
        n = words[place, COUNTS]
        ended[place] = end_reason(n) != RUNNING
        scores[place] = score(t, n) if every or ended[place] else 0


@device_function
def write_observations(t: Words, w: Words, packed: Words) -> None:
    """Write the vector of the seat to move; with several rows, those of all seats."""
    for row in range(len(packed)):
        encode_observation(t, w, row if len(packed) > 1 else to_move(w[COUNTS]), packed[row])


@device_function
def unpack_rows(packed: Words, out: Bytes) -> None:
    """Unpack rows of bits to bytes; rows of bytes of length 0 stay so."""
    for row in range(len(packed)):
        unpack_to_bytes(packed[row], out[row])


@loop
def observe_games(t: Words, words: Words, packed: Words, seen: Bytes) -> None:
    """Write the observations of every game."""
    for place in range(thread_index(), len(words), thread_count()):
        write_observations(t, words[place], packed[place])
        unpack_rows(packed[place], seen[place])


@loop
def write_legal_masks(t: Words, words: Words, packed: Words, legal: Bytes) -> None:
    """Write the legal mask of every game."""
    for place in range(thread_index(), len(words), thread_count()):
        write_legal_mask(t, words[place], packed[place])
        unpack_to_bytes(packed[place], legal[place])


@device_function
def random_step(t: Words, w: Words, b: Bytes, counter: np.uint64) -> np.uint64:
    """Apply a random legal action; returns the new counter of the generator."""
    counter = counter + COUNTER_STEP
    while not step(t, w, b, (random_word(counter) * t[ACTIONS]) >> 32):
        counter = counter + COUNTER_STEP
    return counter


@device_function
def count_and_restart(
    t: Words,
    w: Words,
    b: Bytes,
    seeds: Seeds,
    ended: Words,
    points: Words,
    place: int,
    first: int,
) -> None:
    """If a game is over, count it and its points, and restart it."""
    if end_reason(w[COUNTS]) != RUNNING:
        ended[place] += 1
        points[place] += score(t, w[COUNTS])
        seeds[place] = start_next_game(t, w, b, seeds[place], first)


@loop
def random_playout(
    t: Words,
    words: Words,
    deck: Bytes,
    seeds: Seeds,
    counters: Seeds,
    ended: Words,
    points: Words,
    first: int,
    moves: int,
) -> None:
    """Play random moves in every game; count the games that end, and their points."""
    for place in range(thread_index(), len(words), thread_count()):
        w = words[place]
        b = deck[place]
        counter = counters[place]
        left = moves
        if end_reason(w[COUNTS]) != RUNNING:  # already over on entry
            seeds[place] = start_next_game(t, w, b, seeds[place], first)
        while left > 0:
            for _ in range(moves_per_round()):
                if left > 0 and end_reason(w[COUNTS]) == RUNNING:
                    counter = random_step(t, w, b, counter)
                    left -= 1
            count_and_restart(t, w, b, seeds, ended, points, place, first)
        counters[place] = counter


@loop
def observed_random_playout(
    t: Words,
    words: Words,
    deck: Bytes,
    seeds: Seeds,
    counters: Seeds,
    ended: Words,
    points: Words,
    packed: Words,
    seen: Bytes,
    packed_legal: Words,
    legal: Bytes,
    first: int,
    moves: int,
) -> None:
    """`random_playout`, with observations and legal masks written before every move."""
    for place in range(thread_index(), len(words), thread_count()):
        w = words[place]
        b = deck[place]
        counter = counters[place]
        if end_reason(w[COUNTS]) != RUNNING:  # already over on entry
            seeds[place] = start_next_game(t, w, b, seeds[place], first)
        for _ in range(moves):
            write_observations(t, w, packed[place])
            unpack_rows(packed[place], seen[place])
            write_legal_mask(t, w, packed_legal[place])
            unpack_to_bytes(packed_legal[place], legal[place])
            counter = random_step(t, w, b, counter)
            count_and_restart(t, w, b, seeds, ended, points, place, first)
        counters[place] = counter
