"""Many games at once: the same for each. After the tables come arrays, a row for every game."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.decorators import device_function, loop
from tamaya.kernel.game.chance import STEP, mixed, word_at
from tamaya.kernel.game.layout import ACTIONS, COUNTS, RUNNING, Words
from tamaya.kernel.game.state import over, to_move
from tamaya.kernel.game.step import begin, lay_out, score, step
from tamaya.kernel.loops.grid import moves_per_round, thread_count, thread_index
from tamaya.kernel.observe.encode import encode
from tamaya.kernel.observe.legal_mask import mark
from tamaya.kernel.observe.packing import expand

Bytes = npt.NDArray[np.uint8]
Seeds = npt.NDArray[np.uint64]


@loop
def begin_all(t: Words, words: Words, deck: Bytes, seeds: Seeds, first: int) -> None:
    """Deal every game from its seed."""
    for place in range(thread_index(), len(words), thread_count()):
        begin(t, words[place], deck[place], seeds[place], first)


@loop
def lay_all_out(t: Words, words: Words, deck: Bytes, first: int) -> None:
    """Begin every game with the deck that lies there."""
    for place in range(thread_index(), len(words), thread_count()):
        lay_out(t, words[place], deck[place], first)


@loop
def act(t: Words, words: Words, deck: Bytes, actions: Words, legal: Bytes) -> None:
    """An action in every game; where it is not legal nothing happens."""
    for place in range(thread_index(), len(words), thread_count()):
        legal[place] = step(t, words[place], deck[place], actions[place])


@device_function
def anew(t: Words, w: Words, b: Bytes, seed: np.uint64, first: int) -> np.uint64:
    """A new game, from a seed that follows the last."""
    seed = mixed(seed + STEP)
    begin(t, w, b, seed, first)
    return seed


@loop
def renew(
    t: Words, words: Words, deck: Bytes, seeds: Seeds, ended: Bytes, scores: Words, first: int
) -> None:
    """Games that are over give their score and begin anew."""
    for place in range(thread_index(), len(words), thread_count()):
        n = words[place, COUNTS]
        ended[place] = over(n) != RUNNING
        scores[place] = score(t, n) if ended[place] else 0
        if ended[place]:
            seeds[place] = anew(t, words[place], deck[place], seeds[place], first)


@loop
def judge(t: Words, words: Words, ended: Bytes, scores: Words, every: int) -> None:
    """Which games are over, and their scores; or every game's."""
    for place in range(thread_index(), len(words), thread_count()):
        n = words[place, COUNTS]
        ended[place] = over(n) != RUNNING
        scores[place] = score(t, n) if every or ended[place] else 0


@device_function
def show(t: Words, w: Words, packed: Words) -> None:
    """What the seat to move sees, or everybody if there are rows for them."""
    for row in range(len(packed)):
        encode(t, w, row if len(packed) > 1 else to_move(w[COUNTS]), packed[row])


@device_function
def spread(packed: Words, out: Bytes) -> None:
    """The rows as bytes, if they have any width."""
    for row in range(len(packed)):
        expand(packed[row], out[row])


@loop
def look(t: Words, words: Words, packed: Words, seen: Bytes) -> None:
    """What is seen in every game."""
    for place in range(thread_index(), len(words), thread_count()):
        show(t, words[place], packed[place])
        spread(packed[place], seen[place])


@loop
def mark_all(t: Words, words: Words, packed: Words, legal: Bytes) -> None:
    """Which actions the seat to move may do in every game."""
    for place in range(thread_index(), len(words), thread_count()):
        mark(t, words[place], packed[place])
        expand(packed[place], legal[place])


@device_function
def stray(t: Words, w: Words, b: Bytes, counter: np.uint64) -> np.uint64:
    """A random legal action; where the generator is then."""
    counter = counter + STEP
    while not step(t, w, b, (word_at(counter) * t[ACTIONS]) >> 32):
        counter = counter + STEP
    return counter


@device_function
def follow(
    t: Words,
    w: Words,
    b: Bytes,
    seeds: Seeds,
    ended: Words,
    points: Words,
    place: int,
    first: int,
) -> None:
    """A game that is over is counted, and followed by another."""
    if over(w[COUNTS]) != RUNNING:
        ended[place] += 1
        points[place] += score(t, w[COUNTS])
        seeds[place] = anew(t, w, b, seeds[place], first)


@loop
def wander(
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
    """Random play, so many moves in every game; how many games ended, and their points."""
    for place in range(thread_index(), len(words), thread_count()):
        w = words[place]
        b = deck[place]
        counter = counters[place]
        left = moves
        if over(w[COUNTS]) != RUNNING:  # before we came
            seeds[place] = anew(t, w, b, seeds[place], first)
        while left > 0:
            for _ in range(moves_per_round()):
                if left > 0 and over(w[COUNTS]) == RUNNING:
                    counter = stray(t, w, b, counter)
                    left -= 1
            follow(t, w, b, seeds, ended, points, place, first)
        counters[place] = counter


@loop
def roam(
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
    """Random play as `wander`; before every move all is written that a player would look at."""
    for place in range(thread_index(), len(words), thread_count()):
        w = words[place]
        b = deck[place]
        counter = counters[place]
        if over(w[COUNTS]) != RUNNING:  # before we came
            seeds[place] = anew(t, w, b, seeds[place], first)
        for _ in range(moves):
            show(t, w, packed[place])
            spread(packed[place], seen[place])
            mark(t, w, packed_legal[place])
            expand(packed_legal[place], legal[place])
            counter = stray(t, w, b, counter)
            follow(t, w, b, seeds, ended, points, place, first)
        counters[place] = counter
