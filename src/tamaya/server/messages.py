"""Messages: what clients send to a table, and what a table sends to each of its viewers."""

from typing import Any

import msgspec
from msgspec import Struct

from tamaya.server import wire
from tamaya.server.rows import Settings

MOST_BYTES = 4096  # of a message from a client


class Sit(Struct, tag_field="type", tag="sit", frozen=True, forbid_unknown_fields=True):
    """Take a free seat."""

    seat: int
    name: str


class Stand(Struct, tag_field="type", tag="stand", frozen=True, forbid_unknown_fields=True):
    """Leave one's seat before a game."""


class SeatBot(Struct, tag_field="type", tag="seat-bot", frozen=True, forbid_unknown_fields=True):
    """Host: put a bot on a seat, free or deserted."""

    seat: int
    bot: str


class Clear(Struct, tag_field="type", tag="clear", frozen=True, forbid_unknown_fields=True):
    """Host: free a seat before a game."""

    seat: int


class Change(Struct, tag_field="type", tag="change", frozen=True, forbid_unknown_fields=True):
    """Host: other settings."""

    settings: Settings


class HandOver(Struct, tag_field="type", tag="hand-over", frozen=True, forbid_unknown_fields=True):
    """Host: make the visitor on a seat the host."""

    seat: int


class Begin(Struct, tag_field="type", tag="begin", frozen=True, forbid_unknown_fields=True):
    """Host: deal. After a game, `same_deal` plays it again."""

    same_deal: bool = False


class Act(Struct, tag_field="type", tag="act", frozen=True, forbid_unknown_fields=True):
    """The player to move acts, looking at this version of the table."""

    version: int
    action: wire.Action


class End(Struct, tag_field="type", tag="end", frozen=True, forbid_unknown_fields=True):
    """Host: end the game here."""

    version: int


FromClient = Sit | Stand | SeatBot | Clear | Change | HandOver | Begin | Act | End

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def decode(text: str | bytes) -> FromClient:
    """A client's message; `msgspec.ValidationError` or `DecodeError` says what is wrong."""
    return _decoder.decode(text)


class Sitter(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat."""

    name: str
    bot: str | None = None
    you: bool = False


class Card(Struct, frozen=True, omit_defaults=True):
    """A card in a hand: its face only for those who may see it, and what its holder was told."""

    id: int
    suit: int | None = None
    value: int | None = None
    suits: tuple[int, ...] = ()  # that it can have by the clues
    values: tuple[int, ...] = ()
    pointed_at: bool = False  # by some clue


class Suit(Struct, frozen=True):
    """A suit of the game."""

    name: str
    letter: str
    order: tuple[int, ...]
    copies: tuple[int, ...]
    touched_by: tuple[int, ...]  # the colours that point it out


class Over(Struct, frozen=True):
    """How a game ended."""

    result: str
    reason: str
    score: int
    points_on_table: int
    band: str | None
    mention: str | None


class Play(Struct, frozen=True):
    """A game as one viewer may see it."""

    game: int  # 1 for the first at this table, and so on
    suits: tuple[Suit, ...]
    colours: tuple[str, ...]
    values: int
    hands: tuple[tuple[Card, ...], ...]
    to_move: int
    turn: int
    fireworks: tuple[int, ...]
    dead: tuple[int, ...]
    discard_pile: tuple[tuple[int, int], ...]
    clue_tokens: int
    most_clue_tokens: int
    mistakes: int
    most_mistakes: int
    deck_left: int
    turns_after: int | None
    tile: int | None
    tiles_left: int
    score: int
    max_score: int
    reachable: int
    legal: tuple[wire.Action, ...]  # of this viewer now
    events: tuple[dict[str, Any], ...]  # what everybody saw, from `events_from` on
    events_from: int
    over: Over | None


class TableIs(Struct, tag_field="type", tag="table", frozen=True):
    """The whole table as one viewer may see it, at one version."""

    version: int
    settings: Settings
    host: bool
    you: int | None
    seats: tuple[Sitter | None, ...]
    play: Play | None


class Refused(Struct, tag_field="type", tag="refused", frozen=True):
    """A message that changed nothing, and why."""

    reason: str
    words: str


ToClient = TableIs | Refused


def encode(message: ToClient) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)
