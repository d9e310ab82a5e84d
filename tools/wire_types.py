"""Write web/src/lib/wire.ts, the types of all that travels, from the Python types: `make wire`."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tamaya import rules
from tamaya.rules import events
from tamaya.server.room import game_info, log_rows, messages, wire
from tamaya.server.web import api_me, api_tables
from typescript import Kind, Page, is_struct, is_union, origin

HTTP = (api_tables, api_me, game_info)  # the modules with the bodies of requests and answers
TARGET = Path(__file__).parent.parent / "web/src/lib/wire.ts"
FIRST = "/** Written by tools/wire_types.py from the Python types: run `make wire`, do not edit. */"
# where the Python name says too little without its module, or is taken
NAMES: Mapping[Kind, str] = {
    wire.GiveColourClue: "ColourClue",
    wire.GiveValueClue: "ValueClue",
    wire.MoveReason: "Why",
    messages.GameView: "Play",
    messages.GameViewChanged: "PlayChanged",
    messages.GameViewFields: "PlayFields",
    messages.SeatView: "Sitter",
    messages.SuitView: "Suit",
    messages.CardView: "Card",
    messages.FinalResult: "Over",
    messages.TakeBackRequestView: "Asking",
    messages.TableView: "TableIs",
    messages.PasswordNeeded: "Closed",
    messages.RefusedMessage: "Refused",
    game_info.GameSteps: "Steps",
    rules.Colour: "ColourName",
    events.TokenSource: "TokenReason",
}
# with these an action begins: what a bot says about it goes with them
BEGIN = (
    events.Clued,
    events.Discarded,
    events.Played,
    events.ShuffledBack,
    events.PlacedFromPile,
    events.TileGone,
)


def main() -> None:
    """Write the file."""
    text = everything()
    changed = not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    print(f"{'changed' if changed else 'as it was'} {TARGET.name}")


def everything() -> str:
    """The file."""
    return f"{FIRST}\n\n{all_types().text()}"


def all_types() -> Page:
    """The types of all that the server is sent and sends, over sockets and HTTP."""
    names = {**aliases_in(wire, log_rows, messages, *HTTP), **NAMES}
    asked, told = [messages.FromClient, *bodies()], [messages.ToClient, *answers()]
    return Page(asked, told, names, {wire.GameEvent: EVENTS})


def bodies() -> list[type[Struct]]:
    """What HTTP requests bring: the types that take nothing unknown."""
    return [kind for kind in structs_in(*HTTP) if kind.__struct_config__.forbid_unknown_fields]


def answers() -> list[type[Struct]]:
    """What HTTP requests are answered with."""
    return [kind for kind in structs_in(*HTTP) if kind not in bodies()]


def structs_in(*modules: ModuleType) -> list[type[Struct]]:
    """The types that modules make, in their order."""
    return [
        kind
        for module in modules
        for kind in vars(module).values()
        if is_struct(kind) and kind.__module__ == module.__name__
    ]


def aliases_in(*modules: ModuleType) -> dict[Kind, str]:
    """The unions and literals that have a name."""
    return {
        kind: name
        for module in modules
        for name, kind in vars(module).items()
        if is_union(kind) or origin(kind) in (Literal, Annotated)
    }


def event_types() -> tuple[type[Struct], ...]:
    """The events of the rules as types of what `wire.event` makes of them."""
    return tuple(_event_type(kind) for kind in get_args(rules.Event))


def _event_type(kind: Kind) -> type[Struct]:
    parts: list[tuple[str, Kind] | tuple[str, Kind, object]] = []
    for name, hint in get_type_hints(kind).items():
        if hint is rules.Outcome:
            parts += get_type_hints(hint).items()
        else:
            parts.append((name, wire.Clue if hint == rules.Clue else hint))
    if kind in BEGIN:
        parts.append(("why", wire.MoveReason | UnsetType, UNSET))
    return msgspec.defstruct(
        f"{kind.__name__}Event",
        parts,
        namespace={"__doc__": kind.__doc__},
        tag_field="event",
        tag=wire.event_name(kind),
        forbid_unknown_fields=True,
    )


EVENTS = event_types()


if __name__ == "__main__":
    main()
