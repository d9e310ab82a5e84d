"""Games that lead to what is rare: every tile, every end, every reason, many times over."""

import pytest

from support.drivers import Item, Met, chance
from support.invariants import prove
from support.scenarios import SCENARIOS
from tamaya.rules import Reason


@pytest.mark.parametrize("name", SCENARIOS)
def test_rare_games(name: str) -> None:
    rng, met, scenario = chance(name), Met(), SCENARIOS[name]
    for _ in range(scenario.games):
        prove(scenario.start(rng), scenario.driver, rng, met)
    assert not met.missing(scenario.least)


def test_nothing_rare_is_left_out() -> None:
    promised = {item for scenario in SCENARIOS.values() for item in scenario.least}
    assert promised == set(Item)


def test_every_reason_is_met() -> None:
    rng, reasons = chance("reasons"), {Reason.NOT_YOUR_TURN}  # `prove` asks for this one itself
    for scenario in SCENARIOS.values():
        for _ in range(4):
            reasons |= prove(scenario.start(rng), scenario.driver, rng, Met())
    assert reasons == set(Reason)
