"""Commands that a client may send."""

from msgspec import Struct

from tamaya.hanablive.protocol.wire_names import camel_case

PLAY, DISCARD, COLOUR_CLUE, RANK_CLUE, END_GAME = range(5)  # `ActionCommand.type`


class ClientCommand(Struct, rename=camel_case, frozen=True, omit_defaults=True):
    """Base class: `wire_name` derives the command word; unknown fields are ignored."""


class TableCommand(ClientCommand, frozen=True):
    """Base class of commands about one table."""

    table_id: int


class TableJoinCommand(TableCommand, frozen=True):
    """Take a seat."""

    password: str | None = ""


class TableLeaveCommand(TableCommand, frozen=True):
    """Give up the seat."""


class TableUnattendCommand(TableCommand, frozen=True):
    """Stop following the table; during a game the seat is kept."""


class TableReattendCommand(TableCommand, frozen=True):
    """Follow one's own game again."""


class TableSpectateCommand(TableCommand, frozen=True):
    """Watch a game without a seat."""

    shadowing_player_index: int = -1


class RequestedOptions(ClientCommand, frozen=True):
    """The variant and switches that a client asks for.

    Missing fields mean the default for a new table, and no change for an existing one.
    """

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


class TableCreateCommand(ClientCommand, frozen=True):
    """Open a table and take the first seat."""

    name: str | None = ""
    max_players: int | None = 5
    password: str | None = ""
    options: RequestedOptions = RequestedOptions()


class TableSetVariantCommand(TableCommand, frozen=True):
    """Change the variant or switches of one's table."""

    options: RequestedOptions


class TableStartCommand(TableCommand, frozen=True):
    """Start the game."""


class TableRestartCommand(TableCommand, frozen=True):
    """Start the next game."""

    hide_pregame: bool = True


class TableTerminateCommand(TableCommand, frozen=True):
    """End the game early."""


class GetGameInfo1Command(TableCommand, frozen=True):
    """Ask for the `init` frame."""


class GetGameInfo2Command(TableCommand, frozen=True):
    """Ask for all actions so far."""


class LoadedCommand(TableCommand, frozen=True):
    """The client has processed the answer to `getGameInfo2`."""


class ActionCommand(TableCommand, frozen=True):
    """Make a move: `target` is a card order or a seat, `value` a colour or a rank."""

    type: int
    target: int
    value: int | None = None


class NoteCommand(TableCommand, frozen=True):
    """Write a note on a card."""

    order: int
    note: str


class ChatCommand(ClientCommand, frozen=True):
    """Send a chat message to the lobby or a table."""

    msg: str
    room: str


class ChatPmCommand(ClientCommand, frozen=True):
    """Send a private message."""

    msg: str
    recipient: str
    room: str = "lobby"


AnyCommand = (
    TableJoinCommand
    | TableLeaveCommand
    | TableUnattendCommand
    | TableReattendCommand
    | TableSpectateCommand
    | TableCreateCommand
    | TableSetVariantCommand
    | TableStartCommand
    | TableRestartCommand
    | TableTerminateCommand
    | GetGameInfo1Command
    | GetGameInfo2Command
    | LoadedCommand
    | ActionCommand
    | NoteCommand
    | ChatCommand
    | ChatPmCommand
)
IGNORED_COMMANDS = ("chatRead", "chatTyping", "inactive", "setting")  # accepted without effect
