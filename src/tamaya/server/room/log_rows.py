"""Log rows: everything that happens at a table, in order. Folding them gives the `Room`."""

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
    """What is played at a table, who may watch, and how people talk there."""

    variant: str = "base"
    players: int = 3
    first: int | None = None  # the seat that begins; random if there is none
    watch: Watch = "table"  # what onlookers see during a game
    listed: bool = False  # in the list of open tables
    talk: Talk = "clues"  # what may be said during a game besides clues
    hush: bool = False  # only the player to move talks
    take_back: bool = False  # a move is taken back if everybody agrees, also those away
    hot_seat: bool = False  # one visitor may sit on several seats


class Dealt(Struct, tag_field="row", tag="dealt", frozen=True):
    """A game began. The deal is secret until the game is over."""

    cards: str  # in text notation, the top card of the deck first
    first: int
    bot_seed: int
    tiles: tuple[int, ...] = ()
    place: int = 0
    id: str = ""  # the address of the game once it is over
    known: KnownDeal | None = None  # whether somebody could know the deal; not in older logs


class TableCreated(Struct, tag_field="row", tag="opened", frozen=True):
    """The table was created, perhaps for one particular deal."""

    host: str
    settings: Settings
    deal: Dealt | None = None


class SettingsChanged(Struct, tag_field="row", tag="changed", frozen=True):
    """The host changed the settings; players on seats that no longer exist leave."""

    settings: Settings


class TableLocked(Struct, tag_field="row", tag="locked", frozen=True):
    """New visitors need a password from now on; without a salt, no longer."""

    salt: str = ""
    digest: str = ""


class Admitted(Struct, tag_field="row", tag="admitted", frozen=True):
    """A visitor gave the right password."""

    who: str


class Seated(Struct, tag_field="row", tag="seated", frozen=True):
    """Somebody took a seat: a visitor or a bot."""

    seat: int
    name: str
    who: str | None = None
    bot: str | None = None


class BotReplaced(Struct, tag_field="row", tag="replaced", frozen=True):
    """A bot failed and was replaced by another one under the same name."""

    seat: int
    bot: str


class SeatLeft(Struct, tag_field="row", tag="left", frozen=True):
    """A seat became free."""

    seat: int


class HostChanged(Struct, tag_field="row", tag="host", frozen=True):
    """Another visitor became the host."""

    who: str


class Acted(Struct, tag_field="row", tag="acted", frozen=True):
    """The player to move acted; bots may give reasons."""

    seat: int
    action: wire.Action
    why: wire.MoveReason | None = None  # the bot's own reason, private until the game is over
    public_why: wire.MoveReason | None = None  # from public information; not in older logs


class GameEnded(Struct, tag_field="row", tag="ended", frozen=True):
    """The host ended the game; older logs have no seat."""

    seat: int | None = None


class Arranged(Struct, tag_field="row", tag="arranged", frozen=True):
    """A player put their cards into another order, and turned some of them."""

    seat: int
    order: tuple[int, ...]
    turned: tuple[int, ...] = ()


class Noted(Struct, tag_field="row", tag="noted", frozen=True):
    """A player wrote a private note on a card; an empty text deletes it."""

    seat: int
    card: int
    text: str


class Said(Struct, tag_field="row", tag="said", frozen=True):
    """A player said something: free text or a set remark."""

    seat: int
    text: str = ""
    remark: Remark | None = None


class OnlookersSawHands(Struct, tag_field="row", tag="watched", frozen=True, omit_defaults=True):
    """Onlookers arrived who see all hands of the current game."""

    visitors: int = 1
    line: bool = True  # whether the table shows a line about it; otherwise they are only counted


class TakeBackAsked(Struct, tag_field="row", tag="take-back-asked", frozen=True):
    """A player asked to take back their last move and everything after it."""

    seat: int
    keep: int  # how many actions would stay


class TakeBackAnswered(Struct, tag_field="row", tag="take-back-answered", frozen=True):
    """Another player agreed or declined."""

    seat: int
    yes: bool


class TookBack(Struct, tag_field="row", tag="took-back", frozen=True):
    """Everybody agreed: only the first `keep` actions stay."""

    seat: int
    keep: int


class LogRewritten(Struct, tag_field="row", tag="rewritten", frozen=True):
    """Earlier rows were rewritten, because a person's data were deleted."""


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
    """Encode a row for storage."""
    return msgspec.json.encode(row)


def decode(body: bytes) -> Row:
    """Decode a stored row."""
    return _decoder.decode(body)


REWRITTEN = encode(LogRewritten())
