"""Positions: games as the seat to move knows them, from games of the kernel or from a view."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tamaya.kernel.from_view import ViewPosition
from tamaya.kernel.loops import position_loops, selfplay_loops
from tamaya.kernel.observe.memory import memory_words
from tamaya.kernel.observe.packing import words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.own_hands import (
    OwnHands,
    face_numbers,
    number_of_faces,
    own_hand_arrays,
)
from tamaya.kernel.run.device import ComputeDevice
from tamaya.kernel.vector_games import VectorGames


class Positions(NamedTuple):
    """Arrays with a row for each position. The faces of the mover's own hand are 0."""

    words: Any
    memories: Any
    tiles: Any  # those that are face down, as bits


class Inputs(NamedTuple):
    """Arrays with a row for each position: what a network is given, as bits in words."""

    observations: Any
    legal_actions: Any
    seats: Any


class PositionReader:
    """Makes positions of one option set, and says what a network needs to know of them."""

    def __init__(self, mix: OptionMix, device: ComputeDevice) -> None:
        self.mix, self.device = mix, device
        self.game = mix.option_sets[0]
        self._tables = device.to_device(mix.rows(), np.int64)
        suits = [suit.name for suit in self.game.suits]
        self._face_numbers = device.to_device(face_numbers(mix, suits), np.int64)

    def empty(self, count: int) -> Positions:
        """Room for so many positions."""
        zeros, game = self.device.zeros, self.game
        return Positions(
            zeros((count, self.mix.state_words), np.int64),
            zeros((count, memory_words(game)), np.int64),
            zeros((count,), np.int64),
        )

    def from_games(self, games: VectorGames, chosen: Any) -> Positions:
        """The positions of the chosen games, by their places."""
        out = self.empty(len(chosen))
        rows = self._tables[0], chosen, games.words, games.deck, games.memory
        self.device.run(position_loops.read_positions, *rows, *out)
        return out

    def from_views(self, views: Sequence[ViewPosition]) -> Positions:
        """The positions of views."""
        columns = [[one.words for one in views], [one.memory for one in views]]
        tiles = [one.tiles for one in views]
        to_device = self.device.to_device
        return Positions(
            *(to_device(np.array(rows, np.int64), np.int64) for rows in (*columns, tiles))
        )

    def observe(self, positions: Positions) -> Inputs:
        """The inputs of a network at these positions."""
        zeros, count, space = self.device.zeros, len(positions.tiles), self.mix.feature_space
        out = Inputs(
            zeros((count, words_for_bits(len(space.inputs))), np.int64),
            zeros((count, words_for_bits(len(space.actions))), np.int64),
            zeros((count,), np.int64),
        )
        features = zeros((count, self.mix.feature_words), np.int64)
        rows = zeros((count,), np.int64), positions.words, positions.memories, features
        numbers = self.mix.tables_length, self.mix.depth
        self.device.run(selfplay_loops.observe_selfplay, self._tables, *rows, *out, *numbers)
        return out

    def own_hands(self, positions: Positions) -> OwnHands:
        """What is known of the mover's own hand."""
        game, count = self.game, len(positions.tiles)
        out = own_hand_arrays(count, game.hand_size, number_of_faces(game), self.device)
        rows = self.device.zeros((count,), np.int64), positions.words, self._face_numbers
        self.device.run(position_loops.observe_own_hands, self._tables, *rows, *out)
        return out
