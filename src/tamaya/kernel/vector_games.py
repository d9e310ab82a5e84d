"""Games of a mix on a processor of choice, for a learner: look, act, look again.

What is written has a row for each game; a room is arrays for that, for some moves.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tamaya.kernel.game.seeds import game_seeds
from tamaya.kernel.loops import selfplay_loops
from tamaya.kernel.observe.memory import memory_of
from tamaya.kernel.observe.packing import words_for
from tamaya.kernel.option_mix import Mix
from tamaya.kernel.run.device import machine


class Room(NamedTuple):
    """What is seen, done and gained in every game: a row for each move, if there are several."""

    seen: Any  # by the seat to move: bits, in words
    legal: Any  # likewise
    mover: Any
    action: Any  # by its number in the frame
    gained: Any  # cards placed
    lost: Any  # and those that count no more, because the game is lost
    ended: Any  # 1: over; 2: lost
    score: Any


class Mixed:
    """Many games in step, each followed by another of the same options."""

    def __init__(self, mix: Mix, games: int, device: str = "cpu") -> None:
        self.mix, self.machine = mix, machine(device, threads=1)
        zeros, bring = self.machine.zeros, self.machine.bring
        self.sets = np.arange(games) * len(mix.sets) // games  # which one each game has
        self._tables, self._which = bring(mix.rows(), np.int64), bring(self.sets, np.int64)
        self.words = zeros((games, mix.words), np.int64)
        self.deck = zeros((games, mix.bytes), np.uint8)
        self.memory = zeros((games, memory_of(mix.sets[0])), np.int64)
        self._seeds = zeros((games,), np.uint64)
        own = np.zeros((games, mix.seen_words), np.int64)
        own[:, -1] = -1
        self._own, self._behind = bring(own, np.int64), mix.behind

    def __len__(self) -> int:
        return len(self.sets)

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of every game, as tamaya.deals takes it."""
        return self.machine.fetch(self._seeds).copy()

    def room(self, moves: int) -> Room:
        """Room for so many moves."""
        frame, many, zeros = self.mix.frame, (moves, len(self)), self.machine.zeros
        bits = [
            zeros((*many, words_for(len(some))), np.int64) for some in (frame.seen, frame.actions)
        ]
        kinds = (np.int64, np.int64, np.float32, np.float32, np.uint8, np.int64)
        return Room(*bits, *(zeros(many, kind) for kind in kinds))

    def begin(self, seed: int) -> None:
        """All games anew."""
        self.machine.refill(self._seeds, game_seeds(seed, len(self)))
        rows = self._which, self.words, self.deck, self.memory, self._seeds
        self.machine.run(selfplay_loops.begin_games, self._tables, *rows, 0)

    def watch(self, row: Room) -> None:
        """Write what there is to see and to do."""
        rows = self._which, self.words, self.memory, self._own, row.seen, row.legal, row.mover
        numbers = self._behind, self.mix.depth
        self.machine.run(selfplay_loops.watch, self._tables, *rows, *numbers)

    def advance(self, row: Room) -> None:
        """Do the actions, and write what came of them."""
        rows = self._which, self.words, self.deck, self.memory, self._seeds, row.action
        out = row.gained, row.lost, row.ended, row.score
        self.machine.run(selfplay_loops.advance, self._tables, *rows, *out, self._behind, 0)
