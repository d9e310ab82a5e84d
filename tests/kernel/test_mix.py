"""Games of several option sets side by side: each is what it would be alone, in a common frame."""

from typing import Any

import numpy as np
import pytest

from drivers import chance, random_options
from tamaya.kernel.feature_space import WIDEST, Frame, any_frame, own_frame
from tamaya.kernel.game import step
from tamaya.kernel.game.announce import announced
from tamaya.kernel.game.layout import COUNTS, PLACED, first_numbers, tables
from tamaya.kernel.observe import features
from tamaya.kernel.observe.feature_names import Name, action_names, option_names, seen_names
from tamaya.kernel.observe.features import features_length
from tamaya.kernel.observe.legal_mask import mark
from tamaya.kernel.observe.memory import begin_memory, memory_of
from tamaya.kernel.observe.packing import words_for
from tamaya.kernel.option_mix import Mix
from tamaya.kernel.vector_games import Mixed, Room
from tamaya.rules import PRESETS, parse_options
from tamaya.rules.notation import MULTICOLOURS, NUMBERS

DEPTH = 5
SETS = ("base+noempty", "black", "wild5+announce", "own10+black+tiles", "base+mistakes=1+clues=9")
MOVES = 60


def test_every_bit_and_action_has_a_name_of_its_own() -> None:
    rng = chance("names")
    for _ in range(300):
        game, depth = random_options(rng), rng.randrange(1, 17)
        seen, actions = seen_names(game, depth), action_names(game)
        assert len(seen) == len(set(seen)) == features_length(game, depth)
        _, _, _, announced, take, _, every = first_numbers(game)
        assert [*actions.values()] == [*range(announced), *range(take, every)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_frame_of_all_has_a_place_for_everything(players: int) -> None:
    frame = any_frame(players, DEPTH)
    words = [f"{multicolour}+black" for multicolour in MULTICOLOURS]
    words += [f"black+{word}={number}" for word, (_, some) in NUMBERS.items() for number in some]
    for variant in (*PRESETS.values(), *words, WIDEST, f"{WIDEST}+bouquet+noempty+mistakes=1"):
        game = parse_options(variant, players)
        assert set(seen_names(game, DEPTH)) | set(option_names(game)) <= set(frame.seen)
        assert set(action_names(game)) <= set(frame.actions)


def test_no_two_option_sets_are_told_the_same() -> None:
    told = [frozenset(option_names(parse_options(variant))) for variant in set(PRESETS.values())]
    assert len(set(told)) == len(told)


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
    games = tuple(parse_options(variant, players) for variant in SETS)
    mix = Mix(games, DEPTH, any_frame(players, DEPTH), told=True)
    table, rng = Mixed(mix, 2 * len(games)), chance(f"mix {players}")
    table.begin(players)
    row, ended = first_row(table), 0
    for _ in range(MOVES):
        table.watch(row)
        expected = []
        for place, which in enumerate(table.sets):
            game = games[which]
            assert told(table, row, place) == alone(table, row, place)
            legal_names = called(mix.frame.actions, bits(row.legal[place], len(mix.frame.actions)))
            own = np.zeros(2, np.int64)
            mark(tables(game), table.words[place], own)
            numbers, every = action_names(game), first_numbers(game)[-1]
            may = {*bits(own, every)}
            assert legal_names == {one for one, number in numbers.items() if number in may}
            name = rng.choice(sorted(legal_names, key=str))
            row.action[place] = mix.frame.actions[name]
            after, deck = table.words[place].copy(), table.deck[place].copy()
            assert step.step(
                tables(game), after, deck, announced(tables(game), after, numbers[name])
            )
            expected.append(after)
        before = table.words.copy()
        table.advance(row)
        for place, after in enumerate(expected):
            gained = placed(after) - placed(before[place])
            assert (row.gained[place], gained in (0, 1)) == (gained, True)
            assert row.lost[place] == (placed(after) if row.ended[place] == 2 else 0)
            if row.ended[place]:
                ended += 1
                assert (row.ended[place] == 2) == (row.score[place] <= 0)
                assert not np.array_equal(table.words[place], after)
                game = games[table.sets[place]]
                fresh = np.zeros(memory_of(game), np.int64)
                begin_memory(tables(game), table.words[place], fresh)
                assert np.array_equal(table.memory[place][: len(fresh)], fresh)
            else:
                assert np.array_equal(table.words[place], after)
                assert before[place, COUNTS] != after[COUNTS]
    assert ended > 5


def placed(words: Any) -> int:
    """How many cards are on the fireworks."""
    return int(words[COUNTS]) >> PLACED & 0x3F


def first_row(games: Mixed) -> Room:
    """A row with rubbish in it."""
    row = Room(*(array[0] for array in games.room(1)))
    row.seen[:], row.legal[:] = 0x55, 0x55
    return row


def told(table: Mixed, row: Room, place: int) -> set[Name]:
    """What is seen in a game, by the names of the frame."""
    frame: Frame = table.mix.frame
    return called(frame.seen, bits(row.seen[place], len(frame.seen)))


def alone(table: Mixed, row: Room, place: int) -> set[Name]:
    """The same, written without a mix; and the options."""
    game = table.mix.sets[table.sets[place]]
    names = seen_names(game, DEPTH)
    own = np.zeros(words_for(len(names)), np.int64)
    given: tuple[Any, Any, Any] = (tables(game), table.words[place], table.memory[place])
    features.features(*given, int(row.mover[place]), DEPTH, own)
    return {names[at] for at in bits(own, len(names))} | set(option_names(game))


def test_one_set_alone_has_the_order_of_its_own() -> None:
    game = parse_options("wild10+black+tiles", 3)
    table = Mixed(Mix((game,), DEPTH, own_frame(game, DEPTH)), 2)
    table.begin(1)
    row = first_row(table)
    table.watch(row)
    length = features_length(game, DEPTH)
    for place in range(2):
        own = np.zeros(words_for(length), np.int64)
        given: tuple[Any, Any, Any] = (tables(game), table.words[place], table.memory[place])
        features.features(*given, 0, DEPTH, own)
        assert np.array_equal(own, row.seen[place])
