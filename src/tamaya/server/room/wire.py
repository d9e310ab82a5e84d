"""Actions, events and reasons as JSON values, shared by messages and log rows."""

from dataclasses import fields
from typing import Annotated, Any, get_args

from msgspec import Struct

from tamaya import rules
from tamaya.rules import CardId, Event, Face, Seat
from tamaya.rules.events import Clued, Ended


class PlayCard(Struct, tag_field="do", tag="play", frozen=True, omit_defaults=True):
    """Play a card; `announced` is the suit that the player announces, if any."""

    card: int
    announced: int | None = None


class DiscardCard(Struct, tag_field="do", tag="discard", frozen=True):
    """Discard a card."""

    card: int


class GiveColourClue(Struct, tag_field="do", tag="colour", frozen=True):
    """Give a seat a colour clue."""

    to: int
    colour: int


class GiveValueClue(Struct, tag_field="do", tag="value", frozen=True):
    """Give a seat a value clue."""

    to: int
    value: int


class TakeCard(Struct, tag_field="do", tag="take", frozen=True):
    """Take a card from the discard pile, as a bonus tile allows."""

    suit: int
    value: int


class ForgoTile(Struct, tag_field="do", tag="forgo", frozen=True):
    """Do not use bonus tile 5."""


Clue = GiveColourClue | GiveValueClue
Action = PlayCard | DiscardCard | GiveColourClue | GiveValueClue | TakeCard | ForgoTile
GameEvent = Annotated[dict[str, Any], Event]  # made by `encode_event`


class MoveReason(Struct, frozen=True, omit_defaults=True):
    """The reason for a bot's move: a code that clients put into words, and its arguments."""

    code: str
    about: dict[str, int | str] = {}
    secret: bool = False  # the bot's own reason, sent only when the game is over


def to_rules(action: Action) -> rules.Action:
    """Convert an action to the rules' type."""
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
    """Convert an action from the rules' type."""
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
    """Return the name of an event type on the wire, such as `token-back`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in kind.__name__)[1:]


EVENT_NAMES = {kind: event_name(kind) for kind in get_args(Event)}
EVENT_PARTS = {kind: tuple(part.name for part in fields(kind)) for kind in get_args(Event)}


def encode_event(event: Event) -> GameEvent:
    """Convert an event to a JSON object: its name and its fields."""
    kind = type(event)
    encoded: dict[str, Any] = {"event": EVENT_NAMES[kind]}
    if isinstance(event, Ended):
        return encoded | {"result": event.outcome.result, "reason": event.outcome.reason}
    for part in EVENT_PARTS[kind]:
        encoded[part] = getattr(event, part)
    if isinstance(event, Clued):
        encoded["clue"] = from_rules(event.clue)
    return encoded
