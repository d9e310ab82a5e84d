"""Frames from a client: what a program may ask for."""

from msgspec import Struct

from tamaya.hanablive.spelling import camel

PLAY, DISCARD, COLOUR_CLUE, RANK_CLUE, END_GAME = range(5)  # types of actions


class Command(Struct, rename=camel, frozen=True, omit_defaults=True):
    """A command and its body. Fields that we do not know are passed over."""


class OfTable(Command, frozen=True):
    """A command about a table."""

    table_id: int


class TableJoin(OfTable, frozen=True):
    """Take a seat."""

    password: str | None = ""


class TableLeave(OfTable, frozen=True):
    """Give one's seat up."""


class TableUnattend(OfTable, frozen=True):
    """Look away; during a game one's seat is kept."""


class TableReattend(OfTable, frozen=True):
    """Look at one's game again."""


class TableSpectate(OfTable, frozen=True):
    """Look on."""

    shadowing_player_index: int = -1


class WantedOptions(Command, frozen=True):
    """What is to be played; what is left out is as usual, or stays as it was at the table."""

    variant_name: str | None = None
    timed: bool = False
    speedrun: bool = False
    card_cycle: bool = False
    deck_plays: bool = False
    empty_clues: bool | None = None
    one_extra_card: bool = False
    one_less_card: bool = False
    all_or_nothing: bool | None = None
    detrimental_characters: bool = False


class TableCreate(Command, frozen=True):
    """Open a table and take its first seat."""

    name: str | None = ""
    max_players: int | None = 5
    password: str | None = ""
    options: WantedOptions = WantedOptions()


class TableSetVariant(OfTable, frozen=True):
    """Play something else at one's table."""

    options: WantedOptions


class TableStart(OfTable, frozen=True):
    """Begin the game."""


class TableRestart(OfTable, frozen=True):
    """Begin the next game."""

    hide_pregame: bool = True


class TableTerminate(OfTable, frozen=True):
    """End the game here."""


class GetGameInfo1(OfTable, frozen=True):
    """Ask what the game is."""


class GetGameInfo2(OfTable, frozen=True):
    """Ask for all that has happened."""


class Loaded(OfTable, frozen=True):
    """All of that has arrived."""


class Action(OfTable, frozen=True):
    """Move: `target` is a card or a seat, `value` a colour or a rank."""

    type: int
    target: int
    value: int | None = None


class Note(OfTable, frozen=True):
    """Write about a card."""

    order: int
    note: str


class Chat(Command, frozen=True):
    """Say something in the lobby or at a table."""

    msg: str
    room: str


class ChatPm(Command, frozen=True):
    """Say something to one user."""

    msg: str
    recipient: str
    room: str = "lobby"


FromClient = (
    TableJoin
    | TableLeave
    | TableUnattend
    | TableReattend
    | TableSpectate
    | TableCreate
    | TableSetVariant
    | TableStart
    | TableRestart
    | TableTerminate
    | GetGameInfo1
    | GetGameInfo2
    | Loaded
    | Action
    | Note
    | Chat
    | ChatPm
)
IGNORED = ("chatRead", "chatTyping", "inactive", "setting")  # of no meaning here
