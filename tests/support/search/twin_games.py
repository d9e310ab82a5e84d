"""Games played twice, move by move: by the kernel, many side by side, and by the rules."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from support.announcing import announced, silent
from support.drivers import Driver
from tamaya.deals import seeded
from tamaya.kernel.feature_space import feature_space_of
from tamaya.kernel.game import layout
from tamaya.kernel.game.actions import action_number
from tamaya.kernel.game.state import (
    cards_drawn,
    cards_held,
    deck_end,
    face_at,
    first_word_of_hand,
    tiles_gone,
    to_move,
)
from tamaya.kernel.observe.feature_names import action_names
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.vector_games import SelfPlayBuffers, VectorGames
from tamaya.rules import Action, Options, State, Table, View, apply, start, view

DEPTH = 6


def mix_of(options: Options, depth: int = DEPTH) -> OptionMix:
    """One option set in its own feature space."""
    return OptionMix((options,), depth, feature_space_of(options, depth))


def mover_view(state: State) -> View:
    """What the seat to move sees."""
    return view(state, state.table.to_move)


def act(state: State, action: Action) -> State:
    """The state after an action, announced as the kernel does it."""
    return apply(state, announced(mover_view(state), silent(action)))[0]


def feature_number(mix: OptionMix, table: Table, action: Action) -> int:
    """The number of an action in the feature space of a mix; plays are not announced there."""
    names = {own: name for name, own in action_names(table.options).items()}
    return mix.feature_space.actions[names[action_number(table, silent(action))]]


class TwinGames:
    """Games of one option set; where one ends, both begin the next."""

    def __init__(self, mix: OptionMix, seeds: Sequence[int]) -> None:
        self.mix, self.options = mix, mix.option_sets[0]
        self.vector = VectorGames(mix, len(seeds))
        self.vector.start_from_seeds(np.array(seeds, np.uint64))
        self.states = [start(self.options, seeded(self.options, seed)) for seed in seeds]
        buffers = self.vector.buffers(1)
        self.row = SelfPlayBuffers(*(array[0] for array in buffers))

    def step(self, driver: Driver, rng: random.Random) -> None:
        """One move in every game."""
        for place, state in enumerate(self.states):
            action = driver(state, rng)
            self.row.actions[place] = feature_number(self.mix, state.table, action)
            self.states[place] = act(state, action)
        self.vector.step(self.row)
        for place, state in enumerate(self.states):
            assert bool(self.row.endings[place]) == (state.table.outcome is not None)
            if state.table.outcome is not None:
                seed = int(self.vector.seeds[place])
                self.states[place] = start(self.options, seeded(self.options, seed))

    def scramble(self, rng: random.Random) -> None:
        """Shuffle all that the seats to move cannot know: their hands, the decks, the tiles."""
        for words, deck in zip(self.vector.words, self.vector.deck, strict=True):
            scramble_game(layout.option_tables(self.options), words, deck, rng)


def scramble_game(t: Any, words: Any, deck: Any, rng: random.Random) -> None:
    """Shuffle all that the seat to move in a game of the kernel cannot know."""
    n = int(words[layout.COUNTS])
    own, drawn, end = first_word_of_hand(to_move(n)), cards_drawn(n), deck_end(n)
    places = range(cards_held(n, to_move(n)))
    faces = [face_at(int(words[own + layout.FACES]), place) for place in places]
    faces += deck[drawn:end].tolist()
    rng.shuffle(faces)
    words[own + layout.FACES] = words[own + layout.CLUES_TOUCHING] = 0
    for place in places:
        face = faces.pop()
        clues = int(t[layout.CLUES_TOUCHING_FACE + face]) << int(t[layout.LANE]) * place
        words[own + layout.FACES] |= face << layout.FACE_BITS * place
        words[own + layout.CLUES_TOUCHING] |= clues
    deck[drawn:end] = faces
    if t[layout.HAS_TILES]:
        first = int(t[layout.TILES])
        tiles = deck[first + tiles_gone(n) : first + 6].tolist()
        deck[first + tiles_gone(n) : first + 6] = rng.sample(tiles, len(tiles))
        words[t[layout.TILE_5_PLACE]] = rng.randrange(1 << 32)
