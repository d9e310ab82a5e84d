"""The kernel is held to the rules: after every move everything is the same."""

import os

import numpy as np
import pytest

from support.drivers import DRIVERS, Item, Met, chance, lucky, new_game, random_options
from support.kernel.lockstep import Compile, Lockstep, uncompiled
from support.scenarios import SCENARIOS
from tamaya.deals import seeded
from tamaya.kernel.game import layout
from tamaya.kernel.game.legal import is_legal
from tamaya.kernel.game.step import shuffle_deck as deal_from
from tamaya.kernel.game.step import step
from tamaya.kernel.run.cpu import CPU
from tamaya.rules import Colour, Options, OptionsError, parse_options, start
from tamaya.rules.suits import BASE, plain

MANY_COPIES = (plain(Colour.RED, (9,) * 7), plain(Colour.YELLOW, (9, 9, 9, 9, 9, 6, 6)))
TIMES = int(os.environ.get("TAMAYA_LOCKSTEP", "1"))  # so many times as many games: `make lockstep`
PARTS = range(4)
GAMES = {"uniform": 60, "lucky": 50, "late": 50}  # of each driver, in each part
FEW = 8  # games of each kind, uncompiled
LEAST = {
    "uniform": {Item.LOST: 10, Item.ANNOUNCED_WRONG: 4},
    "lucky": {Item.LAST_ROUND: 10, Item.WON: 4, Item.BOUQUET_WON: 4, Item.TILE_5: 4},
    "late": {Item.LAST_ROUND: 4, Item.BOUQUET_INDISPENSABLE: 4, Item.FREE_CLUE: 4},
}


@pytest.fixture(params=["plain", "compiled"], scope="module")
def compiled(request: pytest.FixtureRequest) -> Compile:
    return uncompiled if request.param == "plain" else CPU.compile


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", DRIVERS)
def test_everything_is_the_same_after_every_move(name: str, part: int) -> None:
    rng, met, compiled = chance(f"lockstep {name} {part}"), Met(), CPU.compile
    for _ in range(GAMES[name] * TIMES):
        Lockstep(compiled, new_game(random_options(rng), rng)).play(DRIVERS[name], rng, met)
    assert not met.missing(LEAST[name])


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_is_rare_is_the_same(name: str) -> None:
    """As often as the rules themselves are proven: every tile, every end, many times over."""
    rng, met, compiled = chance(f"lockstep {name}"), Met(), CPU.compile
    scenario = SCENARIOS[name]
    for _ in range(scenario.games * TIMES):
        Lockstep(compiled, scenario.start(rng)).play(scenario.driver, rng, met)
    assert not met.missing(scenario.least)


@pytest.mark.parametrize("name", SCENARIOS)
def test_uncompiled_it_is_the_same(name: str) -> None:
    rng, scenario = chance(f"plain {name}"), SCENARIOS[name]
    for _ in range(FEW):
        Lockstep(uncompiled, scenario.start(rng)).play(scenario.driver, rng, Met())
        Lockstep(uncompiled, new_game(random_options(rng), rng)).play(lucky, rng, Met())


def test_there_are_games_enough() -> None:
    random_games = len(PARTS) * sum(GAMES.values())
    assert random_games + sum(scenario.games for scenario in SCENARIOS.values()) >= 2_000


def test_what_is_not_legal_changes_nothing(compiled: Compile) -> None:
    rng = chance("illegal")
    for _ in range(10):
        chosen = random_options(rng)
        both = Lockstep(compiled, start(chosen, seeded(chosen, 1)))
        before = both.w.copy(), both.b.copy()
        for number in range(-3, int(both.t[layout.ACTIONS]) + 3):
            if not compiled(is_legal)(both.t, both.w, number):
                assert not compiled(step)(both.t, both.w, both.b, number)
        assert (both.w == before[0]).all()
        assert (both.b == before[1]).all()


@pytest.mark.parametrize("variant", ["base", "wild10+black+tiles", "own5+tiles"])
def test_a_seed_deals_the_same(compiled: Compile, variant: str) -> None:
    chosen = parse_options(variant, 3)
    t = layout.option_tables(chosen)
    w = np.zeros(layout.state_words(chosen), np.int64)
    b = np.zeros(layout.deck_bytes(chosen), np.uint8)
    for seed in (0, 1, 12345678901234567890, (1 << 64) - 1):
        with np.errstate(over="ignore"):
            compiled(deal_from)(t, w, b, np.uint64(seed))
        deal = seeded(chosen, seed)
        cards = b[: len(chosen.deck)].tolist()
        assert cards == [layout.face_number(chosen, face) for face in deal.cards]
        if chosen.tiles:
            top = t[layout.TILES]
            assert b[top : top + 6].tolist() == list(deal.tiles)
            assert w[t[layout.TILE_5_PLACE]] == deal.place


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_state_of_the_base_game_is_small(players: int) -> None:
    chosen = parse_options("base", players)
    assert 8 * layout.state_words(chosen) + layout.deck_bytes(chosen) <= 256


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Options(2, BASE, hand=8), "do not fit"),
        (Options(2, BASE, clue_tokens=32), "31 clue tokens"),
        (Options(2, MANY_COPIES, hand=2), "discard pile"),
        (Options(2, BASE, mistakes=16), "15 mistakes"),
        (Options(2, tuple(plain(c, (9,) * 5) for c in tuple(Colour)[:3]), hand=1), "cards"),
    ],
)
def test_what_is_too_big_is_refused(wrong: Options, why: str) -> None:
    with pytest.raises(OptionsError, match=why):
        layout.option_tables(wrong)
