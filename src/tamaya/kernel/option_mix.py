"""Several option sets in one feature space, for games that are played side by side.

`OptionMix.rows` has a row of numbers for each set: the tables of `layout`; behind them, from the
same column on in every row, where the set's bits go in the feature space, as runs of bits that stay
together (three numbers each: from, to, how many), first of the inputs, then of the legal actions;
and for every action of the feature space its number in the set.
"""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from tamaya.kernel.feature_space import FeatureSpace
from tamaya.kernel.game.layout import WORD_BITS, Words, deck_bytes, option_tables, state_words
from tamaya.kernel.observe.feature_names import action_names, input_names, option_names
from tamaya.kernel.observe.features import features_length
from tamaya.kernel.observe.packing import WORD_SIZE, words_for_bits
from tamaya.rules import Options


@dataclass(frozen=True, slots=True)
class OptionMix:
    """Option sets that share a feature space; all have the same number of players."""

    option_sets: tuple[Options, ...]
    depth: int
    feature_space: FeatureSpace
    shows_options: bool = False  # whether the inputs say which options a game has

    @property
    def state_words(self) -> int:
        """How many words a game of any of the sets needs."""
        return max(state_words(game) for game in self.option_sets)

    @property
    def deck_bytes(self) -> int:
        """How many bytes a deck of any of the sets needs."""
        return max(deck_bytes(game) for game in self.option_sets)

    @property
    def feature_words(self) -> int:
        """How many words the features of any set need, and one more, in which all bits are set."""
        return (
            max(words_for_bits(features_length(game, self.depth)) for game in self.option_sets) + 1
        )

    @property
    def tables_length(self) -> int:
        """How many columns of a row are for the tables of `layout`."""
        return max(len(option_tables(game)) for game in self.option_sets)

    def rows(self) -> Words:
        """A row for each option set, as described above."""
        rows = [self._row(game) for game in self.option_sets]
        table = np.zeros((len(rows), max(map(len, rows))), np.int64)
        for row, numbers in zip(table, rows, strict=True):
            row[: len(numbers)] = numbers
        return table

    def _row(self, game: Options) -> list[int]:
        first = option_tables(game).tolist()
        first += [0] * (self.tables_length - len(first))
        seen = [self.feature_space.inputs[name] for name in input_names(game, self.depth)]
        actions = {
            own: self.feature_space.actions[name] for name, own in action_names(game).items()
        }
        runs = _runs(dict(enumerate(seen)))
        if self.shows_options:
            one = WORD_SIZE * (self.feature_words - 1)
            runs += [(one, self.feature_space.inputs[name], 1) for name in option_names(game)]
        legal = _runs(actions)
        numbers = [-1] * len(self.feature_space.actions)
        for own, place in actions.items():
            numbers[place] = own
        return [*first, len(runs), len(legal), *chain(*runs), *chain(*legal), *numbers]


def _runs(to: dict[int, int]) -> list[tuple[int, int, int]]:
    """Bits that stay together: from where, to where, how many."""
    runs: list[tuple[int, int, int]] = []
    for source, target in to.items():
        begin, end, count = runs[-1] if runs else (0, 0, WORD_BITS)
        if count < WORD_BITS and (source, target) == (begin + count, end + count):
            runs[-1] = (begin, end, count + 1)
        else:
            runs.append((source, target, 1))
    return runs
