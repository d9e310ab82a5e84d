"""Values on the wire: actions both ways, what a viewer may see of a game one way."""

from dataclasses import fields
from typing import Annotated, Any, get_args

from msgspec import Struct

from tamaya import rules
from tamaya.rules import CardId, Event, Face, Seat
from tamaya.rules.events import Clued, Ended


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


Clue = Colour | Value
Action = Play | Discard | Colour | Value | Take | Forgo
GameEvent = Annotated[dict[str, Any], Event]  # written by `event`


class Why(Struct, frozen=True, omit_defaults=True):
    """A reason for a bot's move, to be worded in any language: a code and what it is about."""

    code: str
    about: dict[str, int | str] = {}
    secret: bool = False  # the bot's own reason, told when the game is over


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


def event_name(kind: type[Event]) -> str:
    """What a kind of event is called on the wire: `token-back`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in kind.__name__)[1:]


EVENT_NAMES = {kind: event_name(kind) for kind in get_args(Event)}
EVENT_PARTS = {kind: tuple(part.name for part in fields(kind)) for kind in get_args(Event)}


def event(seen: Event) -> GameEvent:
    """An event as it travels: its name, and what it says."""
    kind = type(seen)
    told: dict[str, Any] = {"event": EVENT_NAMES[kind]}
    if isinstance(seen, Ended):
        return told | {"result": seen.outcome.result, "reason": seen.outcome.reason}
    for part in EVENT_PARTS[kind]:
        told[part] = getattr(seen, part)
    if isinstance(seen, Clued):
        told["clue"] = from_rules(seen.clue)
    return told
