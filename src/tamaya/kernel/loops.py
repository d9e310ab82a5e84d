"""Many games at once: the same for each, one after the other."""

import numpy as np
import numpy.typing as npt

from tamaya.kernel.layout import ACTIONS, OVER, RUNNING, TO_MOVE, Words
from tamaya.kernel.target import device, part

game, encode = part("game"), part("encode")
begin, lay_out, step, is_legal = game.begin, game.lay_out, game.step, game.is_legal
score, mixed, draw, write = game.score, game.mixed, game.draw, encode.encode
STEP = game.STEP

Bytes = npt.NDArray[np.uint8]
Seeds = npt.NDArray[np.uint64]


@device
def begin_all(t: Words, words: Words, bits: Bytes, seeds: Seeds, first: int) -> None:
    """Deal every game from its seed."""
    chance = np.empty(1, np.uint64)
    for place in range(len(words)):
        chance[0] = seeds[place]
        begin(t, words[place], bits[place], chance, first)


@device
def lay_all_out(t: Words, words: Words, bits: Bytes, first: int) -> None:
    """Begin every game with the deck that lies there."""
    for place in range(len(words)):
        lay_out(t, words[place], bits[place], first)


@device
def act(t: Words, words: Words, bits: Bytes, actions: Words, done: Bytes) -> None:
    """An action in every game; where it is not legal nothing happens."""
    for place in range(len(words)):
        done[place] = step(t, words[place], bits[place], actions[place])


@device
def renew(
    t: Words, words: Words, bits: Bytes, seeds: Seeds, first: int, ended: Bytes, scores: Words
) -> None:
    """Games that are over give their score and begin anew, from a seed that follows theirs."""
    chance = np.empty(1, np.uint64)
    for place in range(len(words)):
        ended[place] = bits[place, OVER] != RUNNING
        if ended[place]:
            scores[place] = score(t, bits[place])
            seeds[place] = mixed(seeds[place] + STEP)
            chance[0] = seeds[place]
            begin(t, words[place], bits[place], chance, first)


@device
def legal(t: Words, words: Words, bits: Bytes, out: Bytes) -> None:
    """Which actions the seat to move may do in every game."""
    for place in range(len(words)):
        for action in range(t[ACTIONS]):
            out[place, action] = is_legal(t, words[place], bits[place], action)


@device
def judge(t: Words, bits: Bytes, scores: Words) -> None:
    """Every game's score."""
    for place in range(len(bits)):
        scores[place] = score(t, bits[place])


@device
def look(t: Words, words: Words, bits: Bytes, seat: int, out: Bytes) -> None:
    """What a seat sees in every game; a seat below 0 is the one to move."""
    for place in range(len(words)):
        out[place] = 0
        eyes = int(bits[place, TO_MOVE]) if seat < 0 else seat
        write(t, words[place], bits[place], eyes, out[place])


@device
def wander(
    t: Words, words: Words, bits: Bytes, seeds: Seeds, chance: Seeds, first: int, moves: int
) -> tuple[int, int]:
    """Random legal actions, so many in every game; how many games ended, and their points."""
    games, points = 0, 0
    fresh = np.empty(1, np.uint64)
    for place in range(len(words)):
        w, b, c = words[place], bits[place], chance[place : place + 1]
        for _ in range(moves):
            action = (draw(c) * t[ACTIONS]) >> 32
            while not step(t, w, b, action):
                action = (draw(c) * t[ACTIONS]) >> 32
            if b[OVER] != RUNNING:
                games += 1
                points += score(t, b)
                seeds[place] = mixed(seeds[place] + STEP)
                fresh[0] = seeds[place]
                begin(t, w, b, fresh, first)
    return games, points
