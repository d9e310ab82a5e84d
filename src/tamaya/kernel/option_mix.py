"""Games of several option sets side by side, in one frame: a place for every bit and action of all.

A set has a row of numbers: the tables of `layout`, and behind them, from the same place in every
row, how many bits are carried where (three numbers for each run: from, to, how many), first those
that are seen, then those of legal actions; and for every action of the frame its own number.
"""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from tamaya.kernel.feature_space import Frame
from tamaya.kernel.game.layout import BITS, Words, bytes_of, tables, words_of
from tamaya.kernel.observe.feature_names import action_names, option_names, seen_names
from tamaya.kernel.observe.features import features_length
from tamaya.kernel.observe.packing import SIZE, words_for
from tamaya.rules import Options


@dataclass(frozen=True, slots=True)
class Mix:
    """Option sets in a frame; all with the same number of players."""

    sets: tuple[Options, ...]
    depth: int
    frame: Frame
    told: bool = False  # whether it can be seen which set it is

    @property
    def words(self) -> int:
        """Of a game, in whichever set."""
        return max(words_of(game) for game in self.sets)

    @property
    def bytes(self) -> int:
        """Of a deck."""
        return max(bytes_of(game) for game in self.sets)

    @property
    def seen_words(self) -> int:
        """What a set writes before it is carried to the frame; the last word is all ones."""
        return max(words_for(features_length(game, self.depth)) for game in self.sets) + 1

    @property
    def behind(self) -> int:
        """Where a row goes on behind its tables."""
        return max(len(tables(game)) for game in self.sets)

    def rows(self) -> Words:
        """A row for each set."""
        rows = [self._row(game) for game in self.sets]
        table = np.zeros((len(rows), max(map(len, rows))), np.int64)
        for row, numbers in zip(table, rows, strict=True):
            row[: len(numbers)] = numbers
        return table

    def _row(self, game: Options) -> list[int]:
        first = tables(game).tolist()
        first += [0] * (self.behind - len(first))
        seen = [self.frame.seen[name] for name in seen_names(game, self.depth)]
        actions = {own: self.frame.actions[name] for name, own in action_names(game).items()}
        runs = _runs(dict(enumerate(seen)))
        if self.told:
            one = SIZE * (self.seen_words - 1)
            runs += [(one, self.frame.seen[name], 1) for name in option_names(game)]
        legal = _runs(actions)
        numbers = [-1] * len(self.frame.actions)
        for own, place in actions.items():
            numbers[place] = own
        return [*first, len(runs), len(legal), *chain(*runs), *chain(*legal), *numbers]


def _runs(to: dict[int, int]) -> list[tuple[int, int, int]]:
    """Bits that are carried together: from where, to where, how many."""
    runs: list[tuple[int, int, int]] = []
    for source, target in to.items():
        begin, end, count = runs[-1] if runs else (0, 0, BITS)
        if count < BITS and (source, target) == (begin + count, end + count):
            runs[-1] = (begin, end, count + 1)
        else:
            runs.append((source, target, 1))
    return runs
