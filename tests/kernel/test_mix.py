"""Games of several option sets side by side: each is what it would be alone, in a common space."""

from typing import Any

import numpy as np
import pytest

from support.drivers import chance, random_options
from tamaya.kernel.feature_space import (
    WIDEST_OPTIONS,
    FeatureSpace,
    feature_space_of,
    shared_feature_space,
)
from tamaya.kernel.game import step
from tamaya.kernel.game.announce import announce_if_safe
from tamaya.kernel.game.layout import COUNTS, PLACED, first_action_numbers, option_tables
from tamaya.kernel.observe import features
from tamaya.kernel.observe.feature_names import FeatureName, action_names, input_names, option_names
from tamaya.kernel.observe.features import features_length
from tamaya.kernel.observe.legal_mask import write_legal_mask
from tamaya.kernel.observe.memory import memory_words, start_memory
from tamaya.kernel.observe.packing import words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.vector_games import SelfPlayBuffers, VectorGames
from tamaya.rules import PRESETS, parse_options
from tamaya.rules.notation import MULTICOLOURS, NUMBERS

DEPTH = 5
SETS = ("base+noempty", "black", "wild5+announce", "own10+black+tiles", "base+mistakes=1+clues=9")
MOVES = 60


def test_every_bit_and_action_has_a_name_of_its_own() -> None:
    rng = chance("names")
    for _ in range(300):
        game, depth = random_options(rng), rng.randrange(1, 17)
        seen, actions = input_names(game, depth), action_names(game)
        assert len(seen) == len(set(seen)) == features_length(game, depth)
        _, _, _, announced, take, _, every = first_action_numbers(game)
        assert [*actions.values()] == [*range(announced), *range(take, every)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_frame_of_all_has_a_place_for_everything(players: int) -> None:
    space = shared_feature_space(players, DEPTH)
    words = [f"{multicolour}+black" for multicolour in MULTICOLOURS]
    words += [f"black+{word}={number}" for word, (_, some) in NUMBERS.items() for number in some]
    for variant in (
        *PRESETS.values(),
        *words,
        WIDEST_OPTIONS,
        f"{WIDEST_OPTIONS}+bouquet+noempty+mistakes=1",
    ):
        game = parse_options(variant, players)
        assert set(input_names(game, DEPTH)) | set(option_names(game)) <= set(space.inputs)
        assert set(action_names(game)) <= set(space.actions)


def test_no_two_option_sets_are_told_the_same() -> None:
    told = [frozenset(option_names(parse_options(variant))) for variant in set(PRESETS.values())]
    assert len(set(told)) == len(told)


def bits(words: Any, count: int) -> list[int]:
    """The places of bits that are set."""
    every = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    assert not every[count:].any()
    places: list[int] = every[:count].nonzero()[0].tolist()
    return places


def called(space: dict[FeatureName, int], places: list[int]) -> set[FeatureName]:
    """The names of places."""
    names = list(space)
    return {names[place] for place in places}


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_in_a_mix_is_as_it_is_alone(players: int) -> None:
    games = tuple(parse_options(variant, players) for variant in SETS)
    mix = OptionMix(games, DEPTH, shared_feature_space(players, DEPTH), shows_options=True)
    table, rng = VectorGames(mix, 2 * len(games)), chance(f"mix {players}")
    table.start(players)
    row, ended = first_row(table), 0
    for _ in range(MOVES):
        table.observe(row)
        expected = []
        for place, which in enumerate(table.which_set):
            game = games[which]
            assert told(table, row, place) == alone(table, row, place)
            legal_names = called(
                mix.feature_space.actions,
                bits(row.legal_actions[place], len(mix.feature_space.actions)),
            )
            own = np.zeros(2, np.int64)
            write_legal_mask(option_tables(game), table.words[place], own)
            numbers, every = action_names(game), first_action_numbers(game)[-1]
            may = {*bits(own, every)}
            assert legal_names == {one for one, number in numbers.items() if number in may}
            name = rng.choice(sorted(legal_names, key=str))
            row.actions[place] = mix.feature_space.actions[name]
            after, deck = table.words[place].copy(), table.deck[place].copy()
            assert step.step(
                option_tables(game),
                after,
                deck,
                announce_if_safe(option_tables(game), after, numbers[name]),
            )
            expected.append(after)
        before = table.words.copy()
        table.step(row)
        for place, after in enumerate(expected):
            gained = placed(after) - placed(before[place])
            assert (row.points[place], gained in (0, 1)) == (gained, True)
            assert row.points_lost[place] == (placed(after) if row.endings[place] == 2 else 0)
            if row.endings[place]:
                ended += 1
                assert (row.endings[place] == 2) == (row.scores[place] <= 0)
                assert not np.array_equal(table.words[place], after)
                game = games[table.which_set[place]]
                fresh = np.zeros(memory_words(game), np.int64)
                start_memory(option_tables(game), table.words[place], fresh)
                assert np.array_equal(table.memory[place][: len(fresh)], fresh)
            else:
                assert np.array_equal(table.words[place], after)
                assert before[place, COUNTS] != after[COUNTS]
    assert ended > 5


def placed(words: Any) -> int:
    """How many cards are on the fireworks."""
    return int(words[COUNTS]) >> PLACED & 0x3F


def first_row(games: VectorGames) -> SelfPlayBuffers:
    """A row with rubbish in it."""
    row = SelfPlayBuffers(*(array[0] for array in games.buffers(1)))
    row.observations[:], row.legal_actions[:] = 0x55, 0x55
    return row


def told(table: VectorGames, row: SelfPlayBuffers, place: int) -> set[FeatureName]:
    """What is seen in a game, by the names of the space."""
    space: FeatureSpace = table.mix.feature_space
    return called(space.inputs, bits(row.observations[place], len(space.inputs)))


def alone(table: VectorGames, row: SelfPlayBuffers, place: int) -> set[FeatureName]:
    """The same, written without a mix; and the options."""
    game = table.mix.option_sets[table.which_set[place]]
    names = input_names(game, DEPTH)
    own = np.zeros(words_for_bits(len(names)), np.int64)
    given: tuple[Any, Any, Any] = (option_tables(game), table.words[place], table.memory[place])
    features.encode_features(*given, int(row.seats[place]), DEPTH, own)
    return {names[at] for at in bits(own, len(names))} | set(option_names(game))


def test_one_set_alone_has_the_order_of_its_own() -> None:
    game = parse_options("wild10+black+tiles", 3)
    table = VectorGames(OptionMix((game,), DEPTH, feature_space_of(game, DEPTH)), 2)
    table.start(1)
    row = first_row(table)
    table.observe(row)
    length = features_length(game, DEPTH)
    for place in range(2):
        own = np.zeros(words_for_bits(length), np.int64)
        given: tuple[Any, Any, Any] = (option_tables(game), table.words[place], table.memory[place])
        features.encode_features(*given, 0, DEPTH, own)
        assert np.array_equal(own, row.observations[place])
