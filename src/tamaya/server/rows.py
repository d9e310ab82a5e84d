"""Rows: a table's log. All that happens to a table is a row, and the table is their fold."""

from typing import Literal

import msgspec
from msgspec import Struct

from tamaya.server import wire

Watch = Literal["nothing", "table", "hands"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played at a table, and who may look on."""

    variant: str = "base"
    players: int = 3
    first: int | None = None  # the seat that begins; chance decides if there is none
    watch: Watch = "table"  # what onlookers see while a game is on
    listed: bool = False  # among the open tables


class Opened(Struct, tag_field="row", tag="opened", frozen=True):
    """The table was opened."""

    host: str
    settings: Settings


class Changed(Struct, tag_field="row", tag="changed", frozen=True):
    """The host changed the settings; sitters on seats that are gone leave."""

    settings: Settings


class Seated(Struct, tag_field="row", tag="seated", frozen=True):
    """Somebody took a seat: a visitor or a bot."""

    seat: int
    name: str
    who: str | None = None
    bot: str | None = None


class Left(Struct, tag_field="row", tag="left", frozen=True):
    """A seat became free."""

    seat: int


class HostIs(Struct, tag_field="row", tag="host", frozen=True):
    """Another visitor is the host now."""

    who: str


class Dealt(Struct, tag_field="row", tag="dealt", frozen=True):
    """A game began. The deal is a secret until it is over."""

    cards: str  # in the text notation, from the top
    first: int
    bot_seed: int
    tiles: tuple[int, ...] = ()
    place: int = 0


class Acted(Struct, tag_field="row", tag="acted", frozen=True):
    """The seat to move did something."""

    seat: int
    action: wire.Action


class Ended(Struct, tag_field="row", tag="ended", frozen=True):
    """The players ended the game."""


Row = Opened | Changed | Seated | Left | HostIs | Dealt | Acted | Ended

_decoder: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)


def encode(row: Row) -> bytes:
    """A row as it is stored."""
    return msgspec.json.encode(row)


def decode(body: bytes) -> Row:
    """A stored row."""
    return _decoder.decode(body)
