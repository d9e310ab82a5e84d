"""Names as hanab.live spells them: `table_id` is `tableID` there, and `TableGone` `tableGone`."""


def camel(name: str) -> str:
    """A field's name on the wire."""
    first, *rest = name.split("_")
    return first + "".join("ID" if part == "id" else part.capitalize() for part in rest)


def command_of(kind: type) -> str:
    """The command that stands before a frame's body."""
    name = kind.__name__
    return OTHER_SPELLING.get(name, name[0].lower() + name[1:])


OTHER_SPELLING = {
    "ChatPm": "chatPM",
    "DatabaseId": "databaseID",
    "Failed": "error",
    "Warned": "warning",
}
