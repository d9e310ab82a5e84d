"""Random games over random option sets: the invariants hold after every move."""

import pytest

from support.drivers import DRIVERS, Item, Met, chance, new_game, random_options
from support.invariants import prove

LEAST = {
    "uniform": {Item.LAST_ROUND: 5, Item.LOST: 50, Item.ANNOUNCED_WRONG: 20},
    "lucky": {Item.LAST_ROUND: 20, Item.WON: 10, Item.BOUQUET_WON: 10, Item.TILE_5: 10},
    "late": {Item.LAST_ROUND: 10, Item.BOUQUET_INDISPENSABLE: 10, Item.FREE_CLUE: 10},
}
GAMES = {"uniform": 220, "lucky": 90, "late": 90}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", DRIVERS)
def test_random_games(name: str, part: int) -> None:
    rng, met = chance(f"{name} {part}"), Met()
    for _ in range(GAMES[name]):
        prove(new_game(random_options(rng), rng), DRIVERS[name], rng, met)
    assert not met.missing(LEAST[name])
