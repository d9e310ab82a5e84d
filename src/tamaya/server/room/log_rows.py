"""Rows: a table's log. All that happens to a table is a row, and the table is their fold."""

from typing import Literal

import msgspec
from msgspec import Struct

from tamaya.formats.game import KnownDeal
from tamaya.server.room import wire

Watch = Literal["nothing", "table", "hands"]
Talk = Literal["clues", "remarks", "chat"]
Remark = Literal[
    "hello",
    "one-moment",
    "take-your-time",
    "know-nothing",
    "remember",
    "well-done",
    "thanks",
    "oops",
    "good-game",
]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played at a table, who may look on, and the manners of the table."""

    variant: str = "base"
    players: int = 3
    first: int | None = None  # the seat that begins; chance decides if there is none
    watch: Watch = "table"  # what onlookers see while a game is on
    listed: bool = False  # among the open tables
    talk: Talk = "clues"  # what may be said during a game besides clues
    hush: bool = False  # only the player to move talks
    take_back: bool = False  # a move is taken back if everybody agrees, also who is away
    hot_seat: bool = False  # one visitor may sit on several seats


class Dealt(Struct, tag_field="row", tag="dealt", frozen=True):
    """A game began. The deal is a secret until it is over."""

    cards: str  # in the text notation, from the top
    first: int
    bot_seed: int
    tiles: tuple[int, ...] = ()
    place: int = 0
    id: str = ""  # the game's address when it is over
    known: KnownDeal | None = None  # whether anybody could know it before; not in older logs


class TableCreated(Struct, tag_field="row", tag="opened", frozen=True):
    """The table was opened, perhaps for one deal."""

    host: str
    settings: Settings
    deal: Dealt | None = None


class SettingsChanged(Struct, tag_field="row", tag="changed", frozen=True):
    """The host changed the settings; sitters on seats that are gone leave."""

    settings: Settings


class TableLocked(Struct, tag_field="row", tag="locked", frozen=True):
    """Whoever comes from now on needs a password; or no longer."""

    salt: str = ""
    digest: str = ""


class Admitted(Struct, tag_field="row", tag="admitted", frozen=True):
    """A visitor knew the password."""

    who: str


class Seated(Struct, tag_field="row", tag="seated", frozen=True):
    """Somebody took a seat: a visitor or a bot."""

    seat: int
    name: str
    who: str | None = None
    bot: str | None = None


class BotReplaced(Struct, tag_field="row", tag="replaced", frozen=True):
    """A bot failed, and another plays on under its name."""

    seat: int
    bot: str


class SeatLeft(Struct, tag_field="row", tag="left", frozen=True):
    """A seat became free."""

    seat: int


class HostChanged(Struct, tag_field="row", tag="host", frozen=True):
    """Another visitor is the host now."""

    who: str


class Acted(Struct, tag_field="row", tag="acted", frozen=True):
    """The seat to move did something; a bot may say why, and everybody may be able to tell."""

    seat: int
    action: wire.Action
    why: wire.MoveReason | None = (
        None  # the bot's own reason: nobody's business until the game is over
    )
    public_why: wire.MoveReason | None = None  # what everybody can tell; unknown to old logs


class GameEnded(Struct, tag_field="row", tag="ended", frozen=True):
    """The host ended the game; old logs do not know from which seat."""

    seat: int | None = None


class Arranged(Struct, tag_field="row", tag="arranged", frozen=True):
    """A player put the own cards into another order, some of them turned."""

    seat: int
    order: tuple[int, ...]
    turned: tuple[int, ...] = ()


class Noted(Struct, tag_field="row", tag="noted", frozen=True):
    """A player wrote a private note about an own card; an empty one wipes it away."""

    seat: int
    card: int
    text: str


class Said(Struct, tag_field="row", tag="said", frozen=True):
    """A player said something: free text, or a set remark."""

    seat: int
    text: str = ""
    remark: Remark | None = None


class OnlookersSawHands(Struct, tag_field="row", tag="watched", frozen=True, omit_defaults=True):
    """Visitors without a seat came who see all hands of the game that is on."""

    visitors: int = 1
    line: bool = True  # otherwise they are only counted


class TakeBackAsked(Struct, tag_field="row", tag="take-back-asked", frozen=True):
    """A player wants to take the own last move back, and all that came after it."""

    seat: int
    keep: int  # actions that would stay


class TakeBackAnswered(Struct, tag_field="row", tag="take-back-answered", frozen=True):
    """Another player agrees, or not."""

    seat: int
    yes: bool


class TookBack(Struct, tag_field="row", tag="took-back", frozen=True):
    """All agreed: only so many actions stay."""

    seat: int
    keep: int


class LogRewritten(Struct, tag_field="row", tag="rewritten", frozen=True):
    """Rows before this one are not what they were: somebody has been forgotten."""


Row = (
    TableCreated
    | SettingsChanged
    | TableLocked
    | Admitted
    | Seated
    | BotReplaced
    | SeatLeft
    | HostChanged
    | Dealt
    | Acted
    | GameEnded
    | Arranged
    | Noted
    | Said
    | OnlookersSawHands
    | TakeBackAsked
    | TakeBackAnswered
    | TookBack
    | LogRewritten
)

_decoder: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)


def encode(row: Row) -> bytes:
    """A row as it is stored."""
    return msgspec.json.encode(row)


def decode(body: bytes) -> Row:
    """A stored row."""
    return _decoder.decode(body)


REWRITTEN = encode(LogRewritten())
