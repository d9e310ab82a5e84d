"""The perfect-information solver: the best score if all hands and the order of the deck are known.

A beam search, turn by turn: every action is tried in all positions of the beam, and the beam goes
on with the most promising positions that they lead to. Wider and wider beams follow each other.
Positions that cannot beat the best score found are dropped, which proves that score: it is the best
there is if no beam was too narrow for the rest, or if it reaches the bound that the fireworks, the
deck and the turns left set.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tamaya.formats.game import Game, initial_state, replay_steps
from tamaya.kernel.batch import Batch
from tamaya.kernel.game.actions import action_from_number, action_number
from tamaya.kernel.perfect_information import (
    NO_SCORE,
    OpenGames,
    OpenPosition,
    Tried,
    Weights,
)
from tamaya.rules import Action, Options, State, apply, max_score, score

Array = npt.NDArray[Any]


class Beam(NamedTuple):
    """How one beam search goes."""

    width: int  # positions
    balanced: bool  # whether as many are kept of every progress: cards placed, clue tokens left
    weights: Weights  # of a position's promise: see `kernel.game.perfect_information`


PLAIN, THRIFTY = (40, 16, 30, 4, 6, 12), (60, 10, 60, 8, 10, 6)
GENEROUS, PATIENT = (30, 24, 20, 2, 12, 20), (50, 30, 90, 6, 4, 4)
BEAMS = (
    Beam(24, False, PLAIN),
    Beam(48, True, THRIFTY),
    Beam(200, True, GENEROUS),
    Beam(400, True, THRIFTY),
    Beam(400, True, PATIENT),
    Beam(1600, True, THRIFTY),
    Beam(1600, True, GENEROUS),
)


class Solution(NamedTuple):
    """The best score found, and how to get there."""

    score: int
    actions: tuple[Action, ...]  # from the position on, to the end of the game
    proven: bool  # whether there is no better score


class LastWinnableTurn(NamedTuple):
    """How long a game could still end with the best score of its options."""

    turn: int | None  # so many actions were taken; none if not even the deal could be won
    solution: Solution  # from there on; from the deal if there is no such turn
    proven: bool  # whether one action later the game could not be won any more


def solve(game: Game, turn: int = 0, beams: tuple[Beam, ...] = BEAMS) -> Solution:
    """The best score after the first `turn` actions of a game."""
    states, positions = _positions(game)
    if not 0 <= turn < len(states):
        raise ValueError(f"the game has turns 0 to {len(states) - 1}, not {turn}")
    return _solve(states[turn], positions[turn], beams)


def last_winnable_turn(game: Game, beams: tuple[Beam, ...] = BEAMS) -> LastWinnableTurn:
    """The last turn at which a perfect game was still possible, by bisection."""
    states, positions = _positions(game)
    perfect = max_score(game.options)

    def at(turn: int) -> Solution:
        return _solve(states[turn], positions[turn], beams)

    best, proven = at(0), False
    if best.score < perfect:
        return LastWinnableTurn(None, best, best.proven)
    winnable, lost = 0, len(states)
    while lost - winnable > 1:
        turn = (winnable + lost) // 2
        solution = at(turn)
        if solution.score == perfect:
            winnable, best = turn, solution
        else:
            lost, proven = turn, solution.proven
    return LastWinnableTurn(winnable, best, proven or lost == len(states))


def _positions(game: Game) -> tuple[list[State], list[OpenPosition]]:
    """A game after none, one, … of its actions, as the rules and as the kernel have it."""
    batch = Batch(game.options, 1, first=game.first)
    batch.deal([game.deal])
    played = replace(game, stopped=False)
    states = [initial_state(game), *(state for state, _ in replay_steps(played))]

    def positions() -> Iterator[OpenPosition]:
        yield _only_game(batch)
        for state, action in zip(states, game.actions, strict=False):
            batch.step(np.array([action_number(state.table, action)]), restart=False)
            yield _only_game(batch)

    return states, list(positions())


def _only_game(batch: Batch) -> OpenPosition:
    return OpenPosition(batch.games.words[0].copy(), batch.games.deck[0].copy())


@lru_cache(maxsize=2 * len(BEAMS))
def _buffers(options: Options, width: int) -> OpenGames:
    return OpenGames(options, width)


def _solve(state: State, position: OpenPosition, beams: tuple[Beam, ...]) -> Solution:
    if state.table.outcome is not None:
        return Solution(score(state.table), (), proven=True)
    best, numbers, proven = NO_SCORE, list[int](), False
    for beam in beams:
        games = _buffers(state.table.options, beam.width)
        bound = games.start(position)
        found, line, complete = _search(games, beam, best, bound)
        if found > best:
            best, numbers = found, line
        proven = complete or best >= bound
        if proven:
            break
    return Solution(best, tuple(_named(state, numbers)), proven)


def _named(state: State, numbers: list[int]) -> Iterator[Action]:
    for number in numbers:
        action = action_from_number(state.table, number)
        yield action
        state, _ = apply(state, action)


def _search(games: OpenGames, beam: Beam, best: int, bound: int) -> tuple[int, list[int], bool]:
    """The best score above `best`, its actions by number, and whether nothing was left out."""
    numbers, complete = list[int](), True
    trail: list[tuple[Array, Array]] = []
    rows = 1
    while rows and best < bound:
        tried = games.try_all(rows, beam.weights)
        if tried.scores.max() > best:
            row, number = np.unravel_index(tried.scores.argmax(), tried.scores.shape)
            best, numbers = int(tried.scores.max()), [*_back(trail, int(row)), int(number)]
        chosen = _distinct(tried, best)
        if len(chosen[0]) > beam.width:
            complete = False
            chosen = _most_promising(tried, chosen, beam)
        trail.append(chosen)
        rows = games.keep(*chosen)
    return best, numbers, complete


def _distinct(tried: Tried, best: int) -> tuple[Array, Array]:
    """The positions that can beat a score, each once: where they come from, and by which action."""
    rows, numbers = np.nonzero(tried.possible > best)
    _, first = np.unique(tried.keys[rows, numbers], return_index=True)
    return rows[first], numbers[first]


def _most_promising(tried: Tried, chosen: tuple[Array, Array], beam: Beam) -> tuple[Array, Array]:
    promises = tried.promises[chosen]
    rank = np.argsort(-promises)
    if beam.balanced:  # by place within the same progress, then by promise
        progress = tried.progress[chosen]
        rank = np.lexsort((-promises, progress))
        starts = np.flatnonzero(np.r_[True, np.diff(progress[rank]) != 0])
        place = np.arange(len(rank)) - np.repeat(starts, np.diff(np.r_[starts, len(rank)]))
        rank = rank[np.lexsort((-promises[rank], place))]
    kept = rank[: beam.width]
    return chosen[0][kept], chosen[1][kept]


def _back(trail: list[tuple[Array, Array]], row: int) -> list[int]:
    """The actions that lead to a position of the beam."""
    numbers = []
    for rows, actions in reversed(trail):
        numbers.append(int(actions[row]))
        row = int(rows[row])
    return numbers[::-1]
