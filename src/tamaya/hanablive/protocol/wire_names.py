"""Names as hanab.live spells them: `table_id` is `tableID`, `TableGoneFrame` is `tableGone`."""

SUFFIXES = ("Frame", "Command")  # of our class names, not on the wire
IRREGULAR = {"chatPm": "chatPM", "databaseId": "databaseID"}


def camel_case(name: str) -> str:
    """The name of a field on the wire."""
    first, *rest = name.split("_")
    return first + "".join("ID" if part == "id" else part.capitalize() for part in rest)


def wire_name(kind: type) -> str:
    """The command word that precedes the JSON body of a frame of this class."""
    name = kind.__name__
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    name = name[0].lower() + name[1:]
    return IRREGULAR.get(name, name)
