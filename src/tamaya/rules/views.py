"""A view: what one seat may know. It is built by putting in, never by taking out."""

from collections.abc import Mapping
from dataclasses import dataclass

from tamaya.rules.actions import CardId, Seat
from tamaya.rules.events import Event
from tamaya.rules.state import State
from tamaya.rules.suits import Face
from tamaya.rules.table import Table


@dataclass(frozen=True, slots=True)
class View:
    """The table, the hands of the others, and all that everybody saw happen."""

    table: Table
    seat: Seat
    faces: Mapping[CardId, Face]  # of the cards in the others' hands
    history: tuple[Event, ...] = ()

    @property
    def hand(self) -> tuple[CardId, ...]:
        """One's own cards, from the oldest to the newest."""
        return self.table.hands[self.seat]


def view(state: State, seat: Seat) -> View:
    """What this seat may know of a state."""
    hands = state.table.hands
    if not 0 <= seat < len(hands):
        raise IndexError(f"there is no seat {seat} among {len(hands)} players")
    faces = {
        card: state.faces[card]
        for other, hand in enumerate(hands)
        if other != seat
        for card in hand
    }
    return View(state.table, seat, faces, state.history)
