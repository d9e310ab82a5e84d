"""Events: what everybody saw happen. The table is the fold of its events, and nothing else."""

from dataclasses import dataclass
from enum import StrEnum

from tamaya.rules.actions import CardId, Clue, Seat
from tamaya.rules.suits import Face
from tamaya.rules.table import Outcome, Table, Tile


class TokenSource(StrEnum):
    """What a clue token came back for."""

    ANNOUNCED = "announced"
    COMPLETED = "completed"
    TILE = "tile"


@dataclass(frozen=True, slots=True)
class Clued:
    """A clue was given, and these cards were pointed out; free if a tile paid for it."""

    seat: Seat
    clue: Clue
    cards: tuple[CardId, ...]
    free: bool = False

    def on(self, table: Table) -> Table:
        if self.free:
            return table
        return table._replace(clue_tokens=table.clue_tokens - 1, turns=table.turns + 1)


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was discarded, and a clue token came back."""

    seat: Seat
    card: CardId
    face: Face

    def on(self, table: Table) -> Table:
        return table._replace(
            hands=_without(table, self.seat, self.card),
            discard_pile=(*table.discard_pile, self.face),
            clue_tokens=table.clue_tokens + 1,
            turns=table.turns + 1,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played: placed on its firework, or discarded with a mistake."""

    seat: Seat
    card: CardId
    face: Face
    placed: bool
    announced: int | None = None

    def on(self, table: Table) -> Table:
        hands = _without(table, self.seat, self.card)
        turns = table.turns + 1
        if self.placed:
            return table._replace(hands=hands, turns=turns, fireworks=_higher(table, self.face))
        return table._replace(
            hands=hands,
            turns=turns,
            discard_pile=(*table.discard_pile, self.face),
            mistakes=table.mistakes + 1,
        )


@dataclass(frozen=True, slots=True)
class TokenBack:
    """A clue token came back beyond the one for a discard; lost if all were there already."""

    why: TokenSource
    kept: bool

    def on(self, table: Table) -> Table:
        return table._replace(clue_tokens=table.clue_tokens + self.kept)


@dataclass(frozen=True, slots=True)
class TileRevealed:
    """The top bonus tile was turned up."""

    tile: Tile

    def on(self, table: Table) -> Table:
        return table._replace(tile=self.tile, tiles_left=table.tiles_left - 1)


@dataclass(frozen=True, slots=True)
class TileGone:
    """The revealed tile was discarded: used, or lost because nothing could be done with it."""

    tile: Tile
    used: bool

    def on(self, table: Table) -> Table:
        return table._replace(tile=None)


@dataclass(frozen=True, slots=True)
class MistakeForgiven:
    """A mistake was taken back."""

    def on(self, table: Table) -> Table:
        return table._replace(mistakes=table.mistakes - 1)


@dataclass(frozen=True, slots=True)
class ShuffledBack:
    """A card of the discard pile was shuffled into the deck: nobody knows where."""

    face: Face

    def on(self, table: Table) -> Table:
        return table._replace(
            discard_pile=_picked_up(table, self.face), deck_left=table.deck_left + 1
        )


@dataclass(frozen=True, slots=True)
class PlacedFromPile:
    """A card of the discard pile was put on its firework."""

    face: Face

    def on(self, table: Table) -> Table:
        return table._replace(
            discard_pile=_picked_up(table, self.face),
            fireworks=_higher(table, self.face),
        )


@dataclass(frozen=True, slots=True)
class Drew:
    """A card was drawn. Its holder does not see its face; the others find it in their views."""

    seat: Seat
    card: CardId

    def on(self, table: Table) -> Table:
        hands, left = list(table.hands), table.deck_left - 1
        hands[self.seat] = (*hands[self.seat], self.card)
        last_round = left == 0 and not table.options.bouquet
        return table._replace(
            hands=tuple(hands),
            deck_left=left,
            drawn=table.drawn + 1,
            turns_after=table.options.players if last_round else None,
        )


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """The next player is to move."""

    to: Seat

    def on(self, table: Table) -> Table:
        after = table.turns_after
        return table._replace(to_move=self.to, turns_after=None if after is None else after - 1)


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome

    def on(self, table: Table) -> Table:
        return table._replace(outcome=self.outcome)


Event = (
    Clued
    | Discarded
    | Played
    | TokenBack
    | TileRevealed
    | TileGone
    | MistakeForgiven
    | ShuffledBack
    | PlacedFromPile
    | Drew
    | TurnPassed
    | Ended
)


def _without(table: Table, seat: Seat, card: CardId) -> tuple[tuple[CardId, ...], ...]:
    hands = list(table.hands)
    hands[seat] = tuple(other for other in hands[seat] if other != card)
    return tuple(hands)


def _higher(table: Table, face: Face) -> tuple[int, ...]:
    fireworks = list(table.fireworks)
    fireworks[face.suit] += 1
    return tuple(fireworks)


def _picked_up(table: Table, face: Face) -> tuple[Face, ...]:
    """The discard pile without the copy of this face that has lain there longest."""
    pile = list(table.discard_pile)
    pile.remove(face)
    return tuple(pile)
