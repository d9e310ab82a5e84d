"""Clue knowledge: what clues have said about each card still in a hand. Public, as clues are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tamaya.rules.actions import CardId, Clue, ColourClue, ValueClue
from tamaya.rules.events import Clued, Drew, Event
from tamaya.rules.options import Options
from tamaya.rules.suits import Face
from tamaya.rules.table import Table


@dataclass(frozen=True, slots=True)
class ClueKnowledge:
    """The clues that pointed at a card, and those that passed it over, oldest first."""

    yes: tuple[Clue, ...] = ()
    no: tuple[Clue, ...] = ()


NO_CLUES = ClueKnowledge()


class EarlierClues(NamedTuple):
    """The clue knowledge at an earlier point of the same history, to continue from."""

    events: int
    drawn: int  # cards drawn by then
    knowledge: Mapping[CardId, ClueKnowledge]


def knowledge_from_clues(
    table: Table, history: Sequence[Event], before: EarlierClues | None = None
) -> dict[CardId, ClueKnowledge]:
    """What clues have said about every card that is in a hand now."""
    begin, drawn, so_far = before or (0, table.options.players * table.options.hand_size, {})
    knowledge = {card: so_far.get(card, NO_CLUES) for hand in table.hands for card in hand}
    for event in history[begin:]:
        if isinstance(event, Drew):
            drawn = event.card + 1
        elif isinstance(event, Clued):
            for card in table.hands[event.clue.to]:
                if card < drawn:  # it was there already
                    knowledge[card] = _after_clue(knowledge[card], event.clue, card in event.cards)
    return knowledge


def _after_clue(so_far: ClueKnowledge, clue: Clue, pointed_at: bool) -> ClueKnowledge:
    if pointed_at:
        return ClueKnowledge((*so_far.yes, clue), so_far.no)
    return ClueKnowledge(so_far.yes, (*so_far.no, clue))


def possible_suits(options: Options, said: ClueKnowledge) -> list[int]:
    """The suits that agree with every colour clue about a card."""
    suits = list(range(len(options.suits)))
    for touches in _touched(options, said.yes):
        suits = [suit for suit in suits if touches[suit]]
    for touches in _touched(options, said.no):
        suits = [suit for suit in suits if not touches[suit]]
    return suits


def possible_values(options: Options, said: ClueKnowledge) -> list[int]:
    """The values that agree with every value clue about a card."""
    yes, no = _values(said.yes), _values(said.no)
    return [v for v in range(1, options.values + 1) if v not in no and (not yes or v in yes)]


def _touched(options: Options, clues: Iterable[Clue]) -> list[tuple[bool, ...]]:
    return [options.touches[clue.colour] for clue in clues if isinstance(clue, ColourClue)]


def _values(clues: Iterable[Clue]) -> set[int]:
    return {clue.value for clue in clues if isinstance(clue, ValueClue)}


def possible_faces(options: Options, said: ClueKnowledge) -> frozenset[Face]:
    """The faces that agree with everything told about a card; copies seen are not counted."""
    values = possible_values(options, said)
    return frozenset(Face(s, v) for s in possible_suits(options, said) for v in values)
