"""Told: what the clues have said about each card still in a hand. Public, like the clues."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tamaya.rules.actions import CardId, Clue, ColourClue, ValueClue
from tamaya.rules.events import Clued, Drew, Event
from tamaya.rules.options import Options
from tamaya.rules.suits import Face
from tamaya.rules.table import Table


@dataclass(frozen=True, slots=True)
class Told:
    """The clues that pointed at a card, and those that passed it over, oldest first."""

    yes: tuple[Clue, ...] = ()
    no: tuple[Clue, ...] = ()


NOTHING = Told()


class Heard(NamedTuple):
    """What had been told when the history was shorter."""

    events: int
    drawn: int  # cards, by then
    said: Mapping[CardId, Told]


def told(table: Table, history: Sequence[Event], before: Heard | None = None) -> dict[CardId, Told]:
    """What has been told about every card that is in a hand now."""
    begin, drawn, so_far = before or (0, table.options.players * table.options.hand_size, {})
    said = {card: so_far.get(card, NOTHING) for hand in table.hands for card in hand}
    for event in history[begin:]:
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


def possible_suits(options: Options, said: Told) -> list[int]:
    """The suits that agree with every colour clue about a card."""
    suits = list(range(len(options.suits)))
    for touches in _touched(options, said.yes):
        suits = [suit for suit in suits if touches[suit]]
    for touches in _touched(options, said.no):
        suits = [suit for suit in suits if not touches[suit]]
    return suits


def possible_values(options: Options, said: Told) -> list[int]:
    """The values that agree with every value clue about a card."""
    yes, no = _values(said.yes), _values(said.no)
    return [v for v in range(1, options.values + 1) if v not in no and (not yes or v in yes)]


def _touched(options: Options, clues: Iterable[Clue]) -> list[tuple[bool, ...]]:
    return [options.touches[clue.colour] for clue in clues if isinstance(clue, ColourClue)]


def _values(clues: Iterable[Clue]) -> set[int]:
    return {clue.value for clue in clues if isinstance(clue, ValueClue)}


def possible_faces(options: Options, said: Told) -> frozenset[Face]:
    """The faces that agree with everything told about a card; copies seen are not counted."""
    values = possible_values(options, said)
    return frozenset(Face(s, v) for s in possible_suits(options, said) for v in values)
