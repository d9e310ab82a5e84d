"""Values on the wire: actions both ways, what a viewer may see of a game one way."""

from dataclasses import fields
from typing import Annotated, Any, get_args

from msgspec import Struct

from tamaya import rules
from tamaya.rules import CardId, Event, Face, Seat
from tamaya.rules.events import Clued, Ended


class PlayCard(Struct, tag_field="do", tag="play", frozen=True, omit_defaults=True):
    """Play a card; `announced` is a suit."""

    card: int
    announced: int | None = None


class DiscardCard(Struct, tag_field="do", tag="discard", frozen=True):
    """Discard a card."""

    card: int


class GiveColourClue(Struct, tag_field="do", tag="colour", frozen=True):
    """Tell a seat all cards of a colour."""

    to: int
    colour: int


class GiveValueClue(Struct, tag_field="do", tag="value", frozen=True):
    """Tell a seat all cards of a value."""

    to: int
    value: int


class TakeCard(Struct, tag_field="do", tag="take", frozen=True):
    """Take a card from the discard pile, as a tile asks."""

    suit: int
    value: int


class ForgoTile(Struct, tag_field="do", tag="forgo", frozen=True):
    """Leave tile 5 unused."""


Clue = GiveColourClue | GiveValueClue
Action = PlayCard | DiscardCard | GiveColourClue | GiveValueClue | TakeCard | ForgoTile
GameEvent = Annotated[dict[str, Any], Event]  # written by `event`


class MoveReason(Struct, frozen=True, omit_defaults=True):
    """A reason for a bot's move, to be worded in any language: a code and what it is about."""

    code: str
    about: dict[str, int | str] = {}
    secret: bool = False  # the bot's own reason, told when the game is over


def to_rules(action: Action) -> rules.Action:
    """An action as the engine knows it."""
    match action:
        case PlayCard(card, announced):
            return rules.Play(CardId(card), announced)
        case DiscardCard(card):
            return rules.Discard(CardId(card))
        case GiveColourClue(to, colour):
            return rules.ColourClue(Seat(to), colour)
        case GiveValueClue(to, value):
            return rules.ValueClue(Seat(to), value)
        case TakeCard(suit, value):
            return rules.Take(Face(suit, value))
        case _:
            return rules.Forgo()


def from_rules(action: rules.Action) -> Action:
    """An action as it travels."""
    match action:
        case rules.Play(card, announced):
            return PlayCard(card, announced)
        case rules.Discard(card):
            return DiscardCard(card)
        case rules.ColourClue(to, colour):
            return GiveColourClue(to, colour)
        case rules.ValueClue(to, value):
            return GiveValueClue(to, value)
        case rules.Take(face):
            return TakeCard(*face)
        case _:
            return ForgoTile()


def event_name(kind: type[Event]) -> str:
    """What a kind of event is called on the wire: `token-back`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in kind.__name__)[1:]


EVENT_NAMES = {kind: event_name(kind) for kind in get_args(Event)}
EVENT_PARTS = {kind: tuple(part.name for part in fields(kind)) for kind in get_args(Event)}


def encode_event(seen: Event) -> GameEvent:
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
