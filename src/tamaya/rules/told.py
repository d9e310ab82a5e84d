"""Told: what the clues have said about each card still in a hand. Public, like the clues."""

from collections.abc import Iterable
from dataclasses import dataclass

from tamaya.rules.actions import CardId, Clue
from tamaya.rules.events import Clued, Drew, Event
from tamaya.rules.legality import points_at
from tamaya.rules.options import Options
from tamaya.rules.suits import Face
from tamaya.rules.table import Table


@dataclass(frozen=True, slots=True)
class Told:
    """The clues that pointed at a card, and those that passed it over, oldest first."""

    yes: tuple[Clue, ...] = ()
    no: tuple[Clue, ...] = ()


def told(table: Table, history: Iterable[Event]) -> dict[CardId, Told]:
    """What has been told about every card that is in a hand now."""
    said = {card: Told() for hand in table.hands for card in hand}
    drawn = table.options.players * table.options.hand_size
    for event in history:
        if isinstance(event, Drew):
            drawn = event.card + 1
        elif isinstance(event, Clued):
            for card in table.hands[event.clue.to]:
                if card < drawn:  # it was there already
                    said[card] = _heard(said[card], event.clue, card in event.cards)
    return said


def _heard(so_far: Told, clue: Clue, pointed_at: bool) -> Told:
    if pointed_at:
        return Told((*so_far.yes, clue), so_far.no)
    return Told(so_far.yes, (*so_far.no, clue))


def possible_faces(options: Options, said: Told) -> frozenset[Face]:
    """The faces that agree with everything told about a card; copies seen are not counted."""
    return frozenset(
        face
        for face in options.copies
        if all(points_at(options, clue, face) for clue in said.yes)
        and not any(points_at(options, clue, face) for clue in said.no)
    )
