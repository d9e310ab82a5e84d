"""Values on the wire: actions both ways, what a viewer may see of a game one way."""

from dataclasses import fields
from typing import Any

from msgspec import Struct

from tamaya import rules
from tamaya.rules import CardId, Event, Face, Outcome, Seat


class Play(Struct, tag_field="do", tag="play", frozen=True, omit_defaults=True):
    """Play a card; `announced` is a suit."""

    card: int
    announced: int | None = None


class Discard(Struct, tag_field="do", tag="discard", frozen=True):
    """Discard a card."""

    card: int


class Colour(Struct, tag_field="do", tag="colour", frozen=True):
    """Tell a seat all cards of a colour."""

    to: int
    colour: int


class Value(Struct, tag_field="do", tag="value", frozen=True):
    """Tell a seat all cards of a value."""

    to: int
    value: int


class Take(Struct, tag_field="do", tag="take", frozen=True):
    """Take a card from the discard pile, as a tile asks."""

    suit: int
    value: int


class Forgo(Struct, tag_field="do", tag="forgo", frozen=True):
    """Leave tile 5 unused."""


Action = Play | Discard | Colour | Value | Take | Forgo


def to_rules(action: Action) -> rules.Action:
    """An action as the engine knows it."""
    match action:
        case Play(card, announced):
            return rules.Play(CardId(card), announced)
        case Discard(card):
            return rules.Discard(CardId(card))
        case Colour(to, colour):
            return rules.ColourClue(Seat(to), colour)
        case Value(to, value):
            return rules.ValueClue(Seat(to), value)
        case Take(suit, value):
            return rules.Take(Face(suit, value))
        case _:
            return rules.Forgo()


def from_rules(action: rules.Action) -> Action:
    """An action as it travels."""
    match action:
        case rules.Play(card, announced):
            return Play(card, announced)
        case rules.Discard(card):
            return Discard(card)
        case rules.ColourClue(to, colour):
            return Colour(to, colour)
        case rules.ValueClue(to, value):
            return Value(to, value)
        case rules.Take(face):
            return Take(*face)
        case _:
            return Forgo()


def event(seen: Event) -> dict[str, Any]:
    """An event as it travels: its name, and what it says."""
    name = "".join(f"-{c.lower()}" if c.isupper() else c for c in type(seen).__name__)[1:]
    told: dict[str, Any] = {"event": name}
    for part in fields(seen):
        value = getattr(seen, part.name)
        if isinstance(value, Outcome):
            told |= {"result": value.result, "reason": value.reason}
        elif isinstance(value, rules.ColourClue | rules.ValueClue):
            told[part.name] = from_rules(value)
        else:
            told[part.name] = value
    return told
