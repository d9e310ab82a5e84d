"""The kernel is held to the rules: after every move everything is the same."""

import numpy as np
import pytest

from drivers import (
    DRIVERS,
    Driver,
    chance,
    completing_first,
    completing_last,
    hesitant,
    patient,
    random_options,
)
from kernel.lockstep import PLAIN, Kernel, Lockstep
from tamaya.deals import seeded
from tamaya.kernel import layout
from tamaya.kernel.cpu import CPU
from tamaya.rules import Colour, Options, OptionsError, Seat, options
from tamaya.rules.suits import BASE, plain

GAMES = 40  # for each driver
ALL = DRIVERS | {"patient": patient, "hesitant": hesitant}


@pytest.fixture(params=["plain", "compiled"], scope="module")
def kernel(request: pytest.FixtureRequest) -> Kernel:
    return PLAIN if request.param == "plain" else Kernel(CPU)


@pytest.mark.parametrize("name", ALL)
def test_everything_is_the_same_after_every_move(kernel: Kernel, name: str) -> None:
    driver: Driver = ALL[name]
    rng = chance(f"lockstep {name}")
    for number in range(GAMES):
        chosen = random_options(rng)
        deal = seeded(chosen, rng.randrange(1 << 64))
        if number % 3 == 0:
            deal = rng.choice((completing_first, completing_last))(chosen, rng)
        both = Lockstep(kernel, chosen, deal, Seat(rng.randrange(chosen.players)))
        while both.state.table.outcome is None:
            both.do(driver(both.state, rng))


def test_what_is_not_legal_changes_nothing(kernel: Kernel) -> None:
    rng = chance("illegal")
    for _ in range(10):
        chosen = random_options(rng)
        both = Lockstep(kernel, chosen, seeded(chosen, 1), Seat(0))
        before = both.w.copy(), both.b.copy()
        for number in range(-3, int(both.t[layout.ACTIONS]) + 3):
            if not kernel.legal.is_legal(both.t, both.w, number):
                assert not kernel.step.step(both.t, both.w, both.b, number)
        assert (both.w == before[0]).all()
        assert (both.b == before[1]).all()


@pytest.mark.parametrize("variant", ["base", "wild10+black+tiles", "own5+tiles"])
def test_a_seed_deals_the_same(kernel: Kernel, variant: str) -> None:
    chosen = options(variant, 3)
    t = layout.tables(chosen)
    w = np.zeros(layout.words_of(chosen), np.int64)
    b = np.zeros(layout.bytes_of(chosen), np.uint8)
    for seed in (0, 1, 12345678901234567890, (1 << 64) - 1):
        with np.errstate(over="ignore"):
            kernel.step.deal(t, w, b, np.uint64(seed))
        deal = seeded(chosen, seed)
        cards = b[: len(chosen.deck)].tolist()
        assert cards == [layout.number(chosen, face) for face in deal.cards]
        if chosen.tiles:
            top = t[layout.TILES]
            assert b[top : top + 6].tolist() == list(deal.tiles)
            assert w[t[layout.WHERE]] == deal.place


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_state_of_the_base_game_is_small(players: int) -> None:
    chosen = options("base", players)
    assert 8 * layout.words_of(chosen) + layout.bytes_of(chosen) <= 256


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Options(2, BASE, hand=8), "do not fit"),
        (Options(2, BASE, clue_tokens=32), "31 clue tokens"),
        (Options(2, BASE, mistakes=16), "15 mistakes"),
        (Options(2, tuple(plain(c, (9,) * 5) for c in tuple(Colour)[:3]), hand=1), "cards"),
    ],
)
def test_what_is_too_big_is_refused(wrong: Options, why: str) -> None:
    with pytest.raises(OptionsError, match=why):
        layout.tables(wrong)
