"""Games of several option sets side by side: each is what it would be alone, in a common frame."""

from typing import Any

import numpy as np
import pytest

from drivers import chance, random_options
from tamaya.kernel import features, legal, step
from tamaya.kernel.batch import fresh_seeds
from tamaya.kernel.features import features_length
from tamaya.kernel.layout import COUNTS, first_numbers, tables
from tamaya.kernel.machine import machine
from tamaya.kernel.memory import memory_of
from tamaya.kernel.mix import WIDEST, Frame, Mix, any_frame, own_frame
from tamaya.kernel.names import Name, action_names, option_names, seen_names
from tamaya.kernel.packing import words_for
from tamaya.rules import PRESETS, options
from tamaya.rules.presets import MULTICOLOURS, NUMBERS

DEPTH = 5
SETS = ("base+noempty", "black", "wild5+announce", "own10+black+tiles", "base+mistakes=1+clues=9")
MOVES = 60


def test_every_bit_and_action_has_a_name_of_its_own() -> None:
    rng = chance("names")
    for _ in range(300):
        game, depth = random_options(rng), rng.randrange(1, 17)
        seen, actions = seen_names(game, depth), action_names(game)
        assert len(seen) == len(set(seen)) == features_length(game, depth)
        assert len(actions) == len(set(actions)) == first_numbers(game)[-1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_frame_of_all_has_a_place_for_everything(players: int) -> None:
    frame = any_frame(players, DEPTH)
    words = [f"{multicolour}+black" for multicolour in MULTICOLOURS]
    words += [f"black+{word}={number}" for word, (_, some) in NUMBERS.items() for number in some]
    for variant in (*PRESETS.values(), *words, WIDEST, f"{WIDEST}+bouquet+noempty+mistakes=1"):
        game = options(variant, players)
        assert set(seen_names(game, DEPTH)) | set(option_names(game)) <= set(frame.seen)
        assert set(action_names(game)) <= set(frame.actions)


def test_no_two_option_sets_are_told_the_same() -> None:
    told = [frozenset(option_names(options(variant))) for variant in set(PRESETS.values())]
    assert len(set(told)) == len(told)


class Table:
    """Games of a mix, two of each set, in arrays."""

    def __init__(self, mix: Mix, seed: int) -> None:
        self.mix, count = mix, 2 * len(mix.sets)
        self.which = np.arange(count) // 2
        self.words = np.full((count, mix.words), 77, np.int64)
        self.deck = np.zeros((count, mix.bytes), np.uint8)
        self.memory = np.zeros((count, memory_of(mix.sets[0])), np.int64)
        self.seeds = fresh_seeds(seed, count)
        self.own = np.full((count, mix.seen_words), -1, np.int64)
        self.seen = np.full((count, words_for(len(mix.frame.seen))), 0x55, np.int64)
        self.legal = np.full((count, words_for(len(mix.frame.actions))), 0x55, np.int64)
        self.movers, self.score = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.gained, self.lost = np.zeros(count, np.float32), np.zeros(count, np.float32)
        self.ended = np.zeros(count, np.uint8)
        self.run("begin_games", self.words, self.deck, self.memory, self.seeds, numbers=(0,))

    def run(self, name: str, *rows: Any, numbers: tuple[int, ...]) -> None:
        every = (self.which, *rows)
        machine("cpu", 1).run(f"selfplay.{name}", self.mix.rows(), every, *numbers)

    def watch(self) -> None:
        rows = (self.words, self.memory, self.own, self.seen, self.legal, self.movers)
        self.run("watch", *rows, numbers=(self.mix.behind, self.mix.depth))

    def advance(self, actions: Any) -> None:
        rows = (self.words, self.deck, self.memory, self.seeds, actions)
        out = (self.gained, self.lost, self.ended, self.score)
        self.run("advance", *rows, *out, numbers=(self.mix.behind, 0))


def bits(words: Any, count: int) -> list[int]:
    """The places of bits that are set."""
    every = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    assert not every[count:].any()
    places: list[int] = every[:count].nonzero()[0].tolist()
    return places


def called(frame: dict[Name, int], places: list[int]) -> set[Name]:
    """The names of places."""
    names = list(frame)
    return {names[place] for place in places}


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_in_a_mix_is_as_it_is_alone(players: int) -> None:
    games = tuple(options(variant, players) for variant in SETS)
    mix = Mix(games, DEPTH, any_frame(players, DEPTH), told=True)
    table, rng = Table(mix, players), chance(f"mix {players}")
    ended = 0
    for _ in range(MOVES):
        table.watch()
        chosen = np.zeros(len(table.which), np.int64)
        expected = []
        for place, which in enumerate(table.which):
            game = games[which]
            assert told(table, place) == alone(table, place)
            legal_names = called(
                mix.frame.actions, bits(table.legal[place], len(mix.frame.actions))
            )
            own = np.zeros(2, np.int64)
            legal.mark(tables(game), table.words[place], own)
            every = action_names(game)
            assert legal_names == {every[number] for number in bits(own, len(every))}
            name = rng.choice(sorted(legal_names, key=str))
            chosen[place] = mix.frame.actions[name]
            after, deck = table.words[place].copy(), table.deck[place].copy()
            assert step.step(tables(game), after, deck, every.index(name))
            expected.append(after)
        before = table.words.copy()
        table.advance(chosen)
        for place, after in enumerate(expected):
            if table.ended[place]:
                ended += 1
                assert (table.ended[place] == 2) == (table.score[place] <= 0)
                assert not np.array_equal(table.words[place], after)
            else:
                assert np.array_equal(table.words[place], after)
                assert before[place, COUNTS] != after[COUNTS]
    assert ended > 5


def told(table: Table, place: int) -> set[Name]:
    """What is seen in a game, by the names of the frame."""
    frame: Frame = table.mix.frame
    return called(frame.seen, bits(table.seen[place], len(frame.seen)))


def alone(table: Table, place: int) -> set[Name]:
    """The same, written without a mix; and the options."""
    game = table.mix.sets[table.which[place]]
    names = seen_names(game, DEPTH)
    own = np.zeros(words_for(len(names)), np.int64)
    given: tuple[Any, Any, Any] = (tables(game), table.words[place], table.memory[place])
    features.features(*given, int(table.movers[place]), DEPTH, own)
    return {names[at] for at in bits(own, len(names))} | set(option_names(game))


def test_one_set_alone_has_the_order_of_its_own() -> None:
    game = options("wild10+black+tiles", 3)
    table = Table(Mix((game,), DEPTH, own_frame(game, DEPTH)), 1)
    table.watch()
    length = features_length(game, DEPTH)
    for place in range(2):
        own = np.zeros(words_for(length), np.int64)
        given: tuple[Any, Any, Any] = (tables(game), table.words[place], table.memory[place])
        features.features(*given, 0, DEPTH, own)
        assert np.array_equal(own, table.seen[place])
