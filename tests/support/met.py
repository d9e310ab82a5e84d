"""What random games have met: a count of everything rare that a proof must not miss."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from tamaya.rules import EndReason, Event, Result, Table, Tile
from tamaya.rules.events import (
    Clued,
    Drew,
    Ended,
    MistakeForgiven,
    PlacedFromPile,
    Played,
    ShuffledBack,
    TileGone,
    TileRevealed,
    TokenBack,
)
from tamaya.rules.table import fits, is_complete


class Item(StrEnum):
    """Something that can happen in a game."""

    LAST_ROUND = "last round"
    WON = "won"
    WON_IN_LAST_ROUND = "won in the last round"
    LOST = "lost by the last mistake"
    TILE_1 = "tile 1"
    TILE_2 = "tile 2"
    TILE_3 = "tile 3"
    TILE_4 = "tile 4"
    TILE_5 = "tile 5"
    TILE_6 = "tile 6"
    CHAIN = "tile after a tile"
    FORGIVEN = "mistake taken back"
    SHUFFLED_BACK = "card shuffled back"
    PLACED = "card placed from the pile by tile 6"
    PLACED_WITHOUT_DECK = "tile 5 places on an empty deck"
    FORGONE = "tile 5 forgone on an empty deck"
    LOST_WITHOUT_DECK = "tile 5 lost on an empty deck"
    TILE_LOST = "tile lost for want of an object"
    FREE_CLUE = "free clue"
    TOKEN_LOST = "token lost at the maximum"
    BOUQUET_WON = "bouquet won"
    BOUQUET_MISTAKE = "bouquet lost by the last mistake"
    BOUQUET_INDISPENSABLE = "bouquet lost with an indispensable card"
    BOUQUET_NO_ACTION = "bouquet lost with no action"
    ANNOUNCED = "announced right"
    ANNOUNCED_WRONG = "announced wrong though it would have fitted"
    ANNOUNCED_UNFIT = "announced right but it does not fit"
    BLACK = "black completed"
    EMPTY_CLUE = "empty clue"


_BOUQUET = {
    EndReason.ALL_COMPLETE: Item.BOUQUET_WON,
    EndReason.LAST_MISTAKE: Item.BOUQUET_MISTAKE,
    EndReason.INDISPENSABLE_LOST: Item.BOUQUET_INDISPENSABLE,
    EndReason.NO_ACTION: Item.BOUQUET_NO_ACTION,
}


class Met:
    """Folds the events of any number of games and counts what they met."""

    def __init__(self) -> None:
        self.counts: Counter[Item] = Counter()

    def fold(self, table: Table, events: Iterable[Event]) -> Table:
        """Count what one action brought, and return the table after it."""
        placed, last = False, None
        for event in events:
            self.counts.update(_items(table, event, last, after_placing=placed))
            placed = placed or isinstance(event, PlacedFromPile)
            table, last = event.on(table), event
        return table

    def add(self, other: "Met") -> None:
        """Add another count to this one."""
        self.counts += other.counts

    def missing(self, least: dict[Item, int]) -> dict[str, str]:
        """What was met too seldom, in words."""
        return {
            item.value: f"{self.counts[item]} of {number}"
            for item, number in least.items()
            if self.counts[item] < number
        }


def _items(
    table: Table, event: Event, last: Event | None, *, after_placing: bool
) -> Iterable[Item]:
    """What one event means, on the table as it was before it."""
    match event:
        case TileRevealed(tile):
            yield Item(f"tile {int(tile)}")
            if after_placing:
                yield Item.CHAIN
        case TileGone(tile, used=False):
            yield from _unused(table, tile, at_once=isinstance(last, TileRevealed))
        case PlacedFromPile(face):
            yield Item.PLACED if table.tile is Tile.PLACE else Item.PLACED_WITHOUT_DECK
            yield from _completed(event.on(table), face.suit)
        case ShuffledBack():
            yield Item.SHUFFLED_BACK
        case MistakeForgiven():
            yield Item.FORGIVEN
        case _:
            yield from _plain_items(table, event)


def _plain_items(table: Table, event: Event) -> Iterable[Item]:
    """What one event means, tiles left aside."""
    match event:
        case Played():
            yield from _played(table, event)
        case TokenBack(kept=False):
            yield Item.TOKEN_LOST
        case Clued():
            yield from [Item.FREE_CLUE] * event.free + [Item.EMPTY_CLUE] * (not event.cards)
        case Drew():
            yield from [Item.LAST_ROUND] * (event.on(table).turns_after is not None)
        case Ended():
            yield from _ended(table, event)
        case _:
            pass


def _played(table: Table, event: Played) -> Iterable[Item]:
    if event.placed:
        yield from _completed(event.on(table), event.face.suit)
    if event.announced is None:
        return
    if event.placed:
        yield Item.ANNOUNCED
    elif event.announced == event.face.suit:
        yield Item.ANNOUNCED_UNFIT
    elif fits(table, event.face):
        yield Item.ANNOUNCED_WRONG


def _completed(table: Table, suit: int) -> Iterable[Item]:
    if is_complete(table, suit) and not table.options.suits[suit].ends_on_top:
        yield Item.BLACK


def _unused(table: Table, tile: Tile, *, at_once: bool) -> Iterable[Item]:
    if not at_once:
        yield Item.FORGONE
        return
    yield Item.TILE_LOST
    if tile is Tile.SHUFFLE_BACK and table.deck_left == 0:
        yield Item.LOST_WITHOUT_DECK


def _ended(table: Table, event: Ended) -> Iterable[Item]:
    outcome = event.outcome
    if table.options.bouquet:
        if outcome.reason in _BOUQUET:
            yield _BOUQUET[outcome.reason]
    elif outcome.result is Result.WON:
        yield Item.WON
        if table.turns_after is not None:
            yield Item.WON_IN_LAST_ROUND
    elif outcome.result is Result.LOST:
        yield Item.LOST
