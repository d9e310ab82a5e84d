"""The whole state of a game, hidden cards included. It is never sent to a player."""

from collections import Counter
from dataclasses import dataclass, field

from tamaya.rules.actions import FIRST_SEAT, Seat
from tamaya.rules.errors import DealError
from tamaya.rules.events import Event
from tamaya.rules.options import TILES, Options
from tamaya.rules.suits import Face
from tamaya.rules.table import Table, Tile, laid_out

PLACES = 1 << 32  # place numbers are 32-bit


@dataclass(frozen=True, slots=True)
class Deal:
    """One shuffle: the cards from the top, the tiles from the top, the place number of tile 5."""

    cards: tuple[Face, ...] = field(repr=False)
    tiles: tuple[int, ...] = field(default=(), repr=False)
    place: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment: the table, what is hidden, and all that happened."""

    table: Table
    faces: tuple[Face, ...] = field(repr=False)  # by card id, then the deck from the top
    tiles: tuple[Tile, ...] = field(repr=False)  # still face down, from the top
    place: int = field(repr=False)
    history: tuple[Event, ...] = ()

    @property
    def deck(self) -> tuple[Face, ...]:
        """The cards left to draw, from the top."""
        return self.faces[self.table.drawn :]


def start(options: Options, deal: Deal, first: Seat = FIRST_SEAT) -> State:
    """The state when all hands are dealt and the first seat is to move."""
    check(options, deal)
    if first not in range(options.players):
        raise DealError(f"there is no seat {first} among {options.players} players")
    tiles = tuple(Tile(tile) for tile in deal.tiles)
    return State(laid_out(options, first), deal.cards, tiles, deal.place)


def check(options: Options, deal: Deal) -> None:
    """Refuse a deal that is not a shuffle of this game's cards and tiles."""
    if not all(isinstance(card, Face) for card in deal.cards):
        raise DealError("the cards of a deck are faces")
    if Counter(deal.cards) != options.copies:
        raise DealError(_what_is_wrong(options, Counter(deal.cards)))
    if Counter(deal.tiles) != Counter(TILES if options.tiles else ()):
        raise DealError(
            "the tiles are 1 to 6, each once" if options.tiles else "no tiles are played"
        )
    if deal.place not in range(PLACES):
        raise DealError("the place number is a whole number from 0 to 2**32 - 1")


def _what_is_wrong(options: Options, cards: Counter[Face]) -> str:
    for face in cards:
        if face not in options.copies:
            return f"no card of this game has suit {face.suit} and value {face.value}"
    face = next(face for face, copies in options.copies.items() if cards[face] != copies)
    kind = "few" if cards[face] < options.copies[face] else "many"
    card = f"{options.suits[face.suit].name} {face.value}"
    return f"the deck holds too {kind} copies of the {card}"
