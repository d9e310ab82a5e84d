"""Messages: what clients send to a table, and what a table sends to each of its viewers."""

from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tamaya.formats.game import KnownDeal
from tamaya.rules import Band, Colour, EndReason, Face, Result, Tile
from tamaya.server.room import wire
from tamaya.server.room.log_rows import Remark, Settings

MOST_BYTES = 4096  # longest message from a client
LineKind = Literal[
    "said",
    "seated",
    "left",
    "replaced",
    "asked-back",
    "agreed",
    "declined",
    "took-back",
    "ended",
    "watched",
]


class Sit(Struct, tag_field="type", tag="sit", frozen=True, forbid_unknown_fields=True):
    """Take a free seat; on one's own seat, between games, take another name."""

    seat: int
    name: str


class ComeBack(Struct, tag_field="type", tag="come-back", frozen=True, forbid_unknown_fields=True):
    """Take back a seat that was lost while away."""

    seat: int


class Stand(Struct, tag_field="type", tag="stand", frozen=True, forbid_unknown_fields=True):
    """Leave the seat; not during a game."""


class SeatBot(Struct, tag_field="type", tag="seat-bot", frozen=True, forbid_unknown_fields=True):
    """Host: put a bot on a seat; during a game only where nobody is present."""

    seat: int
    bot: str


class Invite(Struct, tag_field="type", tag="invite", frozen=True, forbid_unknown_fields=True):
    """Host: put a connected guest on a seat; during a game only where nobody is present."""

    seat: int
    guest: str


class Clear(Struct, tag_field="type", tag="clear", frozen=True, forbid_unknown_fields=True):
    """Host: free a seat; during a game only where nobody is present."""

    seat: int


class Change(Struct, tag_field="type", tag="change", frozen=True, forbid_unknown_fields=True):
    """Host: change the settings; during a game only those about talk and listing."""

    settings: Settings


class Lock(Struct, tag_field="type", tag="lock", frozen=True, forbid_unknown_fields=True):
    """Host: require this password of new visitors; an empty one removes it."""

    password: str


class Knock(Struct, tag_field="type", tag="knock", frozen=True, forbid_unknown_fields=True):
    """Enter a locked table with the password."""

    password: str


class HandOver(Struct, tag_field="type", tag="hand-over", frozen=True, forbid_unknown_fields=True):
    """Host: make the visitor on a seat the host."""

    seat: int


class Begin(Struct, tag_field="type", tag="begin", frozen=True, forbid_unknown_fields=True):
    """Host: deal. `same_deal` plays the last deal again, or the one the table was created for."""

    same_deal: bool = False


class Act(Struct, tag_field="type", tag="act", frozen=True, forbid_unknown_fields=True):
    """The player to move acts; `version` is the version of the table that the player saw."""

    version: int
    action: wire.Action


class End(Struct, tag_field="type", tag="end", frozen=True, forbid_unknown_fields=True):
    """Host: end the game early."""

    version: int


class Arrange(Struct, tag_field="type", tag="arrange", frozen=True, forbid_unknown_fields=True):
    """Rearrange the cards of your hand and turn some of them. Everybody sees it."""

    order: tuple[int, ...]
    turned: tuple[int, ...] = ()


class Note(Struct, tag_field="type", tag="note", frozen=True, forbid_unknown_fields=True):
    """Write a private note on a card in any hand; an empty text deletes it."""

    card: int
    text: str


class Say(Struct, tag_field="type", tag="say", frozen=True, forbid_unknown_fields=True):
    """Say a free text or a set remark, as the settings allow."""

    text: str = ""
    remark: Remark | None = None


class TakeBack(Struct, tag_field="type", tag="take-back", frozen=True, forbid_unknown_fields=True):
    """Ask to take back your last move and everything after it."""

    version: int


class Answer(Struct, tag_field="type", tag="answer", frozen=True, forbid_unknown_fields=True):
    """Agree to a take-back or decline it; the player who asked withdraws with a no."""

    version: int
    yes: bool


FromClient = (
    Sit
    | ComeBack
    | Stand
    | SeatBot
    | Invite
    | Clear
    | Change
    | Lock
    | Knock
    | HandOver
    | Begin
    | Act
    | End
    | Arrange
    | Note
    | Say
    | TakeBack
    | Answer
)

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def decode(text: str | bytes) -> FromClient:
    """Decode a client's message, or raise `msgspec.ValidationError` or `DecodeError`."""
    return _decoder.decode(text)


