"""Positions: the same from games and from views, and without anything that is secret."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from support.drivers import DRIVERS, chance
from support.option_sets import any_options, noted
from support.search.twin_games import DEPTH, TwinGames, mix_of, mover_view
from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.positions import PositionReader, Positions
from tamaya.kernel.run.cpu import Cpu

OPTION_SETS = 14  # for each driver
GAMES = 2
MOVES = 100
LEAST = 5  # positions of every kind


def copied(arrays: Any) -> list[Any]:
    return [array.copy() for array in arrays]


def same(some: Any, others: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(some, others, strict=True))


def kinds(games: TwinGames) -> Counter[str]:
    """What these games have, of all that a position can have."""
    met: Counter[str] = Counter()
    for state in games.states:
        table = state.table
        met += Counter(
            {
                "last round": table.turns_after is not None,
                "a tile waits": table.tile is not None,
                "tiles are gone": games.options.tiles and table.tiles_left < 6,
                "a smaller hand": len(table.hands[table.to_move]) < games.options.hand_size,
                "announcing": games.options.announce and table.turns > 0,
                "bouquet": games.options.bouquet and table.turns > 0,
                "five seats": games.options.players == 5,
                "black": any(suit.missing_costs for suit in games.options.suits),
            }
        )
    return met


@pytest.mark.parametrize("name", DRIVERS)
def test_a_view_gives_the_position_that_the_kernel_gives(name: str) -> None:
    rng, met = chance(f"positions {name}"), Counter[str]()
    for _ in range(OPTION_SETS):
        options = noted(rng.choice)
        games = TwinGames(mix_of(options), [rng.randrange(1 << 64) for _ in range(GAMES)])
        reader = PositionReader(games.mix, Cpu())
        encoders = [
            [ViewEncoder(options, DEPTH) for _ in range(options.players)] for _ in range(GAMES)
        ]
        for _ in range(MOVES):
            seen = [
                encoder[state.table.to_move].position(mover_view(state))
                for encoder, state in zip(encoders, games.states, strict=True)
            ]
            positions = reader.from_games(games.vector, np.arange(GAMES))
            for mine, others in zip(positions, reader.from_views(seen), strict=True):
                assert mine.tolist() == others.tolist()
            met += kinds(games)
            games.step(DRIVERS[name], rng)
    rare = {"last round", "a tile waits", "tiles are gone", "a smaller hand"}
    always = {"announcing", "bouquet", "five seats", "black"}
    for kind in always | (rare if name == "lucky" else set()):
        assert met[kind] >= LEAST, kind


def test_positions_of_some_games_are_theirs() -> None:
    rng = chance("some games")
    options = noted(rng.choice)
    games = TwinGames(mix_of(options), range(10))
    reader = PositionReader(games.mix, Cpu())
    for _ in range(6):
        games.step(DRIVERS["lucky"], rng)
    every = reader.from_games(games.vector, np.arange(10))
    some = reader.from_games(games.vector, np.array([7, 2, 2]))
    assert same(some, Positions(*(array[[7, 2, 2]] for array in every)))


def test_nothing_secret_is_in_a_position() -> None:
    """Other cards in the own hand and the deck, other tiles: the same for the seat to move."""
    rng, scrambled = chance("secrets"), 0
    for _ in range(OPTION_SETS):
        games = TwinGames(mix_of(any_options(rng.choice)), range(GAMES))
        reader, places = PositionReader(games.mix, Cpu()), np.arange(GAMES)
        for _ in range(20):
            positions = reader.from_games(games.vector, places)
            known = [copied(reader.observe(positions)), copied(reader.own_hands(positions))]
            kept = games.vector.words.copy(), games.vector.deck.copy()
            games.scramble(rng)
            scrambled += int((kept[0] != games.vector.words).any(axis=1).sum())
            again = reader.from_games(games.vector, places)
            assert same(positions, again)
            assert same(known[0], reader.observe(again))
            assert same(known[1], reader.own_hands(again))
            games.vector.words[:], games.vector.deck[:] = kept
            games.step(DRIVERS["late"], rng)
    assert scrambled > OPTION_SETS * GAMES * 8


def test_observing_a_position_is_observing_the_game() -> None:
    rng = chance("inputs")
    for _ in range(OPTION_SETS):
        games = TwinGames(mix_of(any_options(rng.choice)), range(GAMES))
        reader = PositionReader(games.mix, Cpu())
        for _ in range(20):
            games.vector.observe(games.row)
            inputs = reader.observe(reader.from_games(games.vector, np.arange(GAMES)))
            assert same(inputs, games.row[:3])
            games.step(DRIVERS["lucky"], rng)
