"""Scenarios: games that lead to what is rare, and what they must meet at the least."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from support.drivers import (
    Driver,
    completing_first,
    completing_last,
    hesitant,
    lucky,
    new_game,
    patient,
    uniform,
)
from support.met import Item
from support.option_sets import announcing, bouquet, few_actions, few_values, single_last, tiles
from tamaya.rules import Deal, Options, Seat, State, Tile, start

MANY, SOME = 50, 10


@dataclass(frozen=True, slots=True)
class Scenario:
    """Games of one kind, and what they must meet."""

    options: Callable[[random.Random], Options]
    driver: Driver
    games: int
    least: dict[Item, int]
    deal: Callable[[Options, random.Random], Deal] | None = None
    on_top: tuple[Tile, ...] = ()  # tiles that come first

    def start(self, rng: random.Random) -> State:
        """One of its games, any seat first."""
        options = self.options(rng)
        if self.deal is None:
            return new_game(options, rng)
        deal = self.deal(options, rng)
        if options.tiles:
            rest = (tile for tile in deal.tiles if tile not in self.on_top)
            deal = replace(deal, tiles=(*map(int, self.on_top), *rest))
        return start(options, deal, Seat(rng.randrange(options.players)))


SCENARIOS: dict[str, Scenario] = {
    "tiles": Scenario(
        tiles,
        lucky,
        100,
        {Item(f"tile {number}"): MANY for number in range(1, 7)}
        | dict.fromkeys((Item.SHUFFLED_BACK, Item.FREE_CLUE, Item.TILE_LOST), MANY)
        | dict.fromkeys((Item.LAST_ROUND, Item.EMPTY_CLUE), MANY)
        | dict.fromkeys((Item.FORGIVEN, Item.WON_IN_LAST_ROUND), SOME),
        completing_first,
    ),
    "tile 6 first": Scenario(
        few_values,
        patient,
        170,
        {Item.TILE_6: MANY, Item.PLACED: MANY, Item.CHAIN: MANY, Item.BLACK: MANY},
        completing_first,
        (Tile.PLACE,),
    ),
    "tile 5 first": Scenario(
        few_values,
        patient,
        190,
        {Item.TILE_5: MANY, Item.PLACED_WITHOUT_DECK: MANY, Item.FORGONE: MANY},
        completing_last,
        (Tile.SHUFFLE_BACK,),
    ),
    "tile 5 lost": Scenario(
        single_last,
        patient,
        100,
        {Item.LOST_WITHOUT_DECK: MANY, Item.TILE_LOST: MANY},
        completing_last,
        (Tile.SHUFFLE_BACK,),
    ),
    "no action": Scenario(
        few_actions, hesitant, 300, {Item.BOUQUET_NO_ACTION: 2 * SOME}, completing_last
    ),
    "announcing": Scenario(
        announcing,
        uniform,
        300,
        {Item.ANNOUNCED_WRONG: MANY, Item.ANNOUNCED_UNFIT: MANY, Item.LOST: MANY},
    ),
    "announcing well": Scenario(
        announcing, lucky, 60, {Item.ANNOUNCED: MANY, Item.ANNOUNCED_WRONG: MANY}
    ),
    "bouquet": Scenario(
        bouquet, lucky, 70, {Item.BOUQUET_WON: MANY, Item.TOKEN_LOST: MANY}, completing_first
    ),
    "bouquet lost": Scenario(
        bouquet,
        uniform,
        350,
        {Item.BOUQUET_MISTAKE: MANY, Item.BOUQUET_INDISPENSABLE: MANY},
    ),
    "won": Scenario(
        few_values, lucky, 150, {Item.WON: MANY, Item.WON_IN_LAST_ROUND: SOME}, completing_first
    ),
}