class SeatView(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat."""

    name: str
    bot: str | None = None
    you: bool = False
    also_you: bool = False  # another seat of the viewer at a shared device
    host: bool = False
    away: bool = False
    guest: bool = False  # connected through hanab.live's protocol


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card in a hand: its face if the viewer may see it, and what clues say about it."""

    id: int
    suit: int | None = None
    value: int | None = None
    suits: tuple[int, ...] = ()  # possible suits according to the clues
    values: tuple[int, ...] = ()
    pointed_at: bool = False  # by at least one clue
    turned: bool = False  # turned by its holder
    note: str = ""  # the viewer's own


class SuitName(StrEnum):
    """The suits that a variant can have."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    WHITE = "white"
    BLUE = "blue"
    MULTICOLOUR = "multicolour"
    BLACK = "black"


class SuitView(Struct, frozen=True):
    """A suit of the game."""

    name: SuitName
    letter: str
    order: tuple[int, ...]
    copies: tuple[int, ...]
    touched_by: tuple[int, ...]  # the colours whose clues touch it


class FinalResult(Struct, frozen=True):
    """How a game ended."""

    result: Result
    reason: EndReason
    score: int
    points_on_table: int
    band: Band | None
    mention: str | None


class GameView(Struct, frozen=True):
    """A game as one viewer may see it."""

    game: int  # 1 for the first at this table, and so on
    taken_back: int  # how often moves were taken back; each time the events start over
    suits: tuple[SuitView, ...]
    colours: tuple[Colour, ...]
    values: int
    hands: tuple[tuple[CardView, ...], ...]  # in the order that their holders chose
    to_move: int
    turn: int
    fireworks: tuple[int, ...]
    dead: tuple[int, ...]
    discard_pile: tuple[Face, ...]
    clue_tokens: int
    most_clue_tokens: int
    mistakes: int
    most_mistakes: int
    deck_left: int
    turns_after: int | None
    tile: Tile | None
    tiles_left: int
    score: int
    max_score: int
    reachable: int
    legal: tuple[wire.Action, ...]  # what this viewer may do now
    events: tuple[wire.GameEvent, ...]  # public events, from number `events_from` on
    events_from: int
    over: FinalResult | None
    address: str | None  # the address of the game once it is over


class Line(Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table outside the game, such as talk."""

    kind: LineKind
    seat: int  # -1 for an onlooker, who has no name
    name: str  # of the player on that seat
    game: int  # the number of the game, and how many events it had by then
    event: int
    text: str = ""
    remark: Remark | None = None


class TakeBackRequestView(Struct, frozen=True):
    """A request to take a move back, as one viewer sees it."""

    seat: int
    actions: int  # how many would be taken back
    waits_for_you: bool


class Watchers(Struct, frozen=True):
    """The onlookers of a game who see all hands."""

    count: int  # now
    seen_by: int  # in this game, including those who have left
    host: bool  # whether the host is one of them now
    names: tuple[str, ...]  # as far as they are known, that is of guests


class TableView(Struct, tag_field="type", tag="table", frozen=True):
    """The whole table as one viewer may see it, at one version."""

    version: int
    settings: Settings
    locked: bool  # with a password
    host: bool  # whether the viewer may act as the host now
    you: int | None
    kept: tuple[int, ...]  # seats that the viewer lost while away and may take back
    seats: tuple[SeatView | None, ...]
    onlookers: int
    playing: bool  # whether a game is running, even if the viewer may not see it
    deal_set: bool  # whether `same_deal` is possible
    known_deal: KnownDeal | None  # whether somebody could know the deal
    asking: TakeBackRequestView | None
    may_take_back: bool  # whether the viewer may, now
    take_backs_left: int  # in this game, for all players together
    lines: tuple[Line, ...]  # from `lines_from` on
    lines_from: int
    play: GameView | None
    watchers: Watchers | UnsetType = UNSET  # during a game whose hands onlookers see


class PartOf(NamedTuple):
    """Marks a dictionary that holds some of the fields of a type."""

    kind: type[Struct]


TableFields = Annotated[dict[str, Any], PartOf(TableView)]
GameViewFields = Annotated[dict[str, Any], PartOf(GameView)]


class GameViewChanged(Struct, frozen=True, omit_defaults=True):
    """What has changed in a game."""

    fields: GameViewFields = {}  # the changed ones with their new values
    hands: dict[str, tuple[CardView, ...]] = {}  # the changed ones by seat
    discarded: tuple[Face, ...] = ()  # cards to add to the discard pile
    events: tuple[wire.GameEvent, ...] = ()  # only the new ones


class TableChanged(Struct, tag_field="type", tag="table-changed", frozen=True, omit_defaults=True):
    """What has changed since the last message, for clients that asked for `changes`."""

    follows: int  # the version of the table before
    version: int
    fields: TableFields = {}  # the changed ones with their new values
    lines: tuple[Line, ...] = ()  # only the new ones
    play: GameViewChanged | UnsetType = UNSET  # absent if nothing in the game has changed


class PasswordNeeded(Struct, tag_field="type", tag="closed", frozen=True):
    """The table is locked: send `knock` with the password to enter."""


class RefusedMessage(Struct, tag_field="type", tag="refused", frozen=True):
    """A message was refused and changed nothing."""

    reason: str
    words: str


ToClient = TableView | TableChanged | PasswordNeeded | RefusedMessage


def encode(message: ToClient) -> bytes:
    """Encode a message for sending."""
    return msgspec.json.encode(message)
