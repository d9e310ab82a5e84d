"""Messages: what clients send to a table, and what a table sends to each of its viewers."""

from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tamaya.formats.game import KnownDeal
from tamaya.rules import Band, Colour, EndReason, Face, Result, Tile
from tamaya.server.room import wire
from tamaya.server.room.log_rows import Remark, Settings

MOST_BYTES = 4096  # of a message from a client
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
    """Take a free seat."""

    seat: int
    name: str


class ComeBack(Struct, tag_field="type", tag="come-back", frozen=True, forbid_unknown_fields=True):
    """Take a seat back that one lost while away."""

    seat: int


class Stand(Struct, tag_field="type", tag="stand", frozen=True, forbid_unknown_fields=True):
    """Leave one's seat before a game."""


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
    """Host: other settings; during a game only its manners."""

    settings: Settings


class Lock(Struct, tag_field="type", tag="lock", frozen=True, forbid_unknown_fields=True):
    """Host: who comes from now on needs this password; none if it is empty."""

    password: str


class Knock(Struct, tag_field="type", tag="knock", frozen=True, forbid_unknown_fields=True):
    """Come in with the password."""

    password: str


class HandOver(Struct, tag_field="type", tag="hand-over", frozen=True, forbid_unknown_fields=True):
    """Host: make the visitor on a seat the host."""

    seat: int


class Begin(Struct, tag_field="type", tag="begin", frozen=True, forbid_unknown_fields=True):
    """Host: deal. `same_deal` plays the last deal again, or the one the table was opened for."""

    same_deal: bool = False


class Act(Struct, tag_field="type", tag="act", frozen=True, forbid_unknown_fields=True):
    """The player to move acts, looking at this version of the table."""

    version: int
    action: wire.Action


class End(Struct, tag_field="type", tag="end", frozen=True, forbid_unknown_fields=True):
    """Host: end the game here."""

    version: int


class Arrange(Struct, tag_field="type", tag="arrange", frozen=True, forbid_unknown_fields=True):
    """Put one's own cards into another order, some of them turned. Everybody sees it."""

    order: tuple[int, ...]
    turned: tuple[int, ...] = ()


class Note(Struct, tag_field="type", tag="note", frozen=True, forbid_unknown_fields=True):
    """Write a private note about an own card; an empty one wipes it away."""

    card: int
    text: str


class Say(Struct, tag_field="type", tag="say", frozen=True, forbid_unknown_fields=True):
    """Say something: free text or a set remark, as the table allows."""

    text: str = ""
    remark: Remark | None = None


class TakeBack(Struct, tag_field="type", tag="take-back", frozen=True, forbid_unknown_fields=True):
    """Ask to take one's last move back, and all that came after it."""

    version: int


class Answer(Struct, tag_field="type", tag="answer", frozen=True, forbid_unknown_fields=True):
    """Agree to a move being taken back, or not; whoever asked withdraws with a no."""

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
    """A client's message; `msgspec.ValidationError` or `DecodeError` says what is wrong."""
    return _decoder.decode(text)


class SeatView(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat."""

    name: str
    bot: str | None = None
    you: bool = False
    also_you: bool = False  # another seat of the viewer, on a shared device
    host: bool = False
    away: bool = False
    guest: bool = False  # of another program, through a door of its own


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card in a hand: its face only for those who may see it, and what its holder was told."""

    id: int
    suit: int | None = None
    value: int | None = None
    suits: tuple[int, ...] = ()  # that it can have by the clues
    values: tuple[int, ...] = ()
    pointed_at: bool = False  # by some clue
    turned: bool = False  # by its holder
    note: str = ""  # of the viewer


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
    touched_by: tuple[int, ...]  # the colours that point it out


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
    taken_back: int  # how often a move was taken back; the events begin anew each time
    suits: tuple[SuitView, ...]
    colours: tuple[Colour, ...]
    values: int
    hands: tuple[tuple[CardView, ...], ...]  # in the order in which their holders keep them
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
    legal: tuple[wire.Action, ...]  # of this viewer now
    events: tuple[wire.GameEvent, ...]  # what everybody saw, from `events_from` on
    events_from: int
    over: FinalResult | None
    address: str | None  # of the game when it is over


class Line(Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table beside the game."""

    kind: LineKind
    seat: int  # -1 for somebody without a seat, who has no name
    name: str  # of who sat there
    game: int  # the game that was on, and how many events it had
    event: int
    text: str = ""
    remark: Remark | None = None


class TakeBackRequestView(Struct, frozen=True):
    """A player wants to take a move back."""

    seat: int
    actions: int  # that would go
    waits_for_you: bool


class Watchers(Struct, frozen=True):
    """Those who look on at a game and see all hands."""

    count: int  # now
    seen_by: int  # in this game, those who have left included
    host: bool  # whether the host is one of them now
    names: tuple[str, ...]  # as far as they are known: those of guests


class TableView(Struct, tag_field="type", tag="table", frozen=True):
    """The whole table as one viewer may see it, at one version."""

    version: int
    settings: Settings
    locked: bool  # with a password
    host: bool  # whether the viewer has the host's powers now
    you: int | None
    kept: tuple[int, ...]  # the seats that the viewer lost while away, and may take back
    seats: tuple[SeatView | None, ...]
    onlookers: int
    playing: bool  # a game is on, also one that the viewer may not see
    deal_set: bool  # `same_deal` is possible
    known_deal: KnownDeal | None  # that of the game, or the one that is set: known to somebody?
    asking: TakeBackRequestView | None
    may_take_back: bool  # the viewer, now
    take_backs_left: int  # in this game, for all together
    lines: tuple[Line, ...]  # from `lines_from` on
    lines_from: int
    play: GameView | None
    watchers: Watchers | UnsetType = UNSET  # while a game is on at which onlookers see all hands


class PartOf(NamedTuple):
    """Marks a dictionary that holds some fields of a type."""

    kind: type[Struct]


TableFields = Annotated[dict[str, Any], PartOf(TableView)]
GameViewFields = Annotated[dict[str, Any], PartOf(GameView)]


class GameViewChanged(Struct, frozen=True, omit_defaults=True):
    """What has changed of a game."""

    fields: GameViewFields = {}  # those with another value
    hands: dict[str, tuple[CardView, ...]] = {}  # those that are not as they were, by seat
    discarded: tuple[Face, ...] = ()  # to be put on the discard pile as it was
    events: tuple[wire.GameEvent, ...] = ()  # the new ones, instead of those before


class TableChanged(Struct, tag_field="type", tag="table-changed", frozen=True, omit_defaults=True):
    """What has changed of a table since the message before, for who asked for `changes`."""

    follows: int  # the version of the table as it was
    version: int
    fields: TableFields = {}  # those with another value
    lines: tuple[Line, ...] = ()  # the new ones, instead of those before
    play: GameViewChanged | UnsetType = UNSET  # unless nothing of it has changed


class PasswordNeeded(Struct, tag_field="type", tag="closed", frozen=True):
    """The table is locked: send `knock` with the password."""


class RefusedMessage(Struct, tag_field="type", tag="refused", frozen=True):
    """A message that changed nothing, and why."""

    reason: str
    words: str


ToClient = TableView | TableChanged | PasswordNeeded | RefusedMessage


def encode(message: ToClient) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)
